import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { postgresFiles } from '../../scripts/lib/postgresFiles.ts';

const files = globSync('{frame/tests,tests}/api/*.test.ts').filter((file) => !file.includes('.nightly.'));

test('every file that runs on PostgreSQL exists, and is named once', () => {
  expect(files).toEqual(expect.arrayContaining([...postgresFiles]));
  expect(new Set(postgresFiles).size).toBe(postgresFiles.length);
});

test('every file with tests of PostgreSQL alone runs on it', () => {
  const own = files.filter((file) =>
    /runIf\((process\.env|POSTGRES)|skipIf\(!process/.test(readFileSync(file, 'utf8')),
  );
  expect(postgresFiles).toEqual(expect.arrayContaining(own));
  expect(own.length).toBeGreaterThan(5);
});
