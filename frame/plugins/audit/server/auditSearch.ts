import { type SelectQueryBuilder, sql } from 'kysely';
import type { Services, TimeRange } from 'portal-frame/server';
import { type Db, expandJsonTexts, type Schema } from 'portal-frame/server/database';
import { findArchiveEnd } from './archiveAudit.ts';
import type { AuditRow } from './auditTables.ts';

export interface AuditFilter {
  id?: number | undefined;
  accountIds?: readonly string[] | undefined;
  operation?: AuditRow['deed'] | undefined;
  resource?: string | undefined;
  /** Rows about these records, and rows that disclosed them. */
  recordIds?: readonly string[] | undefined;
  /** Leaves out requests that the portal makes by itself. */
  requestedOnly?: boolean | undefined;
  at?: TimeRange | undefined;
}

/** Repeated requests of the portal: notifications, avatar, pictures of lists. */
const AUTOMATIC_READS: readonly [AuditRow['deed'], readonly string[]][] = [
  ['list', ['notifications', 'photos']],
  ['read', ['profile']],
];

/** Maximum number of counted rows. Beyond it a narrower filter finds more than paging. */
const MAX_COUNTED = 10_000;

/** Finds a page of the trail, newest first. Without a filter, ids without gaps give the number of rows. */
export async function findAuditPage(
  db: Db,
  filter: AuditFilter,
  page: number,
  perPage: number,
): Promise<{ rows: AuditRow[]; totalPages: number }> {
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const matching = applyFilter(db, db.selectFrom('audit'), filter);
  const bounded = matching.select('id').limit(MAX_COUNTED).as('counted');
  const counted = isFiltered
    ? db.selectFrom(bounded).select((of) => of.fn.countAll<number>().as('total'))
    : db.selectFrom('audit').select((of) => of.fn.max('id').as('total'));
  const newestId = Number((await counted.executeTakeFirstOrThrow()).total ?? 0);
  const total = isFiltered ? newestId : newestId - (await findArchiveEnd(db)).last_id;
  const newest = matching.selectAll().orderBy('id', 'desc').limit(perPage);
  const skipped = (page - 1) * perPage;
  const rows = isFiltered ? newest.offset(skipped) : newest.where('id', '<=', newestId - skipped);
  return { rows: await rows.execute(), totalPages: Math.max(1, Math.ceil(total / perPage)) };
}

type AuditQuery = SelectQueryBuilder<Schema, 'audit', object>;

function applyFilter(
  db: Db,
  query: AuditQuery,
  { id, accountIds, operation, resource, recordIds, requestedOnly, at }: AuditFilter,
): AuditQuery {
  let found = query;
  if (id !== undefined) found = found.where('id', '=', id);
  if (accountIds) found = found.where('account_id', 'in', accountIds.length > 0 ? accountIds : ['']);
  if (operation) found = found.where('deed', '=', operation);
  if (resource) found = found.where('resource', '=', resource);
  if (recordIds) found = found.where((row) => row('id', 'in', selectRowsAbout(db, recordIds)));
  if (requestedOnly)
    for (const [automatic, resources] of AUTOMATIC_READS)
      found = found.where((row) => row.or([row('deed', '!=', automatic), row('resource', 'not in', resources)]));
  if (at) found = found.where('at', '>=', at.from).where('at', '<', at.to);
  return found;
}

/** Selects rows about these records, rows that disclosed them, and rows that repeat such a row. */
function selectRowsAbout(db: Db, recordIds: readonly string[]) {
  const disclosed = db.selectFrom('audit_records').select('audit_id as id').where('record_id', 'in', recordIds);
  const repeated = db
    .selectFrom('audit_records as first')
    .innerJoin('audit_records as again', (join) =>
      join.on('again.record_id', '=', sql<string>`'#' || cast(first.audit_id as text)`),
    )
    .select('again.audit_id as id')
    .where('first.record_id', 'in', recordIds);
  return db.selectFrom('audit').select('id').where('record_id', 'in', recordIds).union(disclosed).union(repeated);
}

export const parseDisclosedIds = ({ details }: Pick<AuditRow, 'details'>): { ids?: string[]; same?: number } =>
  JSON.parse(details);

/** Finds the ids that each row disclosed, by row id. Follows references to earlier rows. */
export async function findDisclosedIds(db: Db, rows: readonly AuditRow[]): Promise<Map<number, string[]>> {
  const earlier = rows.flatMap((row) => parseDisclosedIds(row).same ?? []);
  const select = () => db.selectFrom('audit').select(['id', 'details']).where('id', 'in', earlier).execute();
  const found = earlier.length > 0 ? await select() : [];
  const idsByRow = new Map([...found, ...rows].map((row) => [row.id, parseDisclosedIds(row).ids]));
  return new Map(rows.map((row) => [row.id, idsByRow.get(parseDisclosedIds(row).same ?? row.id) ?? []]));
}

/** Returns a record's id and the ids of records that belong to it. */
export const findRelatedIds = async (services: Services, id: string): Promise<string[]> => [
  id,
  ...((await services.app.findRelatedIds?.(services, id)) ?? []),
];

/** Finds the current names of records in migrated tables: names of accounts, and columns that the app declares. */
export async function findRecordNames(
  { app, db }: Pick<Services, 'app' | 'db'>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const idList = expandJsonTexts(db, JSON.stringify([...new Set(ids)]));
  const columns = { accounts: 'full_name', ...app.nameColumns };
  const found = await Promise.all(
    Object.entries(columns).map(([table, column]) =>
      sql<{ id: string; name: string }>`select id, ${sql.ref(column)} as name from ${sql.table(table)}
        where id in ${idList}`.execute(db),
    ),
  );
  return new Map(found.flatMap(({ rows }) => rows.map(({ id, name }) => [id, name])));
}
