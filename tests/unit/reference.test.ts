import { existsSync, readFileSync } from 'node:fs';
import { COMMON_OPTIONS } from 'portal-frame/internal';
import { loadResources, planCollections } from 'portal-frame/internal/server';
import { createResourceFiles } from 'portal-frame/internal/tools';
import { getPageRoles } from 'portal-frame/roles';
import { expect, test } from 'vitest';
import { updatePage } from '../../scripts/lib/referencePage.ts';
import { fromRoot } from '../../scripts/lib/root.ts';

const read = (page: string) => readFileSync(fromRoot('docs', page), 'utf8');
const TUTORIAL = read('adding-a-resource.md');
const REFERENCE = read('reference.md');

const PAGES: [string, number][] = [
  ['adding-a-resource.md', 4],
  ['reference.md', 16],
  ['changing-a-resource.md', 1],
];

test.each(PAGES)('keeps docs/%s up to date; `npm run docs` updates it', (page) => {
  expect(read(page)).toBe(updatePage(read(page)));
});

test.each(PAGES)('shows only code of tested files in docs/%s', (name, least) => {
  const page = read(name);
  const named = page.match(/<!-- (code: \S+ in \S+|part: [^>]+) -->\n/g) ?? [];
  const shown = page.match(/<!-- (code: \S+ in \S+|part: [^>]+) -->\n```\w+\n\S/g) ?? [];
  expect(named.length).toBeGreaterThanOrEqual(least);
  expect(shown).toHaveLength(named.length);
  // Code that exists only in the docs is run from there (tests/api/fourthRole.test.ts).
  const copied = page.match(/<!-- copied: \S+ -->\n```ts\n\S?/g) ?? [];
  expect(page.match(/```tsx?\n/g)).toHaveLength(named.length + copied.length);
});

test('keeps the tutorial short, with the test that the generator writes', async () => {
  expect(TUTORIAL.split('\n').length).toBeLessThan(200);
  const [, words = ''] = /npm run new:resource -- (.*)/.exec(TUTORIAL) ?? [];
  const [name, ...fields] = words.split(' ');
  const resources = (await loadResources({ roles: getPageRoles() })).filter(({ api }) => api);
  const [, shown = ''] = /<!-- copied: tests\/api\/supplies.test.ts -->\n```ts\n([\s\S]*?)```/.exec(TUTORIAL) ?? [];
  expect(shown).toBe(createResourceFiles(name, fields, resources, getPageRoles()).test);
});

test('lists every common field option in docs/reference.md', () => {
  const [, section = ''] = REFERENCE.split('## Field options');
  const listed = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `(\w+)`/gm)].map(([, option]) => option);
  expect(listed).toEqual([...COMMON_OPTIONS]);
});

test('starts a portal with the example configs of both pages', async () => {
  const names = [...`${TUTORIAL}${REFERENCE}`.matchAll(/(\w+)\.ts\b/g)].map(([, name = '']) => name);
  const files = [...new Set(names)]
    .map((name) => fromRoot('tests/fixtures', `${name}.ts`))
    .filter((file) => existsSync(file));
  const modules = await Promise.all(
    files.map(
      async (file) => (await import(/* @vite-ignore */ file)) as { default?: { name?: string; list?: object } },
    ),
  );
  const configs = modules.flatMap(({ default: config }) =>
    config?.list ? [[`src/resources/${config.name}.ts`, config] as const] : [],
  );
  expect(configs.length).toBeGreaterThan(11);
  const all = await loadResources({ roles: getPageRoles() }, undefined, Object.fromEntries(configs));
  expect(planCollections(all).length).toBeGreaterThan(configs.length);
});
