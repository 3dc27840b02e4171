// On SQLite only: nothing here depends on the database.
import { expect, test } from 'vitest';
import { serverForAll } from './harness.ts';

const MOST = 30;
const server = serverForAll({ REQUESTS_PER_MINUTE: String(MOST) });
const OFFICE = '198.51.100.20';

test('counts requests by account, and by address only without a valid token', async () => {
  const [busy, other] = await Promise.all((['admin', 'worker'] as const).map((name) => server.signIn(name)));
  const ask = async (token?: string, address = OFFICE) => {
    const headers = { 'x-forwarded-for': address, ...(token && { authorization: `Bearer ${token}` }) };
    return (await server.inject({ url: '/api/v1/common/get-sessions', headers })).statusCode;
  };
  for (let sent = 0; sent < MOST; sent++) await ask(busy);
  expect(await ask(busy)).toBe(429);
  expect(await ask(busy, '198.51.100.77')).toBe(429);
  expect(await ask(other)).toBe(200);
  expect(await ask()).toBe(401);
  // A made-up token counts for the address.
  for (let sent = 1; sent < MOST; sent++) await ask(`made-up-${sent}`);
  expect(await ask('made-up')).toBe(429);
  expect(await ask()).toBe(429);
  expect(await ask(other)).toBe(200);
});
