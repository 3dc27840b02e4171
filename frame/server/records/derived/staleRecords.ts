import { sql } from 'kysely';
import { computeFields } from '../../../config/computedValues.ts';
import { listFollowed } from '../../../config/related/derivedFields.ts';
import type { Db } from '../../db/databaseSchema.ts';
import { getDatabaseKind } from '../../db/jsonLists.ts';
import type { Services } from '../../services.ts';
import { bulkDelete } from '../schema/bulkStatements.ts';
import type { Collection, Column } from '../schema/collection.ts';
import { type CollectionRow, toCollectionDb } from '../schema/collectionDb.ts';
import { createSystemTable } from '../schema/createSystemTable.ts';
import { omitLinks, readLinks } from '../schema/linkRows.ts';
import { toRecordValues, toRowColumns } from '../schema/recordRow.ts';
import { DERIVED_PREFIX, getDerivedName, quoteName } from '../schema/tableNames.ts';
import { compileAnyChanged, rebuildTriggersIfChanged } from './derivedTables.ts';

// Triggers keep lookups and rollups, but no trigger can run a `compute` function. So a trigger notes each record of which
// a lookup or rollup has changed that a function reads, and the transaction computes these records before it commits.

const STALE_TABLE = `${DERIVED_PREFIX}stale`;
const BATCH_SIZE = 500;
/** A record whose total is part of itself would never settle. */
const MAX_ROUNDS = 1000;

const sources = new WeakMap<Collection, readonly Column[]>();

/** Lists the lookups and rollups of a collection that its `compute` functions may read. */
export function getComputeSources(collection: Collection): readonly Column[] {
  const known = sources.get(collection);
  if (known) return known;
  const { resource, columns, existingTable } = collection;
  const functions = Object.values(resource.fields).flatMap(({ compute }) => compute ?? []);
  const followed = existingTable ? [] : listFollowed(resource.fields, functions);
  const found = columns.filter(({ name }) => followed.includes(name));
  sources.set(collection, found);
  return found;
}

/** Creates the triggers that note records to compute, and notes all existing records of a new one. */
export async function createStaleTriggers(db: Db, collections: readonly Collection[]): Promise<void> {
  await createSystemTable(db, STALE_TABLE, { id: 'text', table_name: 'text' });
  const into = `insert into ${quoteName(STALE_TABLE)} (id, table_name)`;
  for (const collection of collections) {
    const { table } = collection;
    const name = getDerivedName(collection, 'compute');
    const columns = getComputeSources(collection).map(({ valueColumn }) => valueColumn);
    const when = compileAnyChanged(getDatabaseKind(db), columns);
    const note = `${into} values (new.id, '${table}') on conflict do nothing`;
    const noteAll = `${into} select id, '${table}' from ${quoteName(table)} where 1 = 1 on conflict do nothing`;
    const hasSources = columns.length > 0;
    await rebuildTriggersIfChanged(db, name, {
      triggers: hasSources ? [{ name, event: 'update', table, when, statements: [note] }] : [],
      fill: hasSources ? [noteAll] : [],
    });
  }
}

/** Computes the fields of these rows again, and writes those that differ. Version and stamps stay, as with a rollup. */
export async function recomputeRows(
  db: Db,
  collection: Collection,
  found: readonly CollectionRow[],
  zone: string,
): Promise<void> {
  const { fields } = collection.resource;
  const computed = Object.keys(fields).filter((name) => fields[name]?.compute);
  for (const row of await readLinks(db, collection, [...found])) {
    const complete = computeFields(collection.resource, toRecordValues(collection, row));
    const values = Object.fromEntries(computed.map((name) => [name, complete[name]]));
    const columns = omitLinks(collection, toRowColumns(collection, values, zone));
    if (Object.entries(columns).every(([name, value]) => value === row[name])) continue;
    await toCollectionDb(db).updateTable(collection.table).set(columns).where('id', '=', row.id).execute();
  }
}

/**
 * Computes the records that triggers have noted, and those that follow from them. Call it within a transaction, after its
 * writes.
 */
export async function refreshStaleRecords(
  db: Db,
  { collections, config }: Pick<Services, 'collections' | 'config'>,
): Promise<void> {
  if (collections.every((one) => getComputeSources(one).length === 0)) return;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { rows } = await sql<{ id: string; table_name: string }>`select id, table_name from ${sql.table(STALE_TABLE)}
      order by id limit ${BATCH_SIZE}`.execute(db);
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    await bulkDelete(db, STALE_TABLE, 'id', ids);
    for (const [table, some] of Map.groupBy(rows, ({ table_name }) => table_name)) {
      const collection = collections.find((one) => one.table === table);
      if (!collection) continue;
      const query = toCollectionDb(db).selectFrom(table).selectAll();
      const found = await query
        .where(
          'id',
          'in',
          some.map(({ id }) => id),
        )
        .execute();
      await recomputeRows(db, collection, found as CollectionRow[], config.timeZone);
    }
  }
  throw new Error(`Computed values do not settle after ${MAX_ROUNDS} rounds.`);
}
