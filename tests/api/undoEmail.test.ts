import { Secret, TOTP } from 'otpauth';
import { markResetCodeVerified, savePushToken, saveResetCode } from 'portal-frame/internal/server';
import { findFactors } from 'portal-frame/server/accounts';
import { type SmtpDouble, startSmtp } from 'portal-frame/testing/helpers';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { makeFeed } from '../../server/store/calendarFeeds.ts';
import { emailOf, PASSWORD, startServer, type TestServer } from './harness.ts';
import { photo } from './samples.ts';

const ORIGIN = 'https://portal.example.test';
let server: TestServer;
let smtp: SmtpDouble;
beforeEach(async () => {
  smtp = await startSmtp();
  server = await startServer({ SMTP_URL: smtp.url, PUBLIC_URL: ORIGIN });
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
  await smtp.stop();
});

const OLD = emailOf('employee');
const NEW_PASSWORD = 'Fresh-start-9';
const pass = (days: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 24 * 3_600_000 });
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

/** Counts rows that give access to the employee's account besides sessions. */
async function hanging() {
  const { db } = server.services;
  const of = async (table: 'feeds' | 'push_tokens') =>
    (await db.selectFrom(table).select('account_id').where('account_id', '=', server.ids.employee).execute()).length;
  // A used code sets no password.
  const codes = db.selectFrom('reset_codes').select('id').where('account_id', '=', server.ids.employee);
  const unused = await codes.where('used_at', 'is', null).execute();
  return { feeds: await of('feeds'), push: await of('push_tokens'), codes: unused.length };
}
async function hang() {
  const { db } = server.services;
  const feed = await makeFeed(db, server.ids.employee, 'en', 'address');
  await savePushToken(db, server.ids.employee, 'a browser');
  await saveResetCode(db, server.ids.employee, '', 60_000, () => 'hash');
  expect(await hanging()).toEqual({ feeds: 1, push: 1, codes: 1 });
  return `/api/v1/calendar/${feed.secret}.ics`;
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
  it('ends other sessions, feeds, push tokens and reset codes, and notifies the person by mail', async () => {
    const path = await hang();
    const [mine, other] = [await server.signInTwice('employee'), await server.signIn('employee')];
    expect(await change(mine)).toMatchObject({ http: 200 });
    expect(await profile(other)).toBe(401);
    expect(await hanging()).toEqual({ feeds: 0, push: 0, codes: 0 });
    expect((await server.inject({ url: path })).statusCode).toBe(404);
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
  expect(await hanging()).toEqual({ feeds: 1, push: 1, codes: 1 });
});

test('notifies a person by mail of new feeds and their names', async () => {
  await server.as('employee', 'makeFeed', { body: {} });
  expect((await smtp.next(OLD)).raw).toContain('Subject: A calendar feed was created');
  await server.as('employee', 'changeFeed', { body: { names: true } });
  expect((await smtp.next(OLD)).raw).toContain('Subject: Your calendar feed now names patients');
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
    expect((await hanging()).feeds).toBe(0);
    for (const email of [OLD, 'thief@example.test']) expect((await enter(email)).http).toBe(400);
    expect((await smtp.next('thief@example.test')).raw).toContain('Subject: Your email address was restored');
    const otp = Number(/\b\d{6}\b/.exec((await smtp.next(OLD)).text)?.[0]);
    const { userId } = (await server.call('verifyOtp', { body: { email: OLD, otp, role: 'employee' } })).data;
    const body = { userId, newPassword: NEW_PASSWORD, role: 'employee' };
    expect((await server.call('resetPassword', { body })).http).toBe(200);
    expect((await enter(OLD, NEW_PASSWORD)).http).toBe(200);
    expect((await undo(tokenIn(link.text))).http).toBe(400);
  });

  it.each([
    ['activates an account that the thief deactivated', []],
    ['does not activate an account that others deactivated', [true, false]],
    ['does not activate an account that others deactivated after the thief', [false]],
  ])('%s', async (_, others) => {
    const thief = await server.signInTwice('employee');
    await move(thief, 'thief@example.test');
    const token = tokenIn((await smtp.next(OLD)).text);
    expect((await server.call('toggleAccount', { token: thief })).data.isActive).toBe(false);
    const byAdmin = (isActive: boolean) =>
      server.as('admin', 'setEmployeeActive', { params: { id: server.ids.employee }, body: { isActive } });
    if (others.length === 0) expect((await server.call('signOut', { token: thief })).http).toBe(200);
    for (const isActive of others) expect((await byAdmin(isActive)).http).toBe(200);
    expect((await undo(token)).http).toBe(200);
    const accounts = server.services.db.selectFrom('accounts').select('is_active');
    const { is_active } = await accounts.where('id', '=', server.ids.employee).executeTakeFirstOrThrow();
    expect(is_active).toBe(others.length === 0 ? 1 : 0);
  });

  it('removes a factor added in the day before the change, and no older one', async () => {
    const thief = await server.signInTwice('employee');
    const add = async () => {
      const { ticket, totp } = (await server.call('beginFactor', { token: thief, body: { kind: 'totp' } })).data;
      return server.call('addFactor', {
        token: thief,
        body: { ticket, code: new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate() },
      });
    };
    expect((await add()).http).toBe(200);
    const old = Date.now() - 25 * 3_600_000;
    await server.services.db.updateTable('factors').set({ created_at: old }).execute();
    expect((await add()).http).toBe(200);
    await move(thief, 'thief@example.test');
    const mails = [await smtp.next(OLD), await smtp.next(OLD), await smtp.next(OLD)].map(({ text }) => tokenIn(text));
    expect((await undo(mails.find(Boolean) ?? '')).http).toBe(200);
    const left = await findFactors(server.services.db, server.ids.employee);
    expect(left.map(({ created_at }) => Number(created_at))).toEqual([old]);
  });

  it('removes an identity provider link made since the day before the change', async () => {
    await move(await server.signInTwice('employee'), 'thief@example.test');
    const token = tokenIn((await smtp.next(OLD)).text);
    const { db } = server.services;
    const link = { issuer: 'https://id.example.test', account_id: server.ids.employee };
    const links = [
      { ...link, subject: 'owner', created_at: Date.now() - 25 * 3_600_000 },
      { ...link, subject: 'thief', created_at: Date.now() },
    ];
    await db.insertInto('identities').values(links).execute();
    expect((await undo(token)).http).toBe(200);
    expect(await db.selectFrom('identities').select('subject').execute()).toEqual([{ subject: 'owner' }]);
  });

  it('is possible for seven days with an unguessable token outside the database', async () => {
    await move(await server.signInTwice('employee'), 'new@example.test');
    const token = tokenIn((await smtp.next(OLD)).text);
    const kept = await server.services.db.selectFrom('email_changes').selectAll().execute();
    const sent = await server.services.db.selectFrom('outbox').selectAll().execute();
    expect(JSON.stringify([kept, sent])).not.toContain(token);
    expect((await undo('x'.repeat(43))).http).toBe(400);
    expect((await undo(token.toLowerCase())).http).toBe(400);
    pass(7.01);
    expect(await undo(token)).toMatchObject({ http: 400, message: expect.stringContaining('no longer valid') });
  });

  it('overrides later changes: later links end, earlier ones do not', async () => {
    const thief = await server.signInTwice('employee');
    await move(thief, 'one@example.test');
    const first = tokenIn((await smtp.next(OLD)).text);
    await move(thief, 'two@example.test');
    const second = tokenIn((await smtp.next('one@example.test')).text);
    // The attacker undoes the second change and so gets the first address back.
    expect((await undo(second)).data.email).toBe('one@example.test');
    expect((await undo(first)).data.email).toBe(OLD);
    expect((await undo(second)).http).toBe(400);
  });

  it('works even if the old address was given to another account', async () => {
    await move(await server.signInTwice('employee'), 'thief@example.test');
    const token = tokenIn((await smtp.next(OLD)).text);
    const body = {
      ...form,
      ...{ email: OLD.toUpperCase(), username: 'another', password: 'Long-enough-1', employeeId: 'E-99' },
      ...{ hireDate: '2026-01-05', jobRole: 'Nurse', shiftTiming: 'Custom', department: 'Laboratory' },
    };
    const taken = await server.as('admin', 'addEmployee', { body, files: { image: [await photo()] } });
    expect(taken).toMatchObject({ http: 409, errors: { email: 'This email is already in use.' } });
    expect((await undo(token)).http).toBe(200);
  });

  it('works once, also in two windows at the same time', async () => {
    await move(await server.signInTwice('employee'), 'thief@example.test');
    const token = tokenIn((await smtp.next(OLD)).text);
    const replies = await Promise.all([undo(token), undo(token)]);
    expect(replies.map(({ http }) => http).toSorted()).toEqual([200, 400]);
  });
});

test('builds no link from a Host header without PUBLIC_URL (ASVS 4.1.3)', async () => {
  const plain = await startServer({ SMTP_URL: smtp.url });
  const token = await plain.signInTwice('employee');
  const headers = { host: 'evil.example.test', 'x-forwarded-host': 'evil.example.test' };
  await plain.call('updateProfile', { token, body: { ...form, email: 'new@example.test' }, headers });
  const { text } = await smtp.next(OLD);
  expect(text).not.toContain('evil');
  expect(text).toContain('(the address of the portal)/undo-email#');
  await plain.close();
});
