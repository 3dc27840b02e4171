import { existsSync, globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { type ESTree, parseSync } from 'vite';
import { expect, test } from 'vitest';
import { fileOfEntry, type Import, importsOf } from './source.ts';

const ENTRIES: Record<string, string> = JSON.parse(readFileSync('frame/package.json', 'utf8')).exports;
/** Apps of other developers, with their tests. */
const APPS = [
  'examples/*/{src,server,browser,tests}/**/*.{ts,tsx}',
  'examples/plugin-*/*.ts',
  'frame/template/{src,server,tests}/**/*.{ts,tsx}',
];
const APP = ['{src,server,features,tests}/**/*.{ts,tsx}', ...APPS];
const files = Object.entries(ENTRIES).filter(([, path]) => /\.tsx?$/.test(path));
/** Entries of the core; each plug-in has its own. */
const ofCore = files.filter(([, path]) => !path.includes('*'));
/** Entries that export names of other modules. */
const barrels = ofCore
  .map(([, path]) => posix.join('frame', path))
  .filter((path) => !exportsOf(path).some(({ source }) => source === undefined));

interface Exported {
  name: string;
  /** Module that the name comes from; undefined if it is declared here. */
  source: string | undefined;
  isDocumented: boolean;
  isFunction: boolean;
}

function namesIn(declaration: ESTree.Declaration): string[] {
  if (declaration.type === 'VariableDeclaration')
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
  return 'id' in declaration && declaration.id?.type === 'Identifier' ? [declaration.id.name] : [];
}

/** Returns the named exports of a file. */
function exportsOf(file: string): Exported[] {
  const text = readFileSync(file, 'utf8');
  return parseSync(file, text).program.body.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration')
      return node.type === 'ExportDefaultDeclaration'
        ? [{ name: 'default', source: undefined, isDocumented: true, isFunction: true }]
        : [];
    const source = node.source && posix.join(posix.dirname(file), node.source.value);
    const isDocumented = text.slice(0, node.start).trimEnd().endsWith('*/');
    const declared = node.declaration ? namesIn(node.declaration) : [];
    const passedOn = node.specifiers.map(({ local }) => ('name' in local ? local.name : local.value));
    const isFunction =
      node.declaration?.type === 'FunctionDeclaration' ||
      (node.declaration?.type === 'VariableDeclaration' &&
        node.declaration.declarations.some(({ init }) => init?.type === 'ArrowFunctionExpression'));
    return [...declared, ...passedOn].map((name) => ({ name, source: source ?? undefined, isDocumented, isFunction }));
  });
}

const describeImport = ({ file, line, names }: Import) => `${file}:${line} imports ${names}`;

test('lets the portal, tests and examples import the frame only by its entries', () => {
  const deep = APP.flatMap((pattern) => importsOf(pattern)).filter(({ file, names }) =>
    names.startsWith('.')
      ? /^frame\/(?!template\/)/.test(posix.join(posix.dirname(file), names))
      : names.startsWith('/frame/'),
  );
  expect(deep.map(describeImport)).toEqual([]);
});

test('lets the portal, the examples and a new app import public entries only', () => {
  const code = ['{src,server}/**/*.{ts,tsx}', 'features/*/*.ts', 'features/*/{server,texts}/**/*.ts', ...APPS].flatMap(
    (pattern) => importsOf(pattern),
  );
  const ofFrame = code.filter(({ names }) => names.startsWith('portal-frame'));
  expect(new Set(ofFrame.map(({ file }) => file.split('/')[0]))).toEqual(
    new Set(['src', 'server', 'features', 'examples', 'frame']),
  );
  expect(ofFrame.filter(({ names }) => names.startsWith('portal-frame/internal')).map(describeImport)).toEqual([]);
});

test('exports each imported entry', () => {
  const imported = APP.flatMap((pattern) => importsOf(pattern)).filter(({ names }) =>
    /^portal-frame(\/|$)/.test(names),
  );
  expect(imported.length).toBeGreaterThan(500);
  expect(imported.filter(({ names }) => !existsSync(fileOfEntry(names) ?? ''))).toEqual([]);
  // Only some plug-ins have parts for tests.
  const required = files.filter(([, path]) => !path.includes('*/tests/'));
  expect(required.filter(([, path]) => globSync(posix.join('frame', path)).length === 0)).toEqual([]);
});

test('documents each entry and exports each name once', () => {
  expect(barrels.length).toBeGreaterThan(12);
  expect(barrels.filter((file) => !readFileSync(file, 'utf8').startsWith('/**'))).toEqual([]);
  for (const file of barrels) {
    const names = exportsOf(file).map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  }
});

test('exports only names that exist', () => {
  const missing = barrels.flatMap((file) =>
    exportsOf(file).flatMap(({ name, source }) =>
      source && exportsOf(source).some((one) => one.name === name) ? [] : [`${file}: ${name}`],
    ),
  );
  expect(missing).toEqual([]);
});

test('documents each function that a public entry exports', () => {
  const origin = (file: string, name: string): Exported | undefined => {
    const found = exportsOf(file).find((one) => one.name === name);
    return found?.source ? origin(found.source, name) : found;
  };
  const open = barrels.filter((file) => !file.startsWith('frame/entries/internal') && !file.startsWith('frame/tests'));
  const bare = open.flatMap((file) =>
    exportsOf(file).flatMap(({ name, source }) => {
      const found = source ? origin(source, name) : undefined;
      return found?.isFunction && !found.isDocumented ? [`${source}: ${name}`] : [];
    }),
  );
  expect([...new Set(bare)]).toEqual([]);
});

/** Returns the files that a file loads, itself included; not those of lazy imports. */
function loadedBy(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  for (const node of parseSync(file, readFileSync(file, 'utf8')).program.body) {
    if (!('source' in node) || !node.source) continue;
    const isType =
      'importKind' in node ? node.importKind === 'type' : 'exportKind' in node && node.exportKind === 'type';
    const { value } = node.source;
    const path = value.startsWith('.') ? posix.join(posix.dirname(file), value) : fileOfEntry(value);
    if (path && !isType && /\.tsx?$/.test(path)) loadedBy(path, loaded);
  }
  return loaded;
}

test('loads no markup in commands and the server, which Node runs unbundled', () => {
  const started = [...globSync('scripts/*.ts'), 'server/main.ts'];
  const markup = started.flatMap((file) =>
    [...loadedBy(file)].filter((one) => one.endsWith('x')).map((one) => [file, one]),
  );
  expect(markup).toEqual([]);
});
