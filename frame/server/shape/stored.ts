import type { AnyResource } from '../../config/resource.ts';
import type { Collection } from '../collections/collection.ts';
import { collectionDb } from '../collections/db.ts';
import { planCollections } from '../collections/plan.ts';
import type { Store } from '../store/open.ts';
import { storedShape, tablesIn } from './plan.ts';
import { placesOf } from './shape.ts';

/** The collections with the places where their records stand now: for scripts beside a server, which change nothing. */
export async function storedCollections(
  { db }: Store,
  resources: readonly AnyResource[],
): Promise<readonly Collection[]> {
  const any = collectionDb(db);
  const { shape } = await storedShape(any, resources, await tablesIn(any));
  return planCollections(resources, placesOf(shape));
}
