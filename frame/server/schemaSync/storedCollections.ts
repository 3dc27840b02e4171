import type { AnyResource } from '../../config/resource.ts';
import type { Store } from '../db/openDatabase.ts';
import type { Collection } from '../records/schema/collection.ts';
import { collectionDb } from '../records/schema/collectionDb.ts';
import { planCollections } from '../records/tables/planCollections.ts';
import { storedShape, tablesIn } from './planChanges.ts';
import { placesOf } from './resourceShape.ts';

/** The collections with the places where their records stand now: for scripts beside a server, which change nothing. */
export async function storedCollections(
  { db }: Store,
  resources: readonly AnyResource[],
): Promise<readonly Collection[]> {
  const any = collectionDb(db);
  const { shape } = await storedShape(any, resources, await tablesIn(any));
  return planCollections(resources, placesOf(shape));
}
