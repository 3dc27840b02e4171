import { type Account, type CallHandlers, getDayRange, type Services } from 'portal-frame/server';
import { type Db, toSearchKey } from 'portal-frame/server/database';
import { findTitles } from 'portal-frame/server/plugins';
import { AUDIT_IDS, AUDIT_NAMES, AUDIT_ROWS, type auditCalls, type WireAuditEntry } from '../wire/auditCalls.ts';
import { findAuditPage, findDisclosedIds, findRecordNames, findRelatedIds } from './auditSearch.ts';
import type { AuditRow } from './auditTables.ts';

async function findAccountIdsByName(db: Db, name: string): Promise<string[]> {
  const all = await db.selectFrom('accounts').select(['id', 'full_name']).execute();
  return all.filter(({ full_name }) => toSearchKey(full_name).includes(toSearchKey(name))).map(({ id }) => id);
}

const toWireEntry = (row: AuditRow, ids: readonly string[], names: Map<string, string>): WireAuditEntry => ({
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

/** Adds names to audit rows. `disclosed`: ids of the records that the reader learns of, for the audit of this call. */
async function describeRows(services: Services, rows: readonly AuditRow[], reader: Account) {
  const { db, collections } = services;
  const ids = await findDisclosedIds(db, rows);
  const namedBy = (row: AuditRow) => [
    ...(row.record_id ? [row.record_id] : []),
    ...(ids.get(row.id) ?? []).slice(0, AUDIT_NAMES),
  ];
  const names = await findRecordNames(services, rows.flatMap(namedBy));
  for (const target of collections.filter(({ existingTable }) => !existingTable)) {
    const about = rows.filter(({ resource }) => resource === target.resource.name);
    const titles = await findTitles(services, target, [...new Set(about.flatMap(namedBy))], reader);
    for (const [id, title] of titles) names.set(id, title);
  }
  return { entries: rows.map((row) => toWireEntry(row, ids.get(row.id) ?? [], names)), disclosed: [...names.keys()] };
}

export const auditHandlers: CallHandlers<typeof auditCalls> = {
  async audit({ query, account }, services) {
    const { db, config, activity } = services;
    // Admins also see entries that are still buffered.
    await activity.flush();
    const { page, perPage = AUDIT_ROWS, id, name, day, recordId, portal, ...filter } = query;
    const search = {
      ...filter,
      id: id === undefined ? undefined : /^\d{1,15}$/.test(id) ? Number(id) : 0,
      accountIds: name ? await findAccountIdsByName(db, name) : undefined,
      recordIds: recordId ? await findRelatedIds(services, recordId) : undefined,
      requestedOnly: portal === 'False' || undefined,
      at: day ? getDayRange(day, config.timeZone) : undefined,
    };
    const { rows, totalPages } = await findAuditPage(db, search, page, perPage);
    const { entries, disclosed } = await describeRows(services, rows, account);
    return { data: { entries, totalPages }, shownIds: disclosed };
  },
};
