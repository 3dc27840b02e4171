import { sql } from 'kysely';
import type { AnyResource } from '../../config/resource.ts';
import { deleteAll, portions } from '../records/schema/bulkRows.ts';
import { binTable, linksFor } from '../records/schema/collection.ts';
import type { CollectionDb } from '../records/schema/collectionDb.ts';
import { forgetHistory } from '../records/write/recordHistory.ts';
import { freeUploads } from '../records/write/recordUploads.ts';
import type { FoundTable } from './existingTables.ts';
import { storedShape, tablesIn } from './planChanges.ts';
import type { FieldShape, ResourceShape } from './resourceShape.ts';

/** A record that was erased. */
export interface ErasedRecord {
  resource: string;
  id: string;
}

/** Tables of a resource that is in no config any more: of its records and of its bin. */
const tablesFor = (tables: readonly FoundTable[], { table }: ResourceShape) =>
  tables.filter(({ name }) => name === table || name === binTable(table)).map(({ name }) => name);

async function findReferring(db: CollectionDb, table: string, { storage, value }: FieldShape, ids: readonly string[]) {
  const isLinks = storage === 'links';
  const [from, id, to] = isLinks ? [linksFor(table, value), 'record_id', 'target_id'] : [table, 'id', value];
  const found: string[] = [];
  for (const some of portions(ids)) {
    const { rows } = await sql<{ id: string }>`select ${sql.ref(id)} as id from ${sql.table(from)}
      where ${sql.ref(to)} in (${sql.join(some)})`.execute(db);
    found.push(...rows.map((row) => row.id));
  }
  return found;
}

/**
 * Erases records of resources that are in no config any more, as their tables are kept: those that refer to these
 * records, and in turn those that refer to them. Erases also what is kept of the history of all of them. Call it in the
 * transaction that deletes the records. Gives the paths of files to discard after it.
 */
export async function eraseDropped(
  db: CollectionDb,
  resources: readonly AnyResource[],
  erased: readonly ErasedRecord[],
): Promise<string[]> {
  const tables = await tablesIn(db);
  const { shape } = await storedShape(db, resources, tables);
  const dropped = shape.filter((one) => one.dropped);
  const paths: string[] = [];
  for (const [name, gone] of Map.groupBy(erased, ({ resource }) => resource))
    for (const one of dropped)
      for (const field of one.fields.filter(({ rule }) => rule.to === name))
        for (const table of tablesFor(tables, one)) {
          const targets = gone.map(({ id }) => id);
          const ids = [...new Set(await findReferring(db, table, field, targets))];
          if (ids.length === 0) continue;
          for (const { value } of one.fields.filter(({ storage }) => storage === 'links'))
            await deleteAll(db, linksFor(table, value), 'record_id', ids);
          paths.push(...(await freeUploads(db, ids)));
          await deleteAll(db, table, 'id', ids);
          const more = ids.map((id) => ({ resource: one.name, id }));
          paths.push(...(await eraseDropped(db, resources, more)));
        }
  await forgetHistory(
    db,
    erased.map(({ id }) => id),
  );
  return paths;
}
