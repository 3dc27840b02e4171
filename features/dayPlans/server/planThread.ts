import { parentPort, workerData } from 'node:worker_threads';
import { createRandom } from '../../../server/demo/seededRandom.ts';
import type { PlanTask } from './planOnThread.ts';
import { solveRoutes } from './solveRoutes.ts';

const { problem, initial, milliseconds, iterations } = workerData as PlanTask;
const start = performance.now();
const plan = solveRoutes(problem, {
  initial,
  random: createRandom(1),
  progress: (done) => Math.max((performance.now() - start) / milliseconds, done / iterations),
});
parentPort?.postMessage(plan);
