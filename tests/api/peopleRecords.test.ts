// Jobs and endpoints write accounts through the records API, with the rules of the accounts' own calls.

import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { call, failureTexts } from 'portal-frame';
import { accountContext, defineEndpoint, type RecordsContext, records, systemContext } from 'portal-frame/server';
import { smtpFor } from 'portal-frame/testing/helpers';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { emailOf, PASSWORD, type Person, placeOf, serverForEach } from './harness.ts';
import { EMPLOYEE, photo } from './samples.ts';
import { rowOf, rowsOf } from './tables.ts';
import { trailOf } from './trail.ts';
import { visitsOf } from './visits.ts';

const smtp = smtpFor('each');
/** Passes the body of a request on, as the documentation of the records API shows it. */
const hire = defineEndpoint({
  call: call({
    method: 'POST',
    path: '/hire',
    roles: ['admin'],
    summary: 'Adds an employee.',
    ignoresUnknownFields: true,
    body: z.looseObject({}),
    data: z.object({ id: z.string() }),
    failure: failureTexts('errors.addEmployee'),
  }),
  async handle({ body, ...input }, services) {
    return { data: await records({ ...input, services }).create('employees', body) };
  },
});
const server = serverForEach(() => ({ SMTP_URL: smtp.url, PUBLIC_URL: 'https://portal.example.test' }), {
  endpoints: { hire },
});
// Mails are sent once the server is ready.
beforeEach(() => server.app.ready());

const WEEK = [{ day: 'Monday', start: '09:00', end: '17:30' }];
const LABORATORY = {
  ...{ fullName: 'West Lab', email: 'west@example.test', username: 'west' },
  ...{ contactNumber: '+15551230009', address: '1 West Street', timings: WEEK },
};
const system = () => systemContext(server.services, 'night job');
const api = (context: RecordsContext = system()) => records(context);
/** The context of a person who proved their identity now, or never. */
const contextOf = async (person: Person, reauthenticated = true): Promise<RecordsContext> => {
  const context = await accountContext(server.services, server.ids[person]);
  const account = context.account && { ...context.account, reauthenticatedAt: reauthenticated ? Date.now() : 0 };
  return { ...context, account };
};
const add = (values: object = {}, context = system()) =>
  api(context).create('employees', { ...EMPLOYEE, ...values } as never);
const row = (id: string) => rowOf(server, 'accounts', { id });
const enter = async (email: string, password = PASSWORD) =>
  (await server.call('signIn', { body: { email, password } })).http;
const refusal = (status: number, message: string, field?: string) => ({
  ...{ status, message },
  ...(field && { details: { errors: { [field]: message } } }),
});
const eventsOf = async (id: string) => {
  const found = await rowsOf(server, 'events', { record_id: id }, 'id');
  return found.map(({ resource, deed, audience }) => [resource, deed, JSON.parse(audience)]);
};

