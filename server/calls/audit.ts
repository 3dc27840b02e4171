import { AUDIT_ROWS, type WireAuditEntry } from '../../src/wire/audit.ts';
import type { Handlers } from '../http/handler.ts';
import { patientKey as nameKey } from '../store/appointments.ts';
import { pageOfAudit } from '../store/audit.ts';
import type { AuditRow, Db } from '../store/schema.ts';
import { dayRange } from '../time.ts';

/** The accounts with that in their name, deleted ones too. */
async function accountsNamed(db: Db, name: string): Promise<string[]> {
  const all = await db.selectFrom('accounts').select(['id', 'full_name']).execute();
  return all.filter(({ full_name }) => nameKey(full_name).includes(nameKey(name))).map(({ id }) => id);
}

const toWire = (row: AuditRow): WireAuditEntry => ({
  _id: String(row.id),
  at: new Date(row.at).toISOString(),
  accountId: row.account_id,
  role: row.role,
  name: row.name,
  deed: row.deed,
  resource: row.resource,
  recordId: row.record_id,
  address: row.address,
  details: JSON.parse(row.details) as WireAuditEntry['details'],
});

export const auditHandlers: Handlers<'audit'> = {
  async audit({ query }, { db, config, audit }) {
    // What is about to be written belongs to what an admin sees.
    await audit.flush();
    const { page, perPage = AUDIT_ROWS, id, name, day, ...filter } = query;
    const wanted = {
      ...filter,
      id: id === undefined ? undefined : /^\d{1,15}$/.test(id) ? Number(id) : 0,
      accountIds: name ? await accountsNamed(db, name) : undefined,
      at: day ? dayRange(day, config.timeZone) : undefined,
    };
    const { rows, totalPages } = await pageOfAudit(db, wanted, page, perPage);
    return { data: { entries: rows.map(toWire), totalPages } };
  },
};
