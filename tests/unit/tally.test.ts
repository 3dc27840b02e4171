import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runCounted, sumTimes } from '../../scripts/lib/runCounted.ts';
import {
  addSecondRun,
  countTests,
  type FinishedModule,
  findUnsteadyFiles,
  readResults,
} from '../../scripts/lib/testResults.ts';

const folder = mkdtempSync(join(tmpdir(), 'portal-tally-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const finished = (fullName: string, state: string, ...messages: string[]) => ({
  fullName,
  result: () => ({ state, errors: messages.map((message) => ({ message })) }),
});
const moduleOf = (state: string, ...tests: ReturnType<typeof finished>[]): FinishedModule => ({
  relativeModuleId: 'tests/portal/some.test.tsx',
  state: () => state,
  errors: () => [{ message: 'Cannot find module\nand more' }],
  children: { allTests: () => tests },
});

test('names each failed test with its file and the first line of its error', () => {
  const bad = finished('outer > bad', 'failed', '\nError: no\n    at x', 'again');
  expect(countTests([moduleOf('failed', finished('outer > fine', 'passed'), bad)], [])).toEqual({
    passed: 1,
    failed: 1,
    failures: ['tests/portal/some.test.tsx > outer > bad\n    Error: no'],
  });
});

test('counts a file that could not be loaded, and each error outside of any test', () => {
  expect(countTests([moduleOf('failed')], [{ message: 'Error: late' }]).failures).toEqual([
    'tests/portal/some.test.tsx\n    Cannot find module',
    'outside of any test\n    Error: late',
  ]);
});

test('counts a run that fails without a failed test, and one without a report', () => {
  const file = join(folder, 'tally.json');
  writeFileSync(file, JSON.stringify({ passed: 1, failed: 0, failures: [] }));
  expect(readResults('portal', file, { code: 0, cpu: 1 })).toMatchObject({ passed: 1, failed: 0, cpu: 1 });
  expect(readResults('portal', file, { code: null, cpu: 1 })).toMatchObject({
    passed: 1,
    failed: 1,
    failures: ['portal: the run ended with null'],
    cpu: 1,
  });
  const missing = join(folder, 'missing.json');
  expect(readResults('api', missing, { code: 1, cpu: 1 })).toMatchObject({ passed: 0, failed: 1 });
});

test('runs at most two failed files again, and names what passes then', () => {
  const at = (file: string, name: string) => `tests/api/${file}.test.ts > ${name}\n    Error: no`;
  const failures = [at('a', 'one'), at('a', 'two'), at('b', 'three')];
  expect(findUnsteadyFiles({ failures })).toEqual(['tests/api/a.test.ts', 'tests/api/b.test.ts']);
  expect(findUnsteadyFiles({ failures: [...failures, at('c', 'four')] })).toEqual([]);
  expect(findUnsteadyFiles({ failures: [at('a', 'one'), 'outside of any test\n    Error: late'] })).toEqual([]);
  const first = { passed: 10, failed: 3, failures, cpu: 5 };
  const second = { passed: 4, failed: 1, failures: [`tests/api/a.test.ts > two\n    Error: other`], cpu: 1 };
  expect(addSecondRun(first, second)).toEqual({
    passed: 12,
    failed: 1,
    failures: second.failures,
    unsteady: [failures[0], failures[2]],
    cpu: 6,
  });
});

test('counts the CPU time of a program and its children', async () => {
  expect(sumTimes('0m0.01s 0m0.02s\n1m2.5s 0m0.470000s\n')).toBeCloseTo(63);
  const work = 'for (let i = 0; i < 6e8; i++);';
  const spawned = `require('child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(work)}])`;
  const { code, cpu } = await runCounted(process.execPath, ['-e', `${spawned}; process.exit(3)`]);
  expect(code).toBe(3);
  expect(cpu).toBeGreaterThan(0.1);
});
