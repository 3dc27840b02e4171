// npm run docs: writes the reference and the code of docs/adding-a-resource.md anew, and the code of docs/changing-a-resource.md.
import '../src/roles.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { freshCode, freshPage } from './lib/docs.ts';
import { at } from './lib/root.ts';

const write = (name: string, fresh: (page: string) => string) => {
  const page = at('docs', name);
  writeFileSync(page, fresh(readFileSync(page, 'utf8')));
};
write('adding-a-resource.md', freshPage);
write('changing-a-resource.md', freshCode);
