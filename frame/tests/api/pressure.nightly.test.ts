// On SQLite only: nothing here depends on the database.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { serverForAll } from './harness.ts';

let behind = 0;
const portalDir = mkdtempSync(join(tmpdir(), 'portal-pressure-'));
for (const name of ['index.html', 'preload.js']) writeFileSync(join(portalDir, name), name);
const server = serverForAll({ MAX_DELAY_MS: '100', MAX_REQUESTS: '10' }, { portalDir });
afterAll(() => rmSync(portalDir, { recursive: true }));
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
  // The page starts all the same, and its requests say that the service is busy.
  for (const [url, file] of Object.entries({
    '/preload.js': 'preload.js',
    '/': 'index.html',
    '/teams': 'index.html',
  })) {
    const { statusCode, body } = await server.inject({ url });
    expect([url, statusCode, body]).toEqual([url, 200, file]);
  }
  expect((await server.inject({ url: '/missing.js' })).statusCode).toBe(503);
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
