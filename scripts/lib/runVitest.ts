import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromRoot } from './root.ts';
import { runCounted } from './runCounted.ts';
import { addSecondRun, findUnsteadyFiles, readResults, type TestResults } from './testResults.ts';

export type Suite = 'change' | 'nightly' | 'nightlyPostgres' | 'all';

export interface VitestRun {
  /** Projects of vitest.config.ts; `*` is a wildcard. */
  project: string;
  suite: Suite;
  files: readonly string[];
  workers: number;
  env?: Record<string, string | undefined>;
}

const COMPILE_CACHE = { NODE_COMPILE_CACHE: fromRoot('node_modules/.cache/compiled') };

/**
 * Runs Vitest in a separate process, prints failures only, and returns the results. If a stage fails in one or two
 * files, these run again, alone: a failure of that kind is named, and stops nobody.
 */
export async function runVitest(run: VitestRun): Promise<TestResults> {
  const first = await runOnce(run);
  const files = run.suite === 'all' ? [] : findUnsteadyFiles(first);
  if (files.length === 0) return first;
  const again = { ...run, suite: 'all' as const, files: files.map((file) => fromRoot(file)), workers: 1 };
  return addSecondRun(first, await runOnce(again));
}

async function runOnce({ project, suite, files, workers, env }: VitestRun): Promise<TestResults> {
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  const tally = join(folder, 'tally.json');
  const reporters = ['--reporter=minimal', `--reporter=${fromRoot('scripts/lib/tallyReporter.ts')}`];
  const options = ['run', '--project', project, `--maxWorkers=${workers}`];
  if (files.length === 0) options.push('--passWithNoTests');
  const ended = await runCounted(
    process.execPath,
    [fromRoot('node_modules/vitest/vitest.mjs'), ...options, ...reporters, ...files],
    {
      env: {
        NODE_ENV: 'test',
        TEST_DATABASE_URL: undefined,
        SUITE: suite,
        TALLY: tally,
        // Prevents 503 from servers on a busy machine.
        MAX_DELAY_MS: '60000',
        // Testing Library would print the whole page of each failure.
        DEBUG_PRINT_LIMIT: process.env.DEBUG_PRINT_LIMIT ?? '1500',
        ...COMPILE_CACHE,
        ...env,
      },
    },
  );
  return readResults(project, tally, ended);
}
