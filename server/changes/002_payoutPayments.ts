import { sql } from 'kysely';
import { defineChange } from 'portal-frame/server';
import { addPayments, type ChangedTable, column, findTable } from './001_money.ts';

/** Payouts that are paid had no sum of payments. */
const setPaid = (payouts: ChangedTable) => sql`update ${sql.table(payouts.table)}
    set ${column(payouts, 'paid')} = ${column(payouts, 'total')} where ${column(payouts, 'state')} = 'paid'`;

export default defineChange({
  async after({ db, place }) {
    const [payouts, payments] = (['payouts', 'payoutPayments'] as const).map((name) => findTable(place, name));
    if (!payouts || !payments) return;
    await setPaid(payouts).execute(db);
    await addPayments(payouts, payments, 'payout').execute(db);
  },
  undo: [],
});
