import { sql } from 'kysely';
import type { Db } from '../server/db/databaseSchema.ts';
import type { Collection } from '../server/records/schema/collection.ts';
import { getStampColumns } from '../server/records/schema/collectionDb.ts';
import { HISTORY_TABLE } from '../server/records/tables/historyTable.ts';

interface RecordedRow {
  id: string;
  version: number;
  versions: number;
}

/**
 * Finds records that a change left without its history, as `books 123: version 2 of 1`. A transaction writes both or
 * none, so call it after a request that failed. Resources over one table share its records. The audit is not compared:
 * the entry of a call covers what its hooks wrote.
 */
export async function findUnrecorded(db: Db, collections: readonly Collection[]): Promise<string[]> {
  const found: string[] = [];
  for (const [table, shared] of Map.groupBy(collections, (one) => one.table)) {
    const [first] = shared;
    const { version } = first ? getStampColumns(first) : {};
    if (!first || !version || !shared.some(({ resource }) => resource.history)) continue;
    const names = sql.join(shared.map(({ resource }) => resource.name));
    const { rows } = await sql<RecordedRow>`select id, ${sql.ref(version)} as version,
      (select count(*) from ${sql.table(HISTORY_TABLE)} where record_id = row.id and resource in (${names})) as versions
      from ${sql.table(table)} as row order by id`.execute(db);
    const { name } = first.resource;
    for (const row of rows) {
      if (Number(row.version) !== Number(row.versions))
        found.push(`${name} ${row.id}: version ${row.version} of ${row.versions}`);
    }
  }
  return found;
}
