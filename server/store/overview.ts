import type { Range } from '../time.ts';
import { matching } from './appointments.ts';
import type { Db } from './schema.ts';

/** An employee's visits of a time, and how many are completed; '' stands for nobody's. */
export interface Load {
  id: string;
  name: string;
  visits: number;
  done: number;
}

/** The visits of that time that are not rejected, by employee: a day of them. */
export async function loadsOf(db: Db, scheduled: Range): Promise<Load[]> {
  const rows = await matching(db, { scheduled }, 'scheduled_at')
    .select((of) => [
      'employee_id as id',
      of.fn.countAll<number>().as('visits'),
      of.fn.sum<number>(of.case().when('status', '=', 'Completed').then(1).else(0).end()).as('done'),
    ])
    .where('status', '!=', 'Rejected')
    .groupBy('employee_id')
    .execute();
  const ids = rows.flatMap(({ id }) => id ?? []);
  const accounts =
    ids.length > 0 ? await db.selectFrom('accounts').select(['id', 'full_name']).where('id', 'in', ids).execute() : [];
  const names = new Map(accounts.map((one) => [one.id, one.full_name]));
  return rows.map(({ id, visits, done }) => ({
    ...{ id: id ?? '', name: (id && names.get(id)) ?? '', visits: Number(visits), done: Number(done) },
  }));
}

/** The payments that are still open, the newest `most` of them, and what they come to in cents. */
export async function openPayments(db: Db, most: number): Promise<{ count: number; cents: number }> {
  const newest = db
    .selectFrom('transactions')
    .select('amount_cents')
    .where('status', '=', 'Pending')
    .orderBy('date_and_time', 'desc')
    .limit(most);
  const { count, cents } = await db
    .selectFrom(newest.as('newest'))
    .select((of) => [of.fn.countAll<number>().as('count'), of.fn.sum<number | null>('amount_cents').as('cents')])
    .executeTakeFirstOrThrow();
  return { count: Number(count), cents: Number(cents ?? 0) };
}
