import { type SelectQueryBuilder, sql } from 'kysely';
import type { AuditOperation } from '../../wire/auditCalls.ts';
import type { TimeRange } from '../base/time.ts';
import type { AuditRow, Db, Schema } from '../db/databaseSchema.ts';
import { expandJsonTexts } from '../db/jsonLists.ts';
import { serverParts } from '../parts.ts';

export interface AuditFilter {
  id?: number | undefined;
  accountIds?: readonly string[] | undefined;
  operation?: AuditOperation | undefined;
  resource?: string | undefined;
  /** What is to do with these records: rows about them, and those that gave them out among others. */
  recordIds?: readonly string[] | undefined;
  /** Without what the portal asks for by itself. */
  requestedOnly?: boolean | undefined;
  at?: TimeRange | undefined;
}

/** What the portal asks for by itself, again and again: the bell, the avatar, the pictures of a list. */
const AUTOMATIC_READS: readonly [AuditOperation, readonly string[]][] = [
  ['list', ['notifications', 'photos']],
  ['read', ['profile']],
];

/** Rows counted for a filter at most: beyond that a narrower filter finds more than paging does. */
const MAX_COUNTED = 10_000;

/** A page of the trail, newest first. Without a filter the newest id is the number of rows. */
export async function findAuditPage(
  db: Db,
  filter: AuditFilter,
  page: number,
  perPage: number,
): Promise<{ rows: AuditRow[]; totalPages: number }> {
  const narrowed = Object.values(filter).some((value) => value !== undefined);
  const matching = applyFilter(db, db.selectFrom('audit'), filter);
  const newest = matching.selectAll().orderBy('id', 'desc').limit(perPage);
  if (narrowed) {
    const bounded = matching.select('id').limit(MAX_COUNTED).as('counted');
    const counted = db.selectFrom(bounded).select((of) => of.fn.countAll<number>().as('total'));
    const { total } = await counted.executeTakeFirstOrThrow();
    return {
      rows: await newest.offset((page - 1) * perPage).execute(),
      totalPages: countPages(Number(total), perPage),
    };
  }
  const { total } = await db
    .selectFrom('audit')
    .select((of) => of.fn.max('id').as('total'))
    .executeTakeFirstOrThrow();
  const rows = await newest.where('id', '<=', (total ?? 0) - (page - 1) * perPage).execute();
  return { rows, totalPages: countPages(total ?? 0, perPage) };
}

const countPages = (total: number, perPage: number) => Math.max(1, Math.ceil(total / perPage));

type AuditQuery = SelectQueryBuilder<Schema, 'audit', object>;

function applyFilter(
  db: Db,
  query: AuditQuery,
  { id, accountIds, operation, resource, recordIds, requestedOnly: asked, at }: AuditFilter,
): AuditQuery {
  let found = query;
  if (id !== undefined) found = found.where('id', '=', id);
  if (accountIds) found = found.where('account_id', 'in', accountIds.length > 0 ? accountIds : ['']);
  if (operation) found = found.where('deed', '=', operation);
  if (resource) found = found.where('resource', '=', resource);
  if (recordIds) found = found.where((row) => row('id', 'in', selectRowsAbout(db, recordIds)));
  if (asked)
    for (const [one, of] of AUTOMATIC_READS)
      found = found.where((row) => row.or([row('deed', '!=', one), row('resource', 'not in', of)]));
  if (at) found = found.where('at', '>=', at.from).where('at', '<', at.to);
  return found;
}

/** The rows that are about these records, gave them out, or gave out the same as a row that did. */
function selectRowsAbout(db: Db, recordIds: readonly string[]) {
  const given = db.selectFrom('audit_records').select('audit_id as id').where('record_id', 'in', recordIds);
  const repeated = db
    .selectFrom('audit_records as first')
    .innerJoin('audit_records as again', (join) =>
      join.on('again.record_id', '=', sql<string>`'#' || cast(first.audit_id as text)`),
    )
    .select('again.audit_id as id')
    .where('first.record_id', 'in', recordIds);
  return db.selectFrom('audit').select('id').where('record_id', 'in', recordIds).union(given).union(repeated);
}

/** What a row gave out, where it says so itself. */
export const parseGivenIds = ({ details }: Pick<AuditRow, 'details'>): { ids?: string[]; same?: number } =>
  JSON.parse(details);

/** The ids that each of these rows gave out, by the row's id; those of a row that gave out the same as an earlier one, too. */
export async function findGivenIds(db: Db, rows: readonly AuditRow[]): Promise<Map<number, string[]>> {
  const earlier = rows.flatMap((row) => parseGivenIds(row).same ?? []);
  const found =
    earlier.length > 0
      ? await db.selectFrom('audit').select(['id', 'details']).where('id', 'in', earlier).execute()
      : [];
  const own = new Map([...found, ...rows].map((row) => [row.id, parseGivenIds(row).ids]));
  return new Map(rows.map((row) => [row.id, own.get(parseGivenIds(row).same ?? row.id) ?? []]));
}

/** A record's id with those of what belongs to it. */
export const findRelatedIds = async (db: Db, id: string): Promise<string[]> => [
  id,
  ...((await serverParts().findRelatedIds?.(db, id)) ?? []),
];

/** What records of tables that migrations made are called now: accounts by their name, others as the app says. */
export async function findRecordNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const idList = expandJsonTexts(db, JSON.stringify([...new Set(ids)]));
  const columns = { accounts: 'full_name', ...serverParts().nameColumns };
  const found = await Promise.all(
    Object.entries(columns).map(([table, column]) =>
      sql<{ id: string; name: string }>`select id, ${sql.ref(column)} as name from ${sql.table(table)}
        where id in ${idList}`.execute(db),
    ),
  );
  return new Map(found.flatMap(({ rows }) => rows.map(({ id, name }) => [id, name])));
}
