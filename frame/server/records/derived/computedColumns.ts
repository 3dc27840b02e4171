import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { computeFields } from '../../../config/dynamicValues.ts';
import type { Services } from '../../services.ts';
import type { Collection } from '../schema/collection.ts';
import { type CollectionRow, toCollectionDb } from '../schema/collectionDb.ts';
import { createSystemTable } from '../schema/createSystemTable.ts';
import { omitLinks, readLinks } from '../schema/linkRows.ts';
import { toRecordValues, toRowColumns } from '../schema/recordRow.ts';

/** The hash of the functions that computed the values of a table. */
type ComputedDb = Kysely<{ collection_computed: { table_name: string; made_by: string } }>;

const COMPUTE_BATCH_SIZE = 500;

const getComputeSources = ({ resource }: Collection) =>
  Object.entries(resource.fields).flatMap(([name, { compute }]) => (compute ? [`${name} ${String(compute)}`] : []));

/**
 * Recomputes existing records after the source of a `compute` function has changed. A change in code that the function
 * calls is not noticed.
 */
export async function refreshComputedColumns(
  { db, config }: Services,
  collections: readonly Collection[],
): Promise<void> {
  const typedDb = db as unknown as ComputedDb;
  const columns = { table_name: 'text', made_by: 'text' } as const;
  await createSystemTable(typedDb, 'collection_computed', columns, { primaryKey: 'table_name' });
  for (const collection of collections) {
    const functions = getComputeSources(collection);
    if (functions.length === 0) continue;
    const made_by = createHash('sha256').update(functions.join('\n')).digest('hex');
    const { table } = collection;
    const before = typedDb.selectFrom('collection_computed').select('made_by').where('table_name', '=', table);
    if ((await before.executeTakeFirst())?.made_by === made_by) continue;
    await recomputeRecords(toCollectionDb(db), collection, config.timeZone);
    await typedDb
      .insertInto('collection_computed')
      .values({ table_name: table, made_by })
      .onConflict((on) => on.column('table_name').doUpdateSet({ made_by }))
      .execute();
  }
}

async function recomputeRecords(
  db: ReturnType<typeof toCollectionDb>,
  collection: Collection,
  zone: string,
): Promise<void> {
  const computed = Object.keys(collection.resource.fields).filter((name) => collection.resource.fields[name]?.compute);
  for (let last = ''; ; ) {
    const next = db
      .selectFrom(collection.table)
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(COMPUTE_BATCH_SIZE);
    const rows = await readLinks(db, collection, (await next.execute()) as CollectionRow[]);
    await db.transaction().execute(async (trx) => {
      for (const row of rows) {
        const complete = computeFields(collection.resource, toRecordValues(collection, row));
        const values = Object.fromEntries(computed.map((name) => [name, complete[name]]));
        await trx
          .updateTable(collection.table)
          .set(omitLinks(collection, toRowColumns(collection, values, zone)))
          .where('id', '=', row.id)
          .execute();
      }
    });
    last = rows.at(-1)?.id ?? last;
    if (rows.length < COMPUTE_BATCH_SIZE) return;
  }
}