describe('job', () => {
  it('adds an employee, who is invited by mail, sets a password and signs in', async () => {
    let id = '';
    const trail = await trailOf(server, async () => {
      ({ id } = await add());
    });
    expect(trail).toMatchObject([{ deed: 'create', resource: 'employees', record_id: id, account_id: null }]);
    expect(JSON.parse(trail[0]?.details ?? '')).toEqual({ actor: 'night job', fields: Object.keys(EMPLOYEE) });
    expect(await eventsOf(id)).toEqual([['employees', 'create', ['admin', 'laboratory']]]);
    expect((await smtp.next(EMPLOYEE.email)).text).toContain('https://portal.example.test/signin');
    expect(await enter(EMPLOYEE.email, '')).toBe(400);
    await server.call('forgotPassword', { body: { email: EMPLOYEE.email, role: 'employee' } });
    const otp = Number(/\b\d{6}\b/.exec((await smtp.next(EMPLOYEE.email)).text)?.[0]);
    const { userId } = (await server.call('verifyOtp', { body: { email: EMPLOYEE.email, otp, role: 'employee' } }))
      .data;
    await server.call('resetPassword', { body: { userId, newPassword: 'Fresh-start-9', role: 'employee' } });
    expect(await enter(EMPLOYEE.email, 'Fresh-start-9')).toBe(200);
    const { data } = await server.as('admin', 'find', { body: { text: 'nia őri' } });
    expect(data.employees).toMatchObject([{ _id: id, employeeId: 'EMP-100', isActive: true }]);
    expect(await api().findOne('employees', { where: { employeeId: 'EMP-100' } })).toMatchObject({ id });
  });

  it('adds an employee with a password, unless it is easy to guess', async () => {
    for (const password of ['password1', 'short', 'nia@example.test'])
      await expect(add({ password })).rejects.toMatchObject({ status: 400, details: { errors: { password: /./ } } });
    const { id, ...record } = await add({ password: 'a-fine-phrase' });
    expect(JSON.stringify(record)).not.toMatch(/a-fine-phrase|argon/);
    expect(await enter(EMPLOYEE.email, 'a-fine-phrase')).toBe(200);
    expect(await row(id)).toMatchObject({ role: 'employee', employee_key: 'emp-100', name_key: null });
    expect(smtp.mails).toEqual([]);
  });

  it.each(['job', 'admin'])(
    'does not delay other writers while it hashes the password of a person, as %s',
    async (by) => {
      const { services } = server;
      // A hash takes most of a second.
      Object.assign(services.config, { argonMemoryKib: 524_288 });
      const order: string[] = [];
      const token = await server.signInTwice('admin');
      const body = { ...EMPLOYEE, password: 'a-fine-phrase' };
      const form = { ...body, gender: 'Other' };
      const added = by === 'job' ? add(body) : server.call('addEmployee', { token, body: form, files: { image: [] } });
      const adding = added.then(() => order.push('added'));
      await setTimeout(100);
      await api().update('employees', server.ids.employee, { about: 'Changed' });
      order.push('changed');
      await adding;
      expect(order).toEqual(['changed', 'added']);
      expect(await rowsOf(server, 'accounts', { username_key: 'nia' })).toHaveLength(1);
    },
  );

  it.each([
    ['email', emailOf('laboratory').toUpperCase(), 'server.emailTaken'],
    ['username', 'ADMIN', 'server.usernameTaken'],
    ['employeeId', 'emp-007', 'server.employeeIdTaken'],
  ])('may not use a taken %s, in new records and changes', async (field, value, message) => {
    await expect(add({ [field]: value })).rejects.toMatchObject(refusal(409, message, field));
    const { id } = await add();
    await expect(api().update('employees', id, { [field]: value })).rejects.toMatchObject(refusal(409, message, field));
    // One's own value is not taken.
    await api().update('employees', id, { email: EMPLOYEE.email.toUpperCase(), employeeId: 'emp-100' });
  });

  it.each([
    ['Natera', 'server.laboratoryReserved'],
    ['NORTHSIDE  LAB.', 'server.laboratoryTaken'],
  ])('may not name a laboratory %s', async (fullName, message) => {
    const refused = refusal(409, message, 'fullName');
    await expect(api().create('laboratories', { ...LABORATORY, fullName })).rejects.toMatchObject(refused);
    const { id } = await api().create('laboratories', LABORATORY);
    await expect(api().update('laboratories', id, { fullName })).rejects.toMatchObject(refused);
    // Employees may have any name.
    await add({ fullName });
  });

  it('adds one of two employees with the same username at the same moment', async () => {
    const both = await Promise.allSettled([add(), add({ email: 'b@example.test', employeeId: 'EMP-101' })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(refused.reason).toMatchObject(refusal(409, 'server.usernameTaken', 'username'));
    expect(await rowsOf(server, 'accounts', { username_key: 'nia' })).toHaveLength(1);
  });

  it.each(['update', 'transition'] as const)('deactivates and activates an employee by %s', async (how) => {
    const { employee: id } = server.ids;
    const set = (isActive: boolean) =>
      how === 'update'
        ? api().update('employees', id, { isActive })
        : api().transition('employees', id, isActive ? 'activate' : 'deactivate');
    const token = await server.signIn('employee');
    await set(false);
    expect((await server.call('employeeProfile', { token })).http).toBe(401);
    expect((await smtp.next(emailOf('employee'))).text).toContain('deactivated');
    expect(await enter(emailOf('employee'))).toBe(403);
    await set(true);
    expect((await server.call('employeeProfile', { token })).http).toBe(401);
    expect(await enter(emailOf('employee'))).toBe(200);
  });

  it('ends the session in which an employee deactivated their own account', async () => {
    const token = await server.signInTwice('employee');
    expect((await server.call('toggleAccount', { token })).data.isActive).toBe(false);
    expect((await server.call('employeeProfile', { token })).http).toBe(200);
    await api().update('employees', server.ids.employee, { isActive: false });
    expect((await server.call('employeeProfile', { token })).http).toBe(401);
  });

  it('never deletes or deactivates the last active admin', async () => {
    const { admin: id } = server.ids;
    const refused = refusal(409, 'server.lastAdmin');
    await expect(api().delete('admins', id)).rejects.toMatchObject(refused);
    await expect(api().update('admins', id, { isActive: false })).rejects.toMatchObject(refused);
    const sam = { fullName: 'Sam', email: 'sam@example.test', username: 'sam' };
    const other = await api().create('admins', sam);
    expect((await smtp.next(sam.email)).text).toContain('You are now an administrator');
    const both = await Promise.allSettled([api().delete('admins', id), api().delete('admins', other.id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('renames a laboratory in its appointments, and settles its request', async () => {
    const { laboratory: id } = server.ids;
    const visit = await visitsOf(server).add();
    await server.services.db.updateTable('accounts').set({ requested_name: 'X' }).where('id', '=', id).execute();
    const renamed = await api().update('laboratories', id, { fullName: 'Southside Lab', timings: WEEK });
    expect(renamed).toMatchObject({ fullName: 'Southside Lab', requestedName: null, timings: WEEK });
    expect(await rowOf(server, 'appointments', { id: visit })).toMatchObject({ laboratory: 'Southside Lab' });
    const time = ['1970-01-01T09:00:00.000Z', '1970-01-01T17:30:00.000Z'];
    const { data } = await server.as('laboratory', 'laboratoryProfile');
    expect(data).toMatchObject({ fullName: 'Southside Lab', timings: [{ day: 'Monday', time }] });
    await api().create('laboratories', { ...LABORATORY, fullName: 'Northside Lab' });
  });
});

describe('account in the records API', () => {
  it.each(['employee', 'laboratory'] as const)('cannot be written by the role %s', async (person) => {
    const one = api(await contextOf(person));
    for (const write of [
      () => one.create('employees', EMPLOYEE as never),
      () => one.create('laboratories', LABORATORY),
      () => one.create('admins', { fullName: 'X', email: 'x@example.test', username: 'x' }),
      ...(['employees', 'laboratories', 'admins'] as const).flatMap((name) =>
        [server.ids.employee, server.ids.laboratory, server.ids.admin].flatMap((id) => [
          () => one.update(name, id, { fullName: 'X' } as never),
          () => one.delete(name, id),
        ]),
      ),
    ])
      await expect(write()).rejects.toMatchObject({ status: 403 });
  });

  it('needs reauthentication of an admin to open and close access', async () => {
    const { employee: id } = server.ids;
    const one = api(await contextOf('admin', false));
    const refused = refusal(403, 'server.reauthenticate');
    for (const write of [
      () => one.create('employees', { ...EMPLOYEE, password: 'a-fine-phrase' } as never),
      () => one.update('employees', id, { email: 'new@example.test' }),
      () => one.update('employees', id, { username: 'new' }),
      () => one.update('employees', id, { isActive: false }),
      () => one.transition('employees', id, 'deactivate'),
      () => one.delete('employees', id),
    ])
      await expect(write()).rejects.toMatchObject(refused);
    expect(await row(id)).toMatchObject({ email: emailOf('employee'), is_active: 1, deleted_at: null });
    await one.update('employees', id, { fullName: 'Zoë Å.', jobRole: 'Nurse' });
    expect(await row(id)).toMatchObject({ full_name: 'Zoë Å.', job_role: 'Nurse' });
  });

  it('cannot be edited with only the right to end access', async () => {
    const admin = api(await contextOf('admin'));
    await expect(admin.update('admins', server.ids.admin, { fullName: 'Root' })).rejects.toMatchObject({ status: 400 });
  });

  it('is not found under another role', async () => {
    const { employee, laboratory, admin } = server.ids;
    for (const context of [system(), await contextOf('admin')])
      for (const [name, id] of [
        ...[laboratory, admin].map((one) => ['employees', one] as const),
        ...[employee, admin].map((one) => ['laboratories', one] as const),
      ]) {
        await expect(api(context).update(name, id, { fullName: 'X' })).rejects.toMatchObject({ status: 404 });
        await expect(api(context).delete(name, id)).rejects.toMatchObject({ status: 404 });
      }
  });

  it('keeps its role, password and keys', async () => {
    const { employee: id } = server.ids;
    const before = await row(id);
    for (const values of [
      ...[{ password: 'Another-one-9' }, { role: 'admin' }, { password_hash: '' }, { emailKey: 'x' }],
      ...[{ deletedAt: 1 }, { email: '' }, { username: ' ' }, { email: null }],
    ])
      await expect(api().update('employees', id, values as never)).rejects.toMatchObject({ status: 400 });
    expect(await row(id)).toEqual(before);
  });
});

describe('endpoint', () => {
  beforeEach(async () => {
    await server.as('admin', 'addEmployee', {
      body: { ...EMPLOYEE, gender: 'Other', password: 'long-enough' },
      files: { image: [await photo()] },
    });
  });

  it('accepts no picture in a body, as it could be anybody’s file', async () => {
    const { image = '' } = await rowOf(server, 'accounts', { username: 'nia' });
    expect(image).toMatch(/^[0-9a-f]{32}\./);
    const token = await server.signInTwice('admin');
    const own = { email: 'b@example.test', username: 'b', employeeId: 'B', password: 'long-enough' };
    for (const picture of [{ path: image, name: 'x.jpg', size: 1 }, image, `/api/v1/uploads/${image}`]) {
      const payload = { ...EMPLOYEE, ...own, image: picture };
      const headers = { authorization: `Bearer ${token}` };
      const reply = await server.inject({ method: 'POST', url: '/api/v1/hire', headers, payload });
      expect([reply.statusCode, reply.json().data?.errors]).toEqual([400, { image: expect.any(String) }]);
    }
  });

  it('keeps the picture of a changed person, and deletes that of a deleted one', async () => {
    const { id, image } = await rowOf(server, 'accounts', { username: 'nia' });
    const context = await contextOf('admin');
    const { image: address } = await api(context).findOne('employees', id);
    await api(context).update('employees', id, { image: address, about: 'New' });
    expect(await row(id)).toMatchObject({ image, about: 'New' });
    await api(context).delete('employees', id);
    expect(existsSync(placeOf(server.config, image ?? ''))).toBe(false);
  });
});
