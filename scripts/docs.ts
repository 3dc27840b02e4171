// npm run docs: writes the reference and the code of docs/adding-a-resource.md anew.
import { readFileSync, writeFileSync } from 'node:fs';
import { freshPage } from './lib/docs.ts';
import { at } from './lib/root.ts';

const page = at('docs', 'adding-a-resource.md');
writeFileSync(page, freshPage(readFileSync(page, 'utf8')));
