import { DateTime } from 'luxon';
import { getToday, type Services } from 'portal-frame/server';
import { MAX_SLOT_DAYS } from '../../src/wire/planning/planApi.ts';
import { findUntaken, prepareSearch } from '../calls/planning/visitSlots.ts';
import { loadPlanRules, type PlanServices, toVisitsWithTubes } from '../plan/loadPlanRules.ts';
import type { PlannedVisit } from '../plan/planRules.ts';
import { findActiveEmployees } from '../store/people.ts';
import type { AppointmentRow } from '../store/schema.ts';

const HOUR = 3_600_000;

/** True if the patient may still move or cancel the visit (PATIENT_CHANGE_HOURS). */
export const mayChange = (
  { patientChangeHours: hours }: Services['config'],
  { scheduled_at: at, visit_state: state, tracking_image: image }: AppointmentRow,
  now = Date.now(),
): boolean => hours > 0 && at - now >= hours * HOUR && !state && !image;

/**
 * Lists the times to which a patient may move a visit: somebody can make it, it begins within PATIENT_TIMES, and the
 * policy holds for it too. A visit keeps its employee.
 */
export async function findMoveTimes(services: PlanServices, row: AppointmentRow, now = Date.now()): Promise<number[]> {
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
  const isInHours = (at: number) => {
    const time = DateTime.fromMillis(at, { zone: timeZone }).toFormat('HH:mm');
    return patientTimes.from <= time && time <= patientTimes.to;
  };
  const slots = findUntaken({ ...search, after: now + config.patientChangeHours * HOUR }, row.employee_id);
  return slots.map(({ at }) => at).filter((at) => at !== row.scheduled_at && isInHours(at));
}
