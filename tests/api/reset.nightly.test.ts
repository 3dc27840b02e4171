import type { Role } from 'portal-frame';
import { smtpFor } from 'portal-frame/testing/helpers';
import { describe, expect, it, vi } from 'vitest';
import { emailOf, PASSWORD, type Person, serverForEach } from './harness.ts';

const smtp = smtpFor('each');
const server = serverForEach(() => ({ SMTP_URL: smtp.url, MAIL_FROM: 'Portal <portal@example.test>' }));

const NEW_PASSWORD = 'Fresh-start-9';
const MINUTE = 60_000;
/** Moves only the clock, not the timers. */
const pass = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * MINUTE });

const forgot = (email: string, role: Role = 'employee', headers: Record<string, string> = {}) =>
  server.call('forgotPassword', { body: { email, role }, headers });
const verify = (otp: number, email = emailOf('employee'), role: Role = 'employee') =>
  server.call('verifyOtp', { body: { email, otp, role } });
const reset = (userId: string, role: Role = 'employee', newPassword = NEW_PASSWORD) =>
  server.call('resetPassword', { body: { userId, newPassword, role } });
const enter = (password: string, person: Person = 'employee') =>
  server.call('signIn', { body: { email: emailOf(person), password } });
const codeIn = (text: string) => Number(/\b\d{6}\b/.exec(text)?.[0]);
/** Requests a code and reads it from the mail. */
async function codeFor(person: 'admin' | 'employee' | 'laboratory' = 'employee'): Promise<number> {
  expect((await forgot(emailOf(person), person)).code).toBe(200);
  return codeIn((await smtp.next(emailOf(person))).text);
}
const wrong = (code: number) => (code === 999_999 ? 100_000 : code + 1);
describe('one-time code', () => {
  it('allows five tries from all networks together', async () => {
    const code = await codeFor();
    const tryFrom = (ip: string, otp: number) =>
      server.call('verifyOtp', {
        body: { email: emailOf('employee'), otp, role: 'employee' },
        headers: { 'x-forwarded-for': ip },
      });
    for (let one = 0; one < 3; one++) expect((await tryFrom('198.51.100.7', wrong(code))).code).toBe(400);
    // Strangers have had their two.
    expect((await tryFrom('198.51.100.8', code)).code).toBe(400);
    for (let one = 0; one < 3; one++) expect((await verify(wrong(code))).code).toBe(400);
    expect((await verify(code)).code).toBe(400);
  });

  it('is not used up by requests and tries from other networks', async () => {
    const from = (ip: string) => ({ 'x-forwarded-for': ip });
    const code = await codeFor();
    for (let one = 0; one < 6; one++) {
      const headers = from(`198.51.100.${one}`);
      await forgot(emailOf('employee'), 'employee', headers);
      await smtp.next(emailOf('employee'));
      for (let tries = 0; tries < 12; tries++) {
        const body = { email: emailOf('employee'), otp: wrong(code), role: 'employee' };
        expect((await server.call('verifyOtp', { body, headers })).code).toBe(400);
      }
    }
    expect((await verify(code)).code).toBe(200);
  });

  it('works from another network if nobody else tries there', async () => {
    const otp = await codeFor();
    const body = { email: emailOf('employee'), otp, role: 'employee' };
    expect((await server.call('verifyOtp', { body, headers: { 'x-forwarded-for': '203.0.113.5' } })).code).toBe(200);
  });

  it('gets longer after very many requests and still works (ASVS 6.5.4)', async () => {
    for (let one = 0; one < 10; one++) {
      await forgot(emailOf('employee'), 'employee', { 'x-forwarded-for': `198.51.100.${one}` });
      await smtp.next(emailOf('employee'));
    }
    await forgot(emailOf('employee'));
    const code = Number(/\b\d{10}\b/.exec((await smtp.next(emailOf('employee'))).text)?.[0]);
    expect((await verify(code)).code).toBe(200);
  });

  it('expires when a clock that ran ahead is corrected', async () => {
    pass(24 * 60);
    const code = await codeFor();
    vi.useRealTimers();
    expect((await verify(code)).code).toBe(400);
    expect((await verify(await codeFor())).code).toBe(200);
  });

  it('lasts ten minutes, and so does the reset', async () => {
    const early = await codeFor();
    pass(9.9);
    const { userId } = (await verify(early)).data;
    pass(10.1);
    expect((await reset(userId)).code).toBe(400);
    const late = await codeFor();
    pass(10.1);
    expect((await verify(late)).code).toBe(400);
  });

  it('is refused for an account deactivated meanwhile', async () => {
    const session = await server.signInTwice('employee');
    const { userId } = (await verify(await codeFor())).data;
    await server.call('toggleAccount', { token: session });
    expect((await reset(userId)).code).toBe(400);
    expect((await server.call('employeeProfile', { token: session })).code).toBe(200);
  });

  it.each([['not a number'], ['123456'], [12.5], [null]])('is refused as %j', async (otp) => {
    const body = { email: emailOf('employee'), otp, role: 'employee' };
    expect(await server.call('verifyOtp', { body })).toMatchObject({ code: 400, errors: { otp: 'Invalid OTP' } });
  });
});

describe('new password', () => {
  it('lifts the sign-in lockout', async () => {
    for (let one = 0; one < 11; one++) await enter('wrong');
    expect((await enter(PASSWORD)).code).toBe(429);
    const { userId } = (await verify(await codeFor())).data;
    await reset(userId);
    expect((await enter(NEW_PASSWORD)).code).toBe(200);
  });
});

describe('too many reset requests (ASVS 2.4.1)', () => {
  it('are refused per account, registered or not, for a quarter of an hour', async () => {
    for (const email of [emailOf('employee'), 'nobody@example.test']) {
      for (let one = 0; one < 5; one++) expect((await forgot(email)).code).toBe(200);
      const refused = await forgot(email.toUpperCase());
      expect(refused.code).toBe(429);
      expect(refused.message).toMatch(/^Too many tries\. Please wait \d+ seconds/);
    }
    expect((await forgot(emailOf('employee2'))).code).toBe(200);
    pass(15.1);
    expect((await forgot(emailOf('employee'))).code).toBe(200);
  });

  it('are refused per client address', async () => {
    const from = (ip: string, email: string) => forgot(email, 'employee', { 'x-forwarded-for': ip });
    for (let one = 0; one < 40; one++) await from('203.0.113.7', `somebody${one}@example.test`);
    expect((await from('203.0.113.7', 'another@example.test')).code).toBe(429);
    expect((await from('203.0.113.8', 'another@example.test')).code).toBe(200);
    const guess = (one: number) =>
      server.call('verifyOtp', {
        body: { email: `somebody${one}@example.test`, otp: 123_456, role: 'employee' },
        headers: { 'x-forwarded-for': '203.0.113.9' },
      });
    const guesses = await Promise.all(Array.from({ length: 101 }, (_, one) => guess(one)));
    expect(guesses.filter(({ code }) => code === 429)).toHaveLength(1);
  });
});
