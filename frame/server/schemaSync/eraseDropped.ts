import { sql } from 'kysely';
import type { AnyResource } from '../../config/resource.ts';
import type { Db } from '../db/databaseSchema.ts';
import { bulkDelete, splitIntoBatches } from '../records/schema/bulkStatements.ts';
import { getLinkTable, getTrashTable } from '../records/schema/collection.ts';
import { deleteHistory } from '../records/write/recordHistory.ts';
import { releaseUploads } from '../records/write/recordUploads.ts';
import type { ExistingTable } from './existingTables.ts';
import { readStored } from './planChanges.ts';
import type { FieldShape, ResourceShape } from './resourceShape.ts';

export interface ErasedRecord {
  resource: string;
  id: string;
}

const getRecordTables = (tables: readonly ExistingTable[], { table }: ResourceShape) =>
  tables.filter(({ name }) => name === table || name === getTrashTable(table)).map(({ name }) => name);

/** Finds the ids of records whose field refers to one of these records. */
async function findReferringIds(
  db: Db,
  table: string,
  { storage, value }: FieldShape,
  targets: readonly string[],
): Promise<string[]> {
  const [from, id, to] =
    storage === 'links' ? [getLinkTable(table, value), 'record_id', 'target_id'] : [table, 'id', value];
  const found = new Set<string>();
  for (const batch of splitIntoBatches(targets)) {
    const { rows } = await sql<{ id: string }>`select ${sql.ref(id)} as id from ${sql.table(from)}
      where ${sql.ref(to)} in (${sql.join(batch)})`.execute(db);
    for (const row of rows) found.add(row.id);
  }
  return [...found];
}

/**
 * Erases records of removed resources that refer to erased records, and recursively those that refer to them. Also
 * erases the history of all of them. Call it in the transaction that deletes the records. Returns the paths of files to
 * discard after it.
 */
export async function eraseDroppedRecords(
  db: Db,
  resources: readonly AnyResource[],
  erased: readonly ErasedRecord[],
): Promise<string[]> {
  const { tables, shape } = await readStored(db, resources);
  const paths: string[] = [];
  for (const [target, records] of Map.groupBy(erased, ({ resource }) => resource))
    for (const resource of shape.filter(({ dropped }) => dropped))
      for (const field of resource.fields.filter(({ rule }) => rule.to === target))
        for (const table of getRecordTables(tables, resource)) {
          const targets = records.map(({ id }) => id);
          const ids = await findReferringIds(db, table, field, targets);
          if (ids.length === 0) continue;
          for (const { value } of resource.fields.filter(({ storage }) => storage === 'links'))
            await bulkDelete(db, getLinkTable(table, value), 'record_id', ids);
          paths.push(...(await releaseUploads(db, ids)));
          await bulkDelete(db, table, 'id', ids);
          const referring = ids.map((id) => ({ resource: resource.name, id }));
          paths.push(...(await eraseDroppedRecords(db, resources, referring)));
        }
  const ids = erased.map(({ id }) => id);
  await deleteHistory(db, ids);
  return paths;
}
