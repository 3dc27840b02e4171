import { hash as digest } from 'node:crypto';
import type { Transaction } from 'kysely';
import {
  acquireWriteLock,
  type DatabaseKind,
  type Db,
  expandJsonTexts,
  insertRows,
  runCachedQuery,
  type Schema,
} from 'portal-frame/server/database';
import type { ActivityEntry } from 'portal-frame/server/plugins';
import type { AuditRecordRow, AuditRow } from './auditTables.ts';

/** An entry; name and role are looked up when it is written. */
export interface AuditEntry extends ActivityEntry {
  /** Instead of ids: the row that disclosed the same records. */
  same?: number | undefined;
}

const HASHED_COLUMNS = [
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

/** Returns the SHA-256 (hex) over the previous hash and the row's columns as a JSON list. */
export function hashAuditRow(row: Omit<AuditRow, 'hash'>): string {
  const canonical = JSON.stringify(HASHED_COLUMNS.map((column) => row[column]));
  return digest('sha256', `${row.previous_hash}\n${canonical}`);
}

/** Appends entries; returns their row ids, without gaps. Call it last in a transaction: other servers wait for it. */
export async function appendAudit(
  db: Transaction<Schema>,
  kind: DatabaseKind,
  entries: readonly AuditEntry[],
): Promise<number[]> {
  await acquireWriteLock(db, kind);
  const people = await findPeople(db, entries);
  const [last] = await runCachedQuery(db, 'last audit row', {}, () =>
    db.selectFrom('audit').select(['id', 'hash']).orderBy('id', 'desc').limit(1),
  );
  let { id, hash } = last ?? { id: 0, hash: '' };
  const rows: AuditRow[] = [];
  const records: AuditRecordRow[] = [];
  for (const { at, accountId, operation, resource, recordId, address, details: rest, ids, same } of entries) {
    const person = people.get(accountId);
    id += 1;
    const details = { ...rest, ...(ids && { ids }), ...(same !== undefined && { same }) };
    for (const record_id of getIndexKeys(details)) records.push({ record_id, audit_id: id });
    const row: Omit<AuditRow, 'hash'> = {
      ...{ id, at, account_id: accountId, role: person?.role ?? '', name: person?.full_name ?? '', deed: operation },
      ...{ resource, record_id: recordId, address, details: JSON.stringify(details), previous_hash: hash },
    };
    hash = hashAuditRow(row);
    rows.push({ ...row, hash });
  }
  await insertRows(db, 'audit', rows);
  await insertRows(db, 'audit_records', records);
  return rows.map((row) => row.id);
}

/** Returns the record ids of a row in `audit_records`. */
export const getIndexKeys = ({ ids = [], same }: { ids?: readonly string[]; same?: number }): string[] =>
  same === undefined ? [...new Set(ids)] : [`#${same}`];

async function findPeople(db: Db, entries: readonly AuditEntry[]) {
  const ids = [...new Set(entries.flatMap(({ accountId }) => accountId ?? []))];
  if (ids.length === 0) return new Map<string | null, never>();
  const found = await runCachedQuery(db, 'people of audit rows', { ids: JSON.stringify(ids) }, (value) =>
    db.selectFrom('accounts').select(['id', 'role', 'full_name']).where('id', 'in', expandJsonTexts(db, value.ids)),
  );
  return new Map<string | null, (typeof found)[number]>(found.map((one) => [one.id, one]));
}

/** Returns why a row does not continue the chain; undefined if it does. `id` is the expected one. */
export function findBreak(row: AuditRow, id: number, previous: string): string | undefined {
  if (row.id !== id) return `row ${id} is missing`;
  if (row.previous_hash !== previous) return 'it does not continue the row before';
  return row.hash === hashAuditRow(row) ? undefined : 'it was changed';
}
