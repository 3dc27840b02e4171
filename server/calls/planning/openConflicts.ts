import type { Services } from 'portal-frame/server';
import { findReasonsAmong } from '../../plan/findReasons.ts';
import { selectScheduled } from '../../store/appointments.ts';

const DAY = 86_400_000;
/** Days ahead, and visits, that the tab of conflicts looks at. */
const MAX_DAYS = 60;
const MAX_VISITS = 1000;

/** Finds the coming visits that their employee cannot make any more, by their ids. */
export async function findOpenConflicts(services: Services, now = Date.now()): Promise<string[]> {
  const rows = await selectScheduled(services.db, { from: now, to: now + MAX_DAYS * DAY })
    .selectAll()
    .where('status', '=', 'Pending')
    .where('employee_id', 'is not', null)
    .orderBy('scheduled_at')
    .orderBy('id')
    .limit(MAX_VISITS)
    .execute();
  const reasons = await findReasonsAmong(services.db, rows, services);
  return [...reasons.keys()].flatMap((at) => rows[at]?.id ?? []);
}
