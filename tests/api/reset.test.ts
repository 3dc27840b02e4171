import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Role } from 'portal-frame';
import { smtpFor } from 'portal-frame/testing/helpers';
import { describe, expect, it, vi } from 'vitest';
import { emailOf, PASSWORD, type Person, serverForEach, serverForTest } from './harness.ts';
import { rowsOf, setRows } from './tables.ts';

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
const settle = () => new Promise((resolve) => setTimeout(resolve, 300));

describe('forgotten password', () => {
  it.each(['admin', 'employee', 'laboratory'] as const)(
    'is replaced in three steps: %s (spec 1.7, 7.7; ASVS 11.5.1)',
    async (role) => {
      const session = await server.signIn(role);
      const code = await codeFor(role);
      const verified = await verify(code, emailOf(role), role);
      expect(verified.data.userId).toMatch(/^[\w-]{43}$/);
      expect(verified.data.userId).not.toBe(server.ids[role]);
      const done = await reset(verified.data.userId, role);
      expect(done).toMatchObject({ code: 200, message: 'Password reset successfully.', data: null });
      expect((await server.call(`${role}Profile`, { token: session })).code).toBe(401);
      expect((await enter(PASSWORD, role)).code).toBe(400);
      expect((await enter(NEW_PASSWORD, role)).code).toBe(200);
    },
  );

  it('sends a mail in the language of the request to the stored address', async () => {
    await forgot('  EMPLOYEE@example.test ');
    const english = await smtp.next(emailOf('employee'));
    expect(english.from).toBe('portal@example.test');
    expect(english.raw).toContain('Subject: Your code for the Mobile Phlebotomy Portal');
    expect(english.text).toMatch(/^Hello Zoë Ångström,\n\nYour one-time code is \d{6}\. It is valid for 10 minutes\./);
    await forgot(emailOf('employee'), 'employee', { 'accept-language': 'es' });
    const spanish = await smtp.next(emailOf('employee'));
    expect(spanish.text).not.toContain('Your one-time code');
    expect(codeIn(spanish.text)).toBeGreaterThan(99_999);
  });

  it('writes the mail to the outbox folder without an SMTP server', async () => {
    const other = await serverForTest();
    await other.call('forgotPassword', { body: { email: emailOf('admin'), role: 'admin' } });
    const outbox = join(other.config.dataDir, 'outbox');
    const written = () => readdir(outbox).catch(() => []);
    await expect.poll(async () => (await written()).filter((name) => name.endsWith('.eml'))).toHaveLength(1);
    const mail = await readFile(join(outbox, (await written())[0] ?? ''), 'utf8');
    expect(mail).toContain(`To: ${emailOf('admin')}`);
    const otp = codeIn(mail.split('\r\n\r\n').slice(1).join(' '));
    const body = { email: emailOf('admin'), otp, role: 'admin' };
    expect((await other.call('verifyOtp', { body })).code).toBe(200);
  });

  it('does not reveal whether an address exists, and mails only its owner (spec 7.5)', async () => {
    await setRows(server, 'accounts', { is_active: 0 }, { id: server.ids.employee2 });
    const replies = [
      await forgot(emailOf('employee')),
      await forgot('nobody@example.test'),
      await forgot(emailOf('admin'), 'laboratory'),
      await forgot(emailOf('employee2')),
    ];
    for (const reply of replies) expect(reply).toEqual(replies[0]);
    expect(replies[0]?.message).toBe('OTP sent to your email');
    await smtp.next(emailOf('employee'));
    await settle();
    expect(smtp.mails).toEqual([]);
    const unknown = await verify(123_456, 'nobody@example.test');
    const registered = await verify(wrong(0), emailOf('laboratory'), 'laboratory');
    expect(unknown).toEqual(registered);
  });

  it('replies even if the mail server is unreachable', async () => {
    await smtp.stop();
    expect((await forgot(emailOf('employee'))).code).toBe(200);
  });
});

describe('one-time code', () => {
  it('is not stored in the database', async () => {
    const code = await codeFor();
    const rows = await rowsOf(server, 'reset_codes');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.code_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(rows)).not.toContain(String(code));
  });

  it('works once, and so does its reset (spec 7.6; ASVS 6.5.1)', async () => {
    const code = await codeFor();
    const tries = await Promise.all(Array.from({ length: 4 }, () => verify(code)));
    const good = tries.filter((reply) => reply.code === 200);
    expect(good).toHaveLength(1);
    expect(tries.find((reply) => reply.code === 400)?.errors).toEqual({ otp: 'Invalid OTP' });
    const id = good[0]?.data.userId;
    const resets = await Promise.all(Array.from({ length: 3 }, () => reset(id)));
    expect(resets.map((reply) => reply.code).sort()).toEqual([200, 400, 400]);
    // As after a lost reply.
    expect(await reset(id)).toMatchObject({
      http: 400,
      message: 'The new password is set already. Please sign in with it.',
    });
    const over = 'This reset is no longer valid. Please ask for a new code.';
    expect((await reset(id, 'employee', 'Another-9')).message).toBe(over);
    expect((await enter(NEW_PASSWORD)).code).toBe(200);
    pass(10);
    expect((await reset(id)).message).toBe(over);
  });

  it('allows five tries, also in parallel (ASVS 6.6.3)', async () => {
    const code = await codeFor();
    const guesses = await Promise.all(Array.from({ length: 5 }, () => verify(wrong(code))));
    expect(guesses.every((reply) => reply.code === 400)).toBe(true);
    expect((await verify(code)).code).toBe(400);
    expect((await verify(await codeFor())).code).toBe(200);
  });

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

  it('is replaced by a newer one (ASVS 6.6.2)', async () => {
    const [first, second] = [await codeFor(), await codeFor()];
    if (first !== second) expect((await verify(first)).code).toBe(400);
    expect((await verify(second)).code).toBe(200);
  });

  it('belongs to one account', async () => {
    const code = await codeFor();
    expect((await verify(code, emailOf('admin'), 'admin')).code).toBe(400);
    expect((await verify(code, emailOf('employee'), 'admin')).code).toBe(400);
    const { userId } = (await verify(code)).data;
    expect((await reset(userId, 'admin')).code).toBe(400);
    expect((await reset(userId)).code).toBe(200);
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
  it('needs eight characters; a refused one keeps the reset open', async () => {
    const { userId } = (await verify(await codeFor())).data;
    expect(await reset(userId, 'employee', 'short-7')).toMatchObject({
      code: 400,
      errors: { newPassword: 'Password must be at least 8 characters long' },
    });
    expect((await reset(userId)).code).toBe(200);
  });

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
