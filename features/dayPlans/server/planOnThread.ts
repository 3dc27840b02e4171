import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { RoutePlan, RouteProblem } from './routeProblem.ts';

export interface PlanTask {
  problem: RouteProblem;
  initial: number[][];
  /** The search ends after this time, or after so many iterations. */
  milliseconds: number;
  iterations: number;
}

const MAX_MILLISECONDS = 1500;
const ITERATIONS_PER_VISIT = 400;

/** Solves a problem on a thread of its own, in at most 1.5 s and the start of the thread. */
export async function planOnThread(problem: RouteProblem, initial: number[][]): Promise<RoutePlan> {
  const iterations = ITERATIONS_PER_VISIT * Math.max(1, problem.visits.length);
  const workerData: PlanTask = { problem, initial, milliseconds: MAX_MILLISECONDS, iterations };
  const thread = new Worker(new URL('./planThread.ts', import.meta.url), { workerData });
  try {
    const [plan] = (await once(thread, 'message')) as [RoutePlan];
    return plan;
  } finally {
    await thread.terminate();
  }
}
