// npm run docs: updates the reference tables, the code and the line counts in these pages.
import '../src/roles.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { updatePage } from './lib/docs.ts';
import { at } from './lib/root.ts';

for (const name of ['adding-a-resource.md', 'reference.md', 'changing-a-resource.md']) {
  const page = at('docs', name);
  writeFileSync(page, updatePage(readFileSync(page, 'utf8')));
}
