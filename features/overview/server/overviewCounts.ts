import type { Where } from 'portal-frame';
import { type Services, type TimeRange, toIsoString } from 'portal-frame/server';
import { findAccountNames } from 'portal-frame/server/accounts';
import type { Db } from 'portal-frame/server/database';
import { countUpTo, type Owner, selectScheduled } from '../../../server/store/appointments.ts';
import { selectOpenPayments } from '../../../server/store/openPayments.ts';
import type { Progress } from '../wire/overviewApi.ts';

/** Visits of an employee; `id` is '' for unassigned visits. */
export interface Load extends Progress {
  id: string;
  name: string;
}

/** Counts an owner's visits of a day per employee, without rejected ones. A failed draw is done, as on the run sheet. */
export async function loadsOf(db: Db, day: TimeRange, owner?: Owner): Promise<Load[]> {
  const rows = await selectScheduled(db, day, owner)
    .select((of) => {
      const isDone = of.or([of('status', '=', 'Completed'), of('visit_state', 'in', ['done', 'couldNotDraw'])]);
      return [
        'employee_id as id',
        of.fn.countAll<number>().as('visits'),
        of.fn.sum<number>(of.case().when(isDone).then(1).else(0).end()).as('done'),
      ];
    })
    .where('status', '!=', 'Rejected')
    .groupBy('employee_id')
    .execute();
  const names = await findAccountNames(
    db,
    rows.flatMap(({ id }) => id ?? []),
  );
  return rows.map(({ id, visits, done }) => ({
    ...{ id: id ?? '', name: names.get(id ?? '') ?? '' },
    ...{ visits: Number(visits), done: Number(done) },
  }));
}

/** Sums the visits of employees. */
export const sumLoads = (loads: readonly Load[]): Progress => ({
  visits: loads.reduce((sum, { visits }) => sum + visits, 0),
  done: loads.reduce((sum, { done }) => sum + done, 0),
});

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

/** Counts `most` open payments and sums them in cents: those due, whose visit is over by `now`, or those to come. */
export async function openPayments(
  db: Db,
  { now, isDue, most }: { now: number; isDue: boolean; most: number },
): Promise<{ count: number; cents: number }> {
  const newest = selectOpenPayments(db, now, isDue).select('amount_cents').orderBy('date_and_time', 'desc').limit(most);
  const { count, cents } = await db
    .selectFrom(newest.as('newest'))
    .select((of) => [of.fn.countAll<number>().as('count'), of.fn.sum<number | null>('amount_cents').as('cents')])
    .executeTakeFirstOrThrow();
  return { count: Number(count), cents: Number(cents ?? 0) };
}
