import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from './harness.ts';

/** A proxy in front of PostgreSQL that can hang: it forwards nothing and closes nothing. */
async function between(url: string) {
  const to = new URL(url);
  const [port, host] = [Number(to.port || 5432), to.hostname];
  const pairs: [Socket, Socket][] = [];
  let hangs = false;
  const server = createServer((client) => {
    const database = connect(port, host);
    pairs.push([client, database]);
    for (const [one, other] of [[client, database] as const, [database, client] as const]) {
      one.on('data', (bytes) => hangs || other.write(bytes));
      one.on('error', () => undefined).on('close', () => other.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  to.hostname = '127.0.0.1';
  to.port = String((server.address() as AddressInfo).port);
  return {
    url: to.href,
    hang(now: boolean) {
      hangs = now;
    },
    close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      server.close();
    },
  };
}

describe.skipIf(!process.env.TEST_DATABASE_URL)('hanging PostgreSQL', () => {
  const base = process.env.TEST_DATABASE_URL ?? '';
  let server: TestServer;
  let way: Awaited<ReturnType<typeof between>>;
  beforeAll(async () => {
    way = await between(base);
    process.env.TEST_DATABASE_URL = way.url;
    server = await startServer({}, { statementTimeoutMs: 1000 }).finally(() => {
      process.env.TEST_DATABASE_URL = base;
    });
  });
  afterAll(async () => {
    way.hang(false);
    await server.close();
    way.close();
  });

  test('does not block other calls and health checks, and recovers afterwards', async () => {
    const list = () => server.as('admin', 'adminAppointments');
    const create = () => server.as('admin', 'toggleNotification');
    expect([(await list()).http, (await create()).http]).toEqual([200, 200]);
    way.hang(true);
    const checks = Promise.all(Array.from({ length: 20 }, () => server.inject({ url: '/api/v1/health' })));
    const replies = await Promise.all([list(), create(), list()]);
    expect(replies.map(({ http, message }) => [http, message])).toEqual(
      Array(3).fill([503, 'The service is busy. Please try again in a moment.']),
    );
    expect((await checks).map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(503));
    way.hang(false);
    await expect.poll(async () => (await list()).http).toBe(200);
    expect((await create()).http).toBe(200);
  });
});
