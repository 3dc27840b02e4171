import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CollectionRecord } from '../../../config/related/recordTypes.ts';
import { mayRead } from '../../../config/rights.ts';
import { maskText } from '../../../fields/text.ts';
import { toIsoString } from '../../base/time.ts';
import { runCachedQuery } from '../../db/cachedQuery.ts';
import type { Db } from '../../db/databaseSchema.ts';
import { expandJsonTexts } from '../../db/jsonLists.ts';
import type { Services } from '../../services.ts';
import { mayUnmask } from '../access/fieldAccess.ts';
import { getVisibleConditions } from '../access/rowRules.ts';
import { readRuleKeys } from '../access/ruleKeys.ts';
import { isSourceInKeyScope } from '../query/keyScope.ts';
import { getValueCondition } from '../query/wherePath.ts';
import type { Collection, ListCondition, NamedCollection } from '../schema/collection.ts';
import { type CollectionRow, getVersion } from '../schema/collectionDb.ts';
import { readLinks } from '../schema/linkRows.ts';
import { type RecordValues, readValue } from '../schema/recordRow.ts';
import type { ListQuery } from './listQuery.ts';
import { getDb, type ReadContext } from './operationContext.ts';
import { addLabels } from './recordLabels.ts';
import { findRestrictedPage } from './restrictedOrder.ts';
import {
  createQueryReader,
  createQueryRunner,
  readTotal,
  selectInOrder,
  selectMatching,
  selectPageWithTotal,
  selectRulePage,
  TOTAL_COLUMN,
} from './selectRecords.ts';
import { chooseSortIndex, isShortPage } from './shortQueries.ts';
import { signUploads } from './signedUploads.ts';

/** Further back, a search is counted first and read from the nearer end. */
const MAX_SEARCHED_FROM = 1000;

/** True if the matching records must be read to count them: neither a summary table nor an index has their number. */
const isSearch = ({ existingTable }: Collection, where: readonly ListCondition[]) =>
  !existingTable && where.some(({ condition }) => !condition);

/** Finds a page of a search with its total; undefined if the page is empty, or one far back, which may be read from the end. */
async function findSearchedPage(
  scope: Pick<ReadContext, 'services' | 'collection' | 'db'>,
  where: readonly ListCondition[],
  { from, to, descending, ...order }: Omit<ListQuery, 'where'>,
): Promise<{ rows: CollectionRow[]; total: number } | undefined> {
  const { services, collection, db = services.db } = scope;
  if (from > MAX_SEARCHED_FROM) return undefined;
  const rows = await createQueryRunner(scope, where)(
    `searched page ${descending} ${JSON.stringify(order.orderBy?.toOperationNode())}`,
    { size: to + 1 - from, skipped: from },
    (all, slice) => selectPageWithTotal(db, collection, all, order, descending, slice),
    false,
  );
  if (rows.length === 0 && from > 0) return undefined;
  const found = rows.map(({ [TOTAL_COLUMN]: _, ...row }) => row as CollectionRow);
  return { rows: await readLinks(db, collection, found), total: Number(rows[0]?.[TOTAL_COLUMN] ?? 0) };
}

/**
 * Finds the rows from `from` to `to` and the total, in the transaction if one is given. Missing values come first. With
 * `to` before `from` it reads the total alone.
 */
