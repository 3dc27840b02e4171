import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRandom } from '../../../server/demo/seededRandom.ts';
import type { RoutePlan, RouteProblem } from '../server/routeProblem.ts';
import { solveRoutes } from '../server/solveRoutes.ts';

const ITERATIONS = 300;
const solve = (problem: RouteProblem, seed = 1, initial?: number[][]): RoutePlan =>
  solveRoutes(problem, {
    random: createRandom(seed),
    progress: (iterations) => iterations / ITERATIONS,
    ...(initial && { initial }),
  });

const place = fc.record({ x: fc.integer({ min: 0, max: 60 }), y: fc.integer({ min: 0, max: 60 }) });
const minutes = (max: number) => fc.integer({ min: 0, max });
const day = fc
  .record({
    places: fc.array(place, { minLength: 1, maxLength: 12 }),
    visits: fc.array(
      fc.record({
        at: minutes(11),
        from: minutes(600),
        wide: minutes(300),
        service: minutes(60),
        penalty: minutes(500),
      }),
      { maxLength: 14 },
    ),
    vehicles: fc.array(
      fc.record({
        at: minutes(11),
        home: fc.boolean(),
        from: minutes(300),
        long: minutes(500),
        capacity: fc.integer({ min: 1, max: 6 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    forbidden: fc.array(fc.tuple(minutes(13), minutes(3)), { maxLength: 10 }),
  })
  .map(({ places, visits, vehicles, forbidden }): RouteProblem => {
    const at = (index: number) => index % places.length;
    return {
      travel: places.map(({ x, y }) => places.map((other) => Math.hypot(x - other.x, y - other.y))),
      visits: visits.map(({ at: index, from, wide, service, penalty }) => ({
        ...{ place: at(index), from, to: from + wide, service, penalty },
      })),
      vehicles: vehicles.map(({ at: index, home, from, long, capacity }) => ({
        ...{ start: at(index), from, to: from + long, capacity, ...(home && { end: at(index) }) },
      })),
      allowed: visits.map((_, visit) =>
        vehicles.map((_, vehicle) => !forbidden.some(([one, other]) => one === visit && other === vehicle)),
      ),
    };
  });

/** Lists the rules that a plan breaks, by walking its routes. */
function listBreaches(
  { visits, vehicles, travel, allowed }: RouteProblem,
  { routes, unassigned }: RoutePlan,
): string[] {
  const found: string[] = [];
  const made = [...routes.flat(), ...unassigned].toSorted((a, b) => a - b);
  if (JSON.stringify(made) !== JSON.stringify(visits.map((_, at) => at))) found.push(`made: ${made.join(' ')}`);
  for (const [vehicle, route] of routes.entries()) {
    const shift = vehicles[vehicle];
    if (!shift) return ['a route without a vehicle'];
    let [now, here] = [shift.from, shift.start];
    for (const at of route) {
      const visit = visits[at];
      if (!visit) return ['an unknown visit'];
      now = Math.max(visit.from, now + (travel[here]?.[visit.place] ?? 0));
      if (now > visit.to + 1e-6) found.push(`${at} is late`);
      if (!allowed?.[at]?.[vehicle]) found.push(`${at} is forbidden for ${vehicle}`);
      now += visit.service;
      here = visit.place;
    }
    if (route.length > 0 && now + (shift.end === undefined ? 0 : (travel[here]?.[shift.end] ?? 0)) > shift.to + 1e-6)
      found.push(`${vehicle} ends late`);
    if (route.length > shift.capacity) found.push(`${vehicle} is over capacity`);
  }
  return found;
}

test('keeps windows, shifts, capacity and forbidden pairs, and plans each visit at most once', () => {
  fc.assert(
    fc.property(day, fc.integer(), (problem, seed) => {
      expect(listBreaches(problem, solve(problem, seed))).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test('finds the same plan again with the same seed', () => {
  fc.assert(
    fc.property(day, (problem) => {
      expect(solve(problem)).toEqual(solve(problem));
    }),
    { numRuns: 30 },
  );
});

test('is never worse than the initial plan', () => {
  const costOf = ({ visits }: RouteProblem, { travel, unassigned }: RoutePlan) =>
    travel + unassigned.reduce((sum, at) => sum + (visits[at]?.penalty ?? 0), 0);
  fc.assert(
    fc.property(day, fc.integer(), (problem, seed) => {
      const first = solve(problem, seed);
      expect(costOf(problem, solve(problem, seed + 1, first.routes))).toBeLessThanOrEqual(
        costOf(problem, first) + 1e-6,
      );
    }),
    { numRuns: 60 },
  );
});

/** Tries every assignment and order of a small day. */
function findLeastCost(problem: RouteProblem): number {
  const { visits, vehicles, travel } = problem;
  let best = Number.POSITIVE_INFINITY;
  const costOf = (routes: number[][], unassigned: number[]) =>
    unassigned.reduce((sum, at) => sum + (visits[at]?.penalty ?? 0), 0) +
    routes.reduce((sum, route, vehicle) => {
      const { start = 0, end } = vehicles[vehicle] ?? {};
      if (route.length === 0) return sum;
      const stops = [start, ...route.map((at) => visits[at]?.place ?? 0), ...(end === undefined ? [] : [end])];
      return sum + stops.slice(1).reduce((all, stop, at) => all + (travel[stops[at] ?? 0]?.[stop] ?? 0), 0);
    }, 0);
  const extend = (routes: number[][], rest: number[]) => {
    if (
      listBreaches(
        { ...problem },
        { routes, unassigned: visits.map((_, at) => at).filter((at) => !routes.flat().includes(at)), travel: 0 },
      ).length > 0
    )
      return;
    best = Math.min(
      best,
      costOf(
        routes,
        visits.map((_, at) => at).filter((at) => !routes.flat().includes(at)),
      ),
    );
    for (const at of rest)
      for (const [vehicle] of routes.entries())
        extend(
          routes.map((route, one) => (one === vehicle ? [...route, at] : route)),
          rest.filter((one) => one !== at),
        );
  };
  extend(
    vehicles.map(() => []),
    visits.map((_, at) => at),
  );
  return best;
}

test('finds a plan of small days within one percent of the best', () => {
  const small = day.filter(({ visits, vehicles }) => visits.length <= 4 && vehicles.length <= 2);
  fc.assert(
    fc.property(small, (problem) => {
      const { travel, unassigned } = solve(problem);
      const cost = travel + unassigned.reduce((sum, at) => sum + (problem.visits[at]?.penalty ?? 0), 0);
      const least = findLeastCost(problem);
      expect(cost).toBeGreaterThan(least - 1e-4);
      expect(cost).toBeLessThanOrEqual(least * 1.01 + 1e-4);
    }),
    { numRuns: 40, seed: 33 },
  );
});
