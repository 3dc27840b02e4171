import type { Where } from 'portal-frame';
import { type Services, type TimeRange, toIsoString } from 'portal-frame/server';
import { findAccountNames } from 'portal-frame/server/accounts';
import type { Db } from 'portal-frame/server/database';
import type { Progress } from '../../src/wire/overviewApi.ts';
import { countUpTo, type Owner, selectScheduled } from './appointments.ts';

/** Visits of an employee; `id` is '' for unassigned visits. */
export interface Load extends Progress {
  id: string;
  name: string;
}

interface Counted extends Progress {
  completed: number;
}

/** Counts an owner's visits in a time range per employee, without rejected ones. */
async function countByEmployee(
  db: Db,
  scheduled: TimeRange,
  owner?: Owner,
): Promise<(Counted & { id: string | null })[]> {
  const rows = await selectScheduled(db, scheduled, owner)
    .select((of) => {
      const completed = of('status', '=', 'Completed');
      const countOf = (test: typeof completed) => of.fn.sum<number>(of.case().when(test).then(1).else(0).end());
      return [
        'employee_id as id',
        of.fn.countAll<number>().as('visits'),
        countOf(completed).as('completed'),
        countOf(of.or([completed, of('visit_state', '=', 'done')])).as('done'),
      ];
    })
    .where('status', '!=', 'Rejected')
    .groupBy('employee_id')
    .execute();
  return rows.map(({ id, visits, completed, done }) => ({
    id: id ?? null,
    visits: Number(visits),
    completed: Number(completed),
    done: Number(done),
  }));
}

/** Counts an owner's visits in a time range, a month at most. */
export async function progressOf(db: Db, owner: Owner | undefined, scheduled: TimeRange): Promise<Counted> {
  const rows = await countByEmployee(db, scheduled, owner);
  const sum = (of: keyof Counted) => rows.reduce((total, one) => total + one[of], 0);
  return { visits: sum('visits'), completed: sum('completed'), done: sum('done') };
}

/**
 * Counts an owner's pending visits before `from` that are not reported done, up to `most`. It subtracts from all
 * pending visits, which the summary table counts, so that it need not scan the past.
 */
export async function overdueOf(
  services: Services,
  owner: Owner | undefined,
  from: number,
  most: number,
): Promise<number> {
  const count = (where: Where, most?: number) =>
    countUpTo(services, { and: [{ status: 'Pending' }, where] }, most, owner);
  const at = toIsoString(from);
  const pending = await count({});
  const coming = await count({ appointmentDateTime: { gte: at } }, pending);
  const done = await count({ visitState: 'done', appointmentDateTime: { lt: at } });
  return Math.min(most, pending - coming - done);
}

/** Counts the visits of a day per employee. */
export async function loadsOf(db: Db, scheduled: TimeRange): Promise<Load[]> {
  const rows = await countByEmployee(db, scheduled);
  const ids = rows.flatMap(({ id }) => id ?? []);
  const names = await findAccountNames(db, ids);
  return rows.map(({ id, ...progress }) => ({ id: id ?? '', name: (id && names.get(id)) ?? '', ...progress }));
}

/** Counts the newest `most` open payments and sums them in cents. */
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
