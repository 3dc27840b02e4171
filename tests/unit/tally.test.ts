import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { at } from '../../scripts/lib/root.ts';
import { readTally } from '../../scripts/lib/tally.ts';

const folder = mkdtempSync(join(tmpdir(), 'portal-tally-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const result = (status: string, title: string, ...failureMessages: string[]) => ({
  status,
  title,
  ancestorTitles: ['', 'outer'],
  failureMessages,
});
const report = (...assertionResults: object[]) => ({
  name: at('tests/portal/some.test.tsx'),
  status: assertionResults.length === 0 ? 'failed' : 'passed',
  message: assertionResults.length === 0 ? 'Cannot find module\nand more' : '',
  assertionResults,
});
function read(exitCode: number | null, ...testResults: object[]) {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify({ testResults }));
  return readTally('portal', file, exitCode);
}

test('names each failed test with its file and the first line of its error', () => {
  expect(read(1, report(result('passed', 'fine'), result('failed', 'bad', '\nError: no\n    at x', 'again')))).toEqual({
    passed: 1,
    failed: 1,
    failures: ['tests/portal/some.test.tsx > outer > bad\n    Error: no'],
  });
});

test('a file that could not be loaded is one failure', () => {
  expect(read(1, report())).toMatchObject({
    failed: 1,
    failures: ['tests/portal/some.test.tsx\n    Cannot find module'],
  });
});

test('a run that ends badly without a failed test is one failure, and so is one without a report', () => {
  expect(read(1, report(result('passed', 'fine')))).toMatchObject({ passed: 1, failed: 1 });
  expect(read(null)).toMatchObject({ failed: 1, failures: ['portal: the run ended with null'] });
  expect(readTally('api', join(folder, 'missing.json'), 1)).toMatchObject({ passed: 0, failed: 1 });
});

test('an error outside of any test is named', () => {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify({ testResults: [report(result('passed', 'fine'))] }));
  expect(readTally('api', file, 1, ['Error: late'])).toMatchObject({
    passed: 1,
    failed: 1,
    failures: ['api, outside of any test: Error: late'],
  });
});
