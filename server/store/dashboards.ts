import { sql } from 'kysely';
import type { Week } from 'portal-frame/server';
import { findAccountsByRole } from 'portal-frame/server/accounts';
import type { Db } from 'portal-frame/server/database';
import type { Owner } from './appointments.ts';
import { countsOf } from './counts.ts';

/** Earnings are the fees of Completed appointments, in cents. */
export async function figuresOf(db: Db, owner?: Owner) {
  const rows = await countsOf(db, owner ?? {})
    .select((of) => ['status', of.fn.sum<number>('total').as('total'), of.fn.sum<number>('fees_cents').as('cents')])
    .groupBy('status')
    .execute();
  const of = (status: string) => rows.find((row) => row.status === status);
  return {
    total: rows.reduce((sum, row) => sum + row.total, 0),
    pending: of('Pending')?.total ?? 0,
    earnedCents: of('Completed')?.cents ?? 0,
  };
}

/** Counts the appointments of each laboratory per week, the busiest laboratory first. Leaves out deleted accounts. */
export async function weeklyCounts(db: Db, weeks: readonly Week[]) {
  const [first, last] = [weeks[0], weeks.at(-1)];
  if (!first || !last) return [];
  const week = sql<number>`case ${sql.join(
    weeks.map(({ to }, index) => sql`when scheduled_at < ${to} then ${sql.lit(index)}`),
    sql` `,
  )} end`;
  const rows = await db
    .selectFrom('appointments')
    .select(['laboratory_id', week.as('week'), (of) => of.fn.countAll<number>().as('count')])
    .where('scheduled_at', '>=', first.from)
    .where('scheduled_at', '<', last.to)
    .groupBy(['laboratory_id', 'week'])
    .execute();
  const laboratories = (await findAccountsByRole(db, 'laboratory')).toReversed();
  const counted = new Map(rows.map((row) => [`${row.laboratory_id} ${row.week}`, row.count]));
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
  return laboratories
    .map(({ id, full_name: name }) => ({
      id,
      name,
      counts: weeks.map((_, index) => counted.get(`${id} ${index}`) ?? 0),
    }))
    .sort((a, b) => sum(b.counts) - sum(a.counts));
}
