import { type Db, expandJsonTexts } from 'portal-frame/server/database';

/** Selects open payments with their visits: those due, whose visit is over by `now` or was erased, or those to come. */
export const selectOpenPayments = (db: Db, now: number, isDue = true) =>
  db
    .selectFrom('transactions')
    .leftJoin('appointments', 'appointments.id', 'transactions.appointment_id')
    .where('transactions.status', '=', 'Pending')
    .where((of) =>
      isDue ? of.or([of('appointments.id', 'is', null), of('scheduled_at', '<', now)]) : of('scheduled_at', '>=', now),
    );

/** Finds which of these payments are due. */
export async function findDuePayments(db: Db, ids: readonly string[], now = Date.now()): Promise<ReadonlySet<string>> {
  const due = await selectOpenPayments(db, now)
    .select('transactions.id')
    .where('transactions.id', 'in', expandJsonTexts(db, JSON.stringify(ids)))
    .execute();
  return new Set(due.map(({ id }) => id));
}
