import {
  createEventLoopYield,
  getDayRange,
  getToday,
  HttpError,
  parseLocalTime,
  type Services,
} from 'portal-frame/server';
import type { Db } from 'portal-frame/server/database';
import { MAX_BULK_APPOINTMENTS } from '../../../src/wire/dispatchApi.ts';
import { loadVisitIndex } from '../../plan/findReasons.ts';
import { loadDriving, loadPlanRules, toVisitsWithTubes } from '../../plan/loadPlanRules.ts';
import type { PlannedVisit, PlanRules } from '../../plan/planRules.ts';
import { countReasons, whyNot } from '../../plan/whyNot.ts';
import { appointmentsById, selectScheduled } from '../../store/appointments.ts';
import { findActiveEmployees, laboratoriesByName } from '../../store/people.ts';
import type { Handler } from '../handler.ts';

/** Parses times separated by commas; null if one is invalid. */
function momentsOf(text: string, zone: string): number[] | null {
  try {
    return text.split(',').map((one) => parseLocalTime(one, zone));
  } catch {
    return null;
  }
}

interface Requested {
  at: string;
  but?: string | undefined;
  zip?: string | undefined;
  laboratory?: string | undefined;
}

/** Returns one visit per requested time: the appointment from `but` moved to that time, or a new visit. */
async function toVisits(
  query: Requested,
  moments: readonly number[],
  rules: PlanRules,
  services: Services,
): Promise<PlannedVisit[]> {
  const { db, config } = services;
  const ids = query.but?.split(',') ?? [];
  await loadDriving(services, rules, query.zip ? [query.zip] : []);
  const rows = await appointmentsById(db, ids);
  const planned = await toVisitsWithTubes(services, rules, rows);
  const booked = new Map(planned.map((visit) => [visit.id, visit]));
  const [laboratory] = query.laboratory ? await laboratoriesByName(db, query.laboratory) : [];
  return moments.map((at, index) => {
    const id = ids[index] ?? '';
    const free = { id, zip: query.zip ?? '', laboratory: laboratory?.id ?? null, minutes: config.visitMinutes };
    return { ...(booked.get(id) ?? free), at };
  });
}

/** Finds the visits of each employee on the days of these moments, without those that are moved to them. */
async function findBusyTimes(db: Db, moments: readonly number[], moved: ReadonlySet<string>, zone: string) {
  const days = [...new Set(moments.map((at) => getToday(zone, at)))];
  const found = await Promise.all(
    days.map((day) =>
      selectScheduled(db, getDayRange(day, zone))
        .select(['id', 'employee_id as employee', 'scheduled_at as at'])
        .where('employee_id', 'is not', null)
        .where('status', '!=', 'Rejected')
        .execute(),
    ),
  );
  return Map.groupBy(
    found.flat().filter(({ id }) => !moved.has(id)),
    ({ employee }) => employee,
  );
}

/**
 * Returns for each active employee the number of visits on the days of the requested times, and the minutes from the
 * first time to the nearest of them. It also counts the requested visits that they cannot make, with the reasons.
 */
export const availability: Handler<'availability'> = async ({ body }, services) => {
  const { db, config } = services;
  const moments = momentsOf(body.at, config.timeZone);
  if (!moments || moments.length > MAX_BULK_APPOINTMENTS) throw HttpError.forField('at', 400, 'validation.dateTime');
  const moved = new Set(body.but?.split(','));
  const busy = await findBusyTimes(db, moments, moved, config.timeZone);
  const rules = await loadPlanRules(services);
  const visits = await toVisits(body, moments, rules, services);
  const index = await loadVisitIndex(services, rules, moments);
  const rest = createEventLoopYield();
  const data = [];
  for (const { id } of await findActiveEmployees(db)) {
    await rest();
    const distances = (busy.get(id) ?? []).map(({ at }) => Math.abs(at - (moments[0] ?? 0)));
    const against = visits.flatMap((visit) => {
      const others = index.near(id, visit.at).filter((other) => !moved.has(other.id));
      const reasons = whyNot(rules, visit, id, visit.at, others);
      return reasons.length > 0 ? [reasons] : [];
    });
    data.push({
      ...{ _id: id, visits: distances.length, against: against.length, reasons: countReasons(against, 'visits') },
      nearest: distances.length > 0 ? Math.round(Math.min(...distances) / 60_000) : null,
    });
  }
  return { data };
};
