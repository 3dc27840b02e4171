import { existsSync, readFileSync } from 'node:fs';
import { COMMON_OPTIONS } from 'portal-frame/internal';
import { loadResources, planCollections } from 'portal-frame/internal/server';
import { createResourceFiles } from 'portal-frame/internal/tools';
import { getPageRoles } from 'portal-frame/roles';
import { expect, test } from 'vitest';
import { CODE_PAGES, updatePage } from '../../scripts/lib/referencePage.ts';
import { fromRoot } from '../../scripts/lib/root.ts';

const read = (page: string) => readFileSync(fromRoot('docs', page), 'utf8');
const TUTORIAL = read('adding-a-resource.md');
const REFERENCE = read('reference.md');

test.each(CODE_PAGES)('keeps %s up to date; `npm run docs` updates it', (page) => {
  const content = readFileSync(fromRoot(page), 'utf8');
  expect(content).toBe(updatePage(content));
});

test.each(CODE_PAGES)('shows only code of tested files in %s', (page) => {
  const content = readFileSync(fromRoot(page), 'utf8');
  // `copied` and `made` code is compared or run by the test that names the page.
  const marked = content.match(/<!-- (code: \S+ in \S+|part: [^>]+|copied: \S+|made: \S+) -->\n```tsx?\n[ \S]/g) ?? [];
  expect(marked).toHaveLength((content.match(/```tsx?\n/g) ?? []).length);
});

test('shows in README.md the file that `npm run new:resource` writes', async () => {
  const page = readFileSync(fromRoot('README.md'), 'utf8');
  const [, words = ''] = /npm run new:resource -- (.*)/.exec(page) ?? [];
  const [name, ...fields] = words.split(' ');
  const { config } = createResourceFiles(name, fields, await loadResources({ roles: getPageRoles() }), getPageRoles());
  expect(page).toContain(`\`\`\`ts\n${config.trim()}\n\`\`\``);
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
  expect(listed).toEqual(Object.keys(COMMON_OPTIONS));
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
