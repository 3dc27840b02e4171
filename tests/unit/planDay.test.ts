import { getToday } from 'portal-frame/server';
import { casesOf } from 'portal-frame/testing/size';
import { expect, it } from 'vitest';
import { buildProblem, type PlanDay, readProposal } from '../../server/plan/planDay.ts';
import { createRandom } from '../../server/plan/seededRandom.ts';
import { solveRoutes } from '../../server/plan/solveRoutes.ts';
import { whyNot } from '../../server/plan/whyNot.ts';
import { drawDay, MAX_RUN_MS, PLAN_ZONE } from '../fixtures/planDays.ts';

function propose(plan: PlanDay, seed: number) {
  const { problem, initial } = buildProblem(plan);
  const progress = (iterations: number) => iterations / 64;
  return readProposal(plan, solveRoutes(problem, { random: createRandom(seed), progress, initial }));
}

it(
  'breaks no rule on a generated day, and gives or explains every visit once',
  () => {
    let [given, explained] = [0, 0];
    const { numRuns } = casesOf(500, 100_000);
    for (let seed = 1; seed <= numRuns; seed++) {
      const plan = drawDay(seed);
      const { routes, unassigned } = propose(plan, seed);
      const seen = [
        ...routes.flatMap(({ visits }) => visits.map(({ visit }) => visit.id)),
        ...unassigned.map(({ visit }) => visit.id),
      ];
      expect([seed, seen.toSorted()]).toEqual([seed, plan.visits.map(({ id }) => id)]);
      for (const { employee, visits } of routes) {
        const others = visits.map(({ visit, at }) => ({ ...visit, at }));
        for (const { visit, at } of visits) {
          expect([seed, visit.id, whyNot(plan.rules, visit, employee, at, others)]).toEqual([seed, visit.id, []]);
          expect(getToday(PLAN_ZONE, at)).toBe(plan.day);
          given++;
        }
      }
      explained += unassigned.filter(({ reasons }) => reasons.length > 0).length;
    }
    expect(given).toBeGreaterThan(numRuns);
    expect(explained).toBeGreaterThan(numRuns / 10);
  },
  MAX_RUN_MS,
);
