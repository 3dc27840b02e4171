import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshPage } from '../../scripts/lib/docs.ts';

test('the reference and the code in docs/adding-a-resource.md are those of today; `npm run docs` writes it', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'adding-a-resource.md'), 'utf8');
  expect(page).toBe(freshPage(page));
});
