// Vehicle routing with time windows by ruin and recreate: Christiaens and Vanden Berghe, "Slack Induction by String
// Removals for Vehicle Routing Problems", Transportation Science 54 (2020). No I/O; clock and randomness are given.

import type { RoutePlan, RouteProblem, RouteVisit } from './routeProblem.ts';
import { RouteState } from './routeState.ts';

export interface SolverOptions {
  /** Returns numbers in [0, 1), such as Math.random. */
  random(): number;
  /** Spent part of the time, 0 to 1, after so many iterations. The search ends at 1. */
  progress(iterations: number): number;
  /** Routes to start from, such as the plan of today. Visits that do not fit there are inserted again. */
  initial?: readonly (readonly number[])[];
}

/** Parameters of the paper. */
const REMOVED_ON_AVERAGE = 10;
const MAX_STRING_LENGTH = 10;
const SPLIT_CHANCE = 0.5;
const SPLIT_STOP_CHANCE = 0.01;
/** Temperatures at the start and the end, as parts of the average travel between two visits. */
const FIRST_TEMPERATURE = 0.5;
const LAST_TEMPERATURE = 0.005;
/** Iterations between two looks at the clock. */
const CLOCK_INTERVAL = 32;

/** Lists the other visits by travel from each visit. */
function listNeighbours({ visits, travel }: RouteProblem): number[][] {
  const between = (a: number, b: number) => travel[visits[a]?.place ?? 0]?.[visits[b]?.place ?? 0] ?? 0;
  const all = visits.map((_, visit) => visit);
  return all.map((visit) => all.toSorted((a, b) => between(visit, a) - between(visit, b)));
}

/** Removes strings of visits that are near each other from some routes. */
function ruin(state: RouteState, neighbours: readonly number[][], random: () => number): void {
  const n = neighbours.length;
  const used = state.routes.filter(({ length }) => length > 0);
  if (used.length === 0) return;
  const maxLength = Math.min(MAX_STRING_LENGTH, (n - state.unassigned.length) / used.length);
  const maxStrings = (4 * REMOVED_ON_AVERAGE) / (1 + maxLength) - 1;
  const strings = Math.floor(random() * maxStrings + 1);
  const ruined = new Set<number>();
  for (const visit of neighbours[Math.floor(random() * n)] ?? []) {
    if (ruined.size >= strings) return;
    const vehicle = state.vehicleOf[visit] as number;
    if (vehicle < 0 || ruined.has(vehicle)) continue;
    ruined.add(vehicle);
    const route = state.routes[vehicle] as number[];
    const longest = Math.min(route.length, maxLength);
    const count = Math.floor(random() * longest + 1);
    let kept = 0;
    if (count > 1 && count < route.length && random() < SPLIT_CHANCE) {
      kept = 1;
      while (count + kept < route.length && random() > SPLIT_STOP_CHANCE) kept++;
    }
    const at = route.indexOf(visit);
    const least = Math.max(0, at - count - kept + 1);
    const most = Math.min(at, route.length - count - kept);
    const first = least + Math.floor(random() * (most - least + 1));
    state.removeString(vehicle, first, count, kept > 0 ? 1 + Math.floor(random() * (count - 1)) : count, kept);
  }
}

type Order = (a: number, b: number) => number;

/** Orders in which removed visits are inserted again, with their weights. */
function listOrders({ visits, vehicles, travel }: RouteProblem): Order[] {
  const visit = (at: number) => visits[at] as RouteVisit;
  const home = vehicles[0]?.start ?? 0;
  const distance = visits.map(({ place }) => travel[home]?.[place] ?? 0);
  const width = (at: number) => visit(at).to - visit(at).from;
  const far = (at: number) => distance[at] as number;
  const orders: [weight: number, order: Order][] = [
    [4, (a, b) => (visit(b).load ?? 1) - (visit(a).load ?? 1)],
    [2, (a, b) => far(b) - far(a)],
    [1, (a, b) => far(a) - far(b)],
    [2, (a, b) => width(a) - width(b)],
    [2, (a, b) => visit(a).from - visit(b).from],
    [2, (a, b) => visit(b).to - visit(a).to],
  ];
  return orders.flatMap(([weight, order]) => Array.from({ length: weight }, () => order));
}
const SHUFFLES = 4;

function shuffle(list: number[], random: () => number): void {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [list[at], list[other]] = [list[other] as number, list[at] as number];
  }
}

/** Inserts the unassigned visits, each at its cheapest place. */
function recreate(state: RouteState, orders: readonly Order[], random: () => number): void {
  const order = orders[Math.floor(random() * (orders.length + SHUFFLES))];
  shuffle(state.unassigned, random);
  if (order) state.unassigned.sort(order);
  state.unassigned = state.unassigned.filter((visit) => !state.insertBest(visit, random));
}

const copyPlan = (state: RouteState): RoutePlan => ({
  routes: state.routes.map((route) => [...route]),
  unassigned: state.unassigned.toSorted((a, b) => a - b),
  travel: state.routes.reduce((sum, _, vehicle) => sum + state.travelOf(vehicle), 0),
});

/**
 * Plans routes of least travel plus penalties. Windows, shifts, capacity and `isAllowed` always hold.
 * @example solveRoutes(problem, { random: createRandom(7), progress: () => (performance.now() - start) / 1000 });
 */
export function solveRoutes(problem: RouteProblem, { random, progress, initial = [] }: SolverOptions): RoutePlan {
  const state = new RouteState(problem);
  for (const [vehicle, route] of initial.entries()) for (const visit of route) state.append(visit, vehicle);
  const neighbours = listNeighbours(problem);
  const orders = listOrders(problem);
  recreate(state, orders, random);
  let best = copyPlan(state);
  let bestCost = state.cost;
  const unit = best.travel / Math.max(1, problem.visits.length) || 1;
  const cooling = LAST_TEMPERATURE / FIRST_TEMPERATURE;
  let spent = progress(0);
  for (let iteration = 1; spent < 1; iteration++) {
    if (iteration % CLOCK_INTERVAL === 0) spent = progress(iteration);
    const temperature = unit * FIRST_TEMPERATURE * cooling ** spent;
    state.begin();
    const cost = state.cost;
    ruin(state, neighbours, random);
    recreate(state, orders, random);
    if (state.cost >= cost - temperature * Math.log(random())) state.restore();
    else if (state.cost < bestCost - 1e-9) {
      best = copyPlan(state);
      bestCost = state.cost;
    }
  }
  return best;
}
