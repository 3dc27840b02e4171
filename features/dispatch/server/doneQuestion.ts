import type { Question } from '../../../server/calls/planning/bookingRules.ts';
import type { AppointmentRow } from '../../../server/store/schema.ts';

/** Asks before a visit reported done is reassigned, moved or cancelled. */
export const doneQuestion = (before: AppointmentRow, now: AppointmentRow): Question | undefined =>
  before.visit_state === 'done' &&
  before.status === 'Pending' &&
  (before.employee_id !== now.employee_id || before.scheduled_at !== now.scheduled_at || now.status === 'Rejected')
    ? { message: 'server.reportedDone' }
    : undefined;
