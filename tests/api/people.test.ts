import { getToday } from 'portal-frame/server';
import { describe, expect, it } from 'vitest';
import { emailOf, serverForAll, TIME_ZONE } from './harness.ts';
import { EMPLOYEE, LABORATORY, MONDAY, photo } from './samples.ts';

const server = serverForAll();

/** Days from today in the business's time zone. */
const dayOfHire = (ahead = 0) => getToday(TIME_ZONE, Date.now() + ahead * 24 * 3_600_000);
const employee: Record<string, string> = { ...EMPLOYEE, gender: 'Other', password: 'long-enough' };
/** A weekday as add-laboratory receives it (spec 7). */
const day = (at: number, name: string, ...times: string[]) => ({
  [`timings[${at}][day]`]: name,
  ...Object.fromEntries(times.map((time, index) => [`timings[${at}][time][${index}]`, time])),
});
const at = (time: string) => `1970-01-01T${time}:00.000Z`;
const laboratory: Record<string, string> = { ...LABORATORY, password: 'long-enough' };
const addEmployee = (body: object, files = {}) => server.as('admin', 'addEmployee', { body: { ...body }, files });
const addLaboratory = (body: object, files = {}) => server.as('admin', 'addLaboratory', { body: { ...body }, files });
const without = (body: Record<string, string>, field: string) => ({ ...body, [field]: '' });

/** Shared rules of spec 5. */
const shared = [
  ['email', 'nobody', 'Invalid email format'],
  ['contactNumber', '0123456', 'Invalid contact number format'],
  ['contactNumber', '+1', 'Invalid contact number format'],
  ['contactNumber', '1234567890123456', 'Invalid contact number format'],
  ['address', '1 St', 'Address must be at least 5 characters long'],
  ['password', '1234567', 'Password must be at least 8 characters long'],
] as const;

describe('new employee (spec 1.3, 5.5, 5.6, 5.7, 5.9)', () => {
  it.each(Object.keys(employee).filter((field) => field !== 'about'))(
    'is refused without %s (spec 5.4)',
    async (field) => {
      const reply = await addEmployee(without(employee, field));
      expect(reply).toMatchObject({ http: 400, errors: { [field]: expect.stringMatching(/ is required$/) } });
      expect(Object.keys(reply.errors)).toEqual([field]);
    },
  );

  it.each([
    ...shared,
    ['hireDate', dayOfHire(2), 'Hire date must be valid and not in the future'],
    ['hireDate', '2026-02-30', 'Hire date must be valid and not in the future'],
    ['gender', 'Robot', 'Invalid gender selected'],
    ['department', 'Kitchen', 'Invalid department selected'],
  ] as const)('is refused with %s "%s": %s (spec 5.8, 5.10, 5.11)', async (field, value, message) => {
    const reply = await addEmployee({ ...employee, [field]: value });
    expect([reply.http, reply.errors]).toEqual([400, { [field]: message }]);
  });

  it('accepts today as day of hire and normalizes the phone number', async () => {
    const own = { email: 'today@x.test', username: 'today', employeeId: 'EMP-TODAY' };
    const hireDate = dayOfHire();
    const body = { ...employee, ...own, hireDate, contactNumber: '(215) 555-0199' };
    const { data } = await server.as('admin', 'addEmployee', { body });
    expect(data).toMatchObject({ hireDate, contactNumber: '2155550199' });
  });

  it('needs neither about nor photo, and stores Other as Others (spec 3.3, 5.10)', async () => {
    const { about: _, ...body } = employee;
    const reply = await addEmployee(body);
    expect([reply.http, reply.message]).toEqual([200, 'Employee added successfully!']);
    expect(reply.data).toMatchObject({ employeeId: 'EMP-100', gender: 'Others', isActive: true, image: null });
    expect(JSON.stringify(reply)).not.toMatch(/long-enough|argon/);
    const signedIn = await server.call('signIn', { body: { email: employee.email, password: employee.password } });
    expect(signedIn.data.role).toBe('employee');
    const { data } = await server.as('admin', 'activeEmployees');
    expect(data.map((one: { employeeId: string }) => one.employeeId)).toContain('EMP-100');
  });

  it.each([
    ['email', emailOf('laboratory').toUpperCase(), 'This email is already in use.'],
    ['username', 'EMPLOYEE', 'This username is already in use.'],
    ['employeeId', 'emp-007', 'This employee ID is already in use.'],
  ])('is refused at the field with a %s that somebody has, in any case', async (field, value, message) => {
    const fresh = { ...employee, email: 'b@example.test', username: 'b', employeeId: 'EMP-101' };
    const reply = await addEmployee({ ...fresh, [field]: value });
    expect([reply.http, reply.errors]).toEqual([409, { [field]: message }]);
  });
});

