import { getToday } from 'portal-frame/server';
import { casesOf } from 'portal-frame/testing/size';
import { describe, expect, it } from 'vitest';
import { proposeDay } from '../../server/plan/planDay.ts';
import { NO_NEEDS, NO_RULES, type PlanRules } from '../../server/plan/planRules.ts';
import { listBegins, type PlanDay, toStop } from '../../server/plan/planStops.ts';
import { createRandom } from '../../server/plan/seededRandom.ts';
import { solveRoutes } from '../../server/plan/solveRoutes.ts';
import { whyNot } from '../../server/plan/whyNot.ts';
import { drawDay, MAX_RUN_MS, PLAN_ZONE } from '../fixtures/planDays.ts';

function propose(plan: PlanDay, seed: number) {
  const progress = (iterations: number) => iterations / 64;
  return proposeDay(plan, (problem, initial) =>
    solveRoutes(problem, { random: createRandom(seed), progress, initial }),
  );
}

it(
  'breaks no rule on a generated day, and omits only impossible visits, with reasons (spec 33.6)',
  async () => {
    let [given, explained] = [0, 0];
    // GENERATED_DAYS=100000 tries more.
    const numRuns = Number(process.env.GENERATED_DAYS ?? casesOf(500, 10_000).numRuns);
    for (let seed = 1; seed <= numRuns; seed++) {
      const plan = drawDay(seed);
      const { routes, unassigned } = await propose(plan, seed);
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
      for (const { visit, reasons } of unassigned) {
        expect([seed, visit.id, reasons.length > 0]).toEqual([seed, visit.id, true]);
        explained++;
        if (visit.needs?.facility) continue;
        for (const { employee, visits } of routes) {
          const others = visits.map((one) => ({ ...one.visit, at: one.at }));
          const free = listBegins(plan, toStop(visit)).filter(
            (at) => whyNot(plan.rules, visit, employee, at, others).length === 0,
          );
          expect([seed, visit.id, employee, free]).toEqual([seed, visit.id, employee, []]);
        }
      }
    }
    expect(given).toBeGreaterThan(numRuns);
    expect(explained).toBeGreaterThan(numRuns / 10);
  },
  MAX_RUN_MS,
);

describe('round of a facility', () => {
  const day = '2026-07-06';
  const at = (time: string) => Date.parse(`${day}T${time}:00-04:00`);
  const home = (id: string, time: string) => ({
    ...{ id, at: at(time), minutes: 10, zip: '19104', laboratory: null, employee: null, fixed: false },
    needs: { ...NO_NEEDS, facility: 'home' },
  });
  const { rules } = drawDay(1);
  const planWith = (visits: PlanDay['visits'], own: object = {}, more: Partial<PlanRules> = {}): PlanDay => ({
    rules: {
      ...{ ...rules, closedDays: new Map(), skills: new Map(), ...more },
      employees: new Map(['ana', 'bo', 'cy'].map((id) => [id, { ...NO_RULES, startZip: '19147', ...own }])),
    },
    ...{ day, after: 0, employees: ['ana', 'bo', 'cy'], visits },
  });
  const routesOf = ({ routes }: Awaited<ReturnType<typeof propose>>) =>
    routes.filter(({ visits }) => visits.length > 0).map(({ visits }) => visits);
  const round = Array.from({ length: 6 }, (_, index) => home(`h${index}`, `08:${index}0`));

  it('is one stop of one employee, with travel counted once (spec 33.4)', async () => {
    const elsewhere = { ...home('other', '09:30'), zip: '19428', needs: undefined };
    const routes = routesOf(await propose(planWith([...round, elsewhere]), 1));
    const stop = routes.find(([first]) => first?.visit.id === 'h0') ?? [];
    expect(stop.slice(0, 6).map(({ visit }) => visit.id)).toEqual(round.map(({ id }) => id));
    expect(stop[0]?.travel).toBeGreaterThan(0);
    expect(stop.slice(1, 6).map(({ travel }) => travel)).toEqual([0, 0, 0, 0, 0]);
    // The same patients in separate flats of the ZIP code are too far apart for ten minutes each.
    const flats = round.map((visit) => ({ ...visit, needs: undefined }));
    expect(routesOf(await propose(planWith(flats), 1)).length).toBeGreaterThan(1);
  });

  it('draws patients who were booked for the same time one after the other', async () => {
    const together = ['a', 'b', 'c'].map((id) => home(id, '08:00'));
    const [stop = []] = routesOf(await propose(planWith(together), 1));
    expect(stop.map(({ at: time }) => time)).toEqual([at('08:00'), at('08:10'), at('08:20')]);
  });

  it('stays together: a reason against one patient counts for the stop', async () => {
    const needed = round.map((visit) =>
      visit.id === 'h3' ? { ...visit, needs: { ...visit.needs, skills: ['s'] } } : visit,
    );
    const skills = new Map([['s', { name: 'S', forEveryVisit: false }]]);
    for (const [plan, code] of [
      [planWith(needed, {}, { skills }), 'skill'],
      [planWith(round, { visitsPerDay: 5 }), 'dailyCap'],
    ] as const) {
      const { routes, unassigned } = await propose(plan, 1);
      expect(routesOf({ routes, unassigned })).toEqual([]);
      expect(unassigned.map(({ reasons }) => reasons.map((one) => [one.code, one.employees]))).toEqual(
        round.map(() => [[code, 3]]),
      );
    }
  });

  it('becomes two stops if a visit is moved away from the others', async () => {
    const moved = round.map((visit) => (visit.id === 'h5' ? { ...visit, at: at('14:00') } : visit));
    const stop = routesOf(await propose(planWith(moved), 1)).find(([first]) => first?.visit.id === 'h0') ?? [];
    expect(stop.slice(0, 5).map(({ visit }) => visit.id)).toEqual(['h0', 'h1', 'h2', 'h3', 'h4']);
  });
});
