import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withoutSummaries } from '../../frame/build/summaries.ts';
import { at } from '../../scripts/lib/root.ts';

test('the built portal has no summary of a call, and all else of its declaration', () => {
  const code = ['frame/wire', 'src/wire']
    .flatMap((folder) => readdirSync(at(folder)).map((name) => at(folder, name)))
    .map((path) => withoutSummaries(readFileSync(path, 'utf8')))
    .join('\n');
  expect(code).not.toMatch(/\bsummary:\s*(?:'[^']|"[^"])/);
  expect(code.match(/\bsummary: ''/g)?.length).toBeGreaterThan(50);
  expect(withoutSummaries(`{ path: '/a', summary: 'It\\'s "mine".', roles: ['admin'] }`)).toBe(
    "{ path: '/a', summary: '', roles: ['admin'] }",
  );
});
