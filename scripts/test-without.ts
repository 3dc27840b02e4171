// `npm run test:without -- fhir` removes a plug-in or feature from a copy of the project, with its line, its tests, and
// the parts that need it. It checks types, build, a start, a start over data that had it, and the tests of every
// change. `-- --smoke fhir` leaves the tests out. `-- features` removes all features, and runs the tests of spec.md's
// statements. Without a name, each part is removed in turn.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { parseSync } from 'vite';
import type { Plugin } from '../frame/config/app/definePlugin.ts';
import { loadKeys } from '../frame/config/app/resourceKeys.ts';
import { findFreePort, spawnServer, stopServer } from '../frame/testing/serverProcess.ts';
import { copyTree } from '../tests/tree.ts';
import { fromRoot } from './lib/root.ts';
import { createTempFolder } from './lib/tempFolder.ts';

/** Files that the checks read. */
const PARTS = [
  ...['src', 'server', 'scripts', 'tests', 'docs', 'public', 'examples', 'deploy', 'index.html'],
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'biome.json', 'knip.json', 'README.md', 'AGENTS.md'],
  ...['vitest.config.ts', 'vite.config.ts', 'Containerfile', '.gitignore'],
];
/** Lists of parts: of the portal, the frame's test app, new apps and the examples. */
const LISTS = [
  ...['server/plugins.ts', 'src/plugins.ts', 'frame/tests/app/server/plugins.ts'],
  ...['{frame/template,examples/*}/{server/app,src/plugins}.ts'],
];
const STAGES = ['unit', 'portal', 'api'];

interface Row {
  name: string;
  sql: string;
}

const folders = globSync('{frame/plugins/*,features/*,examples/plugin-*}', { cwd: fromRoot() }).toSorted();
const getName = (folder: string) => basename(folder).replace(/^plugin-/, '');
const { values, positionals } = parseArgs({ allowPositionals: true, options: { smoke: { type: 'boolean' } } });
const FEATURES = 'features';
const parts = folders.map(getName);
const unknown = positionals.find((name) => name !== FEATURES && !parts.includes(name));
if (unknown) {
  console.error(`There is no part "${unknown}". The parts are: ${parts.join(', ')}; ${FEATURES} are all of them.`);
  process.exit(2);
}

/** Removes an entry and its import from a list of parts. Returns whether it was there. */
function removeEntry(file: string, name: string): boolean {
  const code = readFileSync(file, 'utf8');
  const without = code.replace(new RegExp(`^import ${name} from .*\\n`, 'm'), '').replace(
    /\[([^\]]+)\]/,
    (_list, names: string) =>
      `[${names
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== '' && one !== name)
        .join(', ')}]`,
  );
  writeFileSync(file, without);
  return without !== code;
}

interface Property {
  start: number;
  end: number;
}

/** Finds the property of a config's object at a path of keys. */
function findProperty(node: unknown, [key, ...rest]: readonly string[]): Property | undefined {
  if (node === null || typeof node !== 'object') return undefined;
  const { type, key: name, value } = node as { type?: string; key?: { name?: string }; value?: unknown };
  if (type === 'Property' && name && (name.name === key || key === '{name}'))
    return rest.length === 0 ? (node as Property) : findProperty(value, rest);
  if (type === 'Property') return undefined;
  for (const inner of Object.values(node)) {
    const found = findProperty(inner, [key ?? '', ...rest]);
    if (found) return found;
  }
  return undefined;
}

/** Removes a key from a resource, such as 'list.calendar', or 'roles.{name}.reports' of each role. */
function removeKey(file: string, path: string): void {
  const code = readFileSync(file, 'utf8');
  const found = findProperty(parseSync(file, code).program, path.split('.'));
  if (!found) return;
  writeFileSync(file, code.slice(0, found.start) + code.slice(found.end).replace(/^,/, ''));
  if (path.includes('{name}')) removeKey(file, path);
}

/** Removes the keys of a part from the resources of a copy, as the message of a start asks for. */
async function removeKeys(tree: string, folder: string): Promise<void> {
  const keys = Object.keys(await loadKeys([{ plugin: await readPart(folder) }]));
  for (const file of globSync('{{src,features/*,examples/*/src}/resources,tests/fixtures}/*.ts', { cwd: tree }))
    for (const key of keys) removeKey(join(tree, file), key);
}

/** Reads the declaration of a part. */
async function readPart(folder: string): Promise<Plugin> {
  const [plugin] = Object.values((await import(fromRoot(folder, 'plugin.ts'))) as Record<string, Plugin>);
  if (!plugin) throw new Error(`${folder}/plugin.ts declares no plug-in.`);
  return plugin;
}

/** Finds the folders of a part and of all that need it, directly or by others. */
async function findRemoved(part: string): Promise<string[]> {
  if (part === FEATURES) return folders.filter((folder) => folder.startsWith(`${FEATURES}/`));
  const plugins = await Promise.all(folders.map(readPart));
  const removed = [part];
  for (const name of removed)
    for (const plugin of plugins)
      if (plugin.needs?.includes(name) && !removed.includes(plugin.name)) removed.push(plugin.name);
  return folders.filter((one) => removed.includes(getName(one)));
}

