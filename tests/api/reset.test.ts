import type { Role } from 'portal-frame';
import { smtpFor } from 'portal-frame/testing/helpers';
import { describe, expect, it, vi } from 'vitest';
import { emailOf, PASSWORD, type Person, serverForEach } from './harness.ts';
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
});
