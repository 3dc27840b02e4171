import type { WireSession } from 'portal-frame/internal';
import { markReauthenticated, openSession } from 'portal-frame/internal/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { emailOf, newcomer, PASSWORD, type Person, serverForEach, serverForTest } from './harness.ts';
import { photo } from './samples.ts';
import { visitsOf } from './visits.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';
const MINUTE = 60_000;
const OFFICE = '203.0.113.7';
const ELSEWHERE = '198.51.100.9';

const server = serverForEach({ IDLE_MINUTES: '30' });
// Fake time, as seconds may pass between calls on a busy machine.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));

/** Moves only the clock, not the timers. */
const pass = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
const enter = (person: Person, password = PASSWORD, from = OFFICE, agent = WINDOWS) =>
  server.call('signIn', {
    body: { email: emailOf(person), password },
    headers: { 'x-forwarded-for': from, 'user-agent': agent },
  });
const tokenFrom = async (...args: Parameters<typeof enter>) => (await enter(...args)).data.userAuthToken as string;
/** Signs in and reauthenticates. */
const provenFrom = async (...args: Parameters<typeof enter>) => {
  const token = await tokenFrom(...args);
  await server.reauthenticate(token);
  return token;
};
const listed = async (token: string) => (await server.call('sessions', { token })).data as WireSession[];
const profile = async (token: string) => (await server.call('employeeProfile', { token })).http;

describe('own sessions (ASVS 7.5.2)', () => {
  it('show time, address and device, most recently used first, with the current one marked', async () => {
    const phone = await tokenFrom('employee', PASSWORD, ELSEWHERE, 'Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1');
    pass(2 * MINUTE);
    const mine = await tokenFrom('employee');
    await tokenFrom('admin');
    const [first, second, ...more] = await listed(mine);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ browser: 'Chrome', system: 'Windows', address: OFFICE, current: true });
    expect(second).toMatchObject({ browser: 'Safari', system: 'iPhone', address: ELSEWHERE, current: false });
    expect(second?.lastUsed).toBe(second?.createdAt);
    await profile(phone);
    const again = (await listed(mine)).find(({ current }) => !current);
    expect(Date.parse(again?.lastUsed ?? '') - Date.parse(again?.createdAt ?? '')).toBeGreaterThanOrEqual(2 * MINUTE);
  });

  it('can be ended one by one, only by their owner', async () => {
    const [mine, other] = [await provenFrom('employee'), await tokenFrom('employee')];
    const stranger = await provenFrom('admin');
    const id = (await listed(other)).find(({ current }) => current)?._id ?? '';
    expect((await server.call('endSession', { token: stranger, params: { id } })).http).toBe(404);
    expect(await profile(other)).toBe(200);
    expect(await server.call('endSession', { token: mine, params: { id } })).toMatchObject({
      http: 200,
      message: 'That device was logged out.',
    });
    expect([await profile(other), await profile(mine)]).toEqual([401, 200]);
    expect((await server.call('endSession', { token: mine, params: { id } })).http).toBe(404);
    expect(await listed(mine)).toHaveLength(1);
  });

  it('can all be ended except the current one (ASVS 7.4.3)', async () => {
    const tokens = [await tokenFrom('employee'), await provenFrom('employee'), await tokenFrom('employee')];
    const stranger = await tokenFrom('admin');
    expect((await server.call('endOtherSessions', { token: tokens[1] })).http).toBe(200);
    expect(await Promise.all(tokens.map(profile))).toEqual([401, 200, 401]);
    expect((await server.call('adminProfile', { token: stranger })).http).toBe(200);
  });
});

