import { smtpFor } from 'portal-frame/testing/helpers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { emailOf, serverForEach } from './harness.ts';
import { photo } from './samples.ts';

const ORIGIN = 'https://portal.example.test';
const smtp = smtpFor('each');
const server = serverForEach(() => ({ SMTP_URL: smtp.url, PUBLIC_URL: ORIGIN }));
afterEach(() => vi.useRealTimers());

const OLD = emailOf('employee');
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
const undo = (token: string) => server.call('undoEmail', { body: { token } });
const tokenIn = (text: string) => /\/undo-email#([\w-]{43})/.exec(text)?.[1] ?? '';
describe('undo of a new address', () => {
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
