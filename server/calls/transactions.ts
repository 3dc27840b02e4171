import type { WireTransaction } from '../../src/wire/transactions.ts';
import type { Handlers } from '../http/handler.ts';
import { notFound } from '../http/refusal.ts';
import { transact } from '../outbox/transact.ts';
import type { TransactionRow } from '../store/schema.ts';
import { earnedCents, newestTransactions, setTransactionStatus } from '../store/transactions.ts';
import { monthRange } from '../time.ts';
import { transactionTold } from './told.ts';

/** The call has no pages (spec 7): what is older than these newest ones is not shown. */
const MOST = 10_000;

export const transactionHandlers: Handlers<
  'transactions' | 'totalEarning' | 'recentTransaction' | 'updateTransaction'
> = {
  async transactions(_, { db }) {
    return shown(await newestTransactions(db, MOST));
  },

  async totalEarning(_, { db, config }) {
    return { data: (await earnedCents(db, monthRange(config.timeZone))) / 100 };
  },

  async recentTransaction(_, { db }) {
    return shown(await newestTransactions(db, 1));
  },

  async updateTransaction({ params, body, note }, services) {
    const changed = await transact(services, async (trx, tell) => {
      const row = await setTransactionStatus(trx, params.id, body.status);
      if (!row) throw notFound();
      tell(transactionTold('change', row.id));
      await note(trx);
      return row;
    });
    return { message: 'toasts.transactionUpdated', data: toWire(changed) };
  },
};

/** The trail names the appointments whose patients they name. */
const shown = (rows: readonly TransactionRow[]) => ({
  data: rows.map(toWire),
  given: rows.map((row) => row.appointment_id ?? row.id),
});

const toWire = (row: TransactionRow): WireTransaction => ({
  _id: row.id,
  accountNumber: row.account_number,
  patientName: row.patient_name,
  dateAndTime: new Date(row.date_and_time).toISOString(),
  amount: row.amount_cents / 100,
  status: row.status,
});
