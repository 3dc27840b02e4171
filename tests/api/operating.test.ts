import { buildApp, logSerializers } from 'portal-frame/internal/server';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { emailOf, serverForAll, startServer } from './harness.ts';

const server = serverForAll();
afterEach(() => vi.useRealTimers());

test('keeps the reason of the last failed attempt of a mail', async () => {
  const without = await startServer({ SMTP_URL: 'smtp://127.0.0.1:1' });
  onTestFinished(() => without.close());
  await without.call('forgotPassword', { body: { email: emailOf('admin'), role: 'admin' } });
  const reasons = () => without.services.db.selectFrom('outbox').select('last_error').execute();
  await expect.poll(reasons).toEqual([{ last_error: expect.stringMatching(/ECONNREFUSED/) }]);
});

describe('request id', () => {
  const idOf = async (headers: Record<string, string> = {}) =>
    (await server.inject({ url: '/api/v1/health', headers })).headers['x-request-id'];

  test('is taken from the proxy or created', async () => {
    expect(await idOf({ 'x-request-id': 'edge-7:1.2_a' })).toBe('edge-7:1.2_a');
    const [first, second] = [await idOf(), await idOf()];
    expect(first).toMatch(/^[\w-]{36}$/);
    expect(second).not.toBe(first);
  });

  test.each(['', 'a b', 'x'.repeat(65), '{"level":60}'])('is replaced if it is not a plain word: %s', async (given) => {
    expect(await idOf({ 'x-request-id': given })).toMatch(/^[\w-]{36}$/);
  });

  test('is logged with route and account', async () => {
    const lines: Record<string, unknown>[] = [];
    const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
    const app = await buildApp(server.services, { level: 'info', serializers: logSerializers, stream });
    const headers = { authorization: `Bearer ${await server.tokenOf('admin')}`, 'x-request-id': 'seen-at-the-edge' };
    await app.inject({ url: '/api/v1/admin/get-profile', headers });
    await app.close();
    const completed = lines.find(({ msg }) => msg === 'request completed');
    expect(completed).toMatchObject({
      reqId: 'seen-at-the-edge',
      res: {
        statusCode: 200,
        method: 'GET',
        route: '/api/v1/admin/get-profile',
        account: server.ids.admin,
        role: 'admin',
      },
    });
  });
});
