import { monitorEventLoopDelay } from 'node:perf_hooks';
import { beforeAll, expect, test, vi } from 'vitest';
import { serverForAll } from './harness.ts';

let behind = 0;
const server = serverForAll({ MAX_DELAY_MS: '100', MAX_REQUESTS: '10' });
beforeAll(() => {
  vi.spyOn(Object.getPrototypeOf(monitorEventLoopDelay()), 'mean', 'get').mockImplementation(() => behind * 1e6);
});

const health = () => server.inject({ url: '/api/v1/health' });

test('rejects requests while the event loop is delayed, then accepts again', async () => {
  expect((await health()).statusCode).toBe(200);
  behind = 500;
  await expect.poll(async () => (await health()).statusCode).toBe(503);
  const refused = await health();
  expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
    503,
    '2',
    { status: false, message: 'The service is busy. Please try again in a moment.', code: 503, data: null },
  ]);
  behind = 0;
  await expect.poll(async () => (await health()).statusCode).toBe(200);
});

test('rejects requests over the concurrency limit, then accepts again', async () => {
  const replies = await Promise.all(Array.from({ length: 40 }, health));
  const codes = replies.map(({ statusCode }) => statusCode);
  expect(new Set(codes)).toEqual(new Set([200, 503]));
  expect(codes.filter((code) => code === 200).length).toBeGreaterThanOrEqual(10);
  expect(replies.find(({ statusCode }) => statusCode === 503)?.headers['retry-after']).toBe('2');
  expect((await health()).statusCode).toBe(200);
});
