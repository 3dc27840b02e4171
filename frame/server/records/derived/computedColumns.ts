import { createHash } from 'node:crypto';
import type { Db } from '../../db/databaseSchema.ts';
import type { Services } from '../../services.ts';
import type { Collection } from '../schema/collection.ts';
import { type CollectionRow, toCollectionDb } from '../schema/collectionDb.ts';
import { createSystemTable } from '../schema/createSystemTable.ts';
import { pagesById } from '../schema/pagesById.ts';
import { recomputeRows, refreshStaleRecords } from './staleRecords.ts';

const getComputeSources = ({ resource }: Collection) =>
  Object.entries(resource.fields).flatMap(([name, { compute }]) => (compute ? [`${name} ${String(compute)}`] : []));

/**
 * Recomputes existing records after the source of a `compute` function has changed. A change in code that the function
 * calls is not noticed.
 */
export async function refreshComputedColumns(services: Services, collections: readonly Collection[]): Promise<void> {
  const { db, config } = services;
  const columns = { table_name: 'text', made_by: 'text' } as const;
  await createSystemTable(db, 'collection_computed', columns, { primaryKey: 'table_name' });
  for (const collection of collections) {
    const functions = getComputeSources(collection);
    if (functions.length === 0) continue;
    const made_by = createHash('sha256').update(functions.join('\n')).digest('hex');
    const { table } = collection;
    const before = db.selectFrom('collection_computed').select('made_by').where('table_name', '=', table);
    if ((await before.executeTakeFirst())?.made_by === made_by) continue;
    await recomputeRecords(db, collection, config.timeZone);
    await db
      .insertInto('collection_computed')
      .values({ table_name: table, made_by })
      .onConflict((on) => on.column('table_name').doUpdateSet({ made_by }))
      .execute();
  }
  await db.transaction().execute((trx) => refreshStaleRecords(trx, services));
}

async function recomputeRecords(db: Db, collection: Collection, zone: string): Promise<void> {
  const records = toCollectionDb(db).selectFrom(collection.table).selectAll();
  const pages = pagesById((last, size) => records.where('id', '>', last).orderBy('id').limit(size).execute());
  for await (const page of pages)
    await db.transaction().execute((trx) => recomputeRows(trx, collection, page as CollectionRow[], zone));
}
