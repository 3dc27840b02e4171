import { getToday, type Services, type TransactionContext } from 'portal-frame/server';
import { MAX_SLOT_DAYS } from '../../../src/wire/planning/planApi.ts';
import { loadPlanRules, type PlanServices, toVisitsWithTubes } from '../../plan/loadPlanRules.ts';
import type { PlannedVisit } from '../../plan/planRules.ts';
import { isWithin } from '../../plan/workingHours.ts';
import { findActiveEmployees, holdAllAssignable, holdAssignable } from '../../store/people.ts';
import type { AppointmentRow } from '../../store/schema.ts';
import { sameQuestion } from '../sameVisits.ts';
import { findUntaken, HOUR, prepareSearch } from './visitSlots.ts';

/** True if patient and laboratory may still move or cancel the visit (PATIENT_CHANGE_HOURS). */
export const mayChange = (
  { patientChangeHours: hours }: Services['config'],
  { scheduled_at: at, visit_state: state, tracking_image: image }: AppointmentRow,
  now = Date.now(),
): boolean => hours > 0 && at - now >= hours * HOUR && !state && !image;

/**
 * Lists the times to which a patient or laboratory may move a visit: somebody can make it, and the policy holds for it
 * too. A patient's times begin within PATIENT_TIMES. A visit keeps its employee.
 */
export async function findMoveTimes(
  services: PlanServices,
  row: AppointmentRow,
  by: 'patient' | 'laboratory',
  now = Date.now(),
): Promise<number[]> {
  const { config, db } = services;
  const { timeZone, patientTimes } = config;
  const rules = await loadPlanRules(services);
  const employees = (await findActiveEmployees(db)).flatMap(({ id }) =>
    row.employee_id === null || row.employee_id === id ? id : [],
  );
  const [visit] = await toVisitsWithTubes(services, rules, [row]);
  const search = await prepareSearch(services, rules, visit as PlannedVisit, {
    ...{ employees, from: getToday(timeZone, now), days: MAX_SLOT_DAYS },
  });
  const isInHours = (at: number) => isWithin(patientTimes, at, timeZone);
  const slots = findUntaken({ ...search, after: now + config.patientChangeHours * HOUR }, row.employee_id);
  return slots.map(({ at }) => at).filter((at) => at !== row.scheduled_at && (by === 'laboratory' || isInHours(at)));
}

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
