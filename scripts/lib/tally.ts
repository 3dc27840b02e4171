import { existsSync, readFileSync } from 'node:fs';

/** How many checks went well and how many did not. */
export interface Tally {
  passed: number;
  failed: number;
}

/** What is used of the report of Vitest's JSON reporter. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

/**
 * The tally of a test run. A file that failed without a failing test (it could not be loaded, a hook threw) counts as
 * one failure, and so does a run that ended badly for any other reason.
 */
export function readTally(reportFile: string, exitCode: number | null): Tally {
  if (!existsSync(reportFile)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
  );
  const failed = numFailedTests + brokenFiles.length;
  return { passed: numPassedTests, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}
