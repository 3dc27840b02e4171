import type { Range } from '../../frame/server/base/time.ts';
import { between, type Fact, fixed } from '../../frame/server/store/facts.ts';
import type { Db } from '../../frame/server/store/schema.ts';
import type { Progress } from '../../src/wire/overview.ts';
import { countUpTo, matching, type Owner, ownedBy } from './appointments.ts';

/** An employee's visits of a time, and how many are completed; '' stands for nobody's. */
export interface Load extends Progress {
  id: string;
  name: string;
}

/** The matching visits that are not rejected, by employee. */
async function byEmployee(db: Db, facts: readonly Fact[]): Promise<(Progress & { id: string | null })[]> {
  const rows = await matching(db, facts)
    .select((of) => [
      'employee_id as id',
      of.fn.countAll<number>().as('visits'),
      of.fn.sum<number>(of.case().when('status', '=', 'Completed').then(1).else(0).end()).as('done'),
    ])
    .where('status', '!=', 'Rejected')
    .groupBy('employee_id')
    .execute();
  return rows.map(({ id, visits, done }) => ({ id: id ?? null, visits: Number(visits), done: Number(done) }));
}

/** The owner's visits of that time that are not rejected, and how many are completed: a month of them at most. */
export async function progressOf(db: Db, owner: Owner | undefined, scheduled: Range): Promise<Progress> {
  const rows = await byEmployee(db, [...ownedBy(owner), ...between('scheduled_at', scheduled)]);
  const sum = (of: keyof Progress) => rows.reduce((total, one) => total + one[of], 0);
  return { visits: sum('visits'), done: sum('done') };
}

/**
 * The owner's pending visits of the days before, `most` where they are more. How many are pending is kept by
 * triggers: what is to come is looked at, and nothing of a long past.
 */
export async function overdueOf(db: Db, owner: Owner | undefined, from: number, most: number): Promise<number> {
  const facts = [...ownedBy(owner), fixed('status', 'Pending')];
  const pending = await countUpTo(db, facts);
  return Math.min(most, pending - (await countUpTo(db, [...facts, ...between('scheduled_at', { from })], pending)));
}

/** The visits of that time that are not rejected, by employee: a day of them. */
export async function loadsOf(db: Db, scheduled: Range): Promise<Load[]> {
  const rows = await byEmployee(db, between('scheduled_at', scheduled));
  const ids = rows.flatMap(({ id }) => id ?? []);
  const accounts =
    ids.length > 0 ? await db.selectFrom('accounts').select(['id', 'full_name']).where('id', 'in', ids).execute() : [];
  const names = new Map(accounts.map((one) => [one.id, one.full_name]));
  return rows.map(({ id, ...progress }) => ({ id: id ?? '', name: (id && names.get(id)) ?? '', ...progress }));
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
