// On SQLite only: nothing here depends on the database.
import type { Call } from 'portal-frame';
import { getCallPath } from 'portal-frame/internal';
import { listCalls } from 'portal-frame/internal/server';
import { describe, expect, test } from 'vitest';
import app from '../../server/app.ts';
import { ROLES, type Role, resolved } from '../roles.ts';
import { badTokens } from './badTokens.ts';
import { serverForAll } from './harness.ts';
import { type CallName, calls, getCall } from './servedCalls.ts';

const server = serverForAll();

const names = Object.keys(calls) as CallName[];
/** Returns the portal's roles that may use a call. Added roles have their own calls. */
const ownRoles = (call: Call): Role[] => ROLES.filter((role) => resolved(call).roles.includes(role));
const closed = names.filter((name) => getCall(name).roles !== 'public' && ownRoles(getCall(name)).length > 0);
const paramsOf = ({ path }: Call) =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 'f'.repeat(24)]));
const inputOf = (name: CallName) => ({ params: paramsOf(getCall(name)), body: {} });
const make = (name: CallName, token: string | undefined) => server.call(name, { token, ...inputOf(name) });

test('grants access only through these calls (ASVS 6.3.4, 6.4.2)', () => {
  const open = names.filter((name) => getCall(name).roles === 'public');
  const reset = ['forgotPassword', 'verifyOtp', 'resetPassword'];
  const ofParts = ['finishOidc', 'secondFactor', 'setUpSecondFactor'].filter((name) => names.includes(name));
  expect(open.toSorted()).toEqual(['signIn', 'undoEmail', ...ofParts, ...reset].toSorted());
});

test('allows in query strings only pages, filters, days, ids and staff names, no patient data', () => {
  const lists = 'page perPage sortBy sortFields sortOrder tab assigned tracking status priorityLevel';
  const days = 'day dateAndTime from to portal';
  const staff = 'labortary employeeId name';
  const records = 'id recordId resource operation';
  const listed = [lists, days, staff, records].flatMap((some) => some.split(' '));
  const fields = names.flatMap((name) => Object.keys(getCall(name).query?.shape ?? {}));
  expect([...new Set(fields)].toSorted()).toEqual(listed.toSorted());
});

test('uses no GET for changes (ASVS 3.5.3)', () => {
  const made = listCalls(app).filter(({ activity }) => activity && !['list', 'read'].includes(activity.operation));
  const changes = new Set(made.map(({ name }) => name));
  const gets = names.filter((name) => getCall(name).method === 'GET');
  expect(gets.length).toBeGreaterThan(20);
  expect(gets.filter((name) => changes.has(name))).toEqual([]);
});

test('accepts no request that another site can send without a preflight (ASVS 3.5.1, 3.5.2)', async () => {
  const token = await server.signIn('admin');
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b'];
  for (const name of names.filter((one) => getCall(one).method !== 'GET')) {
    const { method, roles } = getCall(name);
    const url = getCallPath(getCall(name), paramsOf(getCall(name)));
    for (const type of types) {
      const payload = type.includes('boundary') ? '--b--\r\n' : '{}';
      // A cookie is all that a browser would add by itself.
      const headers = { 'content-type': type, origin: 'https://evil.example', cookie: `userAuthToken=${token}` };
      const { statusCode } = await server.inject({ method, url, payload, headers });
      expect([name, type, roles === 'public' ? [400, 415] : [401]]).toEqual([
        name,
        type,
        expect.arrayContaining([statusCode]),
      ]);
    }
  }
});

test('refuses a repeated parameter in every call (ASVS 15.3.7)', async () => {
  const tokens = Object.fromEntries(
    await Promise.all(ROLES.map(async (role) => [role, await server.signInTwice(role)] as const)),
  );
  for (const name of names) {
    const { method, query, roles } = getCall(name);
    const [role] = ownRoles(getCall(name));
    if (roles !== 'public' && !role) continue;
    const token = role && tokens[role];
    for (const field of Object.keys(query?.shape ?? {})) {
      const url = `${getCallPath(getCall(name), paramsOf(getCall(name)))}?${field}=1&${field}=2`;
      const { statusCode } = await server.inject({ method, url, headers: { authorization: `Bearer ${token}` } });
      expect([name, field, statusCode]).toEqual([name, field, 400]);
    }
  }
});

describe.each(closed)('%s', (name) => {
  const roles = ownRoles(getCall(name));
  // The session is not to end here: the others need it.
  const opened = name === 'signOut' || name === 'toggleAccount' ? [] : roles;

  test.each(opened)('is open to %s (spec 6.2, 6.3, 6.4, 6.5)', async (role) => {
    const { http } = await server.as(role, name, inputOf(name));
    expect([401, 403]).not.toContain(http);
    expect(http).toBeLessThan(500);
  });

  const refused = ROLES.filter((role) => !roles.includes(role));
  test(`is closed to ${refused.join(', ') || 'nobody else'} (spec 6.6)`, async () => {
    for (const role of refused) {
      const reply = await make(name, await server.tokenOf(role));
      expect([role, reply.http, reply.message]).toEqual([role, 403, 'You are not allowed to do this.']);
    }
  });

  test('is closed without a valid token (spec 6.6; ASVS 7.2.1)', async () => {
    for (const [kind, tokenOf] of Object.entries(badTokens)) {
      const reply = await make(name, await tokenOf(server, roles[0] as Role));
      expect([kind, reply.http, reply.message]).toEqual([kind, 401, 'Please sign in again.']);
    }
  });
});

test('accepts a raw token without Bearer', async () => {
  const token = await server.signIn('laboratory');
  const reply = await server.inject({ url: '/api/v1/laboratory/get-dashboard', headers: { authorization: token } });
  expect(reply.statusCode).toBe(200);
});
