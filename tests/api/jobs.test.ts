import { DateTime } from 'luxon';
import { createJobRunner, languages, loadJobs, loadResources } from 'portal-frame/internal/server';
import { getPageRoles } from 'portal-frame/roles';
import { defineJob, type Job, type JobContext, records } from 'portal-frame/server';
import { expect, test } from 'vitest';
import app from '../../server/app.ts';
import supplies from '../fixtures/supplies.ts';
import { serverForAll } from './harness.ts';
import { clientOf } from './supplies.ts';

const ZONE = 'America/New_York';
const server = serverForAll({ TIME_ZONE: ZONE }, { resources: [supplies] as never });
const silent = { info() {}, warn() {}, error() {} } as unknown as JobContext['log'];

/** Several servers with one database and one clock, which the test moves. */
function startServers(jobs: readonly Job[], start: number, count = 2) {
  const clock = { now: start };
  const parts = { services: server.services, log: silent, now: () => clock.now };
  const runners = Array.from({ length: count }, () => createJobRunner(jobs, parts));
  return {
    clock,
    start: async () => {
      for (const one of runners) await one.start();
    },
    tick: () => Promise.all(runners.map((one) => one.tick())),
    stop: () => Promise.all(runners.map((one) => one.stop())),
  };
}
const at = (text: string) => DateTime.fromISO(text, { zone: ZONE }).toMillis();
const local = (moment: number) => DateTime.fromMillis(moment, { zone: ZONE }).toFormat('yyyy-MM-dd HH:mm');
let count = 0;
const newName = () => `test ${count++}`;

test('catches up on the last run that was missed during a downtime', async () => {
  const ran: number[] = [];
  const jobs = [defineJob({ name: newName(), at: '02:00', run: async ({ dueAt }) => void ran.push(dueAt) })];
  const first = startServers(jobs, at('2026-05-01T12:00'), 1);
  await first.start();
  await first.tick();
  await first.stop();
  expect(ran).toEqual([]);
  const later = startServers(jobs, at('2026-05-04T09:00'));
  await later.start();
  await later.tick();
  await later.tick();
  await later.stop();
  expect(ran.map(local)).toEqual(['2026-05-04 02:00']);
});

test('retries a failed run later, and logs its reason', async () => {
  const name = newName();
  let tries = 0;
  const run = async () => {
    tries += 1;
    if (tries < 3) throw Object.assign(new Error('away'), { code: 'EAWAY' });
    return { tries };
  };
  const servers = startServers([defineJob({ name, at: '02:00', run })], at('2026-05-01T12:00'));
  await servers.start();
  servers.clock.now = at('2026-05-02T02:00');
  await servers.tick();
  await servers.tick();
  expect(tries).toBe(1);
  const row = () => server.services.db.selectFrom('job_runs').selectAll().where('name', '=', name).executeTakeFirst();
  expect(await row()).toMatchObject({ status: 'failed', result: 'EAWAY' });
  servers.clock.now += 61_000;
  await servers.tick();
  servers.clock.now += 301_000;
  await servers.tick();
  await servers.stop();
  expect([tries, await row()]).toEqual([
    3,
    expect.objectContaining({ status: 'done', result: '{"tries":3}', tries: 3 }),
  ]);
});

test('takes over the run of a server that died', async () => {
  const name = newName();
  const dueAt = at('2026-05-02T02:00');
  let ran = 0;
  const servers = startServers([defineJob({ name, at: '02:00', run: async () => void ran++ })], at('2026-05-01T12:00'));
  await servers.start();
  servers.clock.now = dueAt;
  const { db } = server.services;
  // As kill -9 leaves it.
  await db
    .updateTable('jobs')
    .set({ locked_until: dueAt + 60_000, locked_by: 'dead' })
    .where('name', '=', name)
    .execute();
  const run = { id: 'f'.repeat(24), name, due_at: dueAt, started_at: dueAt, finished_at: null, retry_at: 0, tries: 1 };
  await db
    .insertInto('job_runs')
    .values({ ...run, status: 'running', result: '' })
    .execute();
  await servers.tick();
  expect(ran).toBe(0);
  servers.clock.now += 61_000;
  await servers.tick();
  await servers.stop();
  expect(ran).toBe(1);
});

test('runs once for each record with a near date, and again for a new date', async () => {
  const client = clientOf(server, 'admin');
  const add = async (item: string, expiresOn: string) => (await client.create({ item, expiresOn })).body.id as string;
  const reminded: string[] = [];
  const job = defineJob({
    name: newName(),
    resource: 'supplies',
    before: 'expiresOn',
    days: 3,
    at: '08:00',
    async run(context, { id, item, expiresOn }) {
      reminded.push(`${item} ${expiresOn}`);
      await records(context).update('supplies', String(id), { note: 'Order more' });
    },
  });
  const servers = startServers([job], at('2026-06-01T12:00'));
  await servers.start();
  const id = await add('Tape', '2026-06-06');
  await add('Gauze', '2026-06-20');
  await add('Late', '2026-06-03');
  servers.clock.now = at('2026-06-02T08:00');
  await servers.tick();
  expect(reminded).toEqual([]);
  servers.clock.now = at('2026-06-03T08:00');
  await servers.tick();
  servers.clock.now = at('2026-06-04T08:00');
  await servers.tick();
  expect(reminded).toEqual(['Tape 2026-06-06']);
  expect((await client.one(id)).body.note).toBe('Order more');
  await client.update(id, { expiresOn: '2026-06-08' });
  servers.clock.now = at('2026-06-06T09:00');
  await servers.tick();
  await servers.stop();
  expect(reminded).toEqual(['Tape 2026-06-06', 'Tape 2026-06-08']);
});

test('shows the log to admins', async () => {
  const { data } = await server.as('admin', 'jobs');
  expect(data.jobs.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['sweep uploads', 'prune job log']),
  );
  expect(data.runs.length).toBeGreaterThan(5);
});

test('names each job in each language', async () => {
  const { data } = await server.as('admin', 'jobs');
  const jobs: { name: string }[] = [
    ...data.jobs,
    ...(await loadJobs(await loadResources({ roles: getPageRoles() }), undefined, app.jobs)),
  ];
  const names = jobs.map(({ name }) => `jobs.names.${name}`);
  expect(names.length).toBeGreaterThan(5);
  for (const [locale, texts] of languages) expect([locale, names.filter((name) => !texts[name])]).toEqual([locale, []]);
});