describe('new laboratory (spec 5.13)', () => {
  it('accepts the week as JSON, as OpenAPI encodes lists in forms', async () => {
    const timings = [{ day: 'Friday', time: ['1970-01-01T08:00:00.000Z', '1970-01-01T12:00:00.000Z'] }];
    const own = { email: 'json@x.test', username: 'json', fullName: 'JSON Laboratory' };
    const { http, data } = await addLaboratory({ ...laboratory, ...own, timings: JSON.stringify(timings) });
    expect([http, data.timings]).toEqual([200, timings]);
    for (const wrong of ['[', '{}', 'Friday', '[{"day":"Friday"}]'])
      expect((await addLaboratory({ ...laboratory, ...own, timings: wrong })).http).toBe(400);
  });

  it.each(Object.keys(laboratory))('is refused without %s', async (field) => {
    const reply = await addLaboratory({ ...without(laboratory, field), ...MONDAY });
    expect(reply).toMatchObject({ http: 400, errors: { [field]: expect.stringMatching(/ is required$/) } });
  });

  it.each([...shared])('is refused with %s "%s": %s', async (field, value, message) => {
    const reply = await addLaboratory({ ...laboratory, ...MONDAY, [field]: value });
    expect([reply.http, reply.errors]).toEqual([400, { [field]: message }]);
  });

  it.each([
    [{}, 'At least one timing entry is required'],
    [day(0, 'Someday', at('09:00'), at('17:00')), 'Each timing entry must have a valid day'],
    [day(0, 'Monday'), 'Timing for Monday is required'],
    [day(0, 'Monday', at('09:00')), 'Exactly 2 timings must be provided for Monday'],
    [day(0, 'Monday', at('09:00'), at('12:00'), at('17:00')), 'Exactly 2 timings must be provided for Monday'],
    [day(0, 'Monday', '9 o’clock', at('17:00')), 'Invalid timing entry for day: Monday'],
    [day(0, 'Monday', '24:00', '25:00'), 'Invalid timing entry for day: Monday'],
    [{ ...MONDAY, ...day(1, 'Monday', at('10:00'), at('11:00')) }, 'The day Monday is entered twice'],
  ])('is refused with the times %j: %s (spec 5.14, 5.15, 5.16, 9.7)', async (times, message) => {
    const reply = await addLaboratory({ ...laboratory, ...times });
    expect([reply.http, reply.errors]).toEqual([400, { timings: message }]);
  });

  it('accepts week and photo, and can sign in (spec 3.4)', async () => {
    const body = {
      ...laboratory,
      about: 'Small',
      ...day(0, 'Friday', '08:00', '12:00'),
      ...day(1, 'Monday', '09:00', '17:30'),
    };
    const reply = await addLaboratory(body, { image: [await photo()] });
    expect([reply.http, reply.message]).toEqual([200, 'Laboratory added successfully!']);
    expect(reply.data.timings).toEqual([
      { day: 'Monday', time: [at('09:00'), at('17:30')] },
      { day: 'Friday', time: [at('08:00'), at('12:00')] },
    ]);
    expect((await server.file('admin', reply.data.image)).statusCode).toBe(200);
    const signedIn = await server.call('signIn', { body: { email: laboratory.email, password: laboratory.password } });
    expect(signedIn.data.role).toBe('laboratory');
  });

  it('removes a deleted laboratory from the lists and rejects a second deletion (spec 1.3, 8.20)', async () => {
    const { data } = await addLaboratory({
      ...laboratory,
      email: 'x@example.test',
      username: 'x',
      fullName: 'X',
      ...MONDAY,
    });
    const params = { id: data._id };
    expect((await server.as('admin', 'deleteLaboratory', { params })).message).toBe('Laboratory deleted successfully');
    const names = (await server.as('employee', 'employeeLaboratories')).data.map((one: { _id: string }) => one._id);
    expect(names).not.toContain(data._id);
    expect((await server.as('admin', 'deleteLaboratory', { params })).http).toBe(404);
  });
});
