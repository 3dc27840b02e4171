import type { TimeRange } from 'portal-frame/server';
import type { Db } from 'portal-frame/server/database';
import { selectScheduled } from './appointments.ts';

export interface Visit {
  id: string;
  employeeId: string;
  at: number;
  pending: boolean;
}

/** Finds assigned visits in a time range without rejected ones. */
export async function visitsOf(db: Db, scheduled: TimeRange): Promise<Visit[]> {
  const rows = await selectScheduled(db, scheduled)
    .where('employee_id', 'is not', null)
    .select(['id', 'employee_id', 'scheduled_at', 'status'])
    .where('status', '!=', 'Rejected')
    .execute();
  return rows.map(({ id, employee_id: employeeId, scheduled_at: at, status }) => ({
    ...{ id, employeeId: employeeId ?? '', at, pending: status === 'Pending' },
  }));
}
