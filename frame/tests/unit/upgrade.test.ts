import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { applyTemplate, type Release } from '../../commands/upgrade/applyTemplate.ts';
import { CONFIG_RENAMES } from '../../commands/upgrade/configRenames.ts';
import { nameRoles } from '../../commands/upgrade/nameRoles.ts';
import { renameKeys } from '../../commands/upgrade/renameKeys.ts';

const rename = (code: string) => renameKeys('a.ts', code, CONFIG_RENAMES);

test('renames only keys of configs and imports', () => {
  const before = `import { defineResource, ME, text } from 'portal-frame';
const check = ({ rows }: { rows: number }) => (rows > ME.length ? {} : { rows: 'check' });
export default defineResource({
  name: 'walks', // check
  check,
  fields: { rows: text(), ME: text({ help: 'ME' }) },
  list: { filters: ['rows', { field: 'on', test: 'day' }, { field: 'on', test: 'min' }] },
  roles: { walker: { can: ['list'], "rows": { walker: ME } }, admin: { rows: other.ME } },
});`;
  expect(rename(before)).toBe(`import { defineResource, me, text } from 'portal-frame';
const check = ({ rows }: { rows: number }) => (rows > me.length ? {} : { rows: 'check' });
export default defineResource({
  name: 'walks', // check
  validate: check,
  fields: { rows: text(), ME: text({ help: 'ME' }) },
  list: { filters: ['rows', { field: 'on', operator: 'equals' }, { field: 'on', test: 'min' }] },
  roles: { walker: { can: ['list'], where: { walker: me } }, admin: { where: other.ME } },
});`);
});

test('moves the title of a show view, unless there is one', () => {
  const show = "show: { title: 'day', groups: [] },";
  expect(rename(`defineResource({ ${show} })`)).toBe("defineResource({\n  title: '{day}', show: { groups: [] }, })");
  const titled = `defineResource({ title: '{dog}', ${show} })`;
  expect(rename(titled)).toBe(titled);
});

test('leaves other imports, aliases and code with errors alone', () => {
  for (const code of [
    "import { ME } from './me.ts'; export default ME;",
    'other({ check: 1, others: 2 });',
    "import { ME } from 'portal-frame'; export default (",
  ])
    expect(rename(code)).toBe(code);
  expect(rename("import { ME as own } from 'portal-frame'; use(own, { ME: 1 });")).toBe(
    "import { me as own } from 'portal-frame'; use(own, { ME: 1 });",
  );
});

test('passes the roles of src/roles.ts to the server, once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'upgrade-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const roles = "defineRoles({ a: { home: '/' } });";
  const write = (path: string, code: string) => {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), code);
  };
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const server = "import { defineServer } from 'portal-frame/server';\n\nexport default defineServer({";
  for (const rest of [" name: 'Walks' });", "\n  name: 'Walks',\n});"]) {
    write('src/roles.ts', roles);
    write('server/app.ts', `${server}${rest}`);
    expect(nameRoles(folder)).toEqual(['src/roles.ts', 'server/app.ts']);
    expect(read('src/roles.ts')).toBe(`export const roles = ${roles}`);
    const named = rest.replace(/^(\s+)/, '$1roles,$1');
    expect(read('server/app.ts')).toBe(`import { roles } from '../src/roles.ts';\n${server}${named}`);
    expect(nameRoles(folder)).toEqual([]);
  }
  write('src/profiles.ts', 'defineProfiles({});');
  const effects = "import '../src/profiles.ts';\nimport '../src/roles.ts';\n";
  write('server/app.ts', `${effects}${server}name: 'Walks' });`);
  expect(nameRoles(folder)).toEqual(['src/profiles.ts', 'server/app.ts']);
  expect(read('src/profiles.ts')).toBe('export default defineProfiles({});');
  const imports = "import { roles } from '../src/roles.ts';\nimport profiles from '../src/profiles.ts';\n";
  expect(read('server/app.ts')).toBe(`${imports}${server} roles, profiles, name: 'Walks' });`);
});

