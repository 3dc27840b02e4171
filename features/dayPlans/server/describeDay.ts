import { countReasons, whyNot } from '../../plan/server/whyNot.ts';
import { canStay, type DayProposal, readPresent, withReasons } from './planDay.ts';
import type { DayVisit, PlanDay } from './planStops.ts';

/**
 * Describes a plan that a dispatcher sees: no visit is moved. The reasons against each are found again.
 * @param overfull employees who may have more visits than planned, as a dispatcher chose so.
 */
export function describeDay(given: PlanDay, overfull: ReadonlySet<string>): DayProposal {
  const visits = given.visits.map((visit) =>
    visit.fixed || canStay(given, visit) ? visit : { ...visit, employee: null },
  );
  const plan = { ...given, visits };
  const listAgainst = (visit: DayVisit) => (employee: string) =>
    visit.at < plan.after
      ? [{ code: 'past' as const, parameters: {} }]
      : whyNot(
          plan.rules,
          visit,
          employee,
          visit.at,
          visits.filter((one) => one.employee === employee),
        );
  const withoutCap = ({ employee, visits: own }: DayProposal['routes'][number]) => ({
    employee,
    visits: own.map(({ visit, ...one }) => {
      const against = visit.against?.filter(({ code }) => code !== 'dailyCap' || !overfull.has(employee));
      return { ...one, visit: against ? { ...visit, against } : visit };
    }),
  });
  return {
    routes: readPresent(plan).map((route) => withoutCap(withReasons(plan, route))),
    unassigned: visits
      .filter(({ employee }) => employee === null)
      .map((visit) => ({ visit, reasons: countReasons(plan.employees.map(listAgainst(visit)), 'employees') })),
  };
}
