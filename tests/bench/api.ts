import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import pg from 'pg';
import { type BenchCall, FIRST_PAGE, growthCalls, page, THREE_FILTERS } from './calls.ts';
import { addressOf, type Host, startHost } from './host.ts';
import { load, type Place } from './load.ts';
import { medians, type Target, throughputs } from './measure.ts';
import { Table } from './table.ts';

const FEW = 10_000;
const ROUNDS = 150;
const MOST_GROWTH = 1.5;
const MOST_LAST_PAGE = 3;
const LEAST_OF_FLOOR = 0.5;
const MOST_START = 1500;
const MOST_MEMORY = 200;

export interface BenchOptions {
  rows: number;
  databaseUrl: string | undefined;
  /** Parts of names of the measured calls; all calls if empty. */
  words: readonly string[];
}

const target = (host: Host, { path, as }: BenchCall): Target => ({
  url: host.origin + path,
  token: host.tokens[as] ?? '',
});

export async function benchApi({ rows, databaseUrl, words }: BenchOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  console.log(
    `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, ${databaseUrl ? 'PostgreSQL' : 'SQLite'}`,
  );
  const small = await makeData(folder, 'few', FEW, databaseUrl);
  const large = await makeData(folder, 'many', rows, databaseUrl);
  const hosts = [await startHost(small), await startHost(large)] as const;
  try {
    const table = new Table(...([FEW, rows].map((one) => one.toLocaleString('en-US')) as [string, string]));
    table.bound('ready after the start, ms', hosts[0].startedIn, hosts[1].startedIn, MOST_START);
    table.bound('memory at rest, MB', hosts[0].memory(), hosts[1].memory(), MOST_MEMORY);
    await growth(table, hosts, words);
    if (words.length === 0) {
      await lastPages(table, hosts);
      if (!databaseUrl) await againstFloor(table, hosts, [small, large]);
      table.bound('memory afterwards, MB', hosts[0].memory(), hosts[1].memory());
    }
    console.log(table.text());
  } finally {
    await Promise.all(hosts.map((host) => host.stop()));
  }
}

async function makeData(folder: string, name: string, rows: number, databaseUrl?: string): Promise<Place> {
  const start = performance.now();
  const place: Place = { dataDir: join(folder, name) };
  mkdirSync(place.dataDir);
  if (databaseUrl) {
    const client = new pg.Client(databaseUrl);
    await client.connect();
    await client.query(`create database bench_${name}`);
    await client.end();
    place.databaseUrl = Object.assign(new URL(databaseUrl), { pathname: `/bench_${name}` }).href;
  }
  await load(place, rows);
  console.log(
    `${rows.toLocaleString('en-US')} appointments made in ${((performance.now() - start) / 1000).toFixed(1)} s`,
  );
  return place;
}

async function growth(table: Table, hosts: readonly [Host, Host], words: readonly string[]): Promise<void> {
  const chosen = growthCalls().filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  for (const call of chosen) {
    const [few = 0, many = 0] = await medians(
      hosts.map((host) => target(host, call)),
      ROUNDS,
    );
    table.growth(call.name, few, many, MOST_GROWTH);
  }
}

async function lastPages(table: Table, hosts: readonly Host[]): Promise<void> {
  for (const list of [FIRST_PAGE, THREE_FILTERS]) {
    const pages = await Promise.all(hosts.map((host) => totalPages(target(host, list))));
    const callsOf = (index: number) => [
      list,
      page(list, pages[index] ?? 1),
      page(list, Math.ceil((pages[index] ?? 1) / 2)),
    ];
    const times = await Promise.all(hosts.map(() => [] as number[]));
    for (const [index, host] of hosts.entries())
      times[index] = await medians(
        callsOf(index).map((call) => target(host, call)),
        ROUNDS / 3,
      );
    const ratio = (position: number) => times.map((one) => (one[position] ?? 0) / (one[0] ?? 1)) as [number, number];
    table.ratio(`${list.name}: the last page to the first`, ...ratio(1), { most: MOST_LAST_PAGE });
    table.ratio(`${list.name}: the middle page to the first`, ...ratio(2), {});
  }
}

async function answerOf({ url, token }: Target): Promise<string> {
  const reply = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  return reply.text();
}
const totalPages = async (of: Target): Promise<number> => JSON.parse(await answerOf(of)).data.totalPages;

async function againstFloor(table: Table, hosts: readonly Host[], places: readonly Place[]): Promise<void> {
  const filters = [
    { call: FIRST_PAGE, filter: {} },
    { call: THREE_FILTERS, filter: { status: 'Completed', priorityLevel: 'High', laboratory: 'Laboratory 2' } },
  ];
  for (const { call, filter } of filters) {
    const shares: number[] = [];
    const speeds: number[] = [];
    for (const [index, host] of hosts.entries()) {
      const real = target(host, call);
      const { sid, sub } = decodeJwt(real.token);
      const args = [join(places[index]?.dataDir ?? '', 'portal.sqlite'), await answerOf(real), sid, sub, filter];
      const floor = spawn(
        process.execPath,
        [
          join(import.meta.dirname, 'floor.ts'),
          ...args.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))),
        ],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      const origin = await addressOf(floor);
      const [ours = 0, least = 1] = await throughputs([real, { ...real, url: origin }], 3, 1500);
      floor.kill();
      shares.push(ours / least);
      speeds.push(ours);
    }
    table.bound(`${call.name}: answers a second`, speeds[0] ?? 0, speeds[1] ?? 0);
    table.ratio(`${call.name}: throughput to the floor's`, shares[0] ?? 0, shares[1] ?? 0, { least: LEAST_OF_FLOOR });
  }
}
