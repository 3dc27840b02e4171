import type { Services, TransactionContext } from 'portal-frame/server';
import { holdAllAssignable, holdAssignable } from '../../store/people.ts';
import type { AppointmentRow } from '../../store/schema.ts';
import { sameQuestion } from '../sameVisits.ts';
import { findMoveTimes } from './bookingRules.ts';

const HOUR = 3_600_000;

/** True if patient and laboratory may still move or cancel the visit (PATIENT_CHANGE_HOURS). */
export const mayChange = (
  { patientChangeHours: hours }: Services['config'],
  { scheduled_at: at, visit_state: state, tracking_image: image }: AppointmentRow,
  now = Date.now(),
): boolean => hours > 0 && at - now >= hours * HOUR && !state && !image;

/** Why a change was not made: the policy forbids it, or the time is not free. */
export type RefusedChange = 'tooLate' | 'taken';

/** Finds why a locked visit cannot be cancelled, or moved to `at` (ms). Other bookings wait until the transaction ends. */
export async function findRefusal(
  tx: TransactionContext,
  visit: AppointmentRow,
  by: 'patient' | 'laboratory',
  at?: number,
): Promise<RefusedChange | undefined> {
  const { db, services } = tx;
  if (!mayChange(services.config, visit)) return 'tooLate';
  if (at === undefined) return undefined;
  if (await sameQuestion(tx, visit, { ...visit, scheduled_at: at })) return 'taken';
  const { kind } = services.store;
  // Bookings of the employee wait, or without one those of all.
  await (visit.employee_id ? holdAssignable(db, [visit.employee_id], kind) : holdAllAssignable(db, kind));
  return (await findMoveTimes({ ...services, db }, visit, by)).includes(at) ? undefined : 'taken';
}
