// npm run simulate -- --seed 7: replays the days of a seed, and prints the hash of its trace, or the shortest trace in
// words that breaks a promise. `--days 5` sets the days of a seed, `--seeds 100` runs so many from `--seed` on.
// `--plant NAME` plants a fault of tests/simulate/planted.ts; `--plant all` looks for each of them in turn.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PLANTED } from '../tests/simulate/planted.ts';
import { fromRoot } from './lib/root.ts';
import { runVitest } from './lib/runVitest.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    days: { type: 'string', default: '5' },
    plant: { type: 'string' },
  },
});

/** Runs the simulation with each seed until one breaks a promise of the system. Returns the report. */
async function simulate(plant?: string): Promise<{ broken: boolean; words: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'simulate-'));
  const report = join(folder, 'report.txt');
  const { failures } = await runVitest({
    project: 'simulate',
    suite: 'all',
    files: [fromRoot('tests/simulate/days.test.ts')],
    workers: 1,
    env: {
      SIMULATE_FROM: values.seed,
      SIMULATE_TO: String(Number(values.seed) + Number(values.seeds) - 1),
      SIMULATE_DAYS: values.days,
      SIMULATE_REPORT: report,
      PLANT: plant,
    },
  });
  const words = existsSync(report) ? readFileSync(report, 'utf8') : 'It could not start.';
  rmSync(folder, { recursive: true });
  return { broken: failures.length > 0, words };
}

if (values.plant === 'all') {
  let missed = 0;
  for (const name of PLANTED.keys()) {
    const { broken, words } = await simulate(name);
    if (!broken) missed += 1;
    console.log(`== ${name}: ${broken ? words : 'not found'}`);
  }
  process.exit(missed > 0 ? 1 : 0);
}
const { broken, words } = await simulate(values.plant);
console.log(words);
process.exit(broken ? 1 : 0);
