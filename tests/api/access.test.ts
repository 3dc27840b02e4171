import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handlers } from '../../server/calls/index.ts';
import { type Call, ROLES, type Role } from '../../src/wire/call.ts';
import { type CallName, calls } from '../../src/wire/index.ts';
import { startServer, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const names = Object.keys(calls) as CallName[];
const closed = names.filter((name) => (calls[name] as Call).roles !== 'public');
const paramsOf = ({ path }: Call) =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 'f'.repeat(24)]));
const make = (name: CallName, token: string | undefined) =>
  server.call(name, { token, params: paramsOf(calls[name]), body: {} });

const claimsOf = (role: Role) => ({ accountId: server.ids[role], sessionId: 'f'.repeat(24), role });
const forged = (role: Role, secret: string) =>
  new SignJWT({ sid: 'f'.repeat(24), role })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(server.ids[role])
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret));
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token of a session that is over, by kind. */
const badTokens: Record<string, (role: Role) => Promise<string | undefined>> = {
  missing: async () => undefined,
  nonsense: async () => 'not-a-token',
  forged: (role) => forged(role, 'somebody-elses-secret-of-32-characters!'),
  'without a session': (role) => server.services.tokens.sign(claimsOf(role), Date.now() + 60_000),
  expired: async (role) => {
    const { sub, sid } = payloadOf(await server.signIn(role));
    return server.services.tokens.sign({ accountId: sub, sessionId: sid, role }, Date.now() - 1000);
  },
  unsigned: async (role) => {
    const claims = payloadOf(await server.signIn(role));
    return `${base64({ alg: 'none', typ: 'JWT' })}.${base64(claims)}.`;
  },
  'of another role': async (role) => {
    const other = ROLES.find((one) => one !== role) as Role;
    const { sub, sid } = payloadOf(await server.signIn(other));
    return server.services.tokens.sign({ accountId: sub, sessionId: sid, role }, Date.now() + 60_000);
  },
  'signed out': async (role) => {
    const token = await server.signIn(role);
    expect((await server.call('signOut', { token })).http).toBe(200);
    return token;
  },
};
const payloadOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string; sid: string };

test('every call of the wire has a handler', () => {
  expect(Object.keys(handlers).sort()).toEqual([...names].sort());
});

describe.each(closed)('%s', (name) => {
  const { roles } = calls[name] as Call & { roles: readonly Role[] };
  // The session is not to end here: the others need it.
  const opened = name === 'signOut' || name === 'toggleAccount' ? [] : roles;

  test.each(opened)('is open to %s', async (role) => {
    const token = await server.signInTwice(role);
    const { http } = await make(name, token);
    expect([401, 403]).not.toContain(http);
    expect(http).toBeLessThan(500);
  });

  const refused = ROLES.filter((role) => !roles.includes(role));
  test(`is closed to ${refused.join(', ') || 'nobody else'}`, async () => {
    for (const role of refused) {
      const reply = await make(name, await server.signIn(role));
      expect([role, reply.http, reply.message]).toEqual([role, 403, 'You are not allowed to do this.']);
    }
  });

  test('is closed without a good token', async () => {
    for (const [kind, tokenOf] of Object.entries(badTokens)) {
      const reply = await make(name, await tokenOf(roles[0] as Role));
      expect([kind, reply.http, reply.message]).toEqual([kind, 401, 'Please sign in again.']);
    }
  });
});

test('a raw token without Bearer is taken as well', async () => {
  const token = await server.signIn('laboratory');
  const reply = await server.inject({ url: '/api/v1/laboratory/get-dashboard', headers: { authorization: token } });
  expect(reply.statusCode).toBe(200);
});

test('deactivation and deletion end a session at once', async () => {
  const token = await server.signIn('employee2');
  const db = server.services.db.updateTable('accounts').where('id', '=', server.ids.employee2);
  await db.set({ is_active: 0 }).execute();
  expect((await server.call('employeeToday', { token })).http).toBe(401);
  await db.set({ is_active: 1 }).execute();
  expect((await server.call('employeeToday', { token })).http).toBe(200);
  const admin = await server.signIn('admin');
  await server.call('deleteEmployee', { token: admin, params: { id: server.ids.employee2 } });
  expect((await server.call('employeeToday', { token })).http).toBe(401);
});
