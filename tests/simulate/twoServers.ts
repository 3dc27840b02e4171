import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import type { InjectOptions } from 'fastify';
import { loadResources, openDatabase, planCollections } from 'portal-frame/internal/server';
import { createTestDatabase } from 'portal-frame/testing/helpers';
import app from '../../server/app.ts';
import { fillBase } from './base.ts';
import { configOf, type Place, TIME_ZONE } from './openServer.ts';
import { receiver } from './receiver.ts';
import type { Reply, SimulatedServer } from './server.ts';
import type { Command } from './serverChild.ts';

interface Child {
  process: ChildProcess;
  address: string;
  /** Tells the process to do something. Nothing happens if it has ended. */
  tell(command: Command, value?: number): Promise<void>;
}

async function startChild({ dataDir, url }: Place): Promise<Child> {
  const child = fork(join(import.meta.dirname, 'serverChild.ts'), {
    env: { ...process.env, SIMULATED_DIR: dataDir, SIMULATED_URL: url, SIMULATED_NOW: String(Date.now()) },
    execArgv: [],
  });
  const [{ address }] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('A server did not start.'))),
  ]);
  const ended = once(child, 'exit').then((): [{ reason?: string }] => [{}]);
  const tell = async (command: Command, value?: number) => {
    if (!child.connected) return;
    child.send({ command, value }, () => undefined);
    const [{ reason }] = await Promise.race([once(child, 'message'), ended]);
    if (reason) throw new Error(reason);
  };
  return { process: child, address, tell };
}

async function end({ process: child }: Child, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/** Sends a request over HTTP. The phones replace `fetch`. */
async function ask(address: string, { method, url, headers = {}, payload }: InjectOptions): Promise<Reply> {
  const isText = typeof payload === 'string' || Buffer.isBuffer(payload) || payload === undefined;
  const body = isText ? payload : JSON.stringify(payload);
  const type = isText ? {} : { 'content-type': 'application/json' };
  const sent = httpRequest(`${address}${url}`, {
    method,
    headers: { ...type, ...(headers as Record<string, string>) },
    agent: false,
  });
  sent.end(body);
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  const rawPayload = await buffer(reply);
  return { statusCode: reply.statusCode ?? 0, body: rawPayload.toString(), rawPayload };
}

/** A receiver of webhooks on this machine. */
async function startReceiver() {
  const server = createServer(async (request, reply) => {
    const status = receiver.receive(request.url ?? '', request.headers, await text(request));
    if (status > 0) reply.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Starts two servers as processes on one PostgreSQL database. Requests go to them in turn; a drop is a `kill -9`. */
export async function startTwoServers(): Promise<SimulatedServer> {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'simulation-'));
  const place = { dataDir, url: database.url };
  const base = await fillBase(place);
  const received = await startReceiver();
  const store = openDatabase({ dataDir, ...(database.url && { databaseUrl: database.url }) });
  let children: Child[] = await Promise.all([startChild(place), startChild(place)]);
  let turn = 0;
  let killAfter = Number.POSITIVE_INFINITY;
  let killed: Child | undefined;
  const tellAll = async (command: Command, value?: number) => {
    await Promise.all(children.map((child) => child.tell(command, value)));
  };
  async function replace(child: Child) {
    const started = await startChild(place);
    children = children.map((one) => (one === child ? started : one));
  }
  return {
    ...base,
    dataDir,
    receiver: received.url,
    db: () => store.db,
    config: () => configOf(place),
    collections: async () => planCollections(await loadResources(app), {}, TIME_ZONE, app.tableHints),
    async request(request) {
      turn += 1;
      const child = children[turn % 2] as Child;
      const kill = () => {
        killed = child;
        child.process.kill('SIGKILL');
      };
      const timer = killAfter < Number.POSITIVE_INFINITY ? setTimeout(kill, killAfter) : undefined;
      try {
        return await ask(child.address, request);
      } catch (error) {
        if (killed !== child) throw error;
        return { statusCode: 0, body: '', rawPayload: Buffer.of() };
      } finally {
        clearTimeout(timer);
      }
    },
    setClock: (now) => tellAll('setClock', now),
    dropBefore(milliseconds) {
      killAfter = milliseconds;
    },
    isDropped: () => killed !== undefined,
    async reopen() {
      const child = killed as Child;
      await end(child, 'SIGKILL');
      killed = undefined;
      await replace(child);
    },
    async deploy() {
      for (const child of children) {
        await end(child, 'SIGTERM');
        await replace(child);
      }
    },
    runJobs: () => tellAll('runJobs'),
    sendOutbox: () => tellAll('sendOutbox'),
    async close() {
      await Promise.all(children.map((child) => end(child, 'SIGTERM')));
      received.server.close();
      received.server.closeAllConnections();
      await store.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
