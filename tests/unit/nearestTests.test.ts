import { expect, test } from 'vitest';
import { rankTests } from '../../scripts/lib/nearestTests.ts';

const tests = ['tests/unit/sums.test.ts', 'tests/api/months.test.ts', 'tests/portal/lists.test.tsx'].map((path) => ({
  path,
  code: path.includes('sums') ? "import { sum } from '../../server/money/sums.ts';" : '',
}));
const rank = (changed: string[], commits: string[][] = []) => rankTests(changed, tests, () => commits);

test('ranks tests that import a file first, then those of its small commits, by today’s folder', () => {
  const commits = [
    ['server/money/sums.ts', 'tests/portal/lists.test.tsx', 'a.ts', 'b.ts'],
    ['server/money/sums.ts', 'tests/formerly/months.test.ts'],
  ];
  expect(rank(['server/money/sums.ts'], commits)).toEqual(tests.map(({ path }) => path));
});

test('includes changed tests, and no API test of a component', () => {
  expect(rank(['tests/api/months.test.ts'])).toEqual(['tests/api/months.test.ts']);
  const commits = [['src/List.tsx', 'tests/api/months.test.ts', 'tests/portal/lists.test.tsx']];
  expect(rank(['src/List.tsx'], commits)).toEqual(['tests/portal/lists.test.tsx']);
});
