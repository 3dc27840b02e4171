import type { AnyResource } from '../../config/resource.ts';
import type { Store } from '../db/openDatabase.ts';
import type { Collection } from '../records/schema/collection.ts';
import { planCollections } from '../records/tables/planCollections.ts';
import { readStored } from './planChanges.ts';
import { getRecordPlaces } from './resourceShape.ts';

/** Plans the collections on the tables and columns that exist now, for scripts that change nothing. */
export async function readStoredCollections(
  { app, db }: Store,
  resources: readonly AnyResource[],
  timeZone: string,
): Promise<readonly Collection[]> {
  const { shape } = await readStored(db, resources);
  return planCollections(resources, getRecordPlaces(shape), timeZone, app.tableHints);
}
