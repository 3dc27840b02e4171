import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteProblem } from '../../server/plan/routeProblem.ts';
import { createRandom } from '../../server/plan/seededRandom.ts';
import { solveRoutes } from '../../server/plan/solveRoutes.ts';

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
export function benchSolomon(folder: string, seconds = 1): void {
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
