import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emailOf, type Person, placeOf, serverForAll, uploadsOf } from './harness.ts';
import { photo } from './samples.ts';
import type { CallName } from './servedCalls.ts';

const server = serverForAll();

const basics = (person: Person) => ({
  fullName: 'Maya Núñez',
  email: emailOf(person),
  contactNumber: '+12155550123',
  address: '12 Spruce St',
  username: person,
});
const forms: Record<'admin' | 'employee' | 'laboratory', Record<string, string>> = {
  admin: { ...basics('admin'), gender: 'Female', jobRole: 'Manager', hireDate: '2024-02-29' },
  employee: { ...basics('employee'), gender: 'Other', about: 'Early bird.' },
  laboratory: {
    ...basics('laboratory'),
    about: 'Open late.',
    timings: JSON.stringify([
      { day: 'Tuesday', time: ['1970-01-01T08:30:00.000Z', '1970-01-01T17:00:00.000Z'] },
      { day: 'Monday', time: [null, null] },
    ]),
  },
};
const roles = ['admin', 'employee', 'laboratory'] as const;
const own = (role: (typeof roles)[number]): CallName => `${role}Profile`;
const update = (person: Person, body: Record<string, unknown>, files?: Record<string, File[]>) =>
  server.as(person, 'updateProfile', { body, ...(files && { files }) });

const uploads = () => uploadsOf(server).map((path) => basename(path));

describe('profile (spec 6.2)', () => {
  it.each(roles)('shows the role %s its own values, without a trace of the password', async (role) => {
    const reply = await server.as(role, own(role));
    expect(reply.data).toMatchObject({ _id: server.ids[role], email: emailOf(role), role, isActive: true });
    expect(JSON.stringify(reply)).not.toMatch(/password|argon/i);
  });

  it.each(roles)('is updated and read back by the role %s (spec 3.7)', async (role) => {
    const reply = await update(role, forms[role]);
    expect(reply.message).toBe('Profile updated successfully');
    const { data } = await server.as(role, own(role));
    expect(data).toEqual(reply.data);
    // A laboratory's new name waits for an admin's approval.
    const name = role === 'laboratory' ? { requestedName: 'Maya Núñez' } : { fullName: 'Maya Núñez' };
    expect(data).toMatchObject({ ...name, contactNumber: '+12155550123', address: '12 Spruce St' });
    if (role === 'admin') expect(data).toMatchObject({ jobRole: 'Manager', hireDate: '2024-02-29' });
    if (role === 'employee') expect(data).toMatchObject({ gender: 'Others', about: 'Early bird.' });
    if (role === 'laboratory')
      expect(data.timings).toEqual([
        { day: 'Tuesday', time: ['1970-01-01T08:30:00.000Z', '1970-01-01T17:00:00.000Z'] },
      ]);
  });

  it('ignores fields that the role may not change (spec 2.94; ASVS 8.2.3)', async () => {
    await update('employee', {
      ...forms.employee,
      jobRole: 'Director',
      hireDate: '2001-01-01',
      timings: 'x',
      role: 'admin',
    });
    const { data } = await server.as('employee', 'employeeProfile');
    expect(data).toMatchObject({ jobRole: '', hireDate: null, timings: null, role: 'employee', employeeId: 'EMP-007' });
  });

  it.each(roles.flatMap((role) => Object.keys(forms[role]).map((field) => [role, field] as const)))(
    'is refused for the role %s without %s (spec 5.1, 5.2)',
    async (role, field) => {
      for (const value of [undefined, '   ']) {
        const { [field]: _, ...rest } = forms[role];
        const reply = await update(role, value === undefined ? rest : { ...rest, [field]: value });
        expect(reply).toMatchObject({ code: 400, errors: { [field]: expect.any(String) } });
        expect(Object.keys(reply.errors)).toEqual([field]);
      }
    },
  );

  it.each([
    ['(215) 555-0199', '2155550199'],
    ['0300-1234567', '0300-1234567'],
    ['215 555 0199 ext. 4', '215 555 0199 ext. 4'],
  ])('accepts the number %s as people write it', async (written, kept) => {
    const { data } = await update('employee', { ...forms.employee, contactNumber: written });
    expect(data).toMatchObject({ contactNumber: kept });
  });

  it.each([
    ['admin', 'email', 'nobody', 'Invalid email format'],
    ['admin', 'contactNumber', 'none', 'Invalid contact number format'],
    ['admin', 'gender', 'Robot', 'Invalid gender selected'],
    ['admin', 'hireDate', '2024-02-30', 'This is not a valid date (YYYY-MM-DD)'],
    ['employee', 'about', 'x'.repeat(2001), 'This is too long'],
    ['laboratory', 'timings', '', 'All fields are required'],
    ['laboratory', 'timings', '[{"day":', 'This value is not valid'],
    ['laboratory', 'timings', '{"Monday":1}', 'This value is not valid'],
    [
      'laboratory',
      'timings',
      '[{"day":"Someday","time":["08:00","09:00"]}]',
      'Each timing entry must have a valid day',
    ],
    ['laboratory', 'timings', '[{"day":"Monday","time":["08:00"]}]', 'Exactly 2 timings must be provided for Monday'],
    ['laboratory', 'timings', '[{"day":"Monday","time":["08:00",null]}]', 'Invalid timing entry for day: Monday'],
    ['laboratory', 'timings', '[{"day":"Monday","time":["25:00","26:00"]}]', 'Invalid timing entry for day: Monday'],
    ['laboratory', 'timings', '[3, null, {"time":["08:00","09:00"]}]', 'Each timing entry must have a valid day'],
  ] as const)('is refused for the role %s with %s "%s": %s (spec 5.2)', async (role, field, value, message) => {
    const reply = await update(role, { ...forms[role], [field]: value });
    expect(reply).toMatchObject({ code: 400, message, errors: { [field]: message } });
  });

  it('rejects a taken e-mail or username in any case', async () => {
    const taken = { ...forms.admin, email: 'EMPLOYEE@example.TEST', username: 'Laboratory' };
    const reply = await update('admin', taken);
    expect(reply).toMatchObject({ code: 409, message: 'This email is already in use.' });
    expect(reply.errors).toEqual({
      email: 'This email is already in use.',
      username: 'This username is already in use.',
    });
    expect((await update('admin', { ...forms.admin, email: emailOf('admin').toUpperCase() })).code).toBe(200);
  });

  it('keeps only the newest picture, and none of a rejected update', async () => {
    const first = await update('employee', forms.employee, { image: [await photo('teal')] });
    const before = uploads();
    expect(before).toHaveLength(1);
    const second = await update('employee', forms.employee, { image: [await photo('red')] });
    const after = uploads();
    expect(after).toHaveLength(1);
    expect(after).not.toEqual(before);
    expect((await server.file('employee', second.data.image)).statusCode).toBe(200);
    expect((await server.file('employee', first.data.image)).statusCode).toBe(404);
    await update('employee', { ...forms.employee, email: emailOf('admin') }, { image: [await photo('blue')] });
    await update('employee', { ...forms.employee, email: '' }, { image: [await photo('blue')] });
    await update('employee', forms.employee, { image: [new File(['no picture'], 'me.png')] });
    expect(uploads()).toEqual(after);
    await update('employee', forms.employee);
    expect(existsSync(placeOf(server.config, after[0]))).toBe(true);
  });
});
