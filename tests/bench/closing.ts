import '../../server/app.ts';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { closeAgain, prepareMonth } from '../api/closingMonth.ts';
import { makePlace } from '../api/process.ts';
import { median } from './measure.ts';

const ROUNDS = 7;
const QUIET_MS = 1500;
/** Until the mails of a closing are sent. */
const MAILS_MS = 4000;

interface Row {
  reads: number[];
  writes: number[];
  turns: number[];
}
const createRow = (): Row => ({ reads: [], writes: [], turns: [] });

const shown = (times: readonly number[]): string => {
  const sorted = times.toSorted((a, b) => a - b);
  const values = [median(sorted), sorted[Math.floor(sorted.length * 0.99)] ?? 0, sorted.at(-1) ?? 0];
  return values.map((value) => value.toFixed(0)).join(', ');
};

// `npm run bench -- closing`: waits of other people while a month of visits is closed, and without a closing.
// Prints the median, 99th percentile and longest, and those of the server's longest turns, in milliseconds.
async function benchClosing(visits: number): Promise<void> {
  const main = join(import.meta.dirname, 'closingServer.ts');
  const place = await makePlace({}, main);
  try {
    const server = await place.start();
    const turn = join(place.config.dataDir, 'turn');
    const readTurn = async () => {
      rmSync(turn, { force: true });
      server.child.kill('SIGUSR2');
      for (let tries = 0; tries < 1000; tries++) {
        await pause(20);
        const told = existsSync(turn) && readFileSync(turn, 'utf8');
        if (told) return Number(told);
      }
      throw new Error('The server did not tell its longest turn.');
    };
    const { token, period, others } = await prepareMonth(place, server, visits);
    const rows = { closing: createRow(), mails: createRow(), nothing: createRow() };
    const measure = async (row: Row, isOver: () => boolean) => {
      await readTurn();
      const { reads, writes } = await others(isOver);
      row.reads.push(...reads);
      row.writes.push(...writes);
      row.turns.push(await readTurn());
    };
    const measureFor = (row: Row, ms: number) => {
      const end = performance.now() + ms;
      return measure(row, () => performance.now() > end);
    };
    const took: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await measureFor(rows.nothing, QUIET_MS);
      let isClosed = false;
      let beside: Promise<void> | undefined;
      const ms = await closeAgain(server, token, period, round, async () => {
        beside = measure(rows.closing, () => isClosed);
        await pause(100);
      });
      isClosed = true;
      took.push(ms);
      await beside;
      await measureFor(rows.mails, MAILS_MS);
    }
    console.log(
      `| ${process.env.TEST_DATABASE_URL ? 'PostgreSQL' : 'SQLite'}, ${visits} visits | reads | writes | turn |`,
    );
    console.log('| --- | --- | --- | --- |');
    for (const [name, { reads, writes, turns }] of [
      [`while the month is closed (${shown(took)})`, rows.closing],
      ['while its invoices are mailed', rows.mails],
      ['beside nothing', rows.nothing],
    ] as const)
      console.log(`| ${name} | ${shown(reads)} | ${shown(writes)} | ${shown(turns)} |`);
  } finally {
    await place.remove();
  }
}

await benchClosing(10_000);
