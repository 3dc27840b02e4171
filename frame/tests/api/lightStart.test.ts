// On SQLite only: nothing here depends on the database.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { HeapSpaceInfo } from 'node:v8';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../../testing/serverProcess.ts';

const SERVE = join(import.meta.dirname, '..', '..', 'commands', 'serve.ts');
const WORKSHOP = join(import.meta.dirname, '..', 'app');
const COMPILED = join(WORKSHOP, 'node_modules', '.cache', 'compiled');
/** Longer than the server waits for further requests. */
const IDLE_MS = 4000;
/** Notes the files that each thread loads, and the spaces of the heap once the server is asked to end. */
const RECORD = `
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { registerHooks } from 'node:module';
import { getHeapSpaceStatistics } from 'node:v8';
import { isMainThread, threadId } from 'node:worker_threads';
const loaded = [];
registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
let collections = 0;
const { post } = Session.prototype;
Session.prototype.post = function (method) {
  if (method === 'HeapProfiler.collectGarbage') collections++;
  return post.call(this, method);
};
const write = (name, value) => writeFileSync(process.env.RECORDS + '/' + name, JSON.stringify(value));
if (isMainThread) process.on('SIGTERM', () => write('heap', { spaces: getHeapSpaceStatistics(), collections }));
process.on('exit', () => write('loaded' + threadId, loaded));
`;

let root: string;
const readRecord = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'));

/** Starts a server on SQLite, waits until it is ready, and ends it. */
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'portal-light-'));
  rmSync(COMPILED, { recursive: true, force: true });
  writeFileSync(join(root, 'record.mjs'), RECORD);
  const port = await findFreePort();
  const env = {
    DATA_DIR: join(root, 'data'),
    PORT: String(port),
    DEMO: 'off',
    ADMIN_EMAIL: 'a@b.test',
  };
  const others = { DATABASE_URL: '', NODE_COMPILE_CACHE: undefined, METRICS_TOKEN: undefined, SMTP_URL: undefined };
  const child = spawn(process.execPath, ['--import', join(root, 'record.mjs'), SERVE], {
    cwd: WORKSHOP,
    env: { ...process.env, NODE_ENV: 'production', RECORDS: root, ...env, ...others },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  for await (const said of child.stdout) {
    if (!String(said).includes('is ready')) continue;
    for (let sent = 0; sent < 500; sent++) await fetch(`http://127.0.0.1:${port}/api/v1/health`);
    await delay(IDLE_MS);
    child.kill('SIGTERM');
  }
  expect(await ended).toEqual([0, null]);
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
  rmSync(COMPILED, { recursive: true, force: true });
});

describe('server start', () => {
  test('caches compiled code for the next start', () => {
    expect(existsSync(COMPILED)).toBe(true);
    // A start from declarations alone would store a few files.
    expect(readdirSync(COMPILED, { recursive: true }).length).toBeGreaterThan(500);
  });

  test('loads no package that only some servers or requests need', () => {
    const packages = (readRecord('loaded0') as string[]).map(
      (url) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1],
    );
    const later = ['ajv', '@fastify/ajv-compiler', 'file-type', 'nodemailer', 'pg', 'prom-client', 'sharp'];
    expect(later.filter((name) => packages.includes(name))).toEqual([]);
    expect(packages).toContain('fastify');
  });

  test('does not reread texts in the thread that answers meanwhile', () => {
    const urls = readdirSync(root).flatMap((name) => (/^loaded[1-9]/.test(name) ? (readRecord(name) as string[]) : []));
    expect(urls.filter((url) => url.endsWith('startingPage.ts'))).toHaveLength(1);
    expect(urls.filter((url) => /\/i18n\/\w+\//.test(url))).toEqual([]);
  });

  test('releases the memory for new objects, as do many requests', () => {
    const { spaces, collections } = readRecord('heap') as { spaces: HeapSpaceInfo[]; collections: number };
    // Before it listens, and once nobody has asked for two seconds.
    expect(collections).toBe(2);
    const young = spaces.find(({ space_name }) => space_name === 'new_space');
    expect(young?.physical_space_size).toBeLessThan(16 * 1024 * 1024);
  });
});
