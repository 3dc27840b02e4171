// `npm test` runs the tests of every change, `npm run test:nightly` the long ones.
// `npm test -- api` runs one stage, `npm test -- api files` the files with that word in their names, long ones
// included.
import { globSync, rmSync } from 'node:fs';
import { buildPortal, isBuilt } from '../frame/build/portalBuild.ts';
import { run } from '../frame/build/run.ts';
import { ensureChromium } from '../frame/testing/chromium.ts';
import { startPostgres } from '../frame/testing/postgres.ts';
import { postgresFiles } from './lib/postgresFiles.ts';
import { fromRoot } from './lib/root.ts';
import { runVitest, type Suite, type VitestRun } from './lib/runVitest.ts';
import { createTempFolder } from './lib/tempFolder.ts';
import { failedCheck, passedCheck, sumResults, type TestResults } from './lib/testResults.ts';

const words = process.argv.slice(2);
const isNightly = words.includes('--nightly');
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));
const folder = createTempFolder('portal-test-');
// Tests and servers write below it; deleted at the end.
process.env.TMPDIR = folder;
// Generated tests run all cases (frame/tests/api/size.ts).
if (isNightly) process.env.NIGHTLY = '1';
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const MAX_LISTED_FAILURES = 20;

const tool = async (name: string, path: string, ...args: string[]) =>
  (await run(process.execPath, [fromRoot(path), ...args])).code === 0 ? passedCheck() : failedCheck(name);

async function checkTypes(): Promise<TestResults> {
  // Each app has its own roles and collections, so it is a program of its own.
  const examples = [...globSync('examples/*', { cwd: fromRoot() }), 'tests/bench/peers'];
  const [first = '.', ...others] = isNightly ? examples : ['.', 'frame/tests', 'frame/template'];
  const check = (part: string) => {
    const stored = fromRoot('node_modules/.tmp', part, 'types.tsbuildinfo');
    const incremental = ['--incremental', '--tsBuildInfoFile', stored];
    return tool(`types of ${part}`, 'node_modules/typescript/bin/tsc', '-p', part, ...incremental);
  };
  const largest = check(first);
  const results: TestResults[] = [];
  // One after the other: a program takes more than 1 GB.
  for (const part of others) results.push(await check(part));
  return sumResults([...results, await largest]);
}

const suiteOf = (files: readonly string[]): Suite => (files.length > 0 ? 'all' : isNightly ? 'nightly' : 'change');
const vitest = (project: string, files: string[], workers: number, more: Partial<VitestRun> = {}) =>
  runVitest({ project, suite: suiteOf(files), files, workers, ...more });

async function onPostgres(project: string, files: string[], workers: number, more: Partial<VitestRun>) {
  try {
    const database = await startPostgres();
    const tally = await vitest(project, files, workers, { ...more, env: { TEST_DATABASE_URL: database.url } });
    database.stop();
    return tally;
  } catch (error) {
    return `no PostgreSQL here: ${(error as Error).message}`;
  }
}

function postgres(files: string[]): Promise<TestResults | string> {
  const choice = isNightly
    ? { suite: 'nightlyPostgres' as const }
    : { files: postgresFiles.map((file) => fromRoot(file)) };
  return onPostgres('*api', files, 3, files.length > 0 ? {} : choice);
}

async function browser(files: string[]): Promise<TestResults> {
  if (!isBuilt() && !buildPortal()) return failedCheck('browser: the portal could not be built');
  try {
    return await vitest('browser', files, 3, { env: { CHROMIUM_PATH: await ensureChromium() } });
  } catch (error) {
    return failedCheck(`browser: ${(error as Error).message}`);
  }
}

const stages: Record<string, (files: string[]) => Promise<TestResults | string>> = {
  types: checkTypes,
  lint: async () =>
    sumResults([
      await tool('lint', 'node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings'),
      await tool('language', 'scripts/checkLanguage.ts'),
    ]),
  unused: () => tool('unused', 'node_modules/knip/bin/knip.js'),
  build: async () => (isBuilt() || buildPortal() ? passedCheck() : failedCheck('build')),
  unit: (files) => vitest('*unit', files, 2),
  portal: (files) => vitest('portal*', files, 2),
  // Three workers keep two cores busy, since tests wait for servers.
  api: (files) => vitest('*api', files, 3),
  postgres,
  browser,
  // Two servers on one database run at night.
  simulate: (files) =>
    isNightly || files.length > 0 ? onPostgres('simulate', files, 2, {}) : vitest('simulate', files, 2),
  /** Alone, as other work disturbs what it measures. */
  gate: () => tool('gate: slower than recorded', 'scripts/bench.ts', 'gate'),
  /** The frame's own tests, also part of unit and api. */
  frame: (files) => vitest('frame-*', files, 3),
};

const CHANGE = [
  ['types', 'lint', 'unused', 'build', 'unit'],
  ['portal'],
  ['api'],
  ['postgres', 'simulate'],
  ['browser'],
];
const NIGHTLY = [['build', 'types'], ['unit'], ['portal'], ['api'], ['postgres', 'simulate'], ['browser'], ['gate']];

const files = words.filter((word) => !(word in stages) && word !== '--nightly');
const chosen = words.filter((word) => word in stages);
if (files.length > 0 && chosen.length === 0) {
  console.error(`There is no stage "${files[0]}". The stages are: ${Object.keys(stages).join(', ')}.`);
  process.exit(2);
}

const lines: string[] = [];
const tallies: TestResults[] = [];
async function runStage(name: string): Promise<void> {
  console.log(`== ${name}`);
  const start = performance.now();
  const result = (await stages[name]?.(files)) ?? failedCheck(name);
  const seconds = `${((performance.now() - start) / 1000).toFixed(1)} s`.padStart(8);
  const outcome =
    typeof result === 'string' ? `not run (${result})` : `${result.passed} passed, ${result.failed} failed`;
  lines.push(`${name.padEnd(10)}${seconds}   ${outcome}`);
  if (typeof result !== 'string') tallies.push(result);
}

const schedule = chosen.length > 0 ? chosen.map((name) => [name]) : isNightly ? NIGHTLY : CHANGE;
for (const together of schedule) await Promise.all(together.map(runStage));

const { passed, failures } = sumResults(tallies);
const listed = failures.slice(0, MAX_LISTED_FAILURES).map((failure) => `  ${failure}`);
if (failures.length > listed.length) listed.push(`  and ${failures.length - listed.length} more, see above`);
if (failures.length > 0) console.log(`\nfailed:\n${listed.join('\n')}`);
console.log(`\n${lines.join('\n')}\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
