import type { Services } from 'portal-frame/server';
import type { AskedVisits, BookingRules } from '../../../server/calls/planning/bookingRules.ts';
import { appointmentsById } from '../../../server/store/appointments.ts';
import { laboratoriesByName } from '../../../server/store/people.ts';
import { loadVisitIndex } from './findBrokenRules.ts';
import { loadDriving, loadPlanRules, toVisitsWithTubes } from './loadPlanRules.ts';
import type { PlannedVisit, PlanRules } from './planRules.ts';
import { countReasons, whyNot } from './whyNot.ts';

/** Returns one visit per time: the appointment moved to that time, or a new visit. */
async function toVisits(
  { moments, ids, zip = '', laboratory: name }: AskedVisits,
  rules: PlanRules,
  services: Services,
): Promise<PlannedVisit[]> {
  const { db, config } = services;
  await loadDriving(services, rules, zip ? [zip] : []);
  const rows = await appointmentsById(db, ids);
  const planned = await toVisitsWithTubes(services, rules, rows);
  const booked = new Map(planned.map((visit) => [visit.id, visit]));
  const [laboratory] = name ? await laboratoriesByName(db, name) : [];
  return moments.map((at, index) => {
    const id = ids[index] ?? '';
    const free = { id, zip, laboratory: laboratory?.id ?? null, minutes: config.visitMinutes };
    return { ...(booked.get(id) ?? free), at };
  });
}

/** Prepares how many visits at these times an employee cannot make, and why. */
export const loadAgainst: BookingRules['loadAgainst'] = async (services, asked) => {
  const rules = await loadPlanRules(services);
  const visits = await toVisits(asked, rules, services);
  const index = await loadVisitIndex(services, rules, asked.moments);
  const moved = new Set(asked.ids);
  return (employee) => {
    const against = visits.flatMap((visit) => {
      const others = index.near(employee, visit.at).filter((other) => !moved.has(other.id));
      const reasons = whyNot(rules, visit, employee, visit.at, others);
      return reasons.length > 0 ? [reasons] : [];
    });
    return { against: against.length, reasons: countReasons(against, 'visits') };
  };
};
