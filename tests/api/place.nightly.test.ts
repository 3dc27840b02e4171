import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from 'portal-frame/internal/server';
import { linesOf, runFile } from 'portal-frame/testing/helpers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import app from '../../server/app.ts';
import { createTestDatabase } from './harness.ts';
import { makePlace } from './process.ts';

const POSTGRES = Boolean(process.env.TEST_DATABASE_URL);
const MAIN = join(import.meta.dirname, '..', '..', 'server', 'main.ts');
const NOBODY = 65534;
/** Variables of a server, without those of the tests. */
const { PATH, NODE_COMPILE_CACHE } = process.env;
const BARE = { PATH, NODE_COMPILE_CACHE, PORT: '0', TIME_ZONE: 'UTC' };

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portal-place-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Starts a server that ends by itself or once it is ready; returns its output. */
async function start(env: Record<string, string>, uid?: number) {
  const as = uid !== undefined && { uid, gid: uid };
  const { child, said, end } = runFile(MAIN, [], { env: { ...BARE, ADMIN_EMAIL: 'a@b.test', ...env }, ...as });
  child.stdout.on('data', () => said.out.includes('ready') && child.kill('SIGTERM'));
  const { code, out, err } = await end;
  return { code, out, lines: linesOf(err) };
}

describe.skipIf(POSTGRES)('data directory', () => {
  test('becomes private with any umask, with everything that an older version left', async () => {
    const dataDir = join(root, 'open');
    mkdirSync(join(dataDir, 'outbox'), { recursive: true });
    mkdirSync(join(dataDir, 'uploads'));
    writeFileSync(join(dataDir, 'token-secret'), 'x'.repeat(40));
    for (const name of ['.', 'outbox', 'uploads', 'token-secret']) chmodSync(join(dataDir, name), 0o777);
    const before = process.umask(0);
    const store = await openStore({ app, dataDir });
    expect((statSync(join(dataDir, 'portal.sqlite-wal')).mode & 0o777).toString(8)).toBe('600');
    await store.close();
    const { code } = await start({ DATA_DIR: dataDir, DEMO: 'on' });
    process.umask(before);
    expect(code).toBe(0);
    const open = readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .map((one) => join(one.parentPath, one.name))
      .filter((path) => !/uploads\/.|outbox\/./.test(path) && (statSync(path).mode & 0o077) !== 0);
    expect(open).toEqual([]);
    const pictures = readdirSync(join(dataDir, 'uploads'), { recursive: true, withFileTypes: true });
    expect(pictures.filter((one) => (statSync(join(one.parentPath, one.name)).mode & 0o077) !== 0)).toEqual([]);
    expect(pictures.length).toBeGreaterThan(20);
  });

  test('belongs to one server, also after kill -9 of the former one; others may read', async () => {
    const place = await makePlace();
    try {
      const server = await place.start();
      const second = await start({ DATA_DIR: place.config.dataDir, DEMO: 'off' });
      expect(second.code).toBe(1);
      expect(second.lines).toEqual([
        `Another server runs on ${place.config.dataDir}. Stop it, or give this one a DATA_DIR of its own.`,
      ]);
      const reader = await openStore(place.config);
      expect(await reader.db.selectFrom('accounts').select('id').execute()).toHaveLength(5);
      await reader.close();
      await server.end('SIGKILL');
      const third = await place.start();
      expect(await third.end('SIGTERM')).toBe(0);
    } finally {
      await place.remove();
    }
  });

  test('is reported in one line if it cannot be used', async () => {
    const folder = (name: string) => {
      mkdirSync(join(root, name), { recursive: true });
      return join(root, name);
    };
    const refused = async (dataDir: string, line: RegExp, uid?: number) => {
      const { code, lines } = await start({ DATA_DIR: dataDir, DEMO: 'off' }, uid);
      expect(lines).toEqual([expect.stringMatching(line)]);
      expect(code).toBe(1);
    };
    writeFileSync(join(root, 'file'), '');
    await refused(join(root, 'file'), /^DATA_DIR must be a directory that can be written, but .*file is not/);
    writeFileSync(join(folder('other'), 'portal.sqlite'), 'this is no database, whatever it is called '.repeat(40));
    await refused(join(root, 'other'), /portal\.sqlite is damaged \(file is not a database\)\. Restore a backup/);
    const damaged = folder('damaged');
    await (await openStore({ app, dataDir: damaged })).close();
    const file = join(damaged, 'portal.sqlite');
    writeFileSync(file, Buffer.alloc(3000, 7), { flag: 'r+' });
    await refused(damaged, /portal\.sqlite is damaged/);
    // /dev/full simulates a full disk.
    const full = folder('full');
    symlinkSync('/dev/full', join(full, 'portal.sqlite'));
    await refused(full, /must be readable and writable|no space left/);
    if (process.getuid?.() !== 0) return;
    const readOnly = folder('readOnly');
    await (await openStore({ app, dataDir: readOnly })).close();
    chmodSync(root, 0o755);
    mkdirSync(join(readOnly, 'uploads', 'tmp'), { recursive: true });
    writeFileSync(join(readOnly, 'token-secret'), 'x'.repeat(40));
    for (const name of ['.', 'uploads', 'uploads/tmp', 'token-secret']) chownSync(join(readOnly, name), NOBODY, NOBODY);
    chmodSync(join(readOnly, 'portal.sqlite'), 0o444);
    await refused(readOnly, /must be readable and writable for the server/, NOBODY);
  });
});

