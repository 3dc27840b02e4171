import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './root.ts';

/** How many checks went well and how many did not, and which to look at. */
export interface Tally {
  passed: number;
  failed: number;
  /** Each failed check, "file > test", with the first line of its error below it. */
  failures: string[];
}

/** What is used of the report of Vitest's JSON reporter. */
interface Report {
  testResults: {
    name: string;
    status: string;
    message: string;
    /** The outermost title is empty: it is the file's. */
    assertionResults: { status: string; ancestorTitles: string[]; title: string; failureMessages: string[] }[];
  }[];
}

const resultOf = (names: string[], error = '') => {
  const line = error.split('\n').find((one) => one.trim() !== '');
  return names.filter((name) => name !== '').join(' > ') + (line ? `\n    ${line.trim()}` : '');
};

/** The tally of a check that passes or does not; `name` says which. */
export const oneCheck = (name: string, good: boolean): Tally =>
  good ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [name] };

/** Several checks as one. */
export const sumOf = (tallies: readonly Tally[]): Tally => ({
  passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
  failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
  failures: tallies.flatMap(({ failures }) => failures),
});

/**
 * The tally of a test run. A file that failed without a failing test (it could not be loaded, a hook threw) counts as
 * one failure, and so does each error that no test failed with (`unhandled`, their texts), and a run that ended badly for
 * any other reason. `name` is the run's.
 */
export function readTally(
  name: string,
  reportFile: string,
  exitCode: number | null,
  unhandled: readonly string[] = [],
): Tally {
  if (!existsSync(reportFile)) return oneCheck(`${name}: the run gave no report`, false);
  const { testResults } = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
  const tally: Tally = { passed: 0, failed: 0, failures: [] };
  for (const { name: path, status, message, assertionResults } of testResults) {
    const file = relative(root, path);
    for (const { status: result, ancestorTitles, title, failureMessages } of assertionResults) {
      const test = resultOf([file, ...ancestorTitles, title], failureMessages[0]);
      if (result === 'passed') tally.passed += 1;
      if (result === 'failed') tally.failures.push(test);
    }
    const unnamed = status === 'failed' && !assertionResults.some((one) => one.status === 'failed');
    if (unnamed) tally.failures.push(resultOf([file], message));
  }
  for (const error of unhandled) tally.failures.push(`${name}, outside of any test: ${error}`);
  if (tally.failures.length === 0 && exitCode !== 0) tally.failures.push(`${name}: the run ended with ${exitCode}`);
  return { ...tally, failed: tally.failures.length };
}
