import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { records } from '../../../../server/records/operations/recordsApi.ts';
import { systemContext } from '../../../../server/records/operations/recordsContext.ts';
import { serverForTest, type TestServer } from '../../../../tests/api/harness.ts';
import { linesOf } from '../../../../tests/api/running.ts';
import { type SmtpDouble, startSmtp } from '../../../../tests/api/smtp.ts';
import { API_ROOT } from '../../../../wire/call.ts';
import { parcels } from './automationServer.ts';

const ROUNDS = 3;
const WRITERS = 6;
/** Two servers share PostgreSQL; SQLite is for one. */
const SERVERS = process.env.TEST_DATABASE_URL ? 2 : 1;

interface Child {
  process: ChildProcess;
  address: string;
}
interface Parcel {
  id: string;
  /** The last count that was sent. */
  count: number;
  customer: string;
}

async function startChild({ config }: TestServer, smtp: SmtpDouble, log: string): Promise<Child> {
  const { dataDir, databaseUrl = '' } = config;
  const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SMTP_URL: smtp.url, WORK_LOG: log, DEMO: 'off' };
  const child = fork(join(import.meta.dirname, 'automationServer.ts'), {
    env: { ...process.env, ...env, TIME_ZONE: config.timeZone, MAX_DELAY_MS: '60000' },
    execArgv: [],
  });
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('A server did not start.')));
  const [{ address }] = await Promise.race([once(child, 'message'), failed]);
  return { process: child, address };
}
async function kill({ process: child }: Child): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Creates and changes parcels, each one by one, at the children in turn, until `stopped` says so. */
async function change(children: readonly Child[], token: string, found: Parcel[], stopped: () => boolean) {
  const ask = async (method: 'POST' | 'PUT', path: string, body: object) => {
    const { address } = children[Math.floor(Math.random() * children.length)] as Child;
    const reply = await fetch(`${address}${API_ROOT}/collections/parcels${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect([200, 201]).toContain(reply.status);
    return (await reply.json()) as { id: string };
  };
  let own: Parcel | undefined;
  while (!stopped()) {
    try {
      if (own) {
        own.count += 1;
        await ask('PUT', `/${own.id}`, { count: own.count });
        if (own.count % 5 === 0) own = undefined;
      } else {
        const customer = `customer${found.length}-${Math.random()}@example.test`;
        const { id } = await ask('POST', '', { title: 'Parcel', count: 1, customer });
        own = { id, count: 1, customer };
        found.push(own);
      }
    } catch (cause) {
      // Connections of a killed server; its change may have been made.
      if (!(cause instanceof TypeError)) throw cause;
      await pause(20);
    }
  }
}

/** Frees what dead servers had locked; the locks would run out after minutes. */
async function freeLocks({ services: { db } }: TestServer): Promise<void> {
  await db.updateTable('outbox').set({ next_at: 0, locked_until: 0 }).execute();
  await db.updateTable('event_deliveries').set({ locked_until: 0 }).execute();
}
const countWaiting = async ({ services: { db } }: TestServer) => {
  const waiting = await db.selectFrom('event_deliveries').select('id').where('state', '=', 'waiting').execute();
  const messages = await db.selectFrom('outbox').select('id').execute();
  return waiting.length + messages.length;
};

test('runs each job and mail of an automation at least once despite kill -9', async () => {
  const smtp = await startSmtp();
  const server = await serverForTest({}, { resources: [parcels] });
  const token = await server.tokenOf('admin');
  await server.services.outbox.stop();
  const log = join(server.config.dataDir, 'work.log');
  writeFileSync(log, '');
  const found: Parcel[] = [];
  const children: Child[] = [];
  const startAll = async () => {
    const started = await Promise.all(Array.from({ length: SERVERS }, () => startChild(server, smtp, log)));
    children.splice(0, children.length, ...started);
  };
  try {
    for (let round = 0; round < ROUNDS; round++) {
      await startAll();
      let isOver = false;
      const work = Array.from({ length: WRITERS }, () => change(children, token, found, () => isOver));
      await pause(800 + Math.random() * 800);
      // One dies and is replaced while the other goes on.
      await kill(children[0] as Child);
      children[0] = await startChild(server, smtp, log);
      await pause(800 + Math.random() * 800);
      await Promise.all(children.map(kill));
      isOver = true;
      await Promise.all(work);
      await freeLocks(server);
    }
    const waited = await countWaiting(server);
    await startAll();
    await vi.waitFor(async () => expect(await countWaiting(server)).toBe(0), { timeout: 120_000, interval: 500 });
    expect(waited).toBeGreaterThan(0);
  } finally {
    await Promise.all(children.filter((child) => child.process.exitCode === null && !child.process.killed).map(kill));
    await smtp.stop();
  }

  const { db } = server.services;
  const all = await records(systemContext(server.services)).find('parcels', { perPage: 1000 });
  expect(all.records.length).toBeGreaterThanOrEqual(found.length);
  const lines = linesOf(readFileSync(log, 'utf8')).map((line) => line.split(' ') as [string, string]);
  let events = 0;
  for (const record of all.records as { id: string; count: number; customer: string; version: number }[]) {
    const worked = lines.filter(([id]) => id === record.id).map(([, count]) => Number(count));
    const mails = smtp.mails.filter(({ to }) => to.includes(record.customer));
    for (const target of ['parcels.work', 'parcels.told']) {
      const rows = await db
        .selectFrom('event_deliveries')
        .selectAll()
        .where('target', '=', target)
        .where('record_id', '=', record.id)
        .orderBy('seq')
        .execute();
      // One event for each version, in the order of the commits.
      expect(rows.map(({ seq, state }) => [seq, state])).toEqual(
        Array.from({ length: record.version }, (_, n) => [n + 1, 'sent']),
      );
      const ends = rows.map(({ sent_at }) => Number(sent_at));
      expect(ends).toEqual(ends.toSorted((a, b) => a - b));
    }
    events += record.version;
    expect(worked.length).toBeGreaterThanOrEqual(record.version);
    expect(worked).toEqual(worked.toSorted((a, b) => a - b));
    expect(worked.at(-1)).toBe(record.count);
    expect(mails.length).toBeGreaterThanOrEqual(record.version);
    expect(mails.some(({ text }) => text.includes(`count=${record.count}`))).toBe(true);
  }
  console.log(
    `automations: ${events} events of ${found.length} records, ${lines.length} job runs, ${smtp.mails.length} mails`,
  );
}, 400_000);