describe.skipIf(POSTGRES)('demo data', () => {
  const env = async (own: Record<string, string>) => {
    const { url = '', drop } = await createTestDatabase();
    return { env: { DATA_DIR: join(root, String(Math.random())), DATABASE_URL: url, ADMIN_EMAIL: '', ...own }, drop };
  };

  test('is added only if the server is local, or if DEMO requests it (ASVS 6.3.2)', async () => {
    const remote = await env({ HOST: '0.0.0.0' });
    const { env: without } = remote;
    const { code, lines } = await start(without);
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/^ADMIN_EMAIL must be set: .* only with DEMO=on\.$/)]);
    const admin = await start({ ...without, ADMIN_EMAIL: 'a@b.test' });
    expect([admin.code, admin.out]).toEqual([0, expect.stringMatching(/^First account: a@b.test, password: /)]);
    expect(admin.out).not.toContain('demo.test');
    await remote.drop();
    const file = `${without.DATA_DIR}-password`;
    const quiet = await env({ HOST: '0.0.0.0' });
    const kept = await start({ ...quiet.env, ADMIN_EMAIL: 'a@b.test', ADMIN_PASSWORD_FILE: file });
    expect([kept.code, kept.out]).toEqual([
      0,
      expect.stringContaining(`First account: a@b.test, its password is in ${file} (`),
    ]);
    expect(kept.out).not.toContain(readFileSync(file, 'utf8').trim());
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await quiet.drop();
    const { env: local, drop } = await env({ PUBLIC_URL: 'http://localhost:3000' });
    expect((await start(local)).out).toMatch(/Demo accounts: admin@demo\.test.*\nVersion|Version .*\nDemo accounts/);
    // The same data needs DEMO=on to become public later.
    const refused = await start({ ...local, PUBLIC_URL: 'https://portal.example.com' });
    expect(refused.lines).toEqual([
      expect.stringMatching(/^admin@demo\.test is a demo account whose password is published/),
    ]);
    expect((await start({ ...local, HOST: '0.0.0.0', DEMO: 'on' })).code).toBe(0);
    await drop();
  });
});

test('exits cleanly on a signal during the start, and starts again', async () => {
  const { url = '', drop } = await createTestDatabase();
  const env = { DATA_DIR: join(root, 'signal'), DATABASE_URL: url, DEMO: 'off', ADMIN_EMAIL: 'a@b.test' };
  const begins = url ? 'token-secret' : 'portal.lock';
  for (const wait of [0, 150]) {
    rmSync(join(env.DATA_DIR, begins), { force: true });
    const child = spawn(process.execPath, [MAIN], {
      env: { ...BARE, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const gone = once(child, 'exit');
    // Earlier signals end Node itself.
    const begun = () => {
      try {
        return readdirSync(env.DATA_DIR).includes(begins);
      } catch {
        return false;
      }
    };
    await expect.poll(begun, { interval: 5 }).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, wait));
    child.kill('SIGTERM');
    expect((await gone)[0]).toBe(0);
  }
  expect((await start(env)).code).toBe(0);
  await drop();
});
