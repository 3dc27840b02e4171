// npm test: everything that can be checked, stage by stage. `npm test -- api` runs one stage, and words after
// it choose test files: `npm test -- unit config`.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildPortal, isBuilt } from '../frame/build/built.ts';
import { run } from '../frame/build/run.ts';
import { ensureChromium } from '../frame/testing/chromium.ts';
import { startPostgres } from './lib/postgres.ts';
import { quickFolder } from './lib/quickFolder.ts';
import { at } from './lib/root.ts';
import { oneCheck, readTally, sumOf, type Tally } from './lib/tally.ts';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));
const folder = quickFolder('portal-test-');
// What tests and their servers write is put there, and goes with it.
process.env.TMPDIR = folder;
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const tool = async (name: string, path: string, ...args: string[]) =>
  oneCheck(name, (await run(process.execPath, [at(path), ...args])).code === 0);

/** Tests that wait for a server, a mail or a browser leave a core free: three at a time keep two cores busy. */
const WAITING = ['--maxWorkers=3'];
/** The many servers and scripts that tests start find our modules and the libraries compiled. */
const COMPILED = { NODE_COMPILE_CACHE: at('node_modules/.cache/compiled') };
/** What happens before any database is asked, or without one: SQLite's run holds it. */
const SAME_FILES = ['access', 'bucket', 'effort', 'headers', 'mail', 'passwords', 'pressure', 'time', 'unfinished'];
const BEFORE_DATABASE = SAME_FILES.map((name) => `--exclude=**/tests/api/${name}.test.ts`);

async function vitest(
  project: string,
  filters: string[],
  env: Record<string, string | undefined> = {},
  more: string[] = [],
): Promise<Tally> {
  const own = mkdtempSync(join(folder, 'report-'));
  const report = join(own, 'report.json');
  const unhandled = join(own, 'unhandled.json');
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  args.push(`--reporter=${at('scripts/lib/unhandled.ts')}`);
  const { code } = await run(process.execPath, [at('node_modules/vitest/vitest.mjs'), ...args, ...more, ...filters], {
    env: { NODE_ENV: 'test', TEST_DATABASE_URL: undefined, UNHANDLED: unhandled, ...COMPILED, ...env },
  });
  const errors = existsSync(unhandled) ? (JSON.parse(readFileSync(unhandled, 'utf8')) as string[]) : [];
  return readTally(project, report, code, errors);
}

async function postgres(filters: string[]): Promise<Tally | string> {
  try {
    const database = await startPostgres();
    const tally = await vitest('*api', filters, { TEST_DATABASE_URL: database.url }, [...WAITING, ...BEFORE_DATABASE]);
    database.stop();
    return tally;
  } catch (error) {
    return `no PostgreSQL here: ${(error as Error).message}`;
  }
}

async function browser(filters: string[]): Promise<Tally> {
  if (!isBuilt() && !buildPortal()) return oneCheck('browser: the portal could not be built', false);
  try {
    return await vitest('browser', filters, { CHROMIUM_PATH: await ensureChromium() }, WAITING);
  } catch (error) {
    return oneCheck(`browser: ${(error as Error).message}`, false);
  }
}

/** In order; each gives its tally, or why it did not run. */
const stages: Record<string, (filters: string[]) => Promise<Tally | string>> = {
  types: async () => {
    const check = (part: string) => {
      // What was checked last time, and has not changed, is not checked again.
      const incremental = ['--incremental', '--tsBuildInfoFile', at('node_modules/.tmp', part, 'types.tsbuildinfo')];
      return tool(`types of ${part}`, 'node_modules/typescript/bin/tsc', '-p', part, ...incremental);
    };
    // The app of the frame's own tests has other roles.
    return sumOf([await check('.'), await check('frame/tests')]);
  },
  lint: () => tool('lint', 'node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings'),
  unused: () => tool('unused', 'node_modules/knip/bin/knip.js'),
  unit: (filters) => vitest('*unit', filters),
  portal: (filters) => vitest('portal*', filters),
  api: (filters) => vitest('*api', filters, {}, WAITING),
  postgres,
  build: async () => oneCheck('build', buildPortal()),
  browser,
};
/** Parts of the stages above, run where they are named. */
const byName: typeof stages = {
  frame: (filters) => vitest('frame-*', filters, {}, WAITING),
};
const allStages = { ...stages, ...byName };

/** Each keeps one core busy at most: they run at the same time, before the others. */
const TOGETHER = ['types', 'lint', 'unused'];

const words = process.argv.slice(2);
const chosen = words.filter((word) => word in allStages);
const filters = words.filter((word) => !(word in allStages));
if (filters.length > 0 && chosen.length === 0) {
  console.error(`There is no stage "${filters[0]}". The stages are: ${Object.keys(allStages).join(', ')}.`);
  process.exit(2);
}

const lines: string[] = [];
const tallies: Tally[] = [];
async function runStage(name: string): Promise<void> {
  console.log(`\n== ${name}`);
  const start = performance.now();
  const result = (await allStages[name]?.(filters)) ?? oneCheck(name, false);
  const seconds = `${((performance.now() - start) / 1000).toFixed(1)} s`.padStart(8);
  const said = typeof result === 'string' ? `not run (${result})` : `${result.passed} passed, ${result.failed} failed`;
  lines.push(`${name.padEnd(10)}${seconds}   ${said}`);
  if (typeof result !== 'string') tallies.push(result);
}

const asked = chosen.length > 0 ? chosen : Object.keys(stages);
await Promise.all(asked.filter((name) => TOGETHER.includes(name)).map(runStage));
for (const name of asked.filter((one) => !TOGETHER.includes(one))) await runStage(name);

// Last, so that the tail of a log tells what failed.
const list = (title: string, names: string[]) => {
  if (names.length > 0) console.log(`\n${title}\n${names.map((name) => `  ${name}`).join('\n')}`);
};
const failures = tallies.flatMap((tally) => tally.failures);
list(
  'passed on the second try:',
  tallies.flatMap((tally) => tally.secondTries),
);
list('failed:', failures);
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
console.log(`\n${lines.join('\n')}\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
