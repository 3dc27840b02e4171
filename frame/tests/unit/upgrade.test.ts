import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { applyTemplate, type Release } from '../../commands/upgrade/applyTemplate.ts';

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
    apply: (more: Partial<Release> = {}, name?: string) => applyTemplate(folder, { ...release, ...more }, name),
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

test.each([
  ["Bob's Library", "Bob's Library"],
  ['Cash $& Carry', 'Cash $&amp; Carry'],
  ['<b>Shop</b>', '&lt;b&gt;Shop&lt;/b&gt;'],
  ['C:\\new', 'C:\\new'],
])('writes the name %s into code and HTML', async (name, html) => {
  const { folder, read, apply } = createRelease({
    'server/app.ts': "export default { name: '{name}' };",
    'index.html': '<title>{name}</title>',
    'README.md': '# {name}',
    'run.mjs': `in \${name}`,
  });
  apply({}, name);
  const { default: app } = await import(/* @vite-ignore */ join(folder, 'server/app.ts'));
  expect(app.name).toBe(name);
  expect(read('index.html')).toBe(`<title>${html}</title>`);
  expect(read('README.md')).toBe(`# ${name}`);
  expect(read('run.mjs')).toBe(`in \${name}`);
  // An upgrade knows the name, however the app is called by then.
  expect(apply()).toEqual({ added: [], replaced: [], changed: [] });
});

test('names a damaged file of the app before it writes any', () => {
  for (const name of ['package.json', '.portal-frame.json']) {
    for (const text of ['{', 'null', '[]']) {
      const { folder, change, apply } = createRelease({ 'b.ts': 'b' });
      change(name, text);
      expect(apply).toThrow(`${name} is no JSON object`);
      expect(existsSync(join(folder, 'b.ts'))).toBe(false);
    }
  }
  const { change, apply, read } = createRelease({});
  change('package.json', '\uFEFF{ "name": "walks" }');
  apply();
  expect(JSON.parse(read('package.json')).name).toBe('walks');
});

test('writes nothing through a link to another folder', () => {
  const { folder, apply } = createRelease({ 'src/main.tsx': 'x' });
  const elsewhere = join(folder, '../elsewhere');
  mkdirSync(elsewhere);
  symlinkSync(elsewhere, join(folder, 'src'));
  expect(apply).toThrow('is a link to another folder');
  expect(readdirSync(elsewhere)).toEqual([]);
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