export async function findRowsPage(
  services: Services,
  collection: Collection,
  { where: conditions, descending, from, to, restrictedOrder, ...order }: ListQuery,
  transaction?: Db,
): Promise<{ rows: CollectionRow[]; total: number }> {
  const db = transaction ?? services.db;
  const scope = { services, collection, ...(transaction && { db: transaction }) };
  const where = await readRuleKeys(db, collection, conditions);
  if (isSearch(collection, where) && !restrictedOrder && to >= from) {
    const found = await findSearchedPage(scope, where, { ...order, descending, from, to });
    if (found) return found;
  }
  const total = await readTotal(scope, where, 'total', {}, (all) =>
    selectMatching(db, collection, all).select((of) => of.fn.countAll<number>().as('total')),
  );
  const size = Math.min(to + 1, total) - from;
  if (size <= 0) return { rows: [], total };
  if (restrictedOrder) {
    const page = { where, descending, total, from, size };
    const found = await findRestrictedPage(db, collection, restrictedOrder, page, createQueryReader(scope));
    return { rows: await readLinks(db, collection, found), total };
  }
  // Reads from the nearer end of the list.
  const fromEnd = from > total / 2;
  const isDescending = descending !== fromEnd;
  const page = { size, skipped: fromEnd ? total - from - size : from };
  const end = page.size + page.skipped;
  const index = chooseSortIndex(collection, where, { ...order, total, end });
  const isShort = isShortPage(collection, where, { ...page, sortColumn: order.sortColumn });
  const keys = (isShort && where[0]?.keys?.found) || [];
  const ranges = keys.map((key): ListCondition => ({ expression: sql<SqlBool>`${key}` }));
  const rows = await createQueryRunner(scope, [...where, ...ranges])(
    `page ${keys.length} ${isDescending} ${index} ${JSON.stringify(order.orderBy?.toOperationNode())}`,
    keys.length > 0 ? { ...page, end } : { ...page, end: undefined },
    (all, { size, skipped, end }) =>
      end === undefined
        ? selectInOrder(db, collection, all, { ...order, index }, isDescending)
            .limit(size)
            .offset(skipped)
        : selectRulePage(db, collection, all, order, isDescending, { size, skipped, end }),
    isShort,
  );
  return { rows: await readLinks(db, collection, (fromEnd ? rows.toReversed() : rows) as CollectionRow[]), total };
}

/** Finds a row by id, if the account sees it. `lock` locks it until the transaction ends. */
export async function findRow(
  context: ReadContext,
  id: string,
  options?: { lock: boolean },
): Promise<CollectionRow | undefined> {
  return (await findRows(context, [id], options))[0];
}

/**
 * Finds rows by id, sorted by id, without those that the user may not see. `lock` locks them until the transaction ends;
 * SQLite needs no locks.
 */
export async function findRows(
  context: ReadContext,
  ids: readonly string[],
  { lock } = { lock: false },
): Promise<CollectionRow[]> {
  const { services, collection, account } = context;
  const db = getDb(context);
  const valid = ids.filter((id) => !id.includes('\0'));
  if (valid.length === 0) return [];
  const [only] = valid;
  const byIds = valid.length === 1 ? sql<SqlBool>`id = ${only}` : sql<SqlBool>`id in (${sql.join(valid)})`;
  const where = [byIds, ...getVisibleConditions(collection, account)].map((expression) => ({ expression }));
  const found = selectMatching(db, collection, where).selectAll();
  const query = valid.length === 1 ? found : found.orderBy('id');
  const rows = await (lock && services.store.kind === 'postgres' ? query.forUpdate() : query).execute();
  return readLinks(db, collection, rows as CollectionRow[]);
}

/** Reads the fields that the user may read, masked if the user may not change them. */
function createRowReader({ collection: { resource, columns }, account: { role } }: ReadContext) {
  const open = columns.filter(({ name }) => mayRead(resource, role, name));
  const masked = open.filter(({ name, field }) => field.kind.hidden && !mayUnmask(resource, role, name));
  return (row: CollectionRow): RecordValues => {
    const values: RecordValues = { id: row.id };
    for (const column of open) values[column.name] = readValue(column, row);
    for (const { name } of masked) if (typeof values[name] === 'string') values[name] = maskText(values[name]);
    return values;
  };
}

