import { describe, expect, it } from 'vitest';
import { emailOf, newcomer, PASSWORD, serverForEach } from './harness.ts';
import type { CallName } from './servedCalls.ts';

const server = serverForEach();

const roles = ['admin', 'employee', 'laboratory'] as const;
const NEW = 'Correct-horse-8';
const own = (role: (typeof roles)[number]): CallName => `${role}Profile`;

describe('change of password (ASVS 6.2.2)', () => {
  const change = (oldPassword: string, newPassword: string, token: string) =>
    server.call('changePassword', { token, body: { oldPassword, newPassword } });
  const enter = (password: string) => server.call('signIn', { body: { email: emailOf('employee'), password } });

  it('ends the other sessions, keeps this one, and is valid from then on (spec 7.13; ASVS 7.4.3)', async () => {
    const [mine, other] = [await server.signIn('employee'), await server.signIn('employee')];
    const reply = await change(PASSWORD, NEW, mine);
    expect(reply).toMatchObject({ code: 200, message: 'Password changed successfully', data: null });
    expect((await server.call('employeeProfile', { token: mine })).code).toBe(200);
    expect((await server.call('employeeProfile', { token: other })).code).toBe(401);
    expect((await enter(PASSWORD)).code).toBe(400);
    expect((await enter(NEW)).code).toBe(200);
  });

  it('requires the old password, and both fields (spec 5.3; ASVS 6.2.3)', async () => {
    const token = await server.signIn('employee');
    expect(await change('wrong', 'whatever', token)).toMatchObject({
      code: 400,
      errors: { oldPassword: 'The old password is wrong.' },
    });
    expect(await change('', 'whatever', token)).toMatchObject({ message: 'All password fields are required' });
    expect(await change(PASSWORD, '', token)).toMatchObject({ message: 'All password fields are required' });
    expect((await enter(PASSWORD)).code).toBe(200);
  });

  it('allows ten guesses, also in parallel', async () => {
    const token = await server.signIn('employee');
    const guesses = await Promise.all(Array.from({ length: 15 }, (_, index) => change(`guess ${index}`, NEW, token)));
    expect(guesses.filter(({ code }) => code === 400)).toHaveLength(10);
    expect(guesses.filter(({ code }) => code === 429)).toHaveLength(5);
    expect((await change(PASSWORD, NEW, token)).code).toBe(429);
    // A stolen token does not prevent a new sign-in.
    expect((await change(PASSWORD, NEW, await server.signIn('employee'))).code).toBe(200);
    expect(
      (await server.as('admin', 'changePassword', { body: { oldPassword: PASSWORD, newPassword: NEW } })).code,
    ).toBe(200);
  });
});

describe('account settings', () => {
  it('turn notifications off and on (spec 7.11)', async () => {
    const off = await server.as('admin', 'toggleNotification');
    expect(off).toMatchObject({ message: 'Notifications toggled.', data: { isActive: true, isNotification: false } });
    expect((await server.as('admin', 'adminProfile')).data.isNotification).toBe(false);
    expect((await server.as('admin', 'toggleNotification')).data.isNotification).toBe(true);
  });

  it.each(roles)(
    'deactivate an account of the role %s, which only the same session can undo (spec 7.11)',
    async (role) => {
      // The last one could not deactivate their account.
      await newcomer(server, 'admin');
      const [mine, other] = [await server.signInTwice(role), await server.signIn(role)];
      const off = await server.call('toggleAccount', { token: mine });
      expect(off).toMatchObject({ message: 'Activate Account toggled.', data: { isActive: false } });
      expect((await server.call(own(role), { token: other })).code).toBe(401);
      const refused = await server.call('signIn', { body: { email: emailOf(role), password: PASSWORD } });
      expect(refused).toMatchObject({ code: 403, message: expect.stringContaining('deactivated') });
      expect((await server.call(own(role), { token: mine })).data.isActive).toBe(false);

      expect((await server.call('toggleAccount', { token: mine })).data.isActive).toBe(true);
      const fresh = await server.signInTwice(role);
      expect((await server.call(own(role), { token: other })).code).toBe(401);
      // The one that did it first is no better than the others when another does it.
      await server.call('toggleAccount', { token: fresh });
      expect((await server.call(own(role), { token: mine })).code).toBe(401);
      expect((await server.call(own(role), { token: fresh })).code).toBe(200);
    },
  );
});
