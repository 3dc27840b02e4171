import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fromRoot } from '../../scripts/lib/root.ts';
import { benchPeers, getCpuRatios } from './peers.ts';

/** Recorded CPU ratios of `npm run bench -- peers` by name. */
const RECORDED = fromRoot('tests', 'bench', 'ratios.json');
const MAX_GROWTH = 1.2;

const shown = (value: number) => value.toFixed(2);

/** Describes each ratio that is more than 20 % worse than the recorded one, or that was not measured. */
export const listWorse = (recorded: Record<string, number>, found: Record<string, number>): string[] =>
  Object.entries(recorded).flatMap(([name, before]) => {
    const now = found[name];
    if (now === undefined || Number.isNaN(now)) return [`${name}: nothing was measured, ${shown(before)} is recorded.`];
    if (now <= before * MAX_GROWTH) return [];
    return [
      `${name}: its CPU ratio is ${shown(now)}, ${Math.round((now / before - 1) * 100)} % worse than ${shown(before)}.`,
    ];
  });

/** Other work on the machine makes some ratios worse for a while: what is worse each time counts. */
const MAX_RUNS = 3;

/** `npm run bench -- gate`: fails if a ratio is worse than recorded in each run. The word `record` writes the ratios. */
export async function benchGate(words: readonly string[] = []): Promise<void> {
  const found = getCpuRatios(await benchPeers());
  if (words.includes('record') || !existsSync(RECORDED)) {
    const rounded = Object.fromEntries(Object.entries(found).map(([name, ratio]) => [name, Number(shown(ratio))]));
    writeFileSync(RECORDED, `${JSON.stringify(rounded, null, 2)}\n`);
    console.log('The ratios were recorded in tests/bench/ratios.json.');
    return;
  }
  const recorded = JSON.parse(readFileSync(RECORDED, 'utf8')) as Record<string, number>;
  let worse = listWorse(recorded, found);
  for (let runs = 1; worse.length > 0 && runs < MAX_RUNS; runs++) {
    for (const line of worse) console.log(`${line} Measured again ...`);
    for (const [name, ratio] of Object.entries(getCpuRatios(await benchPeers())))
      found[name] = Math.min(ratio, found[name] ?? ratio);
    worse = listWorse(recorded, found);
  }
  if (worse.length === 0) console.log('No ratio is more than 20 % worse than the recorded one.');
  else {
    for (const line of worse) console.error(line);
    process.exitCode = 1;
  }
}
