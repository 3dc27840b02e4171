import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { findFreePort } from 'portal-frame/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packFrame } from '../../scripts/lib/pack.ts';
import { begin } from './documented.ts';
import { installPacked } from './installPacked.ts';

let base: string;
let packed: string;
beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'portal-packed-'));
  // The folder does not exist yet.
  packed = join('releases', await packFrame(join(base, 'releases')));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** A folder with these files and the packed frame installed. */
function createFolder(name: string, files: Record<string, string>): string {
  const folder = join(base, name);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  cpSync(join(base, packed), join(folder, basename(packed)));
  installPacked(folder);
  return folder;
}

/** `npx portal-frame`, on the Node of this machine. */
const portalFrame = (folder: string, command: string) =>
  execFileSync('node', [join(folder, 'node_modules/portal-frame/commands/portal-frame.js'), command], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: (process.env.PATH ?? '')
        .split(':')
        .filter((one) => !one.includes('node_modules'))
        .join(':'),
    },
  });

/** Starts the app as npm does, signs its first account in and adds one record. */
async function expectToWork(folder: string, resource: string, values: object): Promise<void> {
  const running = begin('exec env ADMIN_EMAIL=you@example.com npm start', folder, {
    PORT: String(await findFreePort()),
    DATA_DIR: mkdtempSync(join(base, 'data-')),
    DATABASE_URL: '',
  });
  try {
    const [, url = ''] = await running.says(/is ready: (\S+)/);
    const [, password = ''] = await running.says(/password: (\S+)/);
    const ask = async (path: string, body?: object, token = '') => {
      const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
      const init = body && { method: 'POST', body: JSON.stringify(body) };
      return (await fetch(`${url}/api/v1${path}`, { ...init, headers })).json();
    };
    const { data } = await ask('/auth/sign-in', { email: 'you@example.com', password });
    const created = await ask(`/collections/${resource}`, values, data.userAuthToken);
    expect(created).toMatchObject({ ...values, version: 1 });
    expect(await ask(`/collections/${resource}`, undefined, data.userAuthToken)).toMatchObject([values]);
  } finally {
    await running.stop();
  }
}

test('contains README, docs, changelog and the types of each entry', () => {
  const own = join(createFolder('empty', {}), 'node_modules/portal-frame');
  const { exports, license } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
  expect(license).toBe('UNLICENSED');
  const entries = Object.values(exports as Record<string, string | { types: string; default: string }>);
  const files = entries.flatMap((entry) => (typeof entry === 'string' ? [entry] : [entry.types, entry.default]));
  expect(files.length).toBeGreaterThan(60);
  expect(files.filter((file) => globSync(file, { cwd: own }).length === 0)).toEqual([]);
  const readme = readFileSync(join(own, 'README.md'), 'utf8');
  const linked = [...readme.matchAll(/\]\(([^)#]+)\)/g)].map(([, link = '']) => link);
  expect(linked).toEqual(expect.arrayContaining(['CHANGELOG.md', 'docs/new-app.md', 'docs/reference.md']));
  expect(linked.filter((link) => !existsSync(join(own, link)))).toEqual([]);
});

test('creates an app in an empty folder, which starts', async () => {
  const folder = createFolder('tool-shed', { 'package.json': '{ "dependencies": { "portal-frame": "file:x.tgz" } }' });
  expect(portalFrame(folder, 'init')).toContain('Added:');
  const { name, dependencies, scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect([name, dependencies['portal-frame'], typeof dependencies.zod, scripts.start]).toEqual([
    'tool-shed',
    'file:x.tgz',
    'string',
    'node scripts/run.mjs start',
  ]);
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toContain('<title>Tool Shed</title>');
  expect(portalFrame(folder, 'upgrade')).toContain('Nothing to do.');
  await expectToWork(folder, 'notes', { title: 'Sharpen the axe' });
});

test('works without the optional packages, and names them when they are needed', async () => {
  const folder = createFolder('bike-club', { 'package.json': '{ "dependencies": { "portal-frame": "file:x.tgz" } }' });
  portalFrame(folder, 'init');
  const { dependencies, peerDependenciesMeta } = JSON.parse(
    readFileSync(join(folder, 'node_modules/portal-frame/package.json'), 'utf8'),
  );
  const optional = Object.keys(peerDependenciesMeta);
  expect(optional.filter((name) => name in dependencies)).toEqual([]);
  for (const name of optional)
    rmSync(join(folder, 'node_modules', name.split('/')[0] ?? ''), { recursive: true, force: true });
  await expectToWork(folder, 'notes', { title: 'Oil the chain' });

  const run = (env: Record<string, string>, ...args: string[]) => {
    const { stdout, stderr } = spawnSync(process.execPath, args, {
      ...{ cwd: folder, encoding: 'utf8' },
      env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: '', ...env },
    });
    return stdout + stderr;
  };
  const serve = 'node_modules/portal-frame/commands/serve.js';
  const build = ['node_modules/vite/bin/vite.js', 'build'];
  expect(run({ VITE_FIREBASE_VAPID_KEY: 'key' }, ...build)).toMatch(
    /push needs .* npm install --save-prod firebase@\d/,
  );
  const dataDir = mkdtempSync(join(base, 'data-'));
  const own = { DATA_DIR: dataDir, ADMIN_EMAIL: 'you@example.com', PORT: String(await findFreePort()) };
  expect(run({ ...own, FILES_URL: 's3://bucket' }, serve)).toMatch(
    /FILES_URL .* npm install --save-prod @aws-sdk\/client-s3@\d/,
  );
  const databaseUrl = 'postgres://somebody:password@127.0.0.1:5432/app';
  expect(run({ ...own, DATABASE_URL: databaseUrl }, serve)).toMatch(/DATABASE_URL .* npm install --save-prod pg@\d/);

  const started = begin(`exec ${process.execPath} ${serve}`, folder, { ...own, DATABASE_URL: '' });
  await started.says(/is ready: /);
  await started.stop();
  const db = new DatabaseSync(join(dataDir, 'portal.sqlite'));
  db.exec(`insert into factors (id, account_id, kind, name, secret, counter, transports, created_at)
    select 'f', id, 'passkey', '', '', 0, '', 0 from accounts`);
  db.close();
  expect(run(own, serve)).toMatch(/Accounts have passkeys, .* npm install --save-prod @simplewebauthn\/browser@\d/);
});

test('writes a typed client into a new folder', () => {
  const folder = createFolder('tea-house', { 'package.json': '{ "dependencies": { "portal-frame": "file:x.tgz" } }' });
  portalFrame(folder, 'init');
  const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  const written = run('node_modules/portal-frame/commands/plugin-command.js', 'client', 'billing/portalClient.ts');
  expect([written.stdout, written.stderr]).toEqual([expect.stringContaining('Written: billing/portalClient.ts'), '']);
  writeFileSync(
    join(folder, 'billing/program.ts'),
    `import { createClient, type PortalCollections } from './portalClient.ts';
const portal = createClient<PortalCollections>({ url: 'https://portal.example.com', key: '' });
export const note: string = (await portal.create('notes', { title: 'Buy tea' })).title;
// @ts-expect-error: notes have no colour
await portal.create('notes', { title: 'Buy tea', colour: 'green' });
`,
  );
  const flags = '--ignoreConfig --noEmit --strict --module nodenext --target esnext --allowImportingTsExtensions';
  const types = run('node_modules/typescript/bin/tsc', ...flags.split(' '), 'billing/program.ts');
  expect([types.stdout, types.status]).toEqual(['', 0]);
});
