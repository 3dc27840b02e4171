import { sql } from 'kysely';
import { claimMessages, openSession, touchSession } from 'portal-frame/internal/server';
import { addToOutbox } from 'portal-frame/server';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { serverForAll, startServer } from './harness.ts';
import { makePlace } from './process.ts';
import { VISIT } from './samples.ts';

const server = serverForAll();
afterEach(() => vi.useRealTimers());

describe('health check', () => {
  test.runIf(process.env.TEST_DATABASE_URL)('opens no more connections than DATABASE_CONNECTIONS', async () => {
    const few = await startServer({ DATABASE_CONNECTIONS: '2' });
    onTestFinished(() => few.close());
    const { db } = few.services;
    const slow = () => sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.05)`.execute(db);
    const found = await Promise.all(Array.from({ length: 8 }, slow));
    expect(new Set(found.map(({ rows }) => rows[0]?.pid)).size).toBe(2);
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