describe('idle session (ASVS 7.3.1)', () => {
  it('ends after IDLE_MINUTES, which the sign-in announces', async () => {
    const { data } = await enter('employee');
    expect(data.idleMinutes).toBe(30);
    pass(29 * MINUTE);
    expect(await profile(data.userAuthToken)).toBe(200);
    pass(29 * MINUTE);
    expect(await profile(data.userAuthToken)).toBe(200);
    pass(31 * MINUTE + 1000);
    expect(await profile(data.userAuthToken)).toBe(401);
    const fresh = await tokenFrom('employee');
    expect(await listed(fresh)).toHaveLength(1);
  });

  it('still accepts a photo taken offline, and nothing else', async () => {
    const token = await tokenFrom('employee');
    const { add, assign } = visitsOf(server);
    const params = { id: await add({ patientName: 'Ada Byron' }) };
    await assign(params.id);
    const replies: string[] = [];
    const send = async (bearer: string) => {
      const files = { image: [await photo()] };
      const reply = await server.call('uploadTracking', { token: bearer, params, files });
      replies.push(JSON.stringify(reply.data));
      return reply.http;
    };
    pass(45 * MINUTE);
    expect(await profile(token)).toBe(401);
    expect([await send(token), await send(token)]).toEqual([200, 409]);
    // A later user of the session must not see patient data.
    expect(replies[0]).toContain(params.id);
    expect(replies.join()).not.toContain('Ada Byron');
    expect(await profile(token)).toBe(401);
    pass(24 * 60 * MINUTE);
    expect(await send(token)).toBe(401);
    const ended = await tokenFrom('employee');
    await server.call('signOut', { token: ended });
    expect(await send(ended)).toBe(401);
  });

  it('never ends with IDLE_MINUTES=0', async () => {
    const other = await serverForTest({ IDLE_MINUTES: '0' });
    const token = await other.signIn('employee');
    pass(11 * 60 * MINUTE);
    expect((await other.call('employeeProfile', { token })).http).toBe(200);
  });

  it('is written to at most once a minute', async () => {
    const token = await tokenFrom('employee');
    const used = async () =>
      (await server.services.db.selectFrom('sessions').select('used_at').executeTakeFirst())?.used_at;
    const before = await used();
    pass(59_000);
    await profile(token);
    expect(await used()).toBe(before);
    pass(2_000);
    await profile(token);
    expect(await used()).toBeGreaterThan(before ?? 0);
  });
});

describe('password guessing (ASVS 6.3.1)', () => {
  const waitOf = async (from = ELSEWHERE) => {
    const { http, message } = await enter('employee', PASSWORD, from);
    if (http !== 429) return http;
    return Number(/^Too many tries\. Please wait (\d+) seconds and try again\.$/.exec(message)?.[1]);
  };

  it('is delayed longer after every failure, for a quarter of an hour at most', async () => {
    for (let tries = 0; tries < 5; tries++) expect((await enter('employee', 'guess', ELSEWHERE)).http).toBe(400);
    for (const seconds of [5, 10, 20, 40, 80, 160, 320, 640, 900, 900]) {
      const wait = await waitOf();
      expect(wait).toBeGreaterThan(seconds - 5);
      expect(wait).toBeLessThanOrEqual(seconds);
      pass(seconds * 1000 + 100);
      expect((await enter('employee', 'guess', ELSEWHERE)).http).toBe(400);
    }
    pass(15 * MINUTE + 100);
    expect(await waitOf()).toBe(200);
    expect((await enter('employee', 'guess', ELSEWHERE)).http).toBe(400);
  });

  it('has five tries in parallel from one network, and a refused one does not count', async () => {
    const guesses = await Promise.all(Array.from({ length: 30 }, () => enter('employee', 'guess', ELSEWHERE)));
    expect(guesses.filter(({ http }) => http === 400)).toHaveLength(5);
    expect(guesses.filter(({ http }) => http === 429)).toHaveLength(25);
    pass(5_100);
    expect(await waitOf()).toBe(200);
  });
});

describe('last active admin', () => {
  it('cannot deactivate their account', async () => {
    const token = await provenFrom('admin');
    const refused = await server.call('toggleAccount', { token });
    expect([refused.http, refused.message]).toEqual([
      409,
      'You are the last active administrator. Nobody could activate this account again.',
    ]);
    expect((await server.call('adminProfile', { token })).data.isActive).toBe(true);
    await newcomer(server, 'admin');
    expect((await server.call('toggleAccount', { token })).data.isActive).toBe(false);
    expect((await server.call('toggleAccount', { token })).data.isActive).toBe(true);
  });

  it('stays active when the last two deactivate themselves at the same time', async () => {
    const other = await newcomer(server, 'admin');
    const { db, tokens } = server.services;
    const mine = await provenFrom('admin');
    const session = await openSession(db, other.id, 1);
    await markReauthenticated(db, session.id);
    const theirs = await tokens.sign({ accountId: other.id, sessionId: session.id, role: 'admin' }, session.expiresAt);
    const replies = await Promise.all([mine, theirs].map((token) => server.call('toggleAccount', { token })));
    expect(replies.map(({ http }) => http).toSorted()).toEqual([200, 409]);
  });
});
