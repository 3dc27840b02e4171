// `npm test` runs the tests of every change, `npm run test:nightly` the long ones.
// `npm test -- api` runs one stage, `npm test -- api files` the files with that word in their names, long ones
// included.
import { globSync, rmSync } from 'node:fs';
import { isBuilt } from '../frame/build/portalBuild.ts';
import { ensureChromium } from '../frame/testing/chromium.ts';
import { startPostgres } from '../frame/testing/postgres.ts';
import { findChangedFiles, findNearestTests } from './lib/nearestTests.ts';
import { postgresFiles } from './lib/postgresFiles.ts';
import { fromRoot } from './lib/root.ts';
import { runCounted } from './lib/runCounted.ts';
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
const BIOME = 'node_modules/@biomejs/biome/bin/biome';
/** Fewer garbage collections of TypeScript. */
const TOOL_ENV = { GOGC: '400' };

async function tool(name: string, path: string, ...args: string[]): Promise<TestResults> {
  const { code, cpu } = await runCounted(process.execPath, [fromRoot(path), ...args], { env: TOOL_ENV });
  return code === 0 ? passedCheck(cpu) : failedCheck(name, cpu);
}

const build = async () =>
  isBuilt() ? passedCheck() : tool('build', 'node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn');

async function checkTypes(): Promise<TestResults> {
  // Each app has its own roles and collections, so it is a program of its own.
  const examples = [...globSync('examples/*', { cwd: fromRoot() }), 'tests/bench/peers'];
  const [first = '.', ...others] = isNightly ? [...examples, 'frame/template'] : ['.', 'frame/tests'];
  const check = (part: string) => {
    const stored = fromRoot('node_modules/.tmp', part, 'types.tsbuildinfo');
    // Each checker computes types of libraries anew: four take a half more CPU time than one.
    const incremental = ['--incremental', '--tsBuildInfoFile', stored, '--checkers', '1'];
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
  const built = isBuilt() ? [] : [await build()];
  if (built.some(({ failed }) => failed > 0)) return failedCheck('browser: the portal could not be built');
  try {
    return sumResults([
      ...built,
      await vitest('browser', files, 3, { env: { CHROMIUM_PATH: await ensureChromium() } }),
    ]);
  } catch (error) {
    return failedCheck(`browser: ${(error as Error).message}`);
  }
}

/** Closest test files of a change: a minute's work on two cores. */
const MOST_NEAREST = 8;

/** Checks a change first where it can break something: types, lint and the closest tests. */
async function checkChanged(): Promise<TestResults> {
  const changed = findChangedFiles();
  const tests = findNearestTests(changed, MOST_NEAREST);
  console.log([`${changed.length} changed files; the closest tests:`, ...tests].join('\n  '));
  const run = (project: string, paths: RegExp) => {
    const own = tests.filter((path) => paths.test(path)).map((path) => fromRoot(path));
    return own.length > 0 ? [vitest(project, own, 2)] : [];
  };
  const isLinted = (file: string) => /\.(tsx?|mjs|json|css)$/.test(file) && file !== 'package-lock.json';
  const linted = changed.filter(isLinted);
  const checks = [
    checkTypes(),
    tool('language', 'scripts/checkLanguage.ts'),
    ...(linted.length > 0 ? [tool('lint', BIOME, 'ci', '--error-on-warnings', ...linted)] : []),
    ...run('*unit', /\/unit\//),
    ...run('portal*', /\/portal\/|^(features|examples)\/.*\.tsx$/),
    ...run('*api', /\/api\/|^(features|examples)\/.*\.ts$/),
  ];
  return sumResults(await Promise.all(checks));
}

const stages: Record<string, (files: string[]) => Promise<TestResults | string>> = {
  types: checkTypes,
  lint: async () =>
    sumResults([
      await tool('lint', BIOME, 'ci', '--error-on-warnings'),
      await tool('language', 'scripts/checkLanguage.ts'),
    ]),
  unused: () => tool('unused', 'node_modules/knip/bin/knip.js'),
  build,
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
  changed: checkChanged,
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
const NIGHTLY = [['build', 'types'], ['unit', 'portal'], ['api'], ['postgres', 'simulate'], ['browser'], ['gate']];

const files = words.filter((word) => !(word in stages) && word !== '--nightly');
const chosen = words.filter((word) => word in stages);
if (files.length > 0 && chosen.length === 0) {
  console.error(`There is no stage "${files[0]}". The stages are: ${Object.keys(stages).join(', ')}.`);
  process.exit(2);
}

const lines: string[] = [];
const tallies: TestResults[] = [];
const inSeconds = (seconds: number) => `${seconds.toFixed(1)} s`.padStart(9);
async function runStage(name: string): Promise<void> {
  console.log(`== ${name}`);
  const start = performance.now();
  const result = (await stages[name]?.(files)) ?? failedCheck(name);
  const seconds = inSeconds((performance.now() - start) / 1000);
  const outcome =
    typeof result === 'string'
      ? `not run (${result})`
      : `${inSeconds(result.cpu)} CPU   ${result.passed} passed, ${result.failed} failed`;
  lines.push(`${name.padEnd(10)}${seconds}   ${outcome}`);
  if (typeof result !== 'string') tallies.push(result);
}

const schedule = chosen.length > 0 ? chosen.map((name) => [name]) : isNightly ? NIGHTLY : CHANGE;
for (const together of schedule) await Promise.all(together.map(runStage));

const { passed, failures, unsteady = [], cpu } = sumResults(tallies);
const { user, system } = process.cpuUsage();
lines.push(
  `${'in all'.padEnd(10)}${inSeconds(performance.now() / 1000)}   ${inSeconds(cpu + (user + system) / 1e6)} CPU`,
);
const listed = failures.slice(0, MAX_LISTED_FAILURES).map((failure) => `  ${failure}`);
if (failures.length > listed.length) listed.push(`  and ${failures.length - listed.length} more, see above`);
if (unsteady.length > 0)
  console.log(`\nunsteady, passed at the second try; to be repaired:\n  ${unsteady.join('\n  ')}`);
if (failures.length > 0) console.log(`\nfailed:\n${listed.join('\n')}`);
console.log(`\n${lines.join('\n')}\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
