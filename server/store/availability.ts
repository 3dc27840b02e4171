import type { Range } from '../time.ts';
import type { AppointmentFilter } from './appointmentFilter.ts';
import { indexFor } from './appointmentIndexes.ts';
import { matching } from './appointments.ts';
import { countedTotal } from './counts.ts';
import type { Db } from './schema.ts';

/** A visit of somebody's, for who is busy when. */
export interface Visit {
  id: string;
  employeeId: string;
  at: number;
  pending: boolean;
}

/** The visits of a day that are somebody's and not rejected. */
export async function visitsOf(db: Db, scheduled: Range): Promise<Visit[]> {
  const rows = await matching(db, { scheduled, assigned: true }, 'scheduled_at')
    .select(['id', 'employee_id', 'scheduled_at', 'status'])
    .where('status', '!=', 'Rejected')
    .execute();
  return rows.map(({ id, employee_id: employeeId, scheduled_at: at, status }) => ({
    ...{ id, employeeId: employeeId ?? '', at, pending: status === 'Pending' },
  }));
}

/** How many match, `most` where they are more: no more than that are looked at, or counted ones are added up. */
export async function countUpTo(db: Db, filter: AppointmentFilter, most: number): Promise<number> {
  if (!filter.scheduled) return Math.min(most, await countedTotal(db, filter));
  const some = matching(db, filter, 'scheduled_at', indexFor(filter, 'scheduled_at'))
    .select('scheduled_at')
    .limit(most);
  const { count } = await db
    .selectFrom(some.as('some'))
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
