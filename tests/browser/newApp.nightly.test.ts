import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium, findFreePort } from 'portal-frame/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromRoot } from '../../scripts/lib/root.ts';
import { copyTree } from '../tree.ts';
import { begin, blockOf, done, expectEndBySignal, sectionOf } from './documented.ts';
import { installPacked } from './installPacked.ts';

const PAGE = blockOf(readFileSync(fromRoot('docs/new-app.md'), 'utf8'), 'sh').map((line) =>
  line.replace(/\s*#.*$/, ''),
);
const making = PAGE.filter((line) => line.startsWith('npm run new:app'));
const [into = '', start = '', check = ''] = PAGE.slice(making.length);
const targetOf = (command: string) => / -- (\S+)/.exec(command)?.[1] ?? '';
const [plain = '', example = ''] = making;
const RENTAL = 'npm run new:app -- ../tool-rental --example rental';

let base: string;
let shop: string;
let library: string;
let rental: string;

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'portal-apps-'));
  const parts = ['src', 'scripts', 'examples', 'docs', 'package.json', 'package-lock.json', 'tsconfig.json'];
  const tree = copyTree('project', parts, base);
  const commands = [...making, RENTAL];
  await Promise.all(commands.map((command) => done(command, tree)));
  [shop = '', library = '', rental = ''] = commands.map((command) => join(tree, targetOf(command)));
  for (const folder of [shop, library, rental]) installPacked(folder);
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

test('documents the same commands in README.md and docs/new-app.md', () => {
  const named = (command: string) => command.replace(/\s*#.*$/, '').replace(targetOf(command), '../app');
  expect(blockOf(sectionOf('README.md', 'Another business'), 'sh').map(named)).toEqual(making.map(named));
  expect([into, start, check]).toEqual([`cd ${targetOf(plain)}`, expect.stringMatching(/npm start$/), 'npm test']);
  expect(example).toContain('--example library');
});

test("starts a new app, signs in with the printed password, and stops by npm's pid", async () => {
  const dataDir = mkdtempSync(join(base, 'data-'));
  const running = begin(`exec env ${start}`, shop, {
    PORT: String(await findFreePort()),
    DATA_DIR: dataDir,
    DATABASE_URL: '',
  });
  try {
    const [, url = ''] = await running.says(/is ready: (\S+)/);
    const [, password = ''] = await running.says(/password: (\S+)/);
    const email = /ADMIN_EMAIL=(\S+)/.exec(start)?.[1];
    const reply = await fetch(`${url}/api/v1/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    expect(await reply.json()).toMatchObject({ status: true, data: { userAuthToken: expect.any(String) } });
    expect(await (await fetch(url)).text()).toContain('Shop');
    await expectEndBySignal(running, url);
  } finally {
    await running.stop();
  }
});

test('creates other businesses with one command on the packed frame', async () => {
  const env = { CHROMIUM_PATH: findChromium() ?? '', DATABASE_URL: '', TEST_DATABASE_URL: '' };
  const said = await done(check, library, env);
  const passed = /Tests +(\d+) passed[\s\S]*The same tests on PostgreSQL:[\s\S]*Tests +\1 passed/;
  expect(said).toMatch(passed);
  const saidOfRental = await done(check, rental, env);
  expect(saidOfRental).toMatch(passed);
});

test('describes the rental business in at most 490 lines of config and 60 of hooks', () => {
  const countLines = (pattern: string) =>
    globSync(pattern, { cwd: fromRoot('examples/rental') })
      .map((file) => readFileSync(fromRoot('examples/rental', file), 'utf8').split('\n').length - 1)
      .reduce((sum, lines) => sum + lines, 0);
  // The list of plug-ins describes no business.
  expect(countLines('src/**/*.ts') - countLines('src/plugins.ts')).toBeLessThanOrEqual(490);
  expect(countLines('server/resources/*.ts')).toBeLessThanOrEqual(60);
});

test('contains nothing of this portal in a new app', () => {
  const files = globSync('**/*.{ts,tsx,js,css,html,json,md}', {
    cwd: library,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  });
  expect(files.length).toBeGreaterThan(15);
  // A new app has tests of its own.
  const tests = globSync('node_modules/portal-frame/**/tests', { cwd: library });
  expect(tests).toEqual([join('node_modules', 'portal-frame', 'template', 'tests')]);
  const packed = globSync('node_modules/portal-frame/**/*.{ts,js,css,json}', { cwd: library });
  const words = /patient|appointment|employee|laborator|phlebotom|specimen|visit-confirmation/i;
  expect([...files, ...packed].filter((file) => words.test(readFileSync(join(library, file), 'utf8')))).toEqual([]);
});
