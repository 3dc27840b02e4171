import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseLocalTime } from 'portal-frame/server';
import { addDays } from 'portal-frame/wire';
import { createRandom } from '../../../server/demo/seededRandom.ts';
import { findSlots, type SlotSearch } from '../../plan/server/findSlots.ts';
import { NO_RULES, type PlannedVisit, type PlanRules } from '../../plan/server/planRules.ts';
import { createTravelMinutes, createZoneFinder } from '../../plan/server/travelTimes.ts';
import { PLAN_ZIPS } from '../../plan/tests/planDays.ts';
import { proposeDay } from '../server/planDay.ts';
import { planOnThread } from '../server/planOnThread.ts';
import type { PlanDay } from '../server/planStops.ts';
import type { RouteProblem } from '../server/routeProblem.ts';
import { solveRoutes } from '../server/solveRoutes.ts';

/** Mean of the best known total distances per class of Solomon's instances. */
const BEST_KNOWN: Readonly<Record<string, number>> = {
  C1: 828.38,
  C2: 589.86,
  R1: 1175.75,
  R2: 878.41,
  RC1: 1340.02,
  RC2: 1004.21,
};
const PENALTY = 100_000;

/** Reads an instance: a head with vehicles and capacity, then a row for the depot and each visit. */
function readInstance(text: string): RouteProblem {
  const rows = text
    .split(/\r?\n/)
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter((row) => row.length >= 2 && row.every(Number.isFinite));
  const [count = 0, capacity = 0] = rows.find(({ length }) => length === 2) ?? [];
  const places = rows.filter(({ length }) => length === 7);
  const travel = places.map(([, x = 0, y = 0]) => places.map(([, a = 0, b = 0]) => Math.hypot(x - a, y - b)));
  const [depot = [], ...visits] = places;
  const [, , , , from = 0, to = 0] = depot;
  return {
    visits: visits.map(([, , , load = 0, ready = 0, due = 0, service = 0], at) => ({
      ...{ place: at + 1, from: ready, to: due, service, load, penalty: PENALTY },
    })),
    vehicles: Array.from({ length: Math.max(count, visits.length) }, () => ({ start: 0, end: 0, from, to, capacity })),
    travel,
  };
}

/** Plans each of Solomon's instances in a folder for `seconds` on one thread, and prints the gap to the best known. */
function benchSolomon(folder: string, seconds = 1): void {
  const classes = new Map<string, number[]>();
  for (const file of readdirSync(folder)
    .filter((name) => /\.txt$/i.test(name))
    .sort()) {
    const problem = readInstance(readFileSync(join(folder, file), 'utf8'));
    const start = performance.now();
    const progress = () => (performance.now() - start) / (seconds * 1000);
    const { travel, unassigned, routes } = solveRoutes(problem, { random: createRandom(1), progress });
    const used = routes.filter(({ length }) => length > 0).length;
    console.log(
      `${file.padEnd(14)}${travel.toFixed(2).padStart(10)}  ${used} vehicles${unassigned.length > 0 ? `, ${unassigned.length} left out` : ''}`,
    );
    const name = /^(RC|R|C)[12]/i.exec(file)?.[0].toUpperCase() ?? file;
    classes.set(name, [...(classes.get(name) ?? []), travel]);
  }
  let [reached, best] = [0, 0];
  for (const [name, found] of classes) {
    const mean = found.reduce((sum, one) => sum + one, 0) / found.length;
    const known = BEST_KNOWN[name];
    console.log(`${name.padEnd(14)}${mean.toFixed(2).padStart(10)}  ${known ? gap(mean, known) : 'no best known'}`);
    if (!known) continue;
    reached += mean * found.length;
    best += known * found.length;
  }
  console.log(`all: ${best > 0 ? gap(reached, best) : 'no class with a best known mean'}`);
}

const gap = (reached: number, best: number) => `${((reached / best - 1) * 100).toFixed(2)} % above best known`;

const ZONE = 'America/New_York';
const MONDAY = '2026-07-06';
const WORKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const PEOPLE = 40;
const DAYS = 14;
/** Searches before the measured ones: a server is compiled by then. */
const WARM_UPS = 100;