/** A release whose template has these files, and a folder for an app. */
function createRelease(files: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), 'upgrade-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const template = join(root, 'template');
  const folder = join(root, 'dog-walks');
  mkdirSync(folder);
  const write = (place: string, path: string, text: string) => {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), text);
  };
  const set = (path: string, text: string) => write(template, path, text);
  const manifest = { scripts: { start: 'run start', plan: 'run plan' } };
  for (const [path, text] of Object.entries({
    'package.json': JSON.stringify(manifest),
    'earlier.json': '{ "b.ts": [] }',
    'server/app.ts': "name: '{name}'",
    ...files,
  }))
    set(path, text);
  const packages = { dependencies: {}, devDependencies: { vite: '8.0.0' }, optionalDependencies: { node: '24.0.0' } };
  const release: Release = { version: '1.0.0', template, ...packages };
  return {
    folder,
    set,
    change: (path: string, text: string) => write(folder, path, text),
    read: (path: string) => readFileSync(join(folder, path), 'utf8'),
    apply: (more: Partial<Release> = {}) => applyTemplate(folder, { ...release, ...more }),
  };
}

test('replaces unchanged files, writes others beside them, and restores no deleted file', () => {
  const { set, change, read, apply, folder } = createRelease({
    'index.html': 'a of {name}',
    'b.ts': 'b',
    'c.ts': 'c',
    'd.ts': 'd',
    'src/roles.ts': 'roles',
    gitignore: 'data',
  });
  expect(apply().added.toSorted()).toEqual(
    ['.gitignore', 'b.ts', 'c.ts', 'd.ts', 'index.html', 'server/app.ts', 'src/roles.ts'].toSorted(),
  );
  expect(read('index.html')).toBe('a of Dog Walks');
  expect(apply()).toEqual({ added: [], replaced: [], changed: [] });

  rmSync(join(folder, 'd.ts'));
  change('b.ts', 'b of ours');
  change('c.ts', 'c of ours');
  set('index.html', 'a 2');
  for (const name of ['b', 'd', 'src/roles']) set(`${name}.ts`, `${name} 2`);
  set('e.ts', 'e');
  change('package.json', read('package.json').replace('run plan', 'our plan'));
  set('package.json', JSON.stringify({ scripts: { start: 'run 2', plan: 'plan 2', docs: 'docs' } }));
  expect(apply({ devDependencies: { vite: '9.0.0', unused: '1.0.0' } })).toEqual({
    added: ['e.ts'],
    replaced: ['index.html', 'package.json'],
    changed: ['b.ts'],
  });
  expect([read('index.html'), read('b.ts'), read('b.ts.new'), read('c.ts'), read('src/roles.ts')]).toEqual([
    'a 2',
    'b of ours',
    'b 2',
    'c of ours',
    'roles',
  ]);
  expect(JSON.parse(read('package.json'))).toMatchObject({
    scripts: { start: 'run 2', plan: 'our plan', docs: 'docs' },
    devDependencies: { vite: '9.0.0' },
  });
  expect(read('package.json')).not.toContain('unused');
});

test('adds the packages of Node only where the machine has an older one', () => {
  const { folder, set, read, apply } = createRelease({});
  const setNode = (version: string) => {
    set('bin/node', `#!/bin/sh\necho ${version}\n`);
    chmodSync(join(folder, '../template/bin/node'), 0o755);
  };
  vi.stubEnv('PATH', [join(folder, '../template/bin'), '/usr/bin', '/bin'].join(delimiter));
  onTestFinished(() => void vi.unstubAllEnvs());
  setNode('v24.1.0');
  apply();
  expect(JSON.parse(read('package.json'))).not.toHaveProperty('optionalDependencies');
  setNode('v20.19.2');
  apply();
  expect(JSON.parse(read('package.json')).optionalDependencies).toEqual({ node: '24.0.0' });
});
