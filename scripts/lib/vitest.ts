import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../frame/build/run.ts';
import { at } from './root.ts';
import { readTally, type Tally } from './tally.ts';

/** The tests of every change, the long and generated ones, what PostgreSQL runs at night, or every file. */
export type Suite = 'change' | 'nightly' | 'nightlyPostgres' | 'all';

export interface VitestRun {
  /** Projects of vitest.config.ts; `*` stands for any letters. */
  project: string;
  suite: Suite;
  /** Parts of file names. */
  files: readonly string[];
  workers: number;
  env?: Record<string, string | undefined>;
}

/** Servers and scripts that tests start find modules and libraries compiled. */
const COMPILE_CACHE = { NODE_COMPILE_CACHE: at('node_modules/.cache/compiled') };

/** Runs vitest in a process of its own, which prints failures only, and counts its results. */
export async function runVitest({ project, suite, files, workers, env }: VitestRun): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  const report = join(folder, 'report.json');
  const unhandled = join(folder, 'unhandled.json');
  const reporters = ['--reporter=minimal', '--reporter=json', `--reporter=${at('scripts/lib/unhandled.ts')}`];
  const options = ['run', '--project', project, `--maxWorkers=${workers}`, `--outputFile.json=${report}`];
  if (files.length === 0) options.push('--passWithNoTests');
  const { code } = await run(
    process.execPath,
    [at('node_modules/vitest/vitest.mjs'), ...options, ...reporters, ...files],
    {
      env: {
        NODE_ENV: 'test',
        TEST_DATABASE_URL: undefined,
        SUITE: suite,
        UNHANDLED: unhandled,
        ...COMPILE_CACHE,
        ...env,
      },
    },
  );
  const errors = existsSync(unhandled) ? (JSON.parse(readFileSync(unhandled, 'utf8')) as string[]) : [];
  return readTally(project, report, code, errors);
}
