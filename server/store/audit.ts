import { createHash } from 'node:crypto';
import type { SelectQueryBuilder, Transaction } from 'kysely';
import type { AuditDeed } from '../../src/wire/audit.ts';
import type { Range } from '../time.ts';
import { insertAll } from './json.ts';
import type { DatabaseKind } from './open.ts';
import type { AuditRow, Db, Schema } from './schema.ts';
import { takeTurn } from './turn.ts';

/** What happened; who it was is looked up as it is written. `at` in ms, `details` never values of a record. */
export interface AuditEntry {
  at: number;
  accountId: string | null;
  deed: AuditDeed;
  resource: string;
  recordId: string | null;
  address: string;
  details: Record<string, unknown>;
}

/** Rows read at a time. */
const PORTION = 1000;

/** The order of the columns in what is hashed. */
const HASHED = [
  'id',
  'at',
  'account_id',
  'role',
  'name',
  'deed',
  'resource',
  'record_id',
  'address',
  'details',
] as const;

/** SHA-256 (hex) over the hash before and the row as a list in JSON, in the order of its columns. */
export function hashOf(row: Omit<AuditRow, 'hash'>): string {
  const canonical = JSON.stringify(HASHED.map((column) => row[column]));
  return createHash('sha256').update(`${row.previous_hash}\n${canonical}`).digest('hex');
}

/**
 * Adds entries to the end of the chain. Call it last in a transaction: until its end every other server waits.
 * Ids count from 1 without a gap.
 */
export async function appendAudit(
  db: Transaction<Schema>,
  kind: DatabaseKind,
  entries: readonly AuditEntry[],
): Promise<void> {
  await takeTurn(db, kind);
  const people = await peopleOf(db, entries);
  const last = await db.selectFrom('audit').select(['id', 'hash']).orderBy('id', 'desc').limit(1).executeTakeFirst();
  let { id, hash } = last ?? { id: 0, hash: '' };
  const rows: AuditRow[] = [];
  for (const { at, accountId, deed, resource, recordId, address, details } of entries) {
    const person = people.get(accountId);
    id += 1;
    const row: Omit<AuditRow, 'hash'> = {
      ...{ id, at, account_id: accountId, role: person?.role ?? '', name: person?.full_name ?? '', deed, resource },
      ...{ record_id: recordId, address, details: JSON.stringify(details), previous_hash: hash },
    };
    hash = hashOf(row);
    rows.push({ ...row, hash });
  }
  await insertAll(db, 'audit', [...HASHED, 'previous_hash', 'hash'], rows);
}

async function peopleOf(db: Db, entries: readonly AuditEntry[]) {
  const ids = [...new Set(entries.flatMap(({ accountId }) => accountId ?? []))];
  if (ids.length === 0) return new Map<string | null, never>();
  const found = await db.selectFrom('accounts').select(['id', 'role', 'full_name']).where('id', 'in', ids).execute();
  return new Map<string | null, (typeof found)[number]>(found.map((one) => [one.id, one]));
}

export interface AuditFilter {
  id?: number | undefined;
  accountIds?: readonly string[] | undefined;
  deed?: AuditDeed | undefined;
  resource?: string | undefined;
  recordId?: string | undefined;
  at?: Range | undefined;
}

/** Rows counted for a filter at most: beyond that a narrower filter finds more than paging does. */
const MOST_COUNTED = 10_000;

/** A page of the trail, newest first. Without a filter the newest id is the number of rows. */
export async function pageOfAudit(
  db: Db,
  filter: AuditFilter,
  page: number,
  perPage: number,
): Promise<{ rows: AuditRow[]; totalPages: number }> {
  const narrowed = Object.values(filter).some((value) => value !== undefined);
  const matching = narrow(db.selectFrom('audit'), filter);
  const newest = matching.selectAll().orderBy('id', 'desc').limit(perPage);
  if (narrowed) {
    const bounded = matching.select('id').limit(MOST_COUNTED).as('counted');
    const counted = db.selectFrom(bounded).select((of) => of.fn.countAll<number>().as('total'));
    const { total } = await counted.executeTakeFirstOrThrow();
    return { rows: await newest.offset((page - 1) * perPage).execute(), totalPages: pagesOf(Number(total), perPage) };
  }
  const { total } = await db
    .selectFrom('audit')
    .select((of) => of.fn.max('id').as('total'))
    .executeTakeFirstOrThrow();
  const rows = await newest.where('id', '<=', (total ?? 0) - (page - 1) * perPage).execute();
  return { rows, totalPages: pagesOf(total ?? 0, perPage) };
}

const pagesOf = (total: number, perPage: number) => Math.max(1, Math.ceil(total / perPage));

type Matching = SelectQueryBuilder<Schema, 'audit', object>;

function narrow(query: Matching, { id, accountIds, deed, resource, recordId, at }: AuditFilter): Matching {
  let found = query;
  if (id !== undefined) found = found.where('id', '=', id);
  if (accountIds) found = found.where('account_id', 'in', accountIds.length > 0 ? accountIds : ['']);
  if (deed) found = found.where('deed', '=', deed);
  if (resource) found = found.where('resource', '=', resource);
  if (recordId) found = found.where('record_id', '=', recordId);
  if (at) found = found.where('at', '>=', at.from).where('at', '<', at.to);
  return found;
}

/** How far the chain is sound: its length and last hash, or where it breaks and how. */
export interface AuditReport {
  sound: number;
  hash: string;
  broken?: { id: number; reason: string };
}

/** Walks the chain from its start; `wanted` is a hash written down earlier, which the chain must hold still. */
export async function verifyAudit(db: Db, wanted?: string): Promise<AuditReport> {
  let sound = 0;
  let hash = '';
  let met = wanted === undefined;
  for (;;) {
    const rows = await db
      .selectFrom('audit')
      .selectAll()
      .where('id', '>', sound)
      .orderBy('id')
      .limit(PORTION)
      .execute();
    for (const row of rows) {
      const reason = faultOf(row, sound + 1, hash);
      if (reason) return { sound, hash, broken: { id: row.id, reason } };
      sound = row.id;
      hash = row.hash;
      met ||= hash === wanted;
    }
    if (rows.length < PORTION) break;
  }
  if (!met)
    return { sound, hash, broken: { id: sound, reason: `no row has the hash ${wanted}: rows at the end are gone` } };
  return { sound, hash };
}

function faultOf(row: AuditRow, id: number, previous: string): string | undefined {
  if (row.id !== id) return `row ${id} is missing`;
  if (row.previous_hash !== previous) return 'it does not follow from the row before';
  return row.hash === hashOf(row) ? undefined : 'it was changed';
}
