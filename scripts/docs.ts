// npm run docs: updates reference tables, code and line counts in these pages.
import '../src/roles.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { updateParts } from './lib/partsTable.ts';
import { CODE_PAGES, updatePage } from './lib/referencePage.ts';
import { fromRoot } from './lib/root.ts';
import { updateCoverage } from './lib/testedRequirements.ts';

for (const name of CODE_PAGES) {
  const page = fromRoot(name);
  writeFileSync(page, updatePage(readFileSync(page, 'utf8')));
}
const architecture = fromRoot('docs', 'architecture.md');
writeFileSync(architecture, updateParts(readFileSync(architecture, 'utf8')));
const coverage = fromRoot('docs', 'spec-coverage.md');
writeFileSync(coverage, updateCoverage(readFileSync(coverage, 'utf8')));
