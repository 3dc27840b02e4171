import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshPage } from '../../scripts/lib/docs.ts';

test('the reference and the code in docs/adding-a-resource.md are those of today; `npm run docs` writes it', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'adding-a-resource.md'), 'utf8');
  expect(page).toBe(freshPage(page));
});

test('each example that the page names stands in it', () => {
  const page = readFileSync('docs/adding-a-resource.md', 'utf8');
  const named = page.match(/<!-- code: \S+ in \S+ -->\n/g) ?? [];
  const shown = page.match(/<!-- code: \S+ in \S+ -->\n```\w+\n\S/g) ?? [];
  expect(named.length).toBeGreaterThan(10);
  expect(shown).toHaveLength(named.length);
});
