import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fromRoot } from '../../scripts/lib/root.ts';

test('builds the docs site with every page, without dead links, and with a local search', () => {
  execFileSync(process.execPath, [fromRoot('scripts/docs-site.ts')], { stdio: 'pipe' });
  const site = fromRoot('docs/site/dist');
  const pages = globSync('*.md', { cwd: fromRoot('docs') }).map((name) => name.replace('.md', '.html'));
  expect(pages.length).toBeGreaterThan(15);
  expect(pages.filter((page) => !existsSync(`${site}/${page}`))).toEqual([]);
  const menu = readFileSync(`${site}/new-app.html`, 'utf8');
  expect(pages.filter((page) => !menu.includes(`href="/${page.replace('.html', '')}"`))).toEqual([]);
  expect(menu).not.toMatch(/\{\{ theme/);
  expect(globSync('assets/chunks/*localSearchIndex*.js', { cwd: site })).toHaveLength(1);
});
