import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { number, text } from '../../fields/index.ts';
import type { Fields } from '../../fields/kind.ts';
import { createAccount } from '../../server/accounts/accountRows.ts';
import { getSystemErrorKind } from '../../server/base/systemErrors.ts';
import { buildApp } from '../../server/buildApp.ts';
import { readConfig } from '../../server/config.ts';
import { createServices } from '../../server/createServices.ts';
import { runIfEmpty } from '../../server/db/firstStart.ts';
import { openDatabase } from '../../server/db/openDatabase.ts';
import workshop from '../app/server/app.ts';
import { changing } from './changing.ts';
import { createTestDatabase } from './database.ts';
import { TIME_ZONE } from './people.ts';
import { resourceOf } from './resourceOf.ts';

const SERVE = join(import.meta.dirname, '..', '..', 'commands', 'serve.ts');
const WORKSHOP = join(import.meta.dirname, '..', 'app');
const POSTGRES = Boolean(process.env.TEST_DATABASE_URL);
let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'portal-starting-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function listening(): Promise<{ server: Server; port: number }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

/** Starts a server process on a port that is known before. */
function begin(port: number, dataDir: string, url = '') {
  // Disables the overload response, as the machine may be busy.
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    MAX_DELAY_MS: '60000',
    DEMO: 'off',
    ADMIN_EMAIL: 'a@b.test',
    PORT: String(port),
  };
  const child = spawn(process.execPath, [SERVE], {
    cwd: WORKSHOP,
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  return { child, exit: once(child, 'exit').then(([code]) => ({ code, said })) };
}

test('asks clients to retry, in both languages, until the server is ready', async () => {
  const { server, port } = await listening();
  server.close();
  const { url, drop } = await createTestDatabase();
  const { child, exit } = begin(port, join(root, 'own'), url);
  const seen = new Map<number, { after: string | null; message: string }>();
  let page: { status: number; text: string; policy: string | null } | undefined;
  while (!seen.has(200) && child.exitCode === null) {
    if (!page) {
      const shown = await fetch(`http://127.0.0.1:${port}/things`, { headers: { accept: 'text/html,*/*' } }).catch(
        () => undefined,
      );
      if (!shown) continue;
      page = {
        ...{ status: shown.status, text: await shown.text() },
        policy: shown.headers.get('content-security-policy'),
      };
    }
    const language = seen.has(503) ? 'es' : 'en';
    const reply = await fetch(`http://127.0.0.1:${port}/api/v1/health`, {
      headers: { 'accept-language': language },
    }).catch(() => undefined);
    if (!reply) continue;
    const { status, code, message } = (await reply.json()) as { status: boolean; code: number; message: string };
    expect([status, code]).toEqual([reply.status === 200, reply.status]);
    seen.set(reply.status, { after: reply.headers.get('retry-after'), message });
  }
  child.kill('SIGTERM');
  expect(await exit).toEqual({ code: 0, said: '' });
  expect([...seen.keys()]).toEqual([503, 200]);
  expect(seen.get(503)).toEqual({
    after: '2',
    message: 'El servicio se está iniciando. Inténtelo de nuevo en un momento.',
  });
  // The page is meant for people and reloads itself.
  expect(page?.status).toBe(503);
  expect(page?.text).toContain('The service is starting. Please try again in a moment.');
  expect(page?.text).toContain('<meta http-equiv="refresh" content="2">');
  // The style is allowed by its hash, and framing is refused.
  const [, style = ''] = /<style>(.*)<\/style>/.exec(page?.text ?? '') ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  expect(page?.policy).toContain(`style-src 'sha256-${hash}'`);
  expect(page?.policy).toContain("frame-ancestors 'none'");
  expect([page?.policy, page?.text].join()).not.toMatch(/unsafe-inline|style=/);
  await drop();
});

test('reports a used port before it changes anything', async () => {
  const { server, port } = await listening();
  const { exit } = begin(port, join(root, 'taken'));
  expect(await exit).toEqual({ code: 1, said: `PORT ${port} is in use by another program.\n` });
  expect(existsSync(join(root, 'taken', 'portal.sqlite'))).toBe(false);
  server.close();
});

const supplies = (fields: object) => resourceOf('supplies', fields as Fields);

test('serves old records or asks clients to retry during a schema change', async () => {
  const db = await changing();
  await db.start(supplies({ item: text() }));
  await db.add('supplies', { item: '12' });
  const { dataDir, url: databaseUrl } = db;
  const other = openDatabase({ dataDir, ...(databaseUrl && { databaseUrl, statementTimeoutMs: 300 }) });
  let read: unknown;
  const look = async () => {
    const { rows } = await sql`select text_item as item from c_supplies`.execute(other.db);
    return rows;
  };
  db.changes = [
    {
      name: '1',
      async after() {
        read = await look().catch((cause) => getSystemErrorKind(cause));
      },
    },
  ];
  await db.start(supplies({ count: number({ renamedFrom: 'item' }), shelf: text({ default: 'A1' }) }));
  expect(read).toEqual(POSTGRES ? 'busy' : [{ item: '12' }]);
  expect(await db.read('supplies')).toMatchObject([{ count: 12, shelf: 'A1' }]);
  await other.close();
  await db.close();
});

test.runIf(POSTGRES)('lets a second server wait while the first one fills an empty database', async () => {
  const db = await changing();
  const { url: databaseUrl = '', dataDir } = db;
  const [one, other] = [1, 2].map(() => openDatabase({ app: workshop, dataDir, databaseUrl, statementTimeoutMs: 200 }));
  if (!one || !other) throw new Error('No database.');
  await one.db.deleteFrom('accounts').execute();
  const ADMIN = { role: 'admin', email: 'a@example.test', username: 'a', passwordHash: '', fullName: 'A' } as const;
  const work: string[] = [];
  let filling = () => {};
  const begun = new Promise<void>((resolve) => (filling = resolve));
  const first = runIfEmpty(one, async (transaction) => {
    filling();
    // Longer than a statement may take.
    for (let count = 0; count < 8; count++) await sql`select pg_sleep(0.1)`.execute(transaction);
    await createAccount({ db: transaction, app: workshop }, ADMIN);
    work.push('first');
  });
  await begun;
  await Promise.all([first, runIfEmpty(other, async () => void work.push('second'))]);
  expect(work).toEqual(['first']);
  await Promise.all([one.close(), other.close()]);
  await db.close();
});

test.runIf(POSTGRES)('lets a start take longer than a statement of a request', async () => {
  const db = await changing();
  const { url: databaseUrl = '', dataDir } = db;
  const other = openDatabase({ dataDir, databaseUrl });
  let held = () => {};
  const holds = new Promise<void>((resolve) => (held = resolve));
  const holding = other.db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(7204911)`.execute(transaction);
    held();
    await sql`select pg_sleep(0.6)`.execute(transaction);
  });
  await holds;
  const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DEMO: 'off', TIME_ZONE };
  const config = { ...readConfig(env, workshop), statementTimeoutMs: 200 };
  const store = openDatabase(config);
  const app = await buildApp(createServices(config, store, { resources: [supplies({ item: text() })] }));
  await holding;
  await app.close();
  await store.close();
  await other.close();
  await db.close();
});
