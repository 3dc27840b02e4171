// npm run test:mutants: mutates the code of rights, row rules, money, writes, plan and custody, and prints mutants that
// no test kills.
// `--most 20` limits the number; arguments select areas: -- --most 20 custody.
import { hash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createVitest } from 'vitest/node';
import { copyTree } from '../tests/tree.ts';
import { findMutations, type Mutation } from './lib/mutations.ts';
import { fromRoot } from './lib/root.ts';
import { createTempFolder } from './lib/tempFolder.ts';

const MAX_MUTANTS = 150;
/** A mutant that never ends is stopped after this time. */
const TEST_TIMEOUT_MS = 300_000;

interface Area {
  sources: string[];
  /** The fastest first, because the first failure kills a mutant. */
  tests: string[];
}
const AREAS: Record<string, Area> = {
  rights: {
    sources: ['frame/config/rights.ts', 'frame/server/records/access/fieldAccess.ts'],
    tests: [
      'tests/api/collectionRights',
      'frame/tests/api/collectionChanges',
      'frame/tests/api/unwritable',
      'tests/api/everyKind',
    ],
  },
  rows: {
    sources: ['frame/server/records/access/rowRules.ts'],
    tests: [
      'tests/api/rows',
      'tests/api/owners',
      'tests/api/speed',
      'frame/tests/api/unwritable',
      'frame/tests/api/where',
      'tests/api/fourthRole',
    ],
  },
  where: {
    sources: ['compileWhere', 'operatorMap', 'checkWherePaths']
      .map((name) => `frame/server/records/query/${name}.ts`)
      .concat('frame/where/matchWhere.ts'),
    tests: ['frame/tests/api/where', 'frame/tests/unit/where', 'tests/api/rows', 'tests/api/leakWays'],
  },
  money: {
    sources: [
      'frame/fields/money.ts',
      'frame/fields/number.ts',
      'server/calls/transactions.ts',
      'server/calls/visitPayments.ts',
    ],
    tests: [
      'frame/tests/api/numbers',
      'tests/api/transactions',
      'tests/api/dispatch',
      'tests/api/everyKind',
      'tests/api/import',
    ],
  },
  ledger: {
    sources: ['ledgerRules', 'closedMonths', 'visitFacts', 'closeMonth', 'settleVisits']
      .map((name) => `features/money/server/${name}.ts`)
      .concat('features/mileage/server/tripShares.ts'),
    tests: [
      'mileage/tests/tripShares',
      'money/tests/ledger',
      'money/tests/monthCorrections',
      'money/tests/closing',
    ].map((name) => `features/${name}`),
  },
  derived: {
    sources: ['staleRecords', 'rollupColumns', 'lookupColumns', 'computedColumns', 'summaryTables']
      .map((name) => `frame/server/records/derived/${name}.ts`)
      .concat('frame/config/related/derivedFields.ts'),
    tests: [
      'frame/tests/api/derivedReaders',
      'frame/tests/api/derivedValues',
      'frame/tests/api/ruleKeys',
      'tests/api/rollups',
      'tests/api/lookups',
      'tests/api/collectionValues',
    ],
  },
  operations: {
    sources: ['createRecord', 'updateRecord', 'deleteRecord', 'runAction']
      .map((name) => `frame/server/records/operations/${name}.ts`)
      .concat('frame/plugins/history/server/recordVersions.ts', 'frame/plugins/trash/server/deletedRecords.ts'),
    tests: [
      'frame/tests/api/createMany',
      'frame/tests/api/recordsApi',
      'frame/tests/api/collectionChanges',
      'frame/tests/api/updateManyHooks',
      'tests/api/collectionStates',
      'tests/api/history',
      'tests/api/trash',
    ],
  },
  plan: {
    sources: [
      ...['findReasons', 'workingHours', 'whyNot'].map((name) => `features/plan/server/${name}.ts`),
      ...['findWays', 'planDay', 'routeState'].map((name) => `features/dayPlans/server/${name}.ts`),
      'features/standingOrders/server/listOccurrences.ts',
    ],
    tests: [
      'features/plan/tests/whyNot',
      'features/dayPlans/tests/planDay',
      'features/plan/tests/findSlots',
      'features/dayPlans/tests/solveRoutes',
      'features/plan/tests/planQuestions',
    ],
  },
  custody: {
    sources: ['appendCustody', 'countedSteps', 'custodyChain', 'verifyCustody']
      .map((name) => `features/custody/server/${name}.ts`)
      .concat('features/custody/server/custodyHandlers.ts'),
    tests: ['features/custody/tests/custody', 'tests/api/orders'],
  },
  handOver: {
    sources: ['features/custody/server/handOver.ts'],
    tests: ['features/custody/tests/custody', 'tests/api/orders'],
  },
};

