import { readdirSync, readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { getCallPath } from 'portal-frame/internal';
import { sweepUploads } from 'portal-frame/internal/server';
import { encoded, formOf } from 'portal-frame/testing/helpers';
import { expect, test } from 'vitest';
import { loadDetails } from '../../server/store/appointments.ts';
import { calls } from '../../src/wire/index.ts';
import { placeOf } from './harness.ts';
import { placeFor, type ServerProcess } from './process.ts';
import { pdf, photo, VISIT } from './samples.ts';

/** KILL_ROUNDS=20 is the long run. PostgreSQL protects its own commits, so fewer rounds suffice there. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? (process.env.TEST_DATABASE_URL ? 2 : 3));
const BODY = { ...VISIT, fees: '12.50' };

const place = placeFor('each');

/** Ids of appointments by acknowledged change. */
type Acknowledged = Record<'created' | 'assigned' | 'tracked', string[]>;

/** All clients work at the same time until the server is killed, and note acknowledged changes. */
async function work(
  server: ServerProcess,
  tokens: Record<'laboratory' | 'admin' | 'employee', string>,
  done: Acknowledged,
) {
  const picture = await photo();
  const documents = [pdf('first'), pdf('second')];
  const until = async (task: () => Promise<void>) => {
    try {
      while (!server.child.killed) await task();
    } catch (error) {
      // A killed server acknowledges nothing more.
      if (!server.child.killed) throw error;
    }
  };
  const create = async () => {
    const { http, data } = await server.call('laboratoryCreateAppointment', {
      token: tokens.laboratory,
      body: BODY,
      files: { image: [picture], documents },
    });
    expect(http).toBe(200);
    done.created.push(data._id);
  };
  const waiting = { assign: done.assigned.length, track: done.tracked.length };
  const assign = async () => {
    const id = done.created[waiting.assign];
    if (!id) return delay(5);
    waiting.assign += 1;
    // All of them are at the same time.
    const body = { employeeId: place.ids.employee, confirmed: true };
    const { http } = await server.call('assignAppointment', { token: tokens.admin, params: { id }, body });
    // Committed before the kill, although nobody was notified.
    if (http === 200 || http === 409) done.assigned.push(id);
  };
  const track = async () => {
    const id = done.assigned[waiting.track];
    if (!id) return delay(5);
    waiting.track += 1;
    const files = { image: [picture] };
    const { http } = await server.call('uploadTracking', { token: tokens.employee, params: { id }, files });
    if (http === 200 || http === 409) done.tracked.push(id);
  };
  await Promise.all([until(create), until(create), until(create), until(assign), until(track)]);
}

/** All uploads on the disk, including those in progress. */
const onDisk = () =>
  readdirSync(join(place.config.dataDir, 'uploads'), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ name }) => name)
    .sort();

const missing = (expected: readonly string[], found: readonly { id: string }[]) => {
  const there = new Set(found.map(({ id }) => id));
  return expected.filter((id) => !there.has(id));
};

/** Checks that nothing is incomplete and returns the files that rows refer to. */
async function inspect(done: Acknowledged): Promise<string[]> {
  const { db } = place.services;
  const rows = await db.selectFrom('appointments').selectAll().orderBy('id').execute();
  const all = await loadDetails(db, rows);
  const transactions = await db.selectFrom('transactions').select('appointment_id').orderBy('appointment_id').execute();
  expect(transactions.map((one) => one.appointment_id)).toEqual(rows.map(({ id }) => id));
  const notified = await db.selectFrom('notifications').select('account_id').execute();
  const assigned = rows.filter((row) => row.employee_id !== null);
  expect(notified.filter((one) => one.account_id === place.ids.employee)).toHaveLength(assigned.length);
  expect(missing(done.created, rows)).toEqual([]);
  expect(missing(done.assigned, assigned)).toEqual([]);
  const tracked = rows.filter((row) => row.tracking_image !== null);
  expect(missing(done.tracked, tracked)).toEqual([]);

  const named: string[] = [];
  for (const { row, documents } of all) {
    expect(documents.map(({ name }) => name)).toEqual(['first.pdf', 'second.pdf']);
    for (const { path, size } of documents) expect(statSync(placeOf(place.config, path)).size).toBe(size);
    const pictures = [row.image, row.tracking_image].filter((path) => path !== null);
    expect(row.image).not.toBeNull();
    for (const path of pictures)
      expect(readFileSync(placeOf(place.config, path)).subarray(-2).toString('hex')).toBe('ffd9');
    named.push(...pictures, ...documents.map(({ path }) => path));
  }
  return named.sort();
}

test(`keeps all acknowledged changes, and none partly, after ${ROUNDS} times kill -9`, {
  timeout: 60_000 + ROUNDS * 15_000,
}, async () => {
  const done: Acknowledged = { created: [], assigned: [], tracked: [] };
  let left = 0;
  let server = await place.start();
  const tokens = {
    laboratory: await server.signIn('laboratory'),
    admin: await server.signIn('admin'),
    employee: await server.signIn('employee'),
  };
  for (let round = 1; round <= ROUNDS; round++) {
    const working = work(server, tokens, done);
    // A picture is sent last: by then there is one of each.
    const tracked = done.tracked.length;
    await expect.poll(() => done.tracked.length).toBeGreaterThan(tracked);
    await delay(Math.random() * 500);
    await server.end('SIGKILL');
    await working;
    server = await place.start();
    const named = await inspect(done);
    left += onDisk().length - named.length;
    await sweepUploads(place.services, 0);
    expect(onDisk()).toEqual(named);
  }
  const rows = await place.services.db.selectFrom('appointments').select('id').execute();
  const query = { id: done.created.at(-1) };
  const { data } = await server.call('adminAppointments', { token: tokens.admin, query });
  expect(data.appointments).toHaveLength(1);
  expect(Math.min(done.created.length, done.assigned.length, done.tracked.length)).toBeGreaterThan(0);
  expect(await server.end('SIGTERM')).toBe(0);
  if (process.env.KILL_ROUNDS) {
    const figures = Object.entries(done).map(([what, ids]) => `${ids.length} ${what}`);
    console.info(`${ROUNDS} rounds: ${figures.join(', ')}; ${rows.length} found, ${left} files swept`);
  }
});

test('finishes a slow upload on SIGTERM, accepts nothing new and exits cleanly', async () => {
  const server = await place.start();
  const token = await server.signIn('laboratory');
  const { payload: bytes, type } = await encoded(formOf(BODY, { documents: [pdf('slow')] }));
  const sending = request(`${server.origin}${getCallPath(calls.laboratoryCreateAppointment)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': bytes.length },
  });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    sending.on('response', (reply) => resolve(reply.resume().statusCode)).on('error', reject);
  });
  sending.write(bytes.subarray(0, -60));
  await expect.poll(() => onDisk().length).toBe(1);
  const ended = server.end('SIGTERM');
  await expect
    .poll(() =>
      fetch(server.origin).then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed');
  await delay(500);
  sending.end(bytes.subarray(-60));
  expect(await answered).toBe(200);
  // An end while waiting for idle connections has another exit code.
  expect(await ended).toBe(0);
  const [row] = await place.services.db.selectFrom('documents').selectAll().execute();
  expect(row?.name).toBe('slow.pdf');
  expect(onDisk()).toEqual([row?.path]);
});
