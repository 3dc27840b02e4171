import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import {
  buildApp,
  claimMessages,
  createBackup,
  createDatabasePing,
  logSerializers,
  openDatabase,
  openSession,
  touchSession,
} from 'portal-frame/internal/server';
import { addToOutbox } from 'portal-frame/server';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { emailOf, startServer, type TestServer } from './harness.ts';
import { makePlace } from './process.ts';
import { VISIT } from './samples.ts';

const METRICS_TOKEN = 'a-token-for-the-metrics';
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ METRICS_TOKEN });
});
afterAll(() => server.close());
afterEach(() => vi.useRealTimers());

const metrics = (authorization?: string, of = server) =>
  of.inject({ url: '/metrics', ...(authorization && { headers: { authorization } }) });

describe('metrics', () => {
  test('require the token, and do not exist without METRICS_TOKEN (ASVS 13.4.5)', async () => {
    expect((await metrics()).statusCode).toBe(401);
    expect((await metrics('Bearer something else')).statusCode).toBe(401);
    expect((await metrics(`Bearer ${await server.tokenOf('admin')}`)).statusCode).toBe(401);
    expect((await metrics(`Bearer ${METRICS_TOKEN}`)).headers['content-type']).toMatch(/^text\/plain; version=/);
    const without = await startServer();
    expect((await metrics(`Bearer ${METRICS_TOKEN}`, without)).statusCode).toBe(404);
    await without.close();
  });

  test('count requests, waiting mails, streams and database time without personal data', async () => {
    const { data } = await server.as('laboratory', 'laboratoryCreateAppointment', { body: VISIT });
    await server.as('admin', 'adminAppointments', { query: { labortary: VISIT.patientName } });
    await server.inject({ url: `/api/v1/fhir/Appointment/${data._id}` });
    await server.inject({ url: '/no/such/page-of-Jane' });
    await server.services.outbox.stop();
    await addToOutbox(server.services.db, 'push', [{ a: 1 }, { a: 2 }], 60_000);
    const text = (await metrics(`Bearer ${METRICS_TOKEN}`)).body;
    expect(text).toMatch(/^portal_requests_total\{method="GET",route="[^"]*appointments[^"]*",code="200"\} 1$/m);
    expect(text).toMatch(/^portal_request_seconds_bucket\{le="\+Inf",method="GET",route="[^"]+"\} \d+$/m);
    expect(text).toContain('portal_outbox_messages{kind="push"} 2');
    expect(text).toContain('portal_outbox_messages{kind="code"} 0');
    expect(text).toMatch(/^portal_streams 0$/m);
    expect(text).toMatch(/^portal_database_up 1$/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m);
    expect(text).toMatch(
      /^portal_info\{version="[\d.]+",node="24[^"]*",database="(sqlite|postgres)",schema="\d{3}_\w+"\} 1$/m,
    );
    for (const own of [data._id, VISIT.patientName, 'Jane', 'example.test', ...Object.values(server.ids)])
      expect(text).not.toContain(own);
    await server.services.db.deleteFrom('outbox').execute();
  });
});

describe('first scrape', () => {
  test('shows the current state and the watched commands', async () => {
    const fresh = await startServer({ METRICS_TOKEN });
    onTestFinished(() => fresh.close());
    // Metrics start with the first request.
    await fresh.app.ready();
    await fresh.services.outbox.stop();
    await addToOutbox(fresh.services.db, 'push', [{ a: 1 }], 600_000);
    await fresh.services.db
      .updateTable('outbox')
      .set({ created_at: Date.now() - 90_000 })
      .execute();
    await createBackup(fresh.services, join(fresh.services.config.dataDir, 'backup'));
    const text = (await metrics(`Bearer ${METRICS_TOKEN}`, fresh)).body;
    const value = (name: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')[1],
      );
    expect(value('portal_database_up')).toBe(1);
    expect(value('portal_database_answer_seconds')).toBeGreaterThan(0);
    expect(value('portal_outbox_oldest_seconds{kind="push"}')).toBeGreaterThanOrEqual(90);
    expect(value('portal_disk_free_bytes')).toBeGreaterThan(0);
    const succeeded = (command: string) => value(`portal_command_last_success_timestamp_seconds{command="${command}"}`);
    expect(Math.abs(succeeded('backup') - Date.now() / 1000)).toBeLessThan(600);
    expect([succeeded('audit_verify'), succeeded('custody_verify')]).toEqual([0, 0]);
    await fresh.services.db.deleteFrom('outbox').execute();
  });

  test('uses no counter name for a gauge', async () => {
    const text = (await metrics(`Bearer ${METRICS_TOKEN}`)).body;
    expect(text.match(/^# TYPE \w+_total (?!counter)\w+$/gm)).toBeNull();
    expect(text).toMatch(/^# TYPE portal_requests_total counter$/m);
  });
});

test('keeps the reason of the last failed attempt of a mail', async () => {
  const without = await startServer({ SMTP_URL: 'smtp://127.0.0.1:1' });
  onTestFinished(() => without.close());
  await without.call('forgotPassword', { body: { email: emailOf('admin'), role: 'admin' } });
  const reasons = () => without.services.db.selectFrom('outbox').select('last_error').execute();
  await expect.poll(reasons).toEqual([{ last_error: expect.stringMatching(/ECONNREFUSED/) }]);
});

describe('request id', () => {
  const idOf = async (headers: Record<string, string> = {}) =>
    (await server.inject({ url: '/api/v1/health', headers })).headers['x-request-id'];

  test('is taken from the proxy or created', async () => {
    expect(await idOf({ 'x-request-id': 'edge-7:1.2_a' })).toBe('edge-7:1.2_a');
    const [first, second] = [await idOf(), await idOf()];
    expect(first).toMatch(/^[\w-]{36}$/);
    expect(second).not.toBe(first);
  });

  test.each(['', 'a b', 'x'.repeat(65), '{"level":60}'])('is replaced if it is not a plain word: %s', async (given) => {
    expect(await idOf({ 'x-request-id': given })).toMatch(/^[\w-]{36}$/);
  });

  test('is logged with route and account', async () => {
    const lines: Record<string, unknown>[] = [];
    const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
    const app = await buildApp(server.services, { level: 'info', serializers: logSerializers, stream });
    const headers = { authorization: `Bearer ${await server.tokenOf('admin')}`, 'x-request-id': 'seen-at-the-edge' };
    await app.inject({ url: '/api/v1/admin/get-profile', headers });
    await app.close();
    const completed = lines.find(({ msg }) => msg === 'request completed');
    expect(completed).toMatchObject({
      reqId: 'seen-at-the-edge',
      res: {
        statusCode: 200,
        method: 'GET',
        route: '/api/v1/admin/get-profile',
        account: server.ids.admin,
        role: 'admin',
      },
    });
  });
});

describe('health check', () => {
  const health = () => server.inject({ url: '/api/v1/health' });

  test('reports 503 during shutdown while requests are answered', async () => {
    expect((await health()).statusCode).toBe(200);
    server.services.state.ending = true;
    expect((await health()).statusCode).toBe(503);
    expect((await server.as('laboratory', 'notifications')).http).toBe(200);
    server.services.state.ending = false;
    expect((await health()).statusCode).toBe(200);
  });

  test.runIf(process.env.TEST_DATABASE_URL)('opens no more connections than DATABASE_CONNECTIONS', async () => {
    const few = await startServer({ DATABASE_CONNECTIONS: '2' });
    onTestFinished(() => few.close());
    const { db } = few.services;
    const slow = () => sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.05)`.execute(db);
    const found = await Promise.all(Array.from({ length: 8 }, slow));
    expect(new Set(found.map(({ rows }) => rows[0]?.pid)).size).toBe(2);
  });

  test.runIf(process.env.TEST_DATABASE_URL)('answers within two seconds while PostgreSQL hangs', async () => {
    // A proxy that forwards until it hangs with open connections.
    const { hostname, port, href } = new URL(server.config.databaseUrl as string);
    let hangs = false;
    const sockets = new Set<Socket>();
    const between = createServer((near) => {
      const far = connect(Number(port), hostname);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(one);
        one.on('error', () => undefined).on('close', () => other.destroy());
        one.on('data', (chunk) => hangs || other.write(chunk));
      }
    }).listen(0, '127.0.0.1');
    await once(between, 'listening');
    const url = new URL(href);
    url.port = String((between.address() as { port: number }).port);
    const store = openDatabase({ ...server.config, databaseUrl: url.href });
    const probe = createDatabasePing(store.db);
    expect(await probe()).toBe(true);
    hangs = true;
    const open = sockets.size;
    for (let round = 0; round < 2; round++)
      expect(await Promise.all(Array.from({ length: 20 }, probe))).not.toContain(true);
    // Concurrent checks share one query.
    expect(sockets.size).toBe(open);
    for (const socket of sockets) socket.destroy();
    hangs = false;
    await expect.poll(probe).toBe(true);
    await store.close();
    between.close();
  });

  test('reports 503 for DRAIN_SECONDS while the server still answers', async () => {
    const place = await makePlace({ DRAIN_SECONDS: '2' });
    try {
      const running = await place.start();
      const token = await running.signIn('laboratory');
      const stream = await fetch(`${running.origin}/api/v1/common/events`, { headers: { authorization: token } });
      expect(stream.status).toBe(200);
      const start = performance.now();
      const ended = running.end('SIGTERM');
      await expect.poll(async () => (await fetch(`${running.origin}/api/v1/health`)).status).toBe(503);
      expect((await running.call('notifications', { token })).http).toBe(200);
      expect(await ended).toBe(0);
      expect(performance.now() - start).toBeGreaterThan(1900);
      // The stream ends cleanly; its listener reconnects.
      expect(await stream.text()).toContain('event: ready');
    } finally {
      await place.remove();
    }
  });
});

describe('a clock that is set back by a day (ASVS 16.2.2)', () => {
  const DAY = 24 * 3_600_000;

  test('delays no mail: new, retried or locked', async () => {
    const { db } = server.services;
    await server.services.outbox.stop();
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: now + DAY });
    for (const _ of ['new', 'tried', 'taken']) await addToOutbox(db, 'code', [{ email: 'x' }], 3 * DAY);
    const rows = await db.selectFrom('outbox').select('id').orderBy('id').execute();
    const [, tried, taken] = rows.map(({ id }) => id);
    const change = (id = '', values: object) => db.updateTable('outbox').set(values).where('id', '=', id).execute();
    await change(tried, { tries: 3, next_at: Date.now() + 30_000 });
    await change(taken, { tries: 1, locked_until: Date.now() + 120_000 });
    expect(await claimMessages(db, 'push', 10, 120_000)).toEqual([]);
    vi.setSystemTime(now);
    expect(await claimMessages(db, 'code', 10, 120_000)).toHaveLength(3);
    expect(await claimMessages(db, 'code', 10, 120_000)).toEqual([]);
    await db.deleteFrom('outbox').execute();
  });

  test('ends idle sessions and keeps streams working', async () => {
    const { db } = server.services;
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: now + DAY });
    const { id } = await openSession(db, server.ids.employee, 12);
    await server.as('laboratory', 'laboratoryCreateAppointment', { body: VISIT });
    vi.setSystemTime(now);
    await touchSession(db, id, now + DAY);
    const row = await db.selectFrom('sessions').select('used_at').where('id', '=', id).executeTakeFirstOrThrow();
    expect(Number(row.used_at)).toBe(now);
    const before = await db.selectFrom('events').select('id').execute();
    expect(
      (await server.call('laboratoryCreateAppointment', { body: VISIT, token: await server.signIn('laboratory') }))
        .http,
    ).toBe(200);
    const after = await db.selectFrom('events').select('id').execute();
    expect(after.length).toBeGreaterThan(before.length);
  });
});
