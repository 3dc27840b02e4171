import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort, spawnServer, stopServer } from 'portal-frame/testing';
import { fromRoot } from '../../scripts/lib/root.ts';
import { addressOf } from './host.ts';
import { median, UNLIMITED } from './measure.ts';
import { PEERS, type Role, toolValues } from './peersData.ts';
import { Table } from './table.ts';

/** Tools, and three times as many loans. */
const ROWS = 20_000;
const CONNECTIONS = 20;
/** Many short rounds: other work on the machine changes from second to second. */
const ROUNDS = 15;
const ANSWERS = 140;
const API = '/api/v1';
/** Memory counts once the server had a moment to give back what it no longer needs. */
const SETTLE_MS = 3000;

interface Peer {
  child: ChildProcess;
  origin: string;
  /** Milliseconds from the start of the process until it is ready. */
  readyMs?: number;
  tokens: Record<Role, string>;
}

interface Ask {
  name: string;
  as?: Role;
  path: string;
  body?: () => object;
  /** The fraction of the plain server's throughput that is asked for. */
  least?: number;
  /** How many times the CPU of `to` is asked for at most. */
  most?: number;
  /** The plain server does not have it. Its CPU is compared with that of this one, which asks for the same without a rule. */
  to?: string;
  answers?: number;
}

let created = 1_000_000;
const list = (resource: string, query: object) =>
  `/collections/${resource}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, JSON.stringify(value)]))}`;
const page = { sort: ['name', 'ASC'], range: [0, 24], filter: {} };
const asks: Ask[] = [
  { name: 'first page', path: list('tools', page), least: 0.35 },
  { name: 'create', path: '/collections/tools', body: () => toolValues(created++), least: 0.3 },
  {
    name: 'search that finds 5 %',
    path: list('tools', { ...page, filter: { q: 'walnut' } }),
    answers: 20,
    // 0.7 of the plain server's time.
    least: 1.43,
  },
  { name: 'loans', path: list('loans', { sort: ['out', 'DESC'], range: [0, 24] }), to: 'first page' },
  { name: 'tools of a clerk', as: 'clerk', path: list('tools', page), to: 'first page', most: 1.5 },
  {
    name: 'loans of a clerk',
    as: 'clerk',
    path: list('loans', { sort: ['out', 'DESC'], range: [0, 24] }),
    to: 'loans',
    most: 1.5,
  },
  { name: '1,000 of an export', path: list('tools', { ...page, range: [0, 999] }), answers: 20, least: 1 },
];

const inPeers = fromRoot('tests', 'bench', 'peers');

function send({ origin, tokens }: Peer, { as = 'manager', path, body }: Ask, agent?: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = body && JSON.stringify(body());
    const headers = {
      authorization: `Bearer ${tokens[as]}`,
      ...(sent && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
    };
    const url = `${origin}${API}${path}`;
    const asked = request(url, { method: sent ? 'POST' : 'GET', headers, ...(agent && { agent }) }, (reply) => {
      let text = '';
      reply.on('data', (chunk) => (text += chunk));
      reply.on('end', () =>
        (reply.statusCode ?? 500) < 300
          ? resolve(text)
          : reject(new Error(`${path} answered ${reply.statusCode}: ${text}`)),
      );
    });
    asked.on('error', reject).end(sent);
  });
}

/** Processor time of a process with its threads, in milliseconds. The sum in `stat` counts in steps of ten. */
function getCpuMs({ child }: Peer): number {
  const tasks = `/proc/${child.pid}/task`;
  const times = readdirSync(tasks).map((id) => readFileSync(join(tasks, id, 'schedstat'), 'utf8').split(' ')[0]);
  return times.reduce((sum, ns) => sum + Number(ns) / 1e6, 0);
}

/** Milliseconds of CPU per answer, and answers per second. */
async function run(peer: Peer, ask: Ask): Promise<[number, number]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const [start, cpu] = [performance.now(), getCpuMs(peer)];
  const answers = ask.answers ?? ANSWERS;
  let left = answers;
  const one = async () => {
    while (left-- > 0) await send(peer, ask, agent);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  agent.destroy();
  return [(getCpuMs(peer) - cpu) / answers, (answers * 1000) / (performance.now() - start)];
}

