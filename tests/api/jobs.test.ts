import { randomInt } from 'node:crypto';
import { DateTime } from 'luxon';
import {
  checkAutomationParts,
  createJobRunner,
  createSchedule,
  languages,
  listAutomations,
  loadJobs,
  loadResources,
} from 'portal-frame/internal/server';
import { getPageRoles } from 'portal-frame/roles';
import { defineJob, type Job, type JobContext, records, systemContext } from 'portal-frame/server';
import { isNightly } from 'portal-frame/testing/size';
import { describe, expect, test } from 'vitest';
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

const pad = (value: number) => String(value).padStart(2, '0');
/** Times of day with those that a clock change skips or repeats. */
const TIMES = ['00:00', '01:00', '01:30', '02:00', '02:30', '02:59', '03:00', '23:59'];
const schedules = Array.from(
  { length: isNightly ? 50 : 20 },
  (_, index): Pick<Job, 'at'> | { every: '20 minutes' | '1 hour' } => {
    if (index === 8) return { every: '20 minutes' };
    if (index === 9) return { every: '1 hour' };
    const time = TIMES[index] ?? `${pad(randomInt(24))}:${pad(randomInt(60))}`;
    return { at: time as `${number}:${number}` };
  },
);

describe.each([
  ['spring forward', '2026-03-06T12:00', 23],
  ['fall back', '2026-10-30T12:00', 25],
])('over the clock change: %s', (_, from) => {
  test('runs each job once per day or interval with two servers', async () => {
    const start = at(from);
    const days = 4;
    const ran = new Map<string, number[]>();
    const jobs = schedules.map((schedule) => {
      const name = newName();
      ran.set(name, []);
      const run = async ({ dueAt }: JobContext) => void ran.get(name)?.push(dueAt);
      return { name, ...schedule, run } as Job;
    });
    const servers = startServers(jobs, start);
    await servers.start();
    const end = DateTime.fromMillis(start, { zone: ZONE }).plus({ days }).toMillis();
    for (; servers.clock.now < end; servers.clock.now += 20 * 60_000) await servers.tick();
    await servers.tick();
    await servers.stop();
    for (const { name, at: time, every } of jobs) {
      const runs = ran.get(name) ?? [];
      expect([name, new Set(runs).size]).toEqual([name, runs.length]);
      if (every) {
        const length = (every === '1 hour' ? 60 : 20) * 60_000;
        expect(runs.length).toBe(Math.floor(end / length) - Math.floor(start / length));
        continue;
      }
      const daysOfRuns = runs.map((moment) => local(moment).slice(0, 10));
      expect([name, time, new Set(daysOfRuns).size, runs.length]).toEqual([name, time, days, days]);
    }
  }, 120_000);
});

test('runs a job later if spring skips its time, and once if autumn repeats it', () => {
  const job = (time: string) => createSchedule({ name: 'x', at: time, run: async () => 0 } as Job, ZONE);
  const skipped = job('02:30').next(at('2026-03-08T00:00')) ?? 0;
  expect(local(skipped)).toMatch(/^2026-03-08 03:/);
  const repeated = job('01:30');
  const first = repeated.next(at('2026-11-01T00:00')) ?? 0;
  expect([local(first), local(repeated.next(first) ?? 0)]).toEqual(['2026-11-01 01:30', '2026-11-02 01:30']);
});

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

test('runs for every record, even if its work takes each out of the condition', async () => {
  const context = systemContext(server.services, 'test');
  const count = 250;
  const values = (_: unknown, index: number) => ({ item: `Many ${index}`, expiresOn: '2026-07-10' });
  await records(context).createMany('supplies', Array.from({ length: count }, values));
  const seen = new Set<unknown>();
  const job = defineJob({
    name: newName(),
    resource: 'supplies',
    before: 'expiresOn',
    days: 1,
    where: { state: 'In stock' },
    async run(within, { id }) {
      seen.add(id);
      await records(within).update('supplies', String(id), { state: 'Ordered' });
    },
  });
  const servers = startServers([job], at('2026-07-08T12:00'), 1);
  await servers.start();
  servers.clock.now = at('2026-07-09T00:01');
  await servers.tick();
  await servers.stop();
  expect(seen.size).toBe(count);
});

test('shows the log to admins', async () => {
  const { data } = await server.as('admin', 'jobs');
  expect(data.jobs.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['sweep uploads', 'empty bins']),
  );
  expect(data.runs.length).toBeGreaterThan(10);
  expect((await server.as('employee', 'jobs')).http).toBe(403);
});

test('names each job in each language', async () => {
  const { data } = await server.as('admin', 'jobs');
  const jobs: { name: string }[] = [...data.jobs, ...(await loadJobs(await loadResources({ roles: getPageRoles() })))];
  const names = jobs.map(({ name }) => `jobs.names.${name}`);
  expect(names.length).toBeGreaterThan(5);
  for (const [locale, texts] of languages) expect([locale, names.filter((name) => !texts[name])]).toEqual([locale, []]);
});

test('has the jobs and texts of every automation, with names', async () => {
  const resources = await loadResources({ roles: getPageRoles() });
  expect(() => checkAutomationParts(resources, [])).toThrow('invoices.ts: automations.send.job: found "mail invoice"');
  checkAutomationParts(resources, await loadJobs(resources));
  const names = listAutomations(resources).map(({ target }) => `automations.${target}.name`);
  expect(names.toSorted()).toEqual([
    'automations.drawnTubes.rejected.name',
    'automations.invoices.refreshState.name',
    'automations.invoices.remind.name',
    'automations.invoices.send.name',
    'automations.invoices.tellVoid.name',
    'automations.payouts.refreshState.name',
  ]);
  for (const [locale, texts] of languages) expect([locale, names.filter((name) => !texts[name])]).toEqual([locale, []]);
});

test('finds the jobs of the app by file', async () => {
  const jobs = await loadJobs(await loadResources({ roles: getPageRoles() }));
  expect(jobs.map(({ name }) => name)).toEqual([
    'evening mail',
    'retention',
    'expiring credentials',
    'late invoices',
    'mail invoice',
    'mail reminder',
    'mail void invoice',
    'refresh invoice state',
    'refresh payout state',
    'standing orders',
  ]);
});