interface Mutant extends Mutation {
  file: string;
  source: string;
}

/** Lists the mutants of an area in a fixed random order, so that the first ones are a fair sample. */
function listMutants({ sources }: Area): Mutant[] {
  const all = sources.flatMap((file) => {
    const source = readFileSync(fromRoot(file), 'utf8');
    return findMutations(file, source).map((one) => {
      const key = hash('sha256', `${file} ${source.slice(one.start, one.end)} ${one.text} ${one.start}`);
      return { ...one, file, source, key };
    });
  });
  return all.toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

function describe({ file, source, start, end, text }: Mutant): string {
  const short = (one: string) => one.replace(/\s+/g, ' ').replace(/^(.{90}).+/, '$1 ...');
  const line = source.slice(0, start).split('\n').length;
  return `${file}:${line}: ${short(source.slice(start, end))} -> ${short(text)}`;
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { most: { type: 'string' } } });
const names = positionals.length > 0 ? positionals : Object.keys(AREAS);
if (names.some((name) => !(name in AREAS))) {
  console.error(`The areas are: ${Object.keys(AREAS).join(', ')}.`);
  process.exit(2);
}

setPriority(Math.max(10, getPriority()));
const folder = createTempFolder('portal-mutants-');
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const parts = ['src', 'server', 'scripts', 'tests', 'docs', 'public', 'index.html', 'package.json', 'tsconfig.json'];
const tree = copyTree('mutants', [...parts, 'vitest.config.ts', 'vite.config.ts'], folder);
// The cache would return the unchanged modules.
rmSync(join(tree, 'node_modules', '.vitest-cache'), { force: true });
// A thread kills a test process that hangs in a mutant.
const end = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${TEST_TIMEOUT_MS})`;
const watch = `import { Worker } from 'node:worker_threads'; new Worker(${JSON.stringify(end)}, { eval: true }).unref();`;
const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(watch)}`;
// Side ways are tested at night.
Object.assign(process.env, { SUITE: 'all', NODE_ENV: 'test', TMPDIR: folder, TEST_DATABASE_URL: '', NODE_OPTIONS });
process.chdir(tree);
const quiet = { watch: false, silent: true, reporters: [{}] };
const vitest = await createVitest('test', { ...quiet, root: tree, project: ['*api', '*unit'], bail: 1, maxWorkers: 1 });

async function runTests(tests: readonly string[]): Promise<boolean> {
  const specifications = await vitest.globTestSpecifications(
    tests.flatMap((name) => [`${name}.test.ts`, `${name}.nightly.test.ts`]),
  );
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, true);
  return unhandledErrors.length === 0 && testModules.length > 0 && testModules.every((one) => one.ok());
}

function write(file: string, source: string): void {
  writeFileSync(join(tree, file), source);
  vitest.invalidateFile(join(tree, file));
}

/** Runs the area's tests on up to `most` mutants. Returns true for each that survived. */
async function tryArea(area: Area, most: number): Promise<boolean[]> {
  // Retry once: a test may time out on a busy machine.
  if (!(await runTests(area.tests)) && !(await runTests(area.tests)))
    throw new Error(`The tests fail without a change: ${area.tests.join(', ')}`);
  const survived: boolean[] = [];
  for (const mutant of listMutants(area).slice(0, most)) {
    const { file, source, start, end, text } = mutant;
    write(file, source.slice(0, start) + text + source.slice(end));
    const passed = await runTests(area.tests);
    write(file, source);
    survived.push(passed);
    console.log(`${passed ? 'SURVIVED' : 'killed  '} ${describe(mutant)}`);
  }
  return survived;
}

const results: boolean[] = [];
for (const [place, name] of names.entries()) {
  const left = Number(values.most ?? MAX_MUTANTS) - results.length;
  results.push(...(await tryArea(AREAS[name] as Area, Math.ceil(left / (names.length - place)))));
}
const killed = results.filter((survived) => !survived).length;
console.log(`Score: ${killed} of ${results.length} killed (${((100 * killed) / results.length).toFixed(1)} %).`);
await vitest.close();
