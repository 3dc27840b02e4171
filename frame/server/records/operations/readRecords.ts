import { sql } from 'kysely';
import { type AggregateConfig, getGrouping, getMeasuredFields, getMeasures } from '../../../config/measures.ts';
import { mayRead } from '../../../config/rights.ts';
import { DEFAULT_PAGE_SIZE } from '../../../wire/binding.ts';
import { HttpError, notFound } from '../../base/httpError.ts';
import { mayFindBy } from '../access/fieldAccess.ts';
import { getListConditions } from '../access/rowRules.ts';
import { createListRefusal } from '../query/compileWhere.ts';
import { isSourceInKeyScope } from '../query/keyScope.ts';
import { findColumn } from '../query/wherePath.ts';
import { aggregateRecords, groupRecords, type ReportGroups } from '../read/aggregate.ts';
import { findRow, findRowsPage, pickFields, toRecords } from '../read/findRecords.ts';
import {
  compileAccountOptions,
  compileFindOptions,
  createWhereContext,
  type FindOptions,
  type ListQuery,
} from '../read/listQuery.ts';
import type { OperationContext, ReadContext } from '../read/operationContext.ts';
import { type AggregateOptions, type FindRecordsOptions, MAX_RECORDS } from '../read/recordsApiTypes.ts';
import type { CollectionRow } from '../schema/collectionDb.ts';
import type { RecordValues } from '../schema/recordRow.ts';
import { readCurrentRecord } from '../write/childRecords.ts';
import { requirePermission } from '../write/requirePermission.ts';
import { lockRows } from '../write/writeTransaction.ts';

interface RowPage {
  rows: CollectionRow[];
  total: number;
  totalPages: number;
}

/** The page of a list. Pages count from 1. */
type PageOptions = { page?: number | undefined; perPage?: number | undefined };

async function findQueryPage(
  { services, collection, account, db }: ReadContext,
  query: Omit<ListQuery, 'from' | 'to'>,
  { page = 1, perPage }: PageOptions,
): Promise<RowPage> {
  const size = perPage ?? collection.resource.list.perPage ?? DEFAULT_PAGE_SIZE;
  const from = (page - 1) * size;
  const where = [...query.where, ...getListConditions(collection, account)];
  const found = await findRowsPage(services, collection, { ...query, where, from, to: from + size - 1 }, db);
  return { ...found, totalPages: Math.max(1, Math.ceil(found.total / size)) };
}

const getDefaultSort = ({ collection: { resource } }: ReadContext) =>
  resource.list.sort && { sort: resource.list.sort };

/**
 * Finds a page of the rows that the user sees, with totals, for calls of the server. `where` and `sort` are trusted: they
 * may name fields that the user may not read.
 */
export const findPage = (context: ReadContext, options: FindOptions & PageOptions): Promise<RowPage> => {
  const { page, perPage, ...rest } = options;
  const me = sql`${context.account.id}`;
  const query = compileFindOptions(
    context.collection,
    { ...createWhereContext(context.services), me },
    { ...getDefaultSort(context), ...rest },
  );
  return findQueryPage(context, query, { page, perPage });
};

/** Throws an HttpError (400) at a field that does not exist or that the role may not read. */
function requireReadable(
  { collection: { resource }, account }: OperationContext,
  fields: readonly string[] = [],
): void {
  for (const name of fields)
    if (name !== 'version' && name !== 'id' && !(resource.fields[name] && mayRead(resource, account.role, name)))
      throw HttpError.forField(name, 400, 'server.badRequest');
}

/** Throws an HttpError (400) at a page that does not exist, or with too many records. */
function requirePage({ page = 1, perPage = 1 }: PageOptions): void {
  const refuse = (name: string, expected: string) => {
    throw createListRefusal(name, `an integer ${expected} is expected`);
  };
  if (!Number.isSafeInteger(page) || page < 1) refuse('page', 'from 1');
  if (!Number.isInteger(perPage) || perPage < 1 || perPage > MAX_RECORDS) refuse('perPage', `from 1 to ${MAX_RECORDS}`);
}

/** Locks the rows until the transaction ends. Returns those that are still there, as they are now. */
async function lockFound(context: OperationContext, rows: readonly CollectionRow[]): Promise<CollectionRow[]> {
  const { db, publish } = context;
  if (!db || !publish) throw new TypeError('lock: expected the context of a transaction.');
  const ids = rows.map(({ id }) => id);
  const locked = await lockRows({ ...context, db, publish }, ids);
  return ids.flatMap((id) => locked.get(id) ?? []);
}

/** Finds a page of the records that the caller sees. */
export async function findRecords(context: OperationContext, options: FindRecordsOptions) {
  const { page, perPage, fields, lock, ...rest } = options;
  requirePermission(context, ['list']);
  requirePage(options);
  requireReadable(context, fields);
  const query = compileAccountOptions(context, { ...getDefaultSort(context), ...rest });
  const { rows: found, total, totalPages } = await findQueryPage(context, query, { page, perPage });
  const rows = lock ? await lockFound(context, found) : found;
  return { records: await toRecords(context, rows, { fields, areListed: true }), total, totalPages };
}

/** Finds a record by its id, or the first that matches. Throws an HttpError (404) if there is none. */
export async function findRecord(
  context: OperationContext,
  which: string | FindOptions,
  fields?: readonly string[],
): Promise<RecordValues> {
  requirePermission(context, ['list', 'show', 'edit'], { orAction: true });
  requireReadable(context, fields);
  const first = async (options: FindOptions) => {
    const query = compileAccountOptions(context, { ...getDefaultSort(context), ...options });
    return (await findQueryPage(context, query, { perPage: 1 })).rows[0];
  };
  const row = typeof which === 'string' ? await findRow(context, which) : await first(which);
  if (!row) throw notFound();
  const record = await readCurrentRecord(context, row);
  return fields ? pickFields(record, fields) : record;
}

/** Counts the records that the caller sees. */
export async function countRecords(context: OperationContext, options: Pick<FindOptions, 'where'>): Promise<number> {
  requirePermission(context, ['list']);
  return (await findQueryPage(context, compileAccountOptions(context, options), { perPage: 0 })).total;
}

/** Computes measures over the records that the caller sees. Throws an HttpError (403) at fields that they may not read. */
export async function aggregate(
  context: OperationContext,
  { where = {}, measures, groupBy }: AggregateOptions,
): Promise<ReportGroups> {
  const { services, collection, account, db } = context;
  requirePermission(context, ['list']);
  const config: AggregateConfig<string> = { ...(measures && { measures }), ...(groupBy && { groupBy }) };
  const grouping = getGrouping(config);
  for (const name of getMeasuredFields(config)) {
    const column = findColumn(collection, name);
    if (!column || !isSourceInKeyScope(column, account) || !mayFindBy(collection.resource, account.role, name))
      throw new HttpError(403, 'server.forbidden');
  }
  const query = compileAccountOptions(context, { where });
  const conditions = [...query.where, ...getListConditions(collection, account)];
  const scope = { services, collection, where: conditions, measures: getMeasures(config), db };
  const column = grouping && findColumn(collection, grouping.field);
  if (!column) return { groups: [], total: await aggregateRecords(scope), more: false };
  return groupRecords(scope, column, grouping);
}
