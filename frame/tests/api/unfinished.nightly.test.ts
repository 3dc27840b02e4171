// On SQLite only: nothing here depends on the database.
import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import fastify from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { limitSlowRequests, SLOW_REQUEST_LIMITS } from '../../server/base/slowRequests.ts';
import { emailOf, PASSWORD, serverForAll, serverForTest } from './harness.ts';

// Long limits, as the machine may be busy.
const limits = { ...SLOW_REQUEST_LIMITS, headMs: 600_000, windowMs: 600_000 };
const server = serverForAll({ MAX_REQUESTS: '100' }, { limits });
let port: number;
beforeAll(async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1', backlog: 4096 });
  port = (server.app.server.address() as AddressInfo).port;
});

const SIGN_IN = '/api/v1/auth/sign-in';
interface Held {
  request: ClientRequest;
  /** HTTP code, if there is a response. */
  code: Promise<number>;
}

/** Sends a header and the start of a body that never continues. */
function hold(from: string): Held {
  const headers = { 'content-type': 'application/json', 'content-length': 900, 'x-forwarded-for': from };
  const one = request({ port, path: SIGN_IN, method: 'POST', headers, agent: false });
  const code = new Promise<number>((resolve) => {
    one.once('response', (reply) => resolve(reply.resume().statusCode ?? 0));
    one.on('error', () => resolve(0));
  });
  one.write('{"email":"');
  return { request: one, code };
}
const release = (held: Held[]) => {
  for (const one of held) one.request.destroy();
};
const connections = () =>
  new Promise<number>((resolve) => server.app.server.getConnections((_error, count) => resolve(count)));

async function othersAreServed(from: string) {
  const headers = { 'x-forwarded-for': from, connection: 'close' };
  const health = await fetch(`http://127.0.0.1:${port}/api/v1/health`, { headers });
  const body = JSON.stringify({ email: emailOf('admin'), password: PASSWORD });
  const type = { 'content-type': 'application/json' };
  const signIn = await fetch(`http://127.0.0.1:${port}${SIGN_IN}`, {
    method: 'POST',
    headers: { ...headers, ...type },
    body,
  });
  return [health.status, signIn.status];
}

test('refuses most of 600 unfinished bodies from one address, and serves other clients', async () => {
  const held = Array.from({ length: 600 }, () => hold('203.0.113.5'));
  const refused: number[] = [];
  for (const { code } of held) void code.then((one) => refused.push(one));
  await expect.poll(() => refused.filter((code) => code === 429).length).toBe(400);
  expect(await othersAreServed('203.0.113.6')).toEqual([200, 200]);
  expect(await hold('203.0.113.5').code).toBe(429);
  release(held);
  await expect.poll(connections).toBeLessThan(10);
  // Ended connections no longer count.
  const next = hold('203.0.113.5');
  next.request.end('","password":"x"}'.padEnd(890));
  expect(await next.code).not.toBe(429);
});

test('serves other clients during 600 unfinished bodies from 600 addresses', async () => {
  const held = Array.from({ length: 600 }, (_, index) => hold(`198.51.${index >> 8}.${index & 255}`));
  let given = 0;
  for (const { code } of held) void code.then(() => given++);
  await expect.poll(connections).toBeGreaterThanOrEqual(600);
  expect(await othersAreServed('203.0.113.7')).toEqual([200, 200]);
  expect(given).toBe(0);
  release(held);
  await expect.poll(connections).toBeLessThan(10);
});

test('counts addresses of one IPv6 network as one', async () => {
  const held = Array.from({ length: 220 }, (_, index) => hold(`2001:db8:7:7::${(index + 1).toString(16)}`));
  const refused: number[] = [];
  for (const { code } of held) void code.then((one) => refused.push(one));
  await expect.poll(() => refused.length).toBe(20);
  release(held);
});

test('times out a stalled body, but accepts a slow and steady one', async () => {
  const app = fastify();
  limitSlowRequests(app, () => true, { ...SLOW_REQUEST_LIMITS, windowMs: 600, minBytes: 100 });
  app.post('/', async ({ body }) => ({ length: String(body).length }));
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const to = (app.server.address() as AddressInfo).port;
  const open = (length: number) => {
    const socket = connect(to, '127.0.0.1').setEncoding('utf8');
    let said = '';
    socket.on('data', (text) => {
      said += text;
    });
    socket.write(
      `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: a/b\r\nconnection: close\r\ncontent-length: ${length}\r\n\r\n`,
    );
    return { socket, ended: once(socket, 'close').then(() => said) };
  };
  const silent = open(1000);
  const trickling = open(1000);
  const slow = open(2000);
  const drops = setInterval(() => {
    if (trickling.socket.writable) trickling.socket.write('x');
    if (slow.socket.writable) slow.socket.write('x'.repeat(50));
  }, 50);
  const said = await Promise.all([silent.ended, trickling.ended, slow.ended]);
  clearInterval(drops);
  expect(said.map((text) => text.split('\r\n')[0])).toEqual([
    'HTTP/1.1 408 Request Timeout',
    'HTTP/1.1 408 Request Timeout',
    'HTTP/1.1 200 OK',
  ]);
  expect(said[2]).toContain('{"length":2000}');
  await app.close();
});

test('times out an unfinished header', async () => {
  const limited = await serverForTest({}, { limits: { ...SLOW_REQUEST_LIMITS, headMs: 400, checkIntervalMs: 100 } });
  await limited.app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((limited.app.server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  const drops = setInterval(() => socket.writable && socket.write('x: y\r\n'), 50);
  let said = '';
  socket.on('data', (text) => {
    clearInterval(drops);
    said += text;
  });
  // Data sent after the server gave up resets the connection after the response.
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n');
  await new Promise((resolve) => socket.once('close', resolve));
  expect(said).toMatch(/^HTTP\/1.1 408 /);
  expect(JSON.parse(said.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status: false, code: 408, data: null });
  // Node's default would be a minute.
});

test('limits the connections of an address that is no trusted proxy', async () => {
  const app = fastify();
  limitSlowRequests(app, () => false, { ...SLOW_REQUEST_LIMITS, maxConnections: 5 });
  app.get('/', async () => 'here');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const to = (app.server.address() as AddressInfo).port;
  const ask = async () => {
    const socket = connect(to, '127.0.0.1').setEncoding('utf8');
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    const said = await Promise.race([once(socket, 'data').then(String), once(socket, 'close').then(() => 'closed')]);
    return { socket, said: said.split('\r\n')[0] };
  };
  const held = [];
  for (let count = 0; count < 5; count++) held.push(await ask());
  expect(new Set(held.map(({ said }) => said))).toEqual(new Set(['HTTP/1.1 200 OK']));
  expect((await ask()).said).toBe('closed');
  held[0]?.socket.destroy();
  await expect.poll(async () => (await ask()).said).toBe('HTTP/1.1 200 OK');
  app.server.closeAllConnections();
  await app.close();
});
