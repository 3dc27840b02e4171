import { randomInt } from 'node:crypto';
import { DateTime } from 'luxon';
import { createJobRunner } from 'portal-frame/internal/server';
import { defineJob, type Job, type JobContext, records, systemContext } from 'portal-frame/server';
import { isNightly } from 'portal-frame/testing/size';
import { describe, expect, test } from 'vitest';
import supplies from '../fixtures/supplies.ts';
import { serverForAll } from './harness.ts';

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
