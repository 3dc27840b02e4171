// npm run load: 200 concurrent clients for a minute, then an overload, then the recovery.
// `--clients`, `--seconds`, `--rows` (existing appointments) and `--postgres` change that.
// `npm run load -- live`: 500 listeners during 50 changes a second, `--seconds` long and four times, then the delay
// between two windows.
import '../server/app.ts';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../frame/testing/postgres.ts';
import { type Crowd, crowd } from '../tests/bench/clients.ts';
import { type Host, startHost } from '../tests/bench/host.ts';
import { deliver } from '../tests/bench/live.ts';
import { load } from '../tests/bench/load.ts';
import { windows } from '../tests/bench/windows.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    clients: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
    rows: { type: 'string', default: '10000' },
    postgres: { type: 'boolean', default: false },
  },
});
const [clients, seconds, rows] = [values.clients, values.seconds, values.rows].map(Number) as [number, number, number];

const print = (what: string, { answers, shed, errors, p50, p99, max, paths, fresh }: Crowd, time: number) => {
  const wrong = [...errors].map(([error, times]) => `\n  ${times} x ${error}`).join('');
  const speed = (answers / time).toFixed(0);
  console.log(
    `${what}: ${answers} answers (${speed}/s), p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, longest ${max.toFixed(0)} ms; ${fresh.answers} by new connections: p50 ${fresh.p50.toFixed(0)} ms, longest ${fresh.max.toFixed(0)} ms; ${shed} turned away, ${[...errors.values()].reduce((a, b) => a + b, 0)} errors${wrong}`,
  );
  for (const one of paths)
    console.log(
      `  ${one.path}: ${one.answers} answers, p50 ${one.p50.toFixed(0)} ms, p99 ${one.p99.toFixed(0)} ms (${(one.p99 / one.p50).toFixed(1)} times)`,
    );
};
const printMemory = (parts: number[]) =>
  console.log(`memory: ${parts.map((mb) => `${mb.toFixed(0)} MB`).join(' -> ')}`);

/** Measures response times and memory under load, under ten times the clients, and afterwards. */
async function clientsAtOnce(host: Host): Promise<void> {
  await crowd(host, clients, 5000);
  const before = host.memory();
  const halves: number[] = [];
  for (const half of [1, 2]) {
    print(`${clients} clients, half ${half}`, await crowd(host, clients, (seconds * 1000) / 2), seconds / 2);
    halves.push(host.memory());
  }
  printMemory([before, ...halves]);
  print(`${clients * 10} clients`, await crowd(host, clients * 10, 15_000), 15);
  print('10 clients afterwards', await crowd(host, 10, 5000), 5);
}

/** Measures how fast 500 listeners hear of 50 changes a second, in four rounds. Prints delays, losses and memory. */
async function listenersAtOnce(host: Host): Promise<void> {
  const found = await deliver(host, 50, seconds, 4);
  const refused = [...found.refused].map(([code, times]) => `${times} x ${code}`).join(', ');
  const [p50, p99, worst] = [found.p50, found.p99, found.worst].map((ms) => ms.toFixed(0));
  console.log(
    `${found.listeners} listeners, ${found.changes} changes, ${refused || 'none'} refused, ${found.deliveries} deliveries: p50 ${p50} ms, p99 ${p99} ms, worst ${worst} ms; ${found.missed} listeners missed or doubled one, ${found.foreign} heard of what is not theirs`,
  );
  printMemory(found.memory);
}

const live = positionals.includes('live');
const dataDir = mkdtempSync(join(tmpdir(), 'portal-load-'));
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
const postgres = values.postgres ? await startPostgres() : undefined;
try {
  mkdirSync(dataDir, { recursive: true });
  const place = { dataDir, databaseUrl: postgres?.url };
  await load(place, rows);
  const host = await startHost(place);
  try {
    await (live ? listenersAtOnce(host) : clientsAtOnce(host));
  } finally {
    await host.stop();
  }
} finally {
  postgres?.stop();
}
if (live) {
  const { times, median } = await windows(20);
  const sorted = times.toSorted((a, b) => a - b);
  console.log(`from window to window, ${times.length} times: median ${median} ms, ${sorted.join(' ')}`);
}
