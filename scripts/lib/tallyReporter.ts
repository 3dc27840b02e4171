import { writeFileSync } from 'node:fs';
import process from 'node:process';
import type { Reporter, TestModule } from 'vitest/node';
import { countTests } from './testResults.ts';

/** Writes the results of a run as JSON to the file that TALLY names. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly { message: string; stack?: string }[]): void {
    const { TALLY } = process.env;
    if (TALLY) writeFileSync(TALLY, JSON.stringify(countTests(modules, errors)));
  }
}
