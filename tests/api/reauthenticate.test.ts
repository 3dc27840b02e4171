import { describe, expect, it, vi } from 'vitest';
import { ROLES, type Role, resolved } from '../roles.ts';
import { PASSWORD, serverForEach, serverForTest } from './harness.ts';
import { EMPLOYEE, LABORATORY, MONDAY, PERSON } from './samples.ts';
import { type CallName, calls, getCall } from './servedCalls.ts';
import { readTrail } from './trail.ts';

const server = serverForEach();

const pass = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });
const prove = (token: string, password = PASSWORD) => server.call('reauthenticate', { token, body: { password } });
/** The refusal that requires reauthentication. */
const asked = {
  http: 403,
  message: 'Please confirm that it is you.',
  data: { reauthenticate: true },
};
const address = 'new-address@example.test';
const form = { ...PERSON, fullName: 'Zoë Ångström', email: 'employee@example.test', username: 'employee' };

/** Bodies with which calls sometimes require reauthentication. */
const SOMETIMES: Partial<Record<CallName, Record<string, unknown>>> = {
  updateProfile: { ...form, email: address },
  changeFeed: { names: true },
  changeEmployee: { ...EMPLOYEE, ...form, email: address },
  changeLaboratory: { ...LABORATORY, ...MONDAY, about: '', email: address },
};
/**
 * How each call affects access to accounts. `way` creates or removes access. `proof` does so with a proof of its own,
 * such as a password or mailed code. `own` ends only its own session. `data` exports or erases personal data. `none`
 * does none of these.
 */
const EFFECTS: Partial<Record<CallName, 'way' | 'proof' | 'own' | 'data' | 'none'>> = {
  ...{ addEmployee: 'way', changeEmployee: 'way', deleteEmployee: 'way', setEmployeeActive: 'way' },
  ...{ addLaboratory: 'way', changeLaboratory: 'way', deleteLaboratory: 'way' },
  ...{ addAdmin: 'way', deleteAdmin: 'way', endAccountSessions: 'way', clearFactors: 'way' },
  ...{ updateProfile: 'way', toggleAccount: 'way', endSession: 'way', endOtherSessions: 'way' },
  ...{ beginFactor: 'way', removeFactor: 'way', endSecondFactor: 'way', newRecoveryCodes: 'way' },
  ...{ createApiKey: 'way', revokeApiKey: 'way' },
  ...{ createWebhook: 'data', rotateWebhookSecret: 'data', endWebhook: 'data', replayDelivery: 'none' },
  ...{ makeFeed: 'way', changeFeed: 'way', endFeed: 'way', deletePatient: 'data' },
  ...{ signIn: 'proof', finishOidc: 'proof', secondFactor: 'proof', setUpSecondFactor: 'proof', addFactor: 'proof' },
  ...{ forgotPassword: 'proof', verifyOtp: 'proof', resetPassword: 'proof', undoEmail: 'proof' },
  ...{ changePassword: 'proof', reauthenticate: 'proof', reauthenticateOptions: 'none', signOut: 'own' },
  ...{ toggleNotification: 'none', generateFcm: 'none', readNotifications: 'none', deleteNotifications: 'none' },
  ...{ shareQuery: 'none', endSharedQuery: 'none', find: 'none' },
  ...{ adminCreateAppointment: 'none', laboratoryCreateAppointment: 'none', updateAppointment: 'none' },
  ...{ adminImportAppointments: 'none', laboratoryImportAppointments: 'none', assignAppointment: 'none' },
  ...{
    uploadTracking: 'none',
    changeAppointment: 'none',
    assignMany: 'none',
    reportVisit: 'none',
    setStatusMany: 'none',
    proposePlan: 'none',
    findSlots: 'none',
    availability: 'none',
    acceptPlan: 'none',
  },
  ...{ approveName: 'none', refuseName: 'none', updateTransaction: 'none', laboratoryChangeAppointment: 'none' },
  ...{ addCustodyEvents: 'none', handOverTubes: 'none', closeHandOver: 'none' },
};
/** Plug-ins that are left out have none. */
const effects = Object.entries(EFFECTS).filter(([name]) => Object.hasOwn(calls, name));
const asking = (Object.keys(calls) as CallName[]).filter((name) => getCall(name).reauthenticate);

