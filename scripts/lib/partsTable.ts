import { globSync, readFileSync } from 'node:fs';
import { basename, posix } from 'node:path';
import { fromRoot } from './root.ts';

const MARK = /(?<=<!-- parts -->\n)[\s\S]*?(?=\n\n|$)/;
const CODE = '**/*.{ts,tsx}';

interface Part {
  name: string;
  files: string[];
  tests: string[];
}

const listFiles = (patterns: string[], exclude: RegExp) =>
  globSync(patterns, { cwd: fromRoot() })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/node_modules|^frame\/template/.test(file) && !exclude.test(file));

/** Lists the core, each plug-in, the portal and each feature with its files and its tests. */
function listParts(): Part[] {
  const folders = globSync('{frame/plugins/*,features/*,examples/plugin-*}', { cwd: fromRoot() }).toSorted();
  const isTest = /(^|\/)tests\/|\.test\.tsx?$/;
  const partOf = (name: string, patterns: string[], tests: string[], outside = /^$/): Part => ({
    name,
    files: listFiles(patterns, new RegExp(`${isTest.source}|${outside.source}`)),
    tests: listFiles(tests, /^$/),
  });
  const named = folders.map((folder) =>
    partOf(
      `\`${folder}\``,
      [`${folder}/${CODE}`],
      [`${folder}/tests/${CODE}`, `tests/*/${basename(folder).replace(/^plugin-/, '')}{,.nightly}.test.{ts,tsx}`],
    ),
  );
  const own = new Set(named.flatMap(({ tests }) => tests));
  const portal = partOf('portal: `src`, `server`', [`{src,server}/${CODE}`], [`tests/${CODE}`]);
  return [
    partOf('core: `frame`', [`frame/${CODE}`], [`frame/tests/${CODE}`], /^frame\/plugins\//),
    ...named.filter(({ name }) => name.includes('frame/')),
    { ...portal, tests: portal.tests.filter((file) => !own.has(file)) },
    ...named.filter(({ name }) => name.includes('features/')),
    ...named.filter(({ name }) => name.includes('examples/')),
  ];
}

const read = (file: string) => readFileSync(fromRoot(file), 'utf8');
const countLines = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + read(file).split('\n').length - 1, 0);

/** Counts the imports of a part from the code of others. */
function countEdges({ files }: Part, parts: readonly Part[]): number {
  const own = new Set(files);
  const entries = files.map((file) => file.replace(/^frame\/(.*)\/(?:index|plugin)\.ts$/, 'portal-frame/$1'));
  const targets = new Set([...files, ...entries]);
  const others = parts.flatMap((part) => part.files).filter((file) => !own.has(file));
  return others.flatMap((file) =>
    [...read(file).matchAll(/(?:from|import\() ?'([^']+)'/g)]
      .map(([, path = '']) => (path.startsWith('.') ? posix.join(posix.dirname(file), path) : path))
      .filter((path) => targets.has(path)),
  ).length;
}

/** Writes the table of parts into docs/architecture.md, behind its mark. */
export function updateParts(page: string): string {
  const parts = listParts();
  const rows = parts.map((part) => {
    const edges = /^(core|portal)/.test(part.name) ? '' : countEdges(part, parts);
    const count = (lines: number) => lines.toLocaleString('en-US');
    return `| ${part.name} | ${count(countLines(part.files))} | ${edges} | ${count(countLines(part.tests))} |`;
  });
  return page.replace(
    MARK,
    ['| part | lines | edges | lines of tests |', '| --- | --- | --- | --- |', ...rows].join('\n'),
  );
}