function drawBusiness(random: () => number) {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const zips = PLAN_ZIPS;
  const zones = zips.map((zip) => ({ id: zip, name: zip, zips: [zip], speed: 15 + Math.floor(random() * 15) }));
  const employees = Array.from({ length: PEOPLE }, (_, at) => `e${at}`);
  const week = WORKDAYS.map((day) => ({ day, start: pick(['06:00', '07:30']), end: pick(['15:00', '17:00']) }));
  const rules: PlanRules = {
    ...{
      timeZone: ZONE,
      findZone: createZoneFinder(zones),
      travel: createTravelMinutes({ zones }),
      findPlace: () => undefined,
    },
    employees: new Map(
      employees.map((id) => [
        id,
        {
          ...{ ...NO_RULES, shifts: [{ from: null, to: null, week }], startZip: pick(zips), visitsPerDay: 14 },
          credentials: [{ skill: 's', expiresOn: '2027-01-01' }],
          timeOff: random() < 0.1 ? [{ from: addDays(MONDAY, 2), to: addDays(MONDAY, 4) }] : [],
        },
      ]),
    ),
    closedDays: new Map([['', new Map([[addDays(MONDAY, 5), 'Holiday']])]]),
    facilities: new Map(),
    skills: new Map([['s', { name: 'S', forEveryVisit: true }]]),
    laboratories: new Map([
      ['lab', { zip: '19102', week: WORKDAYS.map((day) => ({ day, start: '06:00', end: '20:00' })) }],
    ]),
  };
  const visitOn = (day: string, id: string): PlannedVisit => ({
    ...{ id, minutes: 30, zip: pick(zips), laboratory: pick([null, 'lab']) },
    at: parseLocalTime(
      `${day}T${String(7 + Math.floor(random() * 8)).padStart(2, '0')}:${pick(['00', '15', '30', '45'])}`,
      ZONE,
    ),
  });
  return { rules, employees, visitOn };
}

const percentile = (sorted: readonly number[], part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;

/** Searches all times of one visit for 40 people in 14 days, each with eight visits a day. */
function benchSlots(): void {
  const { rules, employees, visitOn } = drawBusiness(createRandom(3));
  const visits = new Map<string, PlannedVisit[]>();
  for (const employee of employees)
    for (let day = 0; day < DAYS; day++)
      visits.set(
        `${employee} ${addDays(MONDAY, day)}`,
        Array.from({ length: 8 }, (_, at) => visitOn(addDays(MONDAY, day), `${employee} ${day} ${at}`)),
      );
  const near: SlotSearch['near'] = (employee, at) =>
    visits.get(`${employee} ${new Date(at).toISOString().slice(0, 10)}`) ?? [];
  const times: number[] = [];
  let found = 0;
  for (let run = -WARM_UPS; run < 1000; run++) {
    const visit = { ...visitOn(MONDAY, 'new'), tubeHours: run % 2 ? 24 : undefined };
    const start = performance.now();
    const slots = findSlots({ rules, visit, employees, from: MONDAY, days: DAYS, after: 0, near });
    if (run < 0) continue;
    times.push(performance.now() - start);
    found += slots.length;
  }
  times.sort((a, b) => a - b);
  const show = (part: number) => `p${part * 100} ${percentile(times, part).toFixed(2)} ms`;
  console.log(
    `slots of a visit, ${PEOPLE} people x ${DAYS} days: ${[0.5, 0.99].map(show).join(', ')} (asked: p99 <= 10), ${Math.round(found / times.length)} times each`,
  );
}

/** Plans a day of 200 visits for 40 people, and measures how long the event loop is held meanwhile. */
async function benchDelay(): Promise<void> {
  const { rules, employees, visitOn } = drawBusiness(createRandom(5));
  const visits = Array.from({ length: 200 }, (_, at) => {
    const visit = visitOn(MONDAY, `v${at}`);
    const needs = {
      earliest: visit.at - 3_600_000,
      latest: visit.at + 3_600_000,
      minutes: null,
      skills: [],
      facility: null,
      pinned: false,
    };
    return { ...visit, needs, employee: null, fixed: false };
  });
  const plan: PlanDay = { rules, day: MONDAY, after: 0, employees, away: new Set(), visits };
  const delay = monitorEventLoopDelay({ resolution: 1 });
  for (const name of ['cold', 'warm']) {
    const start = performance.now();
    delay.reset();
    delay.enable();
    const { unassigned } = await proposeDay(plan, planOnThread);
    delay.disable();
    console.log(
      `plan of 200 visits for ${PEOPLE} people, ${name}: ${((performance.now() - start) / 1000).toFixed(2)} s (asked: <= 2), longest wait ${(delay.max / 1e6).toFixed(1)} ms (asked: <= 10), ${unassigned.length} left out`,
    );
  }
}

const [folder] = process.argv.slice(2);
if (folder) benchSolomon(folder);
else {
  benchSlots();
  await benchDelay();
}
