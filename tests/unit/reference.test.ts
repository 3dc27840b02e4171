import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withReference } from '../../scripts/lib/configReference.ts';

test('the reference in docs/adding-a-resource.md is that of today; `npm run docs` writes it', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'adding-a-resource.md'), 'utf8');
  expect(page).toBe(withReference(page));
});
