import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { closeAgain, prepareMonth } from '../api/closingMonth.ts';
import { makePlace } from '../api/process.ts';
import { median } from './measure.ts';

const ROUNDS = 7;
const QUIET_MS = 1500;

const shown = (times: readonly number[]): string => {
  const sorted = times.toSorted((a, b) => a - b);
  const values = [median(sorted), sorted[Math.floor(sorted.length * 0.99)] ?? 0, sorted.at(-1) ?? 0];
  return values.map((value) => value.toFixed(0)).join(', ');
};

/**
 * `npm run bench -- closing`: waits of other people while a month of `visits` visits is closed, and without a closing.
 * Prints the median, 99th percentile and longest, and those of the server's longest event loop turns, in milliseconds.
 */
export async function benchClosing({ visits, databaseUrl }: { visits: number; databaseUrl: string | undefined }) {
  const main = join(import.meta.dirname, 'closingServer.ts');
  // makePlace creates a database there.
  if (databaseUrl) process.env.TEST_DATABASE_URL = databaseUrl;
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
    const [took, turns, quietTurns]: [number[], number[], number[]] = [[], [], []];
    const [during, quiet] = [
      { reads: [] as number[], writes: [] as number[] },
      { reads: [] as number[], writes: [] as number[] },
    ];
    const collect = (into: typeof during, { reads, writes }: typeof during) => {
      into.reads.push(...reads);
      into.writes.push(...writes);
    };
    for (let round = 0; round < ROUNDS; round++) {
      await readTurn();
      const end = performance.now() + QUIET_MS;
      collect(quiet, await others(() => performance.now() > end));
      quietTurns.push(await readTurn());
      let isClosed = false;
      let beside: Promise<typeof during> | undefined;
      const ms = await closeAgain(server, token, period, round, () => {
        beside = others(() => isClosed);
      });
      isClosed = true;
      if (beside) collect(during, await beside);
      took.push(ms);
      turns.push(await readTurn());
    }
    const name = databaseUrl ? 'PostgreSQL' : 'SQLite';
    console.log(`| ${name}, ${visits} visits | closing | reads | writes | turn |`);
    console.log('| --- | --- | --- | --- | --- |');
    console.log(
      `| while closing | ${shown(took)} | ${shown(during.reads)} | ${shown(during.writes)} | ${shown(turns)} |`,
    );
    console.log(`| without | | ${shown(quiet.reads)} | ${shown(quiet.writes)} | ${shown(quietTurns)} |`);
  } finally {
    await place.remove();
  }
}
