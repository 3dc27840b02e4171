import { once } from 'node:events';
import { existsSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import pg from 'pg';
import { claimMessages, createOutbox, createServices, openDatabase, sweepUploads } from 'portal-frame/internal/server';
import { addToOutbox } from 'portal-frame/server';
import { startSmtp } from 'portal-frame/testing/helpers';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { emailOf, placeOf, serverForAll, serverForTest, startServer, uploadsOf } from './harness.ts';
import { pdf, photo, VISIT } from './samples.ts';

const POSTGRES = Boolean(process.env.TEST_DATABASE_URL);
const server = serverForAll();
beforeAll(async () => {
  await server.as('laboratory', 'notifications');
});

const add = (files: Record<string, File[]> = {}, by = server) =>
  by.as('laboratory', 'laboratoryCreateAppointment', { body: VISIT, files });
const answerOf = async (files?: Record<string, File[]>) => {
  const { http, message } = await add(files);
  return [http, message];
};
const GOOD = [200, 'Appointment created successfully!'];
const FULL = [507, 'There is no space left to store this. Please tell your administrator.'];
const STORAGE = [507, 'Files cannot be stored at the moment. Please tell your administrator.'];
const BUSY = [503, 'The service is busy. Please try again in a moment.'];

describe.skipIf(POSTGRES)('SQLite database', () => {
  test('answers as busy while another process holds it, and recovers', async () => {
    const other = new DatabaseSync(join(server.config.dataDir, 'portal.sqlite'));
    other.exec('begin immediate');
    expect(await answerOf()).toEqual(BUSY);
    expect((await server.as('laboratory', 'laboratoryAppointments')).http).toBe(503);
    expect((await server.as('laboratory', 'laboratoryProfile')).http).toBe(200);
    other.exec('rollback');
    other.close();
    expect(await answerOf()).toEqual(GOOD);
  });

  test('reports a full disk, keeps nothing partly, and recovers once there is room', async () => {
    const { db } = server.services;
    const pages = async () =>
      (await sql<{ page_count: number }>`pragma page_count`.execute(db)).rows[0]?.page_count ?? 0;
    const count = async () => (await db.selectFrom('appointments').select('id').execute()).length;
    await sql.raw(`pragma max_page_count = ${await pages()}`).execute(db);
    const long = { ...VISIT, specialInstructions: 'x'.repeat(4000) };
    const before = uploadsOf(server);
    let acknowledged = await count();
    let reply = await server.as('laboratory', 'laboratoryCreateAppointment', { body: long });
    for (let tries = 0; reply.http === 200 && tries < 200; tries++) {
      acknowledged += 1;
      reply = await server.as('laboratory', 'laboratoryCreateAppointment', { body: long });
    }
    expect([reply.http, reply.message]).toEqual(FULL);
    expect(await count()).toBe(acknowledged);
    // Patients are shown only where the audit trail can record it; what shows none is.
    for (let tries = 0; reply.http === 200 || tries < 1; tries++)
      reply = await server.as('admin', 'adminAppointments', { query: { perPage: 500, page: 1 } });
    expect([reply.http, reply.data]).toEqual([507, null]);
    expect((await server.as('laboratory', 'laboratoryProfile')).http).toBe(200);
    await sql`pragma max_page_count = 1000000`.execute(db);
    expect(uploadsOf(server)).toEqual(before);
    expect(await answerOf()).toEqual(GOOD);
  });
});

describe.runIf(POSTGRES)('PostgreSQL database', () => {
  const asOwner = async (work: (client: pg.Client, name: string) => Promise<unknown>) => {
    const client = new pg.Client(process.env.TEST_DATABASE_URL);
    await client.connect();
    await work(client, new URL(server.config.databaseUrl as string).pathname.slice(1));
    await client.end();
  };
  const cutOff = (client: pg.Client, name: string) =>
    client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);

  test('recovers at once from broken connections', async () => {
    const during = Promise.all(Array.from({ length: 20 }, () => answerOf()));
    await asOwner(cutOff);
    for (const reply of await during) expect([GOOD, BUSY]).toContainEqual(reply);
    await expect.poll(() => answerOf()).toEqual(GOOD);
  });

  test('answers as busy while it accepts no connections, and recovers', async () => {
    await asOwner(async (client, name) => {
      await client.query(`alter database ${name} allow_connections false`);
      await cutOff(client, name);
      await expect.poll(() => answerOf()).toEqual(BUSY);
      expect((await server.inject({ url: '/api/v1/health' })).statusCode).toBe(503);
      await client.query(`alter database ${name} allow_connections true`);
    });
    await expect.poll(() => answerOf()).toEqual(GOOD);
  });
});

test('refuses uploads that cannot be written, keeps no appointment, and recovers', async () => {
  const folder = join(server.config.dataDir, 'uploads', 'tmp');
  const before = (await server.as('laboratory', 'laboratoryAppointments')).data.appointments.length;
  renameSync(folder, `${folder}-away`);
  writeFileSync(folder, 'in the way');
  expect(await answerOf({ documents: [pdf('one')] })).toEqual(STORAGE);
  expect(await answerOf({ image: [await photo()] })).toEqual(STORAGE);
  await rm(folder);
  renameSync(`${folder}-away`, folder);
  expect((await server.as('laboratory', 'laboratoryAppointments')).data.appointments).toHaveLength(before);
  expect(await answerOf({ documents: [pdf('one')], image: [await photo()] })).toEqual(GOOD);
});