/** Removes a part from a copy: its folder, its import and name in the lists, and the portal's tests of its name. */
function removePart(tree: string, folder: string): void {
  const name = getName(folder);
  rmSync(join(tree, folder), { recursive: true });
  for (const test of globSync(`tests/*/${name}{,.*}.test.{ts,tsx}`, { cwd: tree })) rmSync(join(tree, test));
  // Pages of docs name files of all parts.
  rmSync(join(tree, 'tests/unit/coverage.test.ts'), { force: true });
  const removed = globSync(LISTS, { cwd: tree }).filter((list) => removeEntry(join(tree, list), name));
  if (removed.length === 0) throw new Error(`Neither of ${LISTS.join(' and ')} has a line of ${name}.`);
}

/** Runs a program in the copy. Prints the end of its output if it fails. */
function check(tree: string, command: string, ...args: string[]): boolean {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(tree, command), ...args], {
    cwd: tree,
    encoding: 'utf8',
    maxBuffer: 100 * 1024 * 1024,
  });
  if (status !== 0) console.error((stdout + stderr).slice(-4000));
  return status === 0;
}

/** Starts the server, with demo data in an empty folder, asks whether it is well, and stops it. */
async function starts(tree: string, dataDir: string): Promise<boolean> {
  const port = await findFreePort();
  const child = await spawnServer({ PORT: String(port), DATA_DIR: dataDir }, tree);
  const { ok } = await fetch(`http://127.0.0.1:${port}/api/v1/health`);
  await stopServer(child);
  return ok;
}

/** Counts the rows of each table, with its columns. */
function readTables(dataDir: string): Map<string, number> {
  const file = new DatabaseSync(join(dataDir, 'portal.sqlite'), { readOnly: true });
  const tables = file.prepare("select name, sql from sqlite_master where type = 'table'").all() as unknown as Row[];
  const counts = tables.map(({ name, sql }): [string, number] => {
    const { count } = file.prepare(`select count(*) as count from "${name}"`).get() as { count: number };
    return [`${name} ${sql}`, count];
  });
  file.close();
  return new Map(counts);
}

/** Starts the project, then the copy without the part, then the project again, over one database. Nothing is lost. */
async function keepsData(tree: string, dataDir: string): Promise<boolean> {
  await starts(fromRoot(), dataDir);
  const before = readTables(dataDir);
  const started = (await starts(tree, dataDir)) && (await starts(fromRoot(), dataDir));
  const after = readTables(dataDir);
  const lost = [...before].filter(([table, count]) => (after.get(table) ?? -1) < count);
  for (const [table] of lost) console.error(`lost: ${table}`);
  return started && lost.length === 0;
}

/** Runs the tests of what is left: without any feature, those that carry a statement of spec.md. */
const passesTests = (tree: string, part: string): boolean =>
  part === FEATURES
    ? ['unit', 'portal*', 'api'].every((project) =>
        check(
          tree,
          'node_modules/vitest/vitest.mjs',
          'run',
          '--project',
          project,
          '-t',
          '\\(spec ',
          '--reporter=minimal',
        ),
      )
    : check(tree, 'scripts/test.ts', ...STAGES);

/** Returns the checks that fail without the part. */
async function tryWithout(part: string, within: string): Promise<string[]> {
  const tree = copyTree(
    'without',
    PARTS.filter((part) => existsSync(fromRoot(part))),
    within,
  );
  for (const one of await findRemoved(part)) {
    await removeKeys(tree, one);
    removePart(tree, one);
  }
  const checks: Record<string, () => boolean | Promise<boolean>> = {
    // A constant of a removed key is left over.
    types: () => check(tree, 'node_modules/typescript/bin/tsc', '-p', '.', '--noUnusedLocals', 'false'),
    build: () => check(tree, 'node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'),
    start: () => starts(tree, mkdtempSync(join(within, 'data-'))),
    data: () => keepsData(tree, mkdtempSync(join(within, 'data-'))),
    ...(!values.smoke && { tests: () => passesTests(tree, part) }),
  };
  const failed: string[] = [];
  for (const [name, passes] of Object.entries(checks)) if (!(await passes())) failed.push(name);
  rmSync(tree, { recursive: true, force: true });
  return failed;
}

const within = createTempFolder('portal-without-');
process.once('exit', () => rmSync(within, { recursive: true, force: true }));
let failures = 0;
for (const part of positionals.length > 0 ? positionals : parts) {
  const start = performance.now();
  const failed = await tryWithout(part, within);
  failures += failed.length;
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(`without ${part}: ${failed.length > 0 ? `failed: ${failed.join(', ')}` : 'green'}, ${seconds} s`);
}
process.exit(failures > 0 ? 1 : 0);
