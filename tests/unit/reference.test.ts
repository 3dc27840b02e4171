import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadResources } from '../../frame/server/records/schema/loadResources.ts';
import { planCollections } from '../../frame/server/records/tables/planCollections.ts';
import { freshCode, freshPage } from '../../scripts/lib/docs.ts';

test('the reference and the code in docs/adding-a-resource.md are those of today; `npm run docs` writes it', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'adding-a-resource.md'), 'utf8');
  expect(page).toBe(freshPage(page));
});

test('the code in docs/changing-a-resource.md is that of today', () => {
  const page = readFileSync('docs/changing-a-resource.md', 'utf8');
  expect(page).toBe(freshCode(page));
});

test.each([
  ['docs/adding-a-resource.md', 10],
  ['docs/changing-a-resource.md', 1],
])('each example that %s names stands in it, and there is no other', (file, least) => {
  const page = readFileSync(file, 'utf8');
  const named = page.match(/<!-- code: \S+ in \S+ -->\n/g) ?? [];
  const shown = page.match(/<!-- code: \S+ in \S+ -->\n```\w+\n\S/g) ?? [];
  expect(named.length).toBeGreaterThanOrEqual(least);
  expect(shown).toHaveLength(named.length);
  // What stands in the docs alone is run from there (tests/api/fourthRole.test.ts).
  const copied = page.match(/<!-- copied: \S+ -->\n```ts\n\S?/g) ?? [];
  expect(page.match(/```tsx?\n/g)).toHaveLength(named.length + copied.length);
});

test('what docs/adding-a-resource.md puts into src/resources is, together, a portal that starts', async () => {
  const page = readFileSync('docs/adding-a-resource.md', 'utf8');
  const files = [...page.matchAll(/<!-- code: (\S+) in src\/resources -->/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(11);
  const configs = await Promise.all(
    files.map(async (file) => {
      const { default: config } = (await import(/* @vite-ignore */ join(process.cwd(), file))) as {
        default: { name: string };
      };
      return [`src/resources/${config.name}.ts`, config] as const;
    }),
  );
  const all = await loadResources(undefined, Object.fromEntries(configs));
  expect(planCollections(all).length).toBeGreaterThan(files.length);
});
