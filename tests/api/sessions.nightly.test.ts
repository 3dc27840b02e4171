import type { WireSession } from 'portal-frame/internal';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { emailOf, PASSWORD, type Person, serverForEach, serverForTest } from './harness.ts';

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
describe('password guessing (ASVS 6.3.1)', () => {
  const waitOf = async (from = ELSEWHERE) => {
    const { http, message } = await enter('employee', PASSWORD, from);
    if (http !== 429) return http;
    return Number(/^Too many tries\. Please wait (\d+) seconds and try again\.$/.exec(message)?.[1]);
  };

  it.each([
    ['::ffff:198.51.100.7', () => '198.51.100.7', 5],
    ['an IPv6 subscriber', (one: number) => `2001:db8:1:2::${one.toString(16)}`, 5],
    ['a site of IPv6', (one: number) => `2001:db8:1:${one.toString(16)}::1`, 400],
  ])('is counted together by %s', async (_, address, free) => {
    const all = Array.from({ length: free + 50 }, (_, one) => one);
    // Tries for one account from one network, or for any account from a site.
    const guess = (one: number) =>
      server.call('signIn', {
        body: { email: free === 5 ? emailOf('employee') : `nobody${one}@example.test`, password: 'guess' },
        headers: {
          'x-forwarded-for': one % 2 && free === 5 && address(0).includes('.') ? '::ffff:198.51.100.7' : address(one),
        },
      });
    const replies = [];
    for (const one of all) replies.push((await guess(one)).http);
    expect(replies.filter((http) => http === 400)).toHaveLength(free);
  });

  it('counts an address once, whatever port or spelling a proxy sends', async () => {
    for (const of of [(one: number) => `198.51.100.7:${4000 + one}`, (one: number) => `nonsense ${one}`]) {
      const replies = [];
      for (let one = 0; one < 10; one++) replies.push((await enter('employee', 'guess', of(one))).http);
      expect(replies.filter((http) => http === 400)).toHaveLength(5);
    }
  });

  it('elsewhere does not block the right password from a new network', async () => {
    for (let one = 0; one < 40; one++)
      for (let tries = 0; tries < 5; tries++) await enter('employee', 'guess', `198.51.100.${one}`);
    for (const from of ['203.0.113.1', '2001:db8:77::1'])
      expect((await enter('employee', PASSWORD, from)).http).toBe(200);
  });

  it('slows only new networks if it comes from very many', async () => {
    await enter('employee', PASSWORD, OFFICE);
    for (let one = 0; one < 25; one++)
      for (let tries = 0; tries < 4; tries++) await enter('employee', 'guess', `198.51.100.${one}`);
    expect((await enter('employee', 'guess', '203.0.113.2')).http).toBe(400);
    for (const seconds of [60, 120, 240]) {
      const wait = await waitOf('203.0.113.2');
      expect(wait).toBeGreaterThan(seconds - 5);
      pass(seconds * 1000 + 100);
      expect((await enter('employee', 'guess', '203.0.113.2')).http).toBe(400);
    }
    for (let tries = 0; tries < 4; tries++) expect((await enter('employee', 'guess', OFFICE)).http).toBe(400);
    expect((await enter('employee', PASSWORD, OFFICE)).http).toBe(200);
  });

  it('is counted for a day: waiting a quarter of an hour gives no new free tries', async () => {
    for (let tries = 0; tries < 8; tries++) {
      await enter('employee', 'guess', ELSEWHERE);
      pass(16 * MINUTE);
    }
    expect((await enter('employee', 'guess', ELSEWHERE)).http).toBe(400);
    expect(await waitOf()).toBeGreaterThan(60);
  });

  it('locks nobody out after a clock that ran ahead is corrected', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * MINUTE });
    for (let tries = 0; tries < 9; tries++) await enter('employee', 'guess', ELSEWHERE);
    expect((await enter('employee', PASSWORD, ELSEWHERE)).http).toBe(429);
    vi.useRealTimers();
    expect((await enter('employee', PASSWORD, ELSEWHERE)).http).toBe(200);
  });

  it('elsewhere does not lock out networks that signed in before', async () => {
    await enter('employee');
    for (let tries = 0; tries < 8; tries++) await enter('employee', 'guess', ELSEWHERE);
    expect((await enter('employee', PASSWORD, ELSEWHERE)).http).toBe(429);
    expect((await enter('employee', PASSWORD, OFFICE)).http).toBe(200);
    // Signing in here does not unlock the other network.
    expect((await enter('employee', PASSWORD, ELSEWHERE)).http).toBe(429);
    // This network has five tries too.
    for (let tries = 0; tries < 5; tries++) expect((await enter('employee', 'guess', OFFICE)).http).toBe(400);
    expect((await enter('employee', PASSWORD, OFFICE)).http).toBe(429);
  });
});

describe('recorded address (ASVS 15.3.4)', () => {
  const cases = [
    ['', '10.1.2.3', '10.1.2.3'],
    ['', '127.0.0.1', OFFICE],
    ['10.0.0.0/8, 2001:db8::5', '10.1.2.3', OFFICE],
    ['10.0.0.0/8, 2001:db8::5', '::ffff:10.1.2.3', OFFICE],
    ['10.0.0.0/8, 2001:db8::5', '2001:db8::5', OFFICE],
    ['10.0.0.0/8, 2001:db8::5', '2001:db8::6', '2001:db8::6'],
    ['10.0.0.0/8, 2001:db8::5', '11.1.2.3', '11.1.2.3'],
  ] as const;
  it.each(cases)(
    'is found with TRUST_PROXY=%j and a connection from %s: %s (ASVS 4.1.3)',
    async (trusted, from, expected) => {
      const own = await serverForTest({ TRUST_PROXY: trusted });
      const reply = await own.inject({
        method: 'POST',
        url: '/api/v1/auth/sign-in',
        remoteAddress: from,
        headers: { 'x-forwarded-for': OFFICE },
        payload: { email: emailOf('employee'), password: PASSWORD },
      });
      const token = reply.json().data.userAuthToken as string;
      const { data } = await own.call('sessions', { token });
      expect((data as WireSession[])[0]?.address).toBe(expected);
    },
  );
});
