import type { CallHandler, Services } from 'portal-frame/server';
import { addDays } from 'portal-frame/wire';
import { findActiveEmployees } from '../../../server/store/people.ts';
import type { AppointmentRow } from '../../../server/store/schema.ts';
import { loadVisitIndex } from '../../plan/server/findBrokenRules.ts';
import { measureRoute } from '../../plan/server/travelTimes.ts';
import { listUnplanned } from '../../plan/server/whyNot.ts';
import { toMoment } from '../../plan/server/workingHours.ts';
import type { dayPlanCalls } from '../wire/dayPlanApi.ts';
import { describeDay } from './describeDay.ts';
import { findWays, MAX_WAY_DAYS, type WaySearch } from './findWays.ts';
import { loadPlanDay } from './loadPlanDay.ts';
import { type DayProposal, keepAssigned, listReasons, proposeDay, readPresent, sumTravel } from './planDay.ts';
import { planOnThread } from './planOnThread.ts';
import type { DayVisit, PlanDay } from './planStops.ts';

/** Visits that fit nobody for which ways are found: more would take too long. */
const MAX_EXPLAINED = 60;

type Route = DayProposal['routes'][number];

/** Returns the miles of an employee's route; null if a ZIP code is unknown. */
function getMiles({ rules }: PlanDay, { employee, visits }: Route): number | null {
  const start = rules.employees.get(employee)?.startZip;
  const places = [...(start ? [start] : []), ...visits.map(({ visit }) => visit.zip)].map(rules.findPlace);
  const known = places.filter((place) => place !== undefined);
  return known.length === places.length ? Math.round(measureRoute(known) * 10) / 10 : null;
}

/** Loads the ways of these visits, by id. */
async function loadWays(services: Services, search: Omit<WaySearch, 'near' | 'patientTimes'>, visits: DayVisit[]) {
  const { day, rules } = search.plan;
  const noons = Array.from({ length: MAX_WAY_DAYS }, (_, at) =>
    toMoment(addDays(day, at + 1), '12:00', rules.timeZone),
  );
  const index = await loadVisitIndex(services, rules, noons);
  const { patientTimes } = services.config;
  return findWays({ ...search, patientTimes, near: (id, at) => index.near(id, at) }, visits.slice(0, MAX_EXPLAINED));
}

/** Finds the laboratories of these visits whose opening hours are unknown. */
const listWithoutWeek = ({ rules, visits }: PlanDay, rows: ReadonlyMap<string, AppointmentRow>): string[] => [
  ...new Set(
    visits.flatMap(({ id, laboratory }) =>
      laboratory && rules.laboratories.get(laboratory)?.week.length === 0 ? (rows.get(id)?.laboratory ?? []) : [],
    ),
  ),
];

/** Proposes a plan of a day, with the ways to make each visit that fits nobody. */
export const proposePlan: CallHandler<(typeof dayPlanCalls)['proposePlan']> = async ({ body }, services) => {
  const names = new Map((await findActiveEmployees(services.db)).map((one) => [one.id, one.full_name]));
  const { plan: all, rows, before, otherDays, waiting } = await loadPlanDay(services, body, [...names.keys()]);
  const plan = body.reassign ? all : keepAssigned(all);
  const { routes, unassigned } = body.kept
    ? describeDay(plan, new Set(body.placed?.map(({ employeeId }) => employeeId)))
    : await proposeDay(plan, planOnThread);
  const present = { ...all, visits: before };
  const original = new Map(before.map((visit) => [visit.id, visit]));
  const unfit = [
    ...unassigned.map(({ visit }) => visit),
    ...routes.flatMap(({ visits }) =>
      visits.flatMap(({ visit }) => (visit.against?.length && !visit.underWay ? visit : [])),
    ),
  ];
  const ways = await loadWays(services, { plan, routes, otherDays }, unfit);
  const toRecord = (id: string) => ({ _id: id, fullName: names.get(id) ?? '' });
  const toWays = ({ id }: DayVisit) =>
    (ways.get(id) ?? []).map(({ employee, at, without }) => ({
      ...{ employeeId: employee, employeeName: names.get(employee) ?? '', at: new Date(at).toISOString() },
      ...(without && { without }),
    }));
  const toVisit = (visit: DayVisit, at: number) => {
    const row = rows.get(visit.id) as AppointmentRow;
    return {
      ...{ _id: visit.id, patientName: row.patient_name, zip: visit.zip, version: row.version, minutes: visit.minutes },
      facility: plan.rules.facilities.get(visit.needs?.facility ?? '')?.name ?? '',
      ...{ employeeId: row.employee_id, employeeName: names.get(row.employee_id ?? '') ?? null },
      ...{ at: new Date(at).toISOString(), before: new Date(row.scheduled_at).toISOString() },
    };
  };
  const toRoute = (route: Route) => ({
    ...{ ...toRecord(route.employee), miles: getMiles(plan, route), away: plan.away.has(route.employee) },
    visits: route.visits.map(({ visit, at, travel }) => {
      const was = original.get(visit.id) as DayVisit;
      const isChange = was.employee !== route.employee || was.at !== at;
      const why = isChange ? (listReasons(present, was)[0] ?? null) : null;
      return { ...toVisit(visit, at), travel, why, against: [...(visit.against ?? [])], ways: toWays(visit) };
    }),
  });
  const unplanned = plan.employees.flatMap((id) => {
    const [reason] = listUnplanned(plan.rules, id, body.day);
    return reason ? [{ ...toRecord(id), reason }] : [];
  });
  const open = unassigned.map(({ visit, reasons }) => ({
    ...{ ...toVisit(visit, visit.at), reasons, ways: toWays(visit) },
  }));
  const held = waiting.map(({ visit, code }) => ({
    ...toVisit(visit, visit.at),
    ...{ reasons: [{ code, parameters: {}, employees: plan.employees.length }], ways: [] },
  }));
  const shown = routes.filter(({ visits }) => visits.length > 0);
  return {
    data: {
      day: body.day,
      unassigned: [...open, ...held],
      employees: shown.map(toRoute),
      otherDays: otherDays.map((visit) => ({
        ...toVisit(visit, visit.at),
        newEmployee: toRecord(visit.employee ?? ''),
      })),
      ...{ unplanned, withoutWeek: listWithoutWeek(plan, rows) },
      now: {
        travel: sumTravel(readPresent(present)),
        unassigned: before.filter(({ employee }) => !employee).length + held.length,
      },
      proposed: { travel: sumTravel(routes), unassigned: unassigned.length + held.length },
    },
  };
};
