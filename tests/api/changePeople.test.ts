import { smtpFor } from 'portal-frame/testing/helpers';
import { describe, expect, it } from 'vitest';
import { emailOf, PASSWORD, serverForAll } from './harness.ts';
import { EMPLOYEE, LABORATORY, MONDAY, photo } from './samples.ts';

const smtp = smtpFor('all');
const server = serverForAll(() => ({ SMTP_URL: smtp.url, PUBLIC_URL: 'https://portal.example.test' }));

const own = { employeeId: 'EMP-707', username: 'employee', shiftTiming: 'Nights, from 10 PM' };
const employee = { ...EMPLOYEE, email: emailOf('employee'), ...own };
const named = { fullName: 'East Lab of Żory', username: 'laboratory' };
const laboratory = { ...LABORATORY, ...MONDAY, email: emailOf('laboratory'), ...named, about: '' };
const change = (body: object, id = server.ids.employee, files = {}) =>
  server.as('admin', 'changeEmployee', { params: { id }, body: { ...body }, files });
const changeLaboratory = (body: object, id = server.ids.laboratory) =>
  server.as('admin', 'changeLaboratory', { params: { id }, body: { ...body } });

describe('change of a person by an admin', () => {
  it('corrects all values that an employee was added with, and shows them in the list', async () => {
    const reply = await change(employee, server.ids.employee, { image: [await photo()] });
    expect([reply.code, reply.message]).toEqual([200, 'Employee updated']);
    const { email, ...rest } = employee;
    expect(reply.data).toMatchObject({ ...rest, email, _id: server.ids.employee, image: expect.any(String) });
    const { data } = await server.as('admin', 'adminEmployees');
    expect(data.find(({ _id }: { _id: string }) => _id === server.ids.employee)).toMatchObject(rest);
    const again = await change({ ...employee, about: '' });
    expect(again.data.image).toEqual(expect.any(String));
  });

  it.each([
    ['fullName', ''],
    ['contactNumber', '+1'],
    ['hireDate', '2999-01-01'],
    ['department', 'Kitchen'],
    ['about', 'x'.repeat(50_000)],
  ])('refuses an invalid %s as for new employees, and changes nothing', async (field, value) => {
    expect((await change({ ...employee, [field]: value })).http).toBe(400);
    const { data } = await server.as('admin', 'adminEmployees');
    expect(data.find(({ _id }: { _id: string }) => _id === server.ids.employee).department).toBe('Radiology');
  });

  it('changes only accounts of the call’s role, and no password', async () => {
    expect((await change(employee, server.ids.laboratory)).http).toBe(404);
    for (const id of [server.ids.admin, 'f'.repeat(24), '%', `${server.ids.employee}'`])
      expect([id, (await change(employee, id)).http]).toEqual([id, 404]);
    expect((await changeLaboratory(laboratory, server.ids.employee)).http).toBe(404);
    await change({ ...employee, password: 'Another-one-9', role: 'admin', isActive: false });
    const entered = await server.call('signIn', { body: { email: employee.email, password: PASSWORD } });
    expect([entered.http, entered.data.user?.role ?? 'employee']).toEqual([200, 'employee']);
  });

  it('needs reauthentication for a new e-mail address, notifies the old one, and ends sessions', async () => {
    const { db } = server.services;
    const [theirs, admin] = [await server.signIn('employee'), await server.signIn('admin')];
    const body = { ...employee, email: 'nia.new@example.test' };
    const asked = () => server.call('changeEmployee', { token: admin, params: { id: server.ids.employee }, body });
    await db.updateTable('sessions').set({ reauthenticated_at: 0 }).execute();
    expect((await asked()).http).toBe(403);
    expect((await server.call('employeeProfile', { token: theirs })).http).toBe(200);
    await db.updateTable('sessions').set({ reauthenticated_at: Date.now() }).execute();
    expect((await asked()).http).toBe(200);
    expect((await server.call('employeeProfile', { token: theirs })).http).toBe(401);
    await expect.poll(() => smtp.mails.filter(({ to }) => to.includes(employee.email)).length).toBe(1);
  });
});