describe('reauthentication against stolen tokens', () => {
  it('is required by exactly the calls that create or remove access', () => {
    const dangerous = effects.filter(([, effect]) => effect === 'way' || effect === 'data');
    expect(asking.toSorted()).toEqual(dangerous.map(([name]) => name).toSorted());
    const changing = Object.entries(calls).filter(([, { method }]) => method !== 'GET');
    expect(effects.map(([name]) => name).toSorted()).toEqual(changing.map(([name]) => name).toSorted());
  });

  /** After these the account has another address, or is closed: the last ones. */
  const last = ['updateProfile', 'toggleAccount'];

  it('is required by each of these calls, even after a fresh sign-in', async () => {
    for (const name of asking.toSorted((one, other) => last.indexOf(one) - last.indexOf(other))) {
      const { roles, reauthenticate } = resolved(getCall(name));
      const body = reauthenticate === 'sometimes' ? SOMETIMES[name] : {};
      expect([name, body]).toEqual([name, expect.anything()]);
      const role = roles.includes('employee') && name !== 'toggleAccount' ? 'employee' : (roles[0] as Role);
      const id = { changeEmployee: server.ids.employee2, changeLaboratory: server.ids.laboratory2 }[name as string];
      const input = {
        token: await server.signIn(role),
        params: { id: id ?? 'f'.repeat(24) },
        ...(body && { body }),
      };
      expect([name, await server.call(name, input)]).toMatchObject([name, asked]);
      expect((await prove(input.token)).http).toBe(200);
      expect([name, (await server.call(name, input)).data?.reauthenticate]).toEqual([name, undefined]);
    }
  });

  it('is not required by other changes of the profile', async () => {
    const token = await server.signIn('employee');
    const quiet = { ...form, about: 'Kinder', address: '10 Long Lane' };
    expect((await server.call('updateProfile', { token, body: quiet })).http).toBe(200);
    expect(await server.call('updateProfile', { token, body: { ...form, username: 'other' } })).toMatchObject(asked);
    await server.services.db.updateTable('sessions').set({ outlives: 1 }).execute();
    await server.services.db.updateTable('accounts').set({ is_active: 0 }).execute();
    // Opening a closed account creates access.
    expect(await server.call('toggleAccount', { token })).toMatchObject(asked);
    expect((await server.call('employeeProfile', { token })).data).toMatchObject({ isActive: false, ...quiet });
  });
});

describe('reauthentication with SPEC_CALLS_WITHOUT_PROOF', () => {
  it('is required only by calls beyond the specification', async () => {
    const own = await serverForTest({ SPEC_CALLS_WITHOUT_PROOF: 'on' });
    const token = await own.signIn('admin');
    const secret = { gender: 'Other', password: 'long-enough' };
    const laboratory = { ...LABORATORY, ...MONDAY, password: 'long-enough' };
    expect(await own.call('addEmployee', { token, body: { ...EMPLOYEE, ...secret } })).toMatchObject({ http: 200 });
    expect(await own.call('addLaboratory', { token, body: laboratory })).toMatchObject({ http: 200 });
    for (const [name, id] of [
      ['deleteEmployee', own.ids.employee2],
      ['deleteLaboratory', own.ids.laboratory2],
    ] as const)
      expect(await own.call(name, { token, params: { id } })).toMatchObject({ http: 200 });
    expect(await own.call('endOtherSessions', { token })).toMatchObject(asked);
    expect(await own.call('deleteAdmin', { token, params: { id: 'f'.repeat(24) } })).toMatchObject(asked);
  });
});

describe('reauthentication', () => {
  it('lasts five minutes and covers only this session', async () => {
    const [mine, other] = [await server.signIn('employee'), await server.signIn('employee')];
    expect((await prove(mine)).http).toBe(200);
    expect(await server.call('endOtherSessions', { token: other })).toMatchObject(asked);
    pass(4.9);
    expect((await server.call('endOtherSessions', { token: mine })).http).toBe(200);
    pass(0.2);
    expect(await server.call('endOtherSessions', { token: mine })).toMatchObject(asked);
    // A clock set back does not extend it.
    pass(-60);
    expect(await server.call('endOtherSessions', { token: mine })).toMatchObject(asked);
  });

  it('reports a wrong password at its field and allows ten tries per session', async () => {
    const token = await server.signIn('admin');
    expect(await prove(token, 'wrong')).toMatchObject({ http: 400, errors: { password: 'The password is wrong.' } });
    await Promise.all(Array.from({ length: 14 }, (_, index) => prove(token, `guess ${index}`)));
    expect((await prove(token)).http).toBe(429);
    expect(await server.call('endOtherSessions', { token })).toMatchObject(asked);
    expect((await prove(await server.signIn('admin'))).http).toBe(200);
  });

  it.each(ROLES)('is audited, successful or not: %s (ASVS 16.3.1)', async (role) => {
    const token = await server.signIn(role);
    await prove(token, 'wrong');
    await prove(token);
    const rows = await readTrail(server, { resource: 'session', account_id: server.ids[role] });
    expect(rows.map(({ deed }) => deed).toSorted()).toEqual(['change', 'refused', 'sign-in']);
    expect(rows.map(({ details }) => details).join()).not.toContain(PASSWORD);
  });
});
