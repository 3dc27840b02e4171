import { appendFileSync } from 'node:fs';
import { planDays, runPlan, type Simulated, shrink } from './simulate.ts';

/** Days that follow each other on one server. More make the lists longer and each day slower. */
export const DAYS_PER_SEED = 5;

/** Tells the command `npm run simulate` what happened. */
const tell = (text: string): void => {
  const { SIMULATE_REPORT } = process.env;
  if (SIMULATE_REPORT) appendFileSync(SIMULATE_REPORT, `${text}\n`);
};

/** Runs one seed. Throws with the shortest trace in words if a promise is broken. */
export async function simulateSeed(seed: number, days = DAYS_PER_SEED): Promise<Simulated> {
  const plan = planDays(seed, days);
  const first = await runPlan(seed, plan);
  if (!first.violation) {
    tell(`seed ${seed}: ${days} days, trace ${first.hash.slice(0, 16)}`);
    return first;
  }
  const { rule } = first.violation;
  const kept = await shrink(seed, plan.slice(0, first.done), rule);
  const { trace } = await runPlan(seed, kept);
  const words = [`seed ${seed}, ${kept.length} of ${plan.length} actions:`, ...trace].join('\n');
  tell(words);
  throw new Error(words);
}

/** Runs seeds one after the other. */
export async function simulateSeeds(from: number, to: number, step = 1): Promise<void> {
  for (let seed = from; seed <= to; seed += step) await simulateSeed(seed);
}
