// npm run docs: writes the reference of docs/adding-a-resource.md anew.
import { readFileSync, writeFileSync } from 'node:fs';
import { withReference } from './lib/configReference.ts';
import { at } from './lib/root.ts';

const page = at('docs', 'adding-a-resource.md');
writeFileSync(page, withReference(readFileSync(page, 'utf8')));
