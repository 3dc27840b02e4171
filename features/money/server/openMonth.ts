import { sql } from 'kysely';
import { records, systemContext, type TransactionContext } from 'portal-frame/server';
import { acquireLock } from 'portal-frame/server/database';
import { addMonths } from 'portal-frame/wire';

/** The key of a month's lock on PostgreSQL: entries share it, a closing holds it alone. */
export const toMonthLock = (month: string) => sql`hashtext(${`ledger ${month}`})`;

/** Finds the month of new entries: the visit's, or the next one that is not closed. Opens the month if it is new. */
export async function openMonth(tx: TransactionContext, first: string): Promise<string> {
  const { db, services } = tx;
  const { kind } = services.store;
  const api = records(systemContext(tx));
  for (let month = first; ; month = addMonths(month, 1)) {
    const find = () => api.find('periods', { where: { month }, fields: ['state'], perPage: 1 });
    await acquireLock(db, kind, toMonthLock(month), { isShared: true });
    const [period] = (await find()).records;
    if (period?.state === 'open') return month;
    if (period) continue;
    // Two visits may open a month at once.
    await acquireLock(db, kind, sql`hashtext('month')`);
    if ((await find()).records.length === 0) await api.create('periods', { month });
    return month;
  }
}
