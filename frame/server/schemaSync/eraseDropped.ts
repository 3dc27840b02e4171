import { sql } from 'kysely';
import type { AnyResource } from '../../config/resource.ts';
import { bulkDelete, splitIntoBatches } from '../records/schema/bulkStatements.ts';
import { getBinTable, getLinkTable } from '../records/schema/collection.ts';
import type { CollectionDb } from '../records/schema/collectionDb.ts';
import { deleteHistory } from '../records/write/recordHistory.ts';
import { releaseUploads } from '../records/write/recordUploads.ts';
import type { ExistingTable } from './existingTables.ts';
import { readStoredShape, readTables } from './planChanges.ts';
import type { FieldShape, ResourceShape } from './resourceShape.ts';

export interface ErasedRecord {
  resource: string;
  id: string;
}

/** Returns a removed resource's table and its bin's table. */
const getRecordTables = (tables: readonly ExistingTable[], { table }: ResourceShape) =>
  tables.filter(({ name }) => name === table || name === getBinTable(table)).map(({ name }) => name);

async function findReferringIds(
  db: CollectionDb,
  table: string,
  { storage, value }: FieldShape,
  ids: readonly string[],
) {
  const isLinks = storage === 'links';
  const [from, id, to] = isLinks ? [getLinkTable(table, value), 'record_id', 'target_id'] : [table, 'id', value];
  const found: string[] = [];
  for (const some of splitIntoBatches(ids)) {
    const { rows } = await sql<{ id: string }>`select ${sql.ref(id)} as id from ${sql.table(from)}
      where ${sql.ref(to)} in (${sql.join(some)})`.execute(db);
    found.push(...rows.map((row) => row.id));
  }
  return found;
}

/**
 * Erases records of removed resources that refer to erased records, and recursively those that refer to them. Also
 * erases the history of all of them. Call it in the transaction that deletes the records. Returns the paths of files to
 * discard after it.
 */
export async function eraseDroppedRecords(
  db: CollectionDb,
  resources: readonly AnyResource[],
  erased: readonly ErasedRecord[],
): Promise<string[]> {
  const tables = await readTables(db);
  const { shape } = await readStoredShape(db, resources, tables);
  const dropped = shape.filter((one) => one.dropped);
  const paths: string[] = [];
  for (const [name, gone] of Map.groupBy(erased, ({ resource }) => resource))
    for (const one of dropped)
      for (const field of one.fields.filter(({ rule }) => rule.to === name))
        for (const table of getRecordTables(tables, one)) {
          const targets = gone.map(({ id }) => id);
          const ids = [...new Set(await findReferringIds(db, table, field, targets))];
          if (ids.length === 0) continue;
          for (const { value } of one.fields.filter(({ storage }) => storage === 'links'))
            await bulkDelete(db, getLinkTable(table, value), 'record_id', ids);
          paths.push(...(await releaseUploads(db, ids)));
          await bulkDelete(db, table, 'id', ids);
          const more = ids.map((id) => ({ resource: one.name, id }));
          paths.push(...(await eraseDroppedRecords(db, resources, more)));
        }
  await deleteHistory(
    db,
    erased.map(({ id }) => id),
  );
  return paths;
}
