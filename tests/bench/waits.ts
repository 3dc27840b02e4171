import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { getCallPath } from 'portal-frame/internal';
import { calls } from '../../src/wire/index.ts';
import { PASSWORD } from './data.ts';
import { median } from './measure.ts';
import { type Asked, addressOf, LITTLE, PEOPLE, type Send, WRITTEN, worksOf } from './waitsScene.ts';

/** Rounds of each work; each round is preceded by an idle period of the same length. */
const PAIRS = 4;
const [PULSE, CHANGE] = [10, 50];
const LEAST = 700;

interface Waits {
  reads: number[];
  writes: number[];
}

/** Sends requests until `over` and records their times. */
async function keepAsking(ask: (n: number) => Promise<void>, every: number, times: number[], over: () => boolean) {
  for (let n = 0; !over(); n++) {
    const start = performance.now();
    await ask(n);
    const took = performance.now() - start;
    times.push(took);
    await pause(Math.max(1, every - took));
  }
}

/** Measures the waits of another client during `work`. */
async function waitsDuring(other: Send, work: () => Promise<unknown>, into: Waits): Promise<void> {
  let over = false;
  const asking = [
    keepAsking(
      (n) => other(LITTLE[n % LITTLE.length] ?? LITTLE[0]),
      PULSE,
      into.reads,
      () => over,
    ),
    keepAsking(
      (n) => other(WRITTEN, 'PUT', { miles: n % 50 }),
      CHANGE,
      into.writes,
      () => over,
    ),
  ];
  const start = performance.now();
  await work();
  await pause(Math.max(50, LEAST - (performance.now() - start)));
  over = true;
  await Promise.all(asking);
}

const shown = (times: number[]): string => {
  const sorted = times.toSorted((a, b) => a - b);
  const values = [median(sorted), sorted[Math.floor(sorted.length * 0.99)] ?? 0, sorted.at(-1) ?? 0];
  return values.map((value) => value.toFixed(value < 10 ? 1 : 0)).join(', ');
};

async function begin(rows: number, databaseUrl: string | undefined) {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-waits-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const args = [dataDir, String(rows), ...(databaseUrl ? [databaseUrl] : [])];
  const child = fork(join(import.meta.dirname, 'waitsServer.ts'), args);
  process.once('exit', () => child.kill());
  const [origin] = (await once(child, 'message')) as [string];
  const ask = async (asked: Asked): Promise<number> => {
    child.send(asked);
    return (await once(child, 'message'))[0] as number;
  };
  const senderOf = async (person: (typeof PEOPLE)[number]): Promise<Send> => {
    const reply = await fetch(origin + getCallPath(calls.signIn), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${person}@bench.test`, password: PASSWORD }),
    });
    const { data } = (await reply.json()) as { data: { userAuthToken: string } };
    return async (path, method = 'GET', body = undefined) => {
      const isForm = body instanceof FormData;
      const answer = await fetch(origin + addressOf(path), {
        method,
        headers: {
          authorization: `Bearer ${data.userAuthToken}`,
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text.slice(0, 300)}`);
    };
  };
  return { ask, senderOf, stop: () => child.disconnect() };
}

/**
 * `npm run bench -- waits`: waits of another client while collections of `rows` records are changed, compared with idle
 * times, and the longest event loop turn. Further words choose works.
 */
export async function benchWaits(
  { rows, databaseUrl }: { rows: number; databaseUrl: string | undefined },
  words: readonly string[] = [],
): Promise<void> {
  const { ask, senderOf, stop } = await begin(rows, databaseUrl);
  try {
    const [busy, other] = [await senderOf(PEOPLE[0]), await senderOf(PEOPLE[1])];
    await waitsDuring(other, () => pause(2000), { reads: [], writes: [] });
    console.log(
      `| ${databaseUrl ? 'PostgreSQL' : 'SQLite'}, ${rows} records | all of it | reads meanwhile | beside nothing | changes meanwhile | beside nothing | turn |`,
    );
    console.log('| --- | --- | --- | --- | --- | --- | --- |');
    for (const [name, work] of worksOf(busy, () => ask('backup'))) {
      if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
      const [quiet, meanwhile]: [Waits, Waits] = [
        { reads: [], writes: [] },
        { reads: [], writes: [] },
      ];
      const [all, turns]: [number[], number[]] = [[], []];
      for (let round = 0; round < PAIRS; round++) {
        await waitsDuring(other, async () => {}, quiet);
        await ask('turns');
        const done = async () => {
          const start = performance.now();
          await work(round);
          all.push(performance.now() - start);
        };
        await waitsDuring(other, done, meanwhile);
        turns.push(await ask('longest'));
      }
      const cells = [
        median(all).toFixed(0),
        shown(meanwhile.reads),
        shown(quiet.reads),
        shown(meanwhile.writes),
        shown(quiet.writes),
      ];
      console.log(`| ${name} | ${cells.join(' | ')} | ${median(turns).toFixed(1)} |`);
    }
  } finally {
    stop();
  }
}
