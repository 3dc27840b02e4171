import { existsSync, readFileSync } from 'node:fs';

export interface TestResults {
  passed: number;
  failed: number;
  /** "file > test" and the first line of the error. */
  failures: string[];
}

/** Results of one check. */
export const passedCheck = (): TestResults => ({ passed: 1, failed: 0, failures: [] });
export const failedCheck = (name: string): TestResults => ({ passed: 0, failed: 1, failures: [name] });

export const sumResults = (tallies: readonly TestResults[]): TestResults => ({
  passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
  failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
  failures: tallies.flatMap(({ failures }) => failures),
});

interface FinishedTest {
  fullName: string;
  result(): { state: string; errors?: readonly { message: string }[] };
}
export interface FinishedModule {
  relativeModuleId: string;
  state(): string;
  errors(): readonly { message: string }[];
  children: { allTests(): Iterable<FinishedTest> };
}

const firstLine = (text = '') => text.split('\n').find((line) => line.trim() !== '');
const describeFailure = (names: string[], error?: string) =>
  names.join(' > ') + (firstLine(error) ? `\n    ${firstLine(error)?.trim()}` : '');

/**
 * Counts the tests of a run. A file that failed without a failing test counts as a failure, like each unhandled error.
 */
export function countTests(modules: readonly FinishedModule[], unhandled: readonly { message: string }[]): TestResults {
  const failures: string[] = [];
  let passed = 0;
  for (const module of modules) {
    const before = failures.length;
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result();
      if (state === 'passed') passed += 1;
      if (state === 'failed')
        failures.push(describeFailure([module.relativeModuleId, test.fullName], errors?.[0]?.message));
    }
    if (module.state() === 'failed' && failures.length === before)
      failures.push(describeFailure([module.relativeModuleId], module.errors()[0]?.message));
  }
  for (const { message } of unhandled) failures.push(describeFailure(['outside of any test'], message));
  return { passed, failed: failures.length, failures };
}

/** Reads the results of a run. A missing report or an unexplained exit code is a failure. */
export function readResults(name: string, file: string, exitCode: number | null): TestResults {
  if (!existsSync(file)) return failedCheck(`${name}: the run gave no report`);
  const tally = JSON.parse(readFileSync(file, 'utf8')) as TestResults;
  if (tally.failed > 0 || exitCode === 0) return tally;
  return sumResults([tally, failedCheck(`${name}: the run ended with ${exitCode}`)]);
}
