import { getToday } from 'portal-frame/server';
import { findActiveEmployees } from '../../../server/store/people.ts';
import type { AppointmentRow } from '../../../server/store/schema.ts';
import { MAX_SLOT_DAYS } from '../wire/slotApi.ts';
import { loadPlanRules, type PlanServices, toVisitsWithTubes } from './loadPlanRules.ts';
import type { PlannedVisit } from './planRules.ts';
import { findUntaken, HOUR, prepareSearch } from './visitSlots.ts';
import { isWithin } from './workingHours.ts';

/** Lists the times to which a patient or laboratory may move a visit (`BookingRules`). */
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
