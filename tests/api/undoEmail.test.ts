import { markResetCodeVerified, saveResetCode } from 'portal-frame/internal/server';
import { smtpFor } from 'portal-frame/testing/helpers';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { emailOf, PASSWORD, serverForEach, serverForTest } from './harness.ts';

const ORIGIN = 'https://portal.example.test';
const smtp = smtpFor('each');
const server = serverForEach(() => ({ SMTP_URL: smtp.url, PUBLIC_URL: ORIGIN }));
afterEach(() => vi.useRealTimers());

const OLD = emailOf('employee');
const NEW_PASSWORD = 'Fresh-start-9';
const form = {
  fullName: 'Zoë Ångström',
  contactNumber: '+15551230000',
  address: '9 Long Lane',
  username: 'employee',
  gender: 'Female',
  about: 'Kind',
};
const move = (token: string, email: string) =>
  server.call('updateProfile', { token, body: { ...form, email }, headers: { host: 'evil.example.test' } });
const enter = (email: string, password = PASSWORD) => server.call('signIn', { body: { email, password } });
const undo = (token: string) => server.call('undoEmail', { body: { token } });
const tokenIn = (text: string) => /\/undo-email#([\w-]{43})/.exec(text)?.[1] ?? '';
const profile = async (token: string) => (await server.call('employeeProfile', { token })).http;

const FORMER = 'hash';
/** Counts the former codes that give access to the employee's account. Plug-ins test what they add. */
async function hanging() {
  const { db } = server.services;
  // A used code sets no password.
  const codes = db.selectFrom('reset_codes').select('id').where('code_hash', '=', FORMER);
  const unused = await codes.where('used_at', 'is', null).execute();
  return unused.length;
}
async function hang() {
  const { db } = server.services;
  await saveResetCode(db, server.ids.employee, '', 60_000, () => FORMER);
  expect(await hanging()).toBe(1);
}

/** Changes that must end all former access. */
const ENDS: Record<string, (token: string) => Promise<unknown>> = {
  'a new password': (token) =>
    server.call('changePassword', { token, body: { oldPassword: PASSWORD, newPassword: NEW_PASSWORD } }),
  'a new e-mail address': (token) => move(token, 'new@example.test'),
  deactivation: (token) => server.call('toggleAccount', { token }),
  'a forgotten password': async () => {
    const row = await server.services.db.selectFrom('reset_codes').select('id').executeTakeFirstOrThrow();
    await markResetCodeVerified(server.services.db, row.id);
    const body = { userId: row.id, newPassword: NEW_PASSWORD, role: 'employee' };
    return server.call('resetPassword', { body });
  },
  deletion: () => server.as('admin', 'deleteEmployee', { params: { id: server.ids.employee } }),
};

describe.each(Object.entries(ENDS))('%s', (name, change) => {
  it('ends other sessions and reset codes, and notifies the person by mail', async () => {
    await hang();
    const [mine, other] = [await server.signInTwice('employee'), await server.signIn('employee')];
    expect(await change(mine)).toMatchObject({ http: 200 });
    expect(await profile(other)).toBe(401);
    expect(await hanging()).toBe(0);
    if (name === 'deletion') return;
    const mail = await smtp.next(OLD);
    expect(mail.text).toContain('127.0.0.1');
    expect(mail.text).not.toMatch(/evil|Fresh-start/);
  });
});

test('ends nothing for a refused or unchanged address', async () => {
  const mine = await server.signInTwice('employee');
  await hang();
  expect((await move(mine, emailOf('employee2'))).http).toBe(409);
  expect((await move(mine, OLD)).http).toBe(200);
  expect(await hanging()).toBe(1);
});

describe('undo of a new address', () => {
  it('restores the old one, ends all access, and asks for a new password', async () => {
    const thief = await server.signInTwice('employee');
    await move(thief, 'thief@example.test');
    const link = await smtp.next(OLD);
    expect(link.text).toContain(`${ORIGIN}/undo-email#`);
    const again = (await enter('thief@example.test')).data.userAuthToken;
    await hang();

    expect(await undo(tokenIn(link.text))).toMatchObject({ http: 200, data: { email: OLD, role: 'employee' } });
    expect([await profile(thief), await profile(again)]).toEqual([401, 401]);
    expect(await hanging()).toBe(0);
    for (const email of [OLD, 'thief@example.test']) expect((await enter(email)).http).toBe(400);
    expect((await smtp.next('thief@example.test')).raw).toContain('Subject: Your email address was restored');
    const otp = Number(/\b\d{6}\b/.exec((await smtp.next(OLD)).text)?.[0]);
    const { userId } = (await server.call('verifyOtp', { body: { email: OLD, otp, role: 'employee' } })).data;
    const body = { userId, newPassword: NEW_PASSWORD, role: 'employee' };
    expect((await server.call('resetPassword', { body })).http).toBe(200);
    expect((await enter(OLD, NEW_PASSWORD)).http).toBe(200);
    expect((await undo(tokenIn(link.text))).http).toBe(400);
  });
});

test('builds no link from a Host header without PUBLIC_URL (ASVS 4.1.3)', async () => {
  const plain = await serverForTest({ SMTP_URL: smtp.url });
  const token = await plain.signInTwice('employee');
  const headers = { host: 'evil.example.test', 'x-forwarded-host': 'evil.example.test' };
  await plain.call('updateProfile', { token, body: { ...form, email: 'new@example.test' }, headers });
  const { text } = await smtp.next(OLD);
  expect(text).not.toContain('evil');
  expect(text).toContain('(the address of the portal)/undo-email#');
});