async function startOurs(dataDir: string, databaseUrl?: string): Promise<Peer> {
  const port = await findFreePort();
  const env = {
    ...{ DATA_DIR: dataDir, PORT: String(port), DEMO: 'off', TIME_ZONE: 'UTC', LOG_LEVEL: 'error', ...UNLIMITED },
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  // The first start of an installation compiles what the others read.
  await stopServer(await spawnServer(env, inPeers));
  const start = performance.now();
  const child = await spawnServer(env, inPeers);
  const readyMs = performance.now() - start;
  const peer: Peer = { child, origin: `http://127.0.0.1:${port}`, readyMs, tokens: { manager: '', clerk: '' } };
  for (const role of ['manager', 'clerk'] as const) {
    const reply = await send(peer, { name: role, path: '/auth/sign-in', body: () => PEERS[role] });
    peer.tokens[role] = JSON.parse(reply).data.userAuthToken;
  }
  return peer;
}

async function startPlain(dataDir: string, rows: number, tokens: Peer['tokens']): Promise<Peer> {
  const args = [fromRoot('tests', 'bench', 'peersPlain.ts'), dataDir, String(rows), tokens.manager];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return { child, origin: await addressOf(child), tokens };
}

const getMegabytes = (file: string) => statSync(file).size / 1e6;
const getMemory = ({ child }: Peer) => Number(spawnSync('ps', ['-o', 'rss=', '-p', String(child.pid)]).stdout) / 1024;

/** Milliseconds of CPU and answers per second of one round, ours and the plain server's. */
interface Round {
  cpu: number;
  speed: number;
  plainCpu?: number;
  plainSpeed?: number;
}
type PeerResults = ReadonlyMap<string, { ask: Ask; rounds: readonly Round[] }>;

/** The median of a value that each round has. */
const medianOf = (rounds: readonly Round[], value: (round: Round, at: number) => number | undefined) =>
  median(rounds.map((round, at) => value(round, at) ?? Number.NaN));

/** Returns CPU as a multiple of the plain server's, or of the list without a rule, both of the same round. */
export function getCpuRatios(results: PeerResults): Record<string, number> {
  const ratios = [...results].flatMap(([name, { ask, rounds }]): [string, number][] => {
    const base = ask.to ? results.get(ask.to)?.rounds : undefined;
    if (ask.to && !base) return [];
    return [
      [name, medianOf(rounds, ({ cpu, plainCpu }, at) => cpu / ((ask.to ? base?.[at]?.cpu : plainCpu) ?? Number.NaN))],
    ];
  });
  return Object.fromEntries(ratios);
}

/** Asks both for everything in each round, so that other work on the machine meets all alike. */
async function measureRounds(ours: Peer, plain: Peer, chosen: readonly Ask[]): Promise<PeerResults> {
  const results = new Map(chosen.map((ask) => [ask.name, { ask, rounds: [] as Round[] }]));
  for (let round = -1; round < ROUNDS; round++)
    for (const { ask, rounds } of results.values()) {
      const [cpu, speed] = await run(ours, ask);
      const [plainCpu, plainSpeed] = ask.to ? [] : await run(plain, ask);
      if (round >= 0) rounds.push({ cpu, speed, ...(plainCpu && { plainCpu }), ...(plainSpeed && { plainSpeed }) });
    }
  return results;
}

function addRows(table: Table, results: PeerResults): void {
  const ratios = getCpuRatios(results);
  for (const [name, { ask, rounds }] of results) {
    const cpu = medianOf(rounds, (round) => round.cpu);
    if (ask.to) {
      const base = results.get(ask.to)?.rounds ?? [];
      const { most } = ask;
      const limits = most === undefined ? {} : { most };
      table.alone(`${name}: CPU, ms`, cpu);
      if (base.length > 0)
        table.ratio(
          `${name}: CPU to ${ask.to}`,
          medianOf(base, (round) => round.cpu),
          ratios[name] ?? 0,
          limits,
        );
      continue;
    }
    const [speed, plainSpeed] = [
      medianOf(rounds, (round) => round.speed),
      medianOf(rounds, (round) => round.plainSpeed),
    ];
    table.compare(
      `${name}: CPU, ms`,
      cpu,
      medianOf(rounds, (round) => round.plainCpu),
    );
    table.ratio(`${name}: answers a second`, speed, plainSpeed, {});
    table.ratio(`${name}: throughput to the plain server’s`, speed / plainSpeed, speed / plainSpeed, {
      ...(ask.least !== undefined && { least: ask.least }),
    });
  }
}

/** Creates the records of our app. */
function fillOurs(dataDir: string, rows: number, databaseUrl: string | undefined): void {
  const args = [join(inPeers, 'server', 'seed.ts'), dataDir, String(rows), ...(databaseUrl ? [databaseUrl] : [])];
  const { status } = spawnSync(process.execPath, args, { cwd: inPeers, stdio: 'inherit' });
  if (status !== 0) throw new Error('The records could not be made.');
}

/**
 * Prints lists and creations of an app on the frame beside plain Fastify and SQLite, and returns what it found. On
 * PostgreSQL the CPU is that of our server alone.
 */
export async function benchPeers(
  words: readonly string[] = [],
  { rows = ROWS, databaseUrl }: { rows?: number | undefined; databaseUrl?: string | undefined } = {},
): Promise<PeerResults> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-bench-peers-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  fillOurs(folder, rows, databaseUrl);
  const ours = await startOurs(folder, databaseUrl);
  const plain = await startPlain(folder, rows, ours.tokens);
  try {
    const table = new Table('ours', 'plain');
    table.alone('ready, ms', ours.readyMs ?? 0, { most: 800 });
    const size = getMegabytes(join(folder, 'plain.sqlite'));
    if (!databaseUrl) table.compare('database, MB', getMegabytes(join(folder, 'portal.sqlite')), size);
    table.beside('memory at rest, MB', getMemory(ours), getMemory(plain), 180);
    const chosen = asks.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
    const results = await measureRounds(ours, plain, chosen);
    addRows(table, results);
    await delay(SETTLE_MS);
    table.beside('memory afterwards, MB', getMemory(ours), getMemory(plain), 300);
    console.log(table.text());
    return results;
  } finally {
    await Promise.all([stopServer(ours.child), stopServer(plain.child)]);
  }
}
