import { globSync, readFileSync } from 'node:fs';
import { fromRoot } from './root.ts';

/** "(spec 2.31, 2.32; ASVS 6.3.1)" at the end of a test's name, or "// spec 7.2" at the end of a line. */
const MARK = /(?:\(|\/\/ |; )(spec|ASVS) ((?:\d+\.)+\d+(?:, (?:\d+\.)+\d+)*)(?=[);]|$)/gm;

/** Finds the test files of each requirement, by its mark ("spec 2.31"). */
export function findTestedRequirements(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of globSync('{tests,frame/tests,features/*/tests,frame/plugins/*/tests}/**/*.{ts,tsx}', {
    cwd: fromRoot(),
  }).sort())
    for (const [, source, ids = ''] of readFileSync(fromRoot(file), 'utf8').matchAll(MARK))
      for (const id of ids.split(', ')) {
        const files = found.get(`${source} ${id}`) ?? [];
        if (!files.includes(file)) found.set(`${source} ${id}`, [...files, file]);
      }
  return found;
}

/** Writes the last column of docs/spec-coverage.md: the test files that name the statement of each row. */
export function updateCoverage(page: string): string {
  const tested = findTestedRequirements();
  return page.replace(/^(\| (\d+\.\d+) \|.*\| )[^|]*\|$/gm, (_row, start, id) => {
    const files = tested.get(`spec ${id}`) ?? [];
    return `${start}${files.map((file) => `\`${file}\``).join(', ')} |`;
  });
}
