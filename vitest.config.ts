import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { postgresFiles } from './scripts/lib/postgresFiles.ts';
import { plantFault } from './tests/simulate/planted.ts';

const svelte = (file: string) => join(import.meta.dirname, 'node_modules', 'svelte', 'src', file);

/** Which files run (scripts/lib/runVitest.ts). */
const { SUITE = 'change' } = process.env;
const LONG_FILES = '**/*.nightly.test.{ts,tsx}';

/** Files that try more cases at night (frame/tests/api/size.ts, tests/api/collectionTest.ts). */
const generatedIn = (folder: string): string[] =>
  globSync(`${folder}/**/*.test.ts`, { cwd: import.meta.dirname }).filter((file) =>
    /\/(size|collectionTest)(\.ts)?'/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  );

/** Files that say so are left out of PostgreSQL's nightly run. */
const SQLITE_ONLY = globSync(
  '{frame/tests,frame/plugins/*/tests,tests,features/*/tests,examples/plugin-*/tests}/**/*.test.ts',
  {
    cwd: import.meta.dirname,
  },
).filter((file) => readFileSync(join(import.meta.dirname, file), 'utf8').startsWith('// On SQLite only: '));

/** Of the files that run by day on SQLite, a night runs every second one on PostgreSQL, the next night the others. */
const TONIGHT = Math.floor(Date.now() / (24 * 60 * 60 * 1000)) % 2;
const OTHER_NIGHT = globSync(
  '{frame/tests,frame/plugins/*/tests,tests,features/*/tests,examples/plugin-*/tests}/**/*.test.ts',
  {
    cwd: import.meta.dirname,
    exclude: (file) => file.includes('.nightly.'),
  },
)
  .toSorted()
  .filter((_file, at) => at % 2 !== TONIGHT);

/** The test files below these folders that belong to the chosen suite. */
function filesOf(...folders: string[]): { include: string[]; exclude: string[] } {
  const generated = folders.flatMap(generatedIn);
  if (SUITE === 'nightly')
    return { include: [...folders.map((folder) => `${folder}/${LONG_FILES}`), ...generated], exclude: [] };
  const excluded = {
    change: [LONG_FILES],
    nightlyPostgres: [
      ...[...postgresFiles, ...OTHER_NIGHT].filter((file) => !generated.includes(file)),
      ...SQLITE_ONLY,
    ],
  };
  return {
    include: folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
    exclude: excluded[SUITE as keyof typeof excluded] ?? [],
  };
}

const LONG = [
  'browser/provider.nightly',
  'api/generatedMonths.nightly',
  'api/planConfigs.nightly',
  'api/fixtures',
  'api/interrupted.nightly',
  'api/hostile',
  'api/place.nightly',
  'api/outages.nightly',
].map((name) => `/${name}.test.ts`);

/** Registers the roles: read before all else, as src/main.tsx and server/main.ts do. */
const ROLES = 'src/roles.ts';

/** The frame's own tests run in their own app (frame/tests/app), which knows nothing of the portal. */
const WORKSHOP = ['frame/tests/app/enter.ts', 'frame/tests/app/server/app.ts'];

/** An unexpected console.error or console.warn fails its test. */
const QUIET = 'frame/tests/unexpectedOutput.ts';

/** Guards against hangs, no limits: a busy machine takes twenty times as long as a quiet one. */
const PATIENT = { testTimeout: 1_200_000, hookTimeout: 1_200_000, expect: { poll: { timeout: 60_000 } } };

/** The real server, asked without a browser. */
const api = (
  name: string,
  folders: string[],
  setup: { globalSetup: string[]; setupFiles: string[] },
  exclude: string[] = [],
) => ({
  test: {
    ...setup,
    setupFiles: [QUIET, ...setup.setupFiles],
    name,
    include: filesOf(...folders).include,
    exclude: [...filesOf(...folders).exclude, ...exclude],
    environment: 'node' as const,
    execArgv: ['--import', join(import.meta.dirname, 'frame', 'tests', 'api', 'anyOrder.ts')],
    isolate: false,
    ...PATIENT,
  },
});

/** The files that take longest begin first, so that no core waits for one at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isFirst = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.includes(name));
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}

const matching = (text: RegExp): string[] =>
  globSync('{tests/portal/*.test.{ts,tsx},{features/*,examples/plugin-*}/tests/*.test.tsx}', {
    cwd: import.meta.dirname,
  }).filter((file) => text.test(readFileSync(join(import.meta.dirname, file), 'utf8')));
/** Portal test files that replace a module: each has a process of its own. */
const MOCKING = matching(/\bvi\.mock\(/);
/** Portal test files that add a resource before the portal builds its routes: each loads the portal's modules anew. */
const ADDING = matching(/\bresources\.push\(/).filter((file) => !MOCKING.includes(file));
const isLong = (file: string) => file.includes('.nightly.test.');

/** In tests of a feature or an example's plug-in, `.test.tsx` are of the portal in jsdom, and `.test.ts` ask the server. */
const PORTAL_FILES = filesOf('tests/portal', 'features/*/tests', 'examples/plugin-*/tests');
const PARTS_IN_PORTAL = '{features/*,examples/plugin-*}/tests/**/*.test.tsx';
const PARTS_IN_API = '{features/*,examples/plugin-*}/tests/**/*.test.ts';
const chosen = (files: readonly string[]) =>
  SUITE === 'all' ? [...files] : files.filter((file) => isLong(file) === (SUITE === 'nightly'));

/** The portal in jsdom. */
const portal = (
  name: string,
  test: { include: string[]; exclude?: string[]; isolate: boolean },
  setup: string[] = [],
): TestProjectConfiguration => ({
  plugins: [react()],
  // One react-router for react-admin and for us: Node would load the first as a module and the other as CommonJS.
  ssr: { resolve: { conditions: ['module-sync', 'module', 'node', 'development'] } },
  resolve: {
    conditions: ['module-sync', 'module', 'browser', 'development'],
    // The calendar library stands on Svelte, which Node would load as for a server.
    alias: [
      { find: /^svelte$/, replacement: svelte('index-client.js') },
      { find: /^svelte\/reactivity$/, replacement: svelte('reactivity/index-client.js') },
    ],
  },
  test: {
    ...test,
    name,
    environment: 'jsdom',
    server: { deps: { inline: [/@event-calendar/] } },
    setupFiles: [
      ...setup,
      ROLES,
      'tests/portal/quickReact.ts',
      'frame/tests/unexpectedOutput.ts',
      'tests/portal/setup.ts',
    ],
    ...PATIENT,
  },
});

/** The kinds of tests; scripts/test.ts runs them. */
export default defineConfig({
  test: {
    pool: 'forks',
    // Planted faults do not stay in the cache.
    fsModuleCache: process.env.PLANT === undefined,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          ...filesOf('tests/unit', 'frame/plugins/*/tests/unit'),
          environment: 'node',
          setupFiles: [QUIET, ROLES],
          isolate: false,
          ...PATIENT,
        },
      },
      {
        test: {
          name: 'frame-unit',
          ...filesOf('frame/tests/unit'),
          environment: 'node',
          setupFiles: [QUIET, ...WORKSHOP],
          isolate: false,
          ...PATIENT,
        },
      },
      // Reading the portal anew takes as long as most files' tests: a worker reads it once.
      portal('portal', {
        include: PORTAL_FILES.include,
        exclude: [...PORTAL_FILES.exclude, PARTS_IN_API, ...MOCKING, ...ADDING],
        isolate: false,
      }),
      // Libraries stay loaded, which takes a third of the time of a new process.
      portal('portal-anew', { include: chosen(ADDING), isolate: false }, ['tests/portal/resetModules.ts']),
      portal('portal-alone', { include: chosen(MOCKING), isolate: true }),
      // For `npm run bench -- effort`.
      {
        test: {
          name: 'bench',
          include: ['tests/bench/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/api/template.ts'],
          setupFiles: ['server/app.ts'],
          ...PATIENT,
        },
      },
      {
        plugins: [plantFault(process.env.PLANT)],
        // The phones' code imports the portal's, which Node would load as for a server.
        ssr: { resolve: { conditions: ['module-sync', 'module', 'node', 'development'] } },
        test: {
          name: 'simulate',
          // Fewer collections of garbage: a fifteenth of the time.
          execArgv: ['--max-semi-space-size=64'],
          ...filesOf('tests/simulate'),
          environment: 'node',
          server: { deps: { inline: [/@event-calendar/] } },
          setupFiles: ['tests/simulate/setup.ts', QUIET, ROLES, 'server/app.ts'],
          ...PATIENT,
        },
      },
      api(
        'api',
        ['tests/api', 'features/*/tests', 'examples/plugin-*/tests'],
        { globalSetup: ['tests/api/template.ts'], setupFiles: ['server/app.ts'] },
        [PARTS_IN_PORTAL],
      ),
      api('frame-api', ['frame/tests/api', 'frame/plugins/*/tests/api'], {
        globalSetup: ['frame/tests/api/workshop.ts'],
        setupFiles: WORKSHOP,
      }),
      {
        test: {
          name: 'browser',
          ...filesOf('tests/browser'),
          environment: 'node',
          globalSetup: ['tests/browser/demoData.ts'],
          setupFiles: ['server/app.ts', 'tests/browser/quietLog.ts'],
          isolate: false,
          ...PATIENT,
        },
      },
    ],
  },
});
