import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ MAX_DELAY_MS: '100', MAX_REQUESTS: '10' });
});
afterAll(() => server.close());

const health = () => server.inject({ url: '/api/v1/health' });
/** Keeps the server busy, as too much work at a time does. */
async function overload() {
  for (let round = 0; round < 4; round++) {
    const end = performance.now() + 400;
    while (performance.now() < end);
    await delay(1);
  }
}

test('over its limit the server turns new requests away, and takes in again', async () => {
  expect((await health()).statusCode).toBe(200);
  await overload();
  const refused = await health();
  expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
    503,
    '2',
    { status: false, message: 'The service is busy. Please try again in a moment.', code: 503, data: null },
  ]);
  await expect.poll(async () => (await health()).statusCode, { timeout: 5000 }).toBe(200);
});

test('of more requests at a time than it takes some are turned away, and then it takes in again', async () => {
  await expect.poll(async () => (await health()).statusCode, { timeout: 5000 }).toBe(200);
  const replies = await Promise.all(Array.from({ length: 40 }, health));
  const codes = replies.map(({ statusCode }) => statusCode);
  expect(new Set(codes)).toEqual(new Set([200, 503]));
  expect(codes.filter((code) => code === 200).length).toBeGreaterThanOrEqual(10);
  expect(replies.find(({ statusCode }) => statusCode === 503)?.headers['retry-after']).toBe('2');
  expect((await health()).statusCode).toBe(200);
});
