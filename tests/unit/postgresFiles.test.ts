import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { postgresFiles } from '../../scripts/lib/postgresFiles.ts';

test('names every PostgreSQL test file once', () => {
  const files = globSync('{frame/tests,tests}/api/*.test.ts');
  expect(files).toEqual(expect.arrayContaining([...postgresFiles]));
  expect(new Set(postgresFiles).size).toBe(postgresFiles.length);
});
