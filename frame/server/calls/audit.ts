import { AUDIT_IDS, AUDIT_NAMES, AUDIT_ROWS, type WireAuditEntry } from '../../wire/audit.ts';
import { idsGivenBy, namesOf, pageOfAudit, withBelongings } from '../audit/auditSearch.ts';
import { dayRange } from '../base/time.ts';
import type { AuditRow, Db } from '../db/databaseSchema.ts';
import { sortKey } from '../db/normalizeText.ts';
import type { Account } from '../http/handler.ts';
import { titlesOf } from '../records/read/recordLabels.ts';
import type { Services } from '../services.ts';
import type { Handlers } from './handler.ts';

/** The accounts with that in their name, deleted ones too. */
async function accountsNamed(db: Db, name: string): Promise<string[]> {
  const all = await db.selectFrom('accounts').select(['id', 'full_name']).execute();
  return all.filter(({ full_name }) => sortKey(full_name).includes(sortKey(name))).map(({ id }) => id);
}

const toWire = (row: AuditRow, ids: readonly string[], names: Map<string, string>): WireAuditEntry => ({
  _id: String(row.id),
  at: new Date(row.at).toISOString(),
  accountId: row.account_id,
  role: row.role,
  name: row.name,
  operation: row.deed,
  resource: row.resource,
  recordId: row.record_id,
  recordName: (row.record_id && names.get(row.record_id)) ?? null,
  address: row.address,
  details: {
    ...(JSON.parse(row.details) as WireAuditEntry['details']),
    ...(ids.length > 0 && { ids: ids.slice(0, AUDIT_IDS) }),
    ...(ids.length > 0 && { names: ids.slice(0, AUDIT_NAMES).map((id) => names.get(id) ?? id) }),
  },
});

/** Rows with what they gave out, and what that is called; with the records that are named thereby. */
async function describe(services: Services, rows: readonly AuditRow[], reader: Account) {
  const { db, collections } = services;
  const ids = await idsGivenBy(db, rows);
  const namedBy = (row: AuditRow) => [
    ...(row.record_id ? [row.record_id] : []),
    ...(ids.get(row.id) ?? []).slice(0, AUDIT_NAMES),
  ];
  const names = await namesOf(db, rows.flatMap(namedBy));
  for (const target of collections.filter(({ placed }) => !placed)) {
    const about = rows.filter(({ resource }) => resource === target.resource.name);
    const titles = await titlesOf(services, target, [...new Set(about.flatMap(namedBy))], reader);
    for (const [id, title] of titles) names.set(id, title);
  }
  return { entries: rows.map((row) => toWire(row, ids.get(row.id) ?? [], names)), given: [...names.keys()] };
}

export const auditHandlers: Handlers<'audit'> = {
  async audit({ query, account }, services) {
    const { db, config, audit } = services;
    // What is about to be written belongs to what an admin sees.
    await audit.flush();
    const { page, perPage = AUDIT_ROWS, id, name, day, recordId, portal, ...filter } = query;
    const search = {
      ...filter,
      id: id === undefined ? undefined : /^\d{1,15}$/.test(id) ? Number(id) : 0,
      accountIds: name ? await accountsNamed(db, name) : undefined,
      recordIds: recordId ? await withBelongings(db, recordId) : undefined,
      asked: portal === 'False' || undefined,
      at: day ? dayRange(day, config.timeZone) : undefined,
    };
    const { rows, totalPages } = await pageOfAudit(db, search, page, perPage);
    const { entries, given } = await describe(services, rows, account);
    return { data: { entries, totalPages }, given };
  },
};