describe('outbox', () => {
  const waiting = (by = server) => by.services.db.selectFrom('outbox').selectAll().execute();

  test('delivers a mail once the mail server is back, and stores no code in the table', async () => {
    const smtp = await startSmtp();
    const { port } = new URL(smtp.url);
    await smtp.stop();
    const own = await serverForTest({ SMTP_URL: smtp.url });
    const body = { email: emailOf('employee'), role: 'employee' };
    expect((await own.call('forgotPassword', { body })).code).toBe(200);
    await expect.poll(() => waiting(own)).toMatchObject([{ tries: 1, locked_until: 0 }]);
    // But for the id, which may hold six digits in a row by chance.
    const rows = (await waiting(own)).map(({ id: _, ...row }) => row);
    expect(JSON.stringify(rows)).not.toMatch(/\D\d{6}\D/);
    const back = await startSmtp({ port: Number(port) });
    expect((await back.next(emailOf('employee'))).text).toMatch(/\b\d{6}\b/);
    await expect.poll(() => waiting(own)).toEqual([]);
    await back.stop();
  });

  test('holds nothing of a rolled back change, and gives up outdated messages', async () => {
    const { db } = server.services;
    await expect(
      db.transaction().execute(async (trx) => {
        await addToOutbox(trx, 'push', [{ accountId: 'a', token: 't', title: '', body: '' }], 1000);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await waiting()).toEqual([]);
    const send = vi.spyOn(server.services.mailer, 'send');
    await addToOutbox(db, 'code', [{ email: emailOf('admin'), role: 'admin' }], -1);
    server.services.outbox.wake();
    await expect.poll(() => waiting()).toEqual([]);
    expect(send).not.toHaveBeenCalled();
    send.mockRestore();
  });

  test('gives each message to only one of several processes', async () => {
    await server.services.outbox.stop();
    const stores = Array.from({ length: 4 }, () => openDatabase(server.config));
    const payloads = Array.from({ length: 60 }, (_, index) => ({ index }));
    await addToOutbox(server.services.db, 'push', payloads, 60_000);
    const takeAll = async ({ db }: (typeof stores)[number]) => {
      const taken: string[] = [];
      for (let empty = 0; empty < 3; ) {
        const rows = await claimMessages(db, 'push', 5, 60_000);
        empty = rows.length > 0 ? 0 : empty + 1;
        taken.push(...rows.map(({ id }) => id));
      }
      return taken;
    };
    const taken = (await Promise.all(stores.map(takeAll))).flat();
    expect(taken).toHaveLength(60);
    expect(new Set(taken).size).toBe(60);
    await server.services.db.deleteFrom('outbox').execute();
    await Promise.all(stores.map((store) => store.close()));
  });

  test('takes over messages of a dead process once their lock expires', async () => {
    const { db } = server.services;
    const smtp = await startSmtp();
    await addToOutbox(db, 'code', [{ email: emailOf('admin'), role: 'admin' }], 600_000);
    expect(await claimMessages(db, 'code', 10, 400)).toHaveLength(1);
    const services = createServices({ ...server.config, smtpUrl: smtp.url }, server.services.store);
    const outbox = createOutbox();
    outbox.start(services, server.app.log);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(smtp.mails).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 300));
    outbox.wake();
    await smtp.next(emailOf('admin'));
    await outbox.stop();
    services.mailer.close();
    await smtp.stop();
  });

  test('delays neither replies nor shutdown for a silent mail server', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    const own = await startServer({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    const reached = once(silent, 'connection');
    await own.call('forgotPassword', { body: { email: emailOf('employee'), role: 'employee' } });
    await reached;
    await own.app.close();
    // Nobody has waited for the try to end.
    expect(await waiting(own)).toMatchObject([{ tries: 1, locked_until: expect.toSatisfy((until) => until > 0) }]);
    await own.close();
    silent.close();
  });
});

describe('upload sweep', () => {
  const age = (path: string, hours: number) => {
    const then = Date.now() / 1000 - hours * 3600;
    utimesSync(path, then, then);
  };
  const put = (name: string, hours: number) => {
    const { files } = server.services;
    const path = name.endsWith('.part') ? join(files.incoming, name) : placeOf(server.config, name);
    writeFileSync(path, 'left over');
    age(path, hours);
    return path;
  };
  const folders = async () => {
    const { data } = await add({ image: [await photo()], documents: [pdf('kept')] });
    const kept = [data.image, data.documents[0]].map((url: string) => url.split(/[/?]/)[1] as string);
    const paths = kept.map((name) => placeOf(server.config, name));
    for (const path of paths) age(path, 48);
    return { paths, prefix: kept[0]?.slice(0, 2) ?? '' };
  };

  test('removes only files that no row names and nobody has written to for a day', async () => {
    const { paths, prefix } = await folders();
    const old = put(`${prefix}${'0'.repeat(30)}.pdf`, 25);
    const young = put(`${prefix}${'1'.repeat(30)}.pdf`, 23);
    const oldHalf = put(`${'2'.repeat(32)}.part`, 25);
    const youngHalf = put(`${'3'.repeat(32)}.part`, 23);
    expect(await sweepUploads(server.services)).toEqual({ removed: 2, refused: 0 });
    expect([old, oldHalf].map(existsSync)).toEqual([false, false]);
    expect([...paths, young, youngHalf].map(existsSync)).toEqual([true, true, true, true]);
  });

  test('removes nothing if most files have no row, as in the wrong database', async () => {
    const { paths, prefix } = await folders();
    const strangers = Array.from({ length: 120 }, (_, index) =>
      put(`${prefix}${String(index).padStart(30, '0')}.png`, 25),
    );
    expect(await sweepUploads(server.services)).toEqual({ removed: 0, refused: 120 });
    expect([...paths, ...strangers].every(existsSync)).toBe(true);
    await Promise.all(strangers.map((path) => rm(path)));
  });
});