/** Finds the full names of accounts by id. */
export async function findAccountNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const names = { ids: JSON.stringify([...new Set(ids)]) };
  const found = await runCachedQuery(db, 'account names', names, (value) =>
    db.selectFrom('accounts').select(['id', 'full_name']).where('id', 'in', expandJsonTexts(db, value.ids)),
  );
  return new Map(found.map(({ id, full_name }) => [id, full_name]));
}

/** Adds the version, and who created and changed the record when. */
async function createStampWriter(context: ReadContext, rows: readonly CollectionRow[]) {
  const { collection } = context;
  if (collection.existingTable)
    return (row: CollectionRow, record: RecordValues): void => {
      const version = getVersion(collection, row);
      if (version !== undefined) record.version = version;
    };
  const people = new Set<string>();
  for (const row of rows) people.add(String(row.created_by)).add(String(row.changed_by));
  const names = await findAccountNames(getDb(context), [...people]);
  return (row: CollectionRow, record: RecordValues): void => {
    record.createdAt = toIsoString(Number(row.created_at));
    record.createdBy = names.get(String(row.created_by)) ?? null;
    record.changedAt = toIsoString(Number(row.changed_at));
    record.changedBy = names.get(String(row.changed_by)) ?? null;
    record.version = row.version;
  };
}

/**
 * Sets looked-up values to null if the user does not see their source records. Records that the row rule has selected are
 * not asked about again if it says the same.
 */
async function removeInvisibleValues(
  { collection: { table, columns }, account, ...context }: ReadContext,
  records: readonly RecordValues[],
  areListed: boolean,
): Promise<void> {
  const restricted = columns.flatMap((column): [string, RawBuilder<SqlBool>][] => {
    const isSeen = areListed && column.ruledRoles?.includes(account.role) && isSourceInKeyScope(column, account);
    const isVisible = isSeen ? undefined : getValueCondition(column, account);
    return isVisible ? [[column.name, isVisible]] : [];
  });
  if (restricted.length === 0 || records.length === 0) return;
  const flags = restricted.map(
    ([, test], at) => sql`case when ${test} then 1 else 0 end as ${sql.ref(`visible${at}`)}`,
  );
  const ids = sql.join(records.map((one) => one.id));
  const query = sql<CollectionRow>`select id, ${sql.join(flags)} from ${sql.table(table)} where id in (${ids})`;
  const rows = new Map((await query.execute(getDb(context))).rows.map((row) => [row.id, row]));
  for (const record of records)
    for (const [at, [name]] of restricted.entries())
      if (name in record && rows.get(String(record.id))?.[`visible${at}`] !== 1) record[name] = null;
}

/**
 * Converts rows to records: the fields that the user may read, with stamps, version, labels and signed file URLs.
 * `fields` picks fields, without labels. `areListed`: the rows were just selected by the row rule of this account.
 */
export async function toRecords(
  context: ReadContext,
  rows: readonly CollectionRow[],
  { fields, areListed = false }: { fields?: readonly string[] | undefined; areListed?: boolean } = {},
): Promise<RecordValues[]> {
  const addStamps = await createStampWriter(context, rows);
  const read = createRowReader(context);
  const records = rows.map((row) => {
    const record = read(row);
    addStamps?.(row, record);
    return record;
  });
  await removeInvisibleValues(context, records, areListed);
  if (!fields) await addLabels(context, records);
  await signUploads(context, records);
  return fields ? records.map((record) => pickFields(record, fields)) : records;
}

/** Converts rows that SQL of an app selected, as `toRecords`. The SQL holds `getVisibleConditions` of the account. */
export const toAccountRecords = async <N extends string>(
  context: ReadContext & { collection: NamedCollection<N> },
  rows: readonly CollectionRow[],
) =>
  (await toRecords(context, await readLinks(getDb(context), context.collection, [...rows]))) as CollectionRecord<N>[];

/** Picks the id and these fields of a record, in this order. */
export const pickFields = (record: RecordValues, fields: readonly string[]): RecordValues =>
  Object.fromEntries(['id', ...fields].map((name) => [name, record[name]]));
