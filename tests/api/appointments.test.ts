import { readFileSync } from 'node:fs';
import { stopClock } from 'portal-frame/testing/helpers';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, placeOf, serverForAll, uploadsOf } from './harness.ts';
import { pdf, photo } from './samples.ts';
import { visitsOf } from './visits.ts';

const server = serverForAll();

const APPOINTMENT = {
  patientName: 'Ingrid Sørensen-Peña',
  email: 'ingrid@example.test',
  age: 63,
  contactNumber: '+15551234567',
  accountNumber: 'ACC-12345678',
  address: '9 Birch Lane',
  dateOfBirth: '1963-02-28',
  gender: 'Female',
  priorityLevel: 'Urgent',
  status: 'Pending',
  fees: '149.99',
  appointmentDateTime: '2038-01-15T09:30',
  specialInstructions: 'Fasting <12 h> & "no coffee"',
  confirmed: true,
};

/** Adds an appointment of a laboratory and gives it as the wire has it. */
async function add(own: object = {}, by: 'laboratory' | 'laboratory2' = 'laboratory', files = {}) {
  const reply = await server.as(by, 'laboratoryCreateAppointment', { body: { ...APPOINTMENT, ...own }, files });
  expect([reply.http, reply.message]).toEqual([200, 'Appointment created successfully!']);
  return reply.data;
}
const { assign, clear, setStatus } = visitsOf(server);
const listed = async (person: Person, query: object = {}, archive = false) => {
  const role = person.replace(/\d/, '') as 'admin' | 'employee' | 'laboratory';
  const { data } = await server.as(person, `${role}${archive ? 'Archive' : 'Appointments'}`, { query: { ...query } });
  return data as { appointments: { _id: string; patientName: string }[]; totalPages: number };
};
const names = async (person: Person, query: object, archive?: boolean) =>
  (await listed(person, query, archive)).appointments.map(({ patientName }) => patientName);

describe('new appointment', () => {
  test('stores the appointment of a laboratory with its files as sent (spec 1.1, 3.1)', async () => {
    const added = await add({}, 'laboratory', { image: [await photo()], documents: [pdf('one'), pdf('two')] });
    const { confirmed: _, ...stored } = APPOINTMENT;
    expect(added).toMatchObject({
      ...stored,
      fees: 149.99,
      employeeId: null,
      labortary: 'Northside Lab',
      laboratoryId: server.ids.laboratory,
      // 9:30 in New York.
      appointmentDateTime: '2038-01-15T14:30:00.000Z',
      trackingId: null,
    });
    const [first] = (await listed('laboratory', { id: added._id })).appointments;
    expect(first).toEqual(added);
    const document = await server.file('laboratory', added.documents[1]);
    expect(document.statusCode).toBe(200);
    expect(document.rawPayload.equals(Buffer.from(await pdf('two').arrayBuffer()))).toBe(true);
    expect(document.headers['content-type']).toBe('application/pdf');
    const picture = await server.file('laboratory', added.image);
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/jpeg']);
  });

  test('accepts an employee by code and a laboratory by name from an admin (spec 3.2)', async () => {
    const body = { ...APPOINTMENT, employeeId: 'EMP-007', labortary: 'O’Hara & Søn <Lab>' };
    const { data } = await server.as('admin', 'adminCreateAppointment', { body });
    expect(data.employeeId).toEqual({ _id: server.ids.employee, employeeId: 'EMP-007', fullName: 'Zoë Ångström' });
    expect(data.laboratoryId).toBe(server.ids.laboratory2);
    const extra = await server.as('admin', 'adminCreateAppointment', { body: { ...body, labortary: 'Natera' } });
    expect(extra.data).toMatchObject({ labortary: 'Natera', laboratoryId: null });
  });

  test.each([
    [{ employeeId: 'EMP-999' }, { employeeId: 'This employee does not exist or is not active.' }],
    [{ labortary: 'Nowhere' }, { labortary: 'This laboratory does not exist.' }],
    [{ employeeId: '' }, { employeeId: 'Employee is required' }],
    [{ labortary: '' }, { labortary: 'Laboratory is required' }],
  ])('refuses an admin %j', async (own, errors) => {
    const body = { ...APPOINTMENT, employeeId: 'EMP-007', labortary: 'Natera', ...own };
    const reply = await server.as('admin', 'adminCreateAppointment', { body });
    expect(reply.http).toBe(400);
    expect(lower(reply.errors)).toEqual(lower(errors));
  });

  test.each([
    ['gender', 'Robot', 'gender is required'],
    ['status', 'Done', 'status is required'],
    ['priorityLevel', '', 'priority level is required'],
    ['patientName', '  ', 'patient name is required'],
    ['patientName', 'x'.repeat(201), 'This is too long'],
    ['email', 'nobody', 'Invalid email format'],
    ['contactNumber', 'ask Maria', 'Invalid contact number format'],
    ['age', '1.5', 'Age must be a whole number from 0 to 150'],
    ['age', 'old', 'Age must be a whole number from 0 to 150'],
    ['fees', '-0.01', 'Fees must be an amount from 0 to 1,000,000'],
    ['fees', '1.005', 'Fees must be an amount from 0 to 1,000,000'],
    ['dateOfBirth', '2026-02-30', 'This is not a valid date (YYYY-MM-DD)'],
    ['appointmentDateTime', 'tomorrow', 'This is not a valid date and time'],
  ])('refuses %s "%s" at that field (spec 5.18, 9.15)', async (field, value, message) => {
    const before = (await listed('laboratory')).totalPages;
    const body = { ...APPOINTMENT, [field]: value };
    const reply = await server.as('laboratory', 'laboratoryCreateAppointment', { body });
    expect([reply.http, lower(reply.errors)]).toEqual([400, { [field]: message.toLowerCase() }]);
    expect((await listed('laboratory')).totalPages).toBe(before);
  });

  test('stores "Other" as Others, no empty age, and the first of a repeated hour (spec 5.10)', async () => {
    const added = await add({
      gender: 'Other',
      age: '',
      dateOfBirth: '',
      fees: '',
      appointmentDateTime: '2038-11-07T01:30',
    });
    expect(added).toMatchObject({ gender: 'Others', age: null, fees: null });
    expect(added.appointmentDateTime).toBe('2038-11-07T05:30:00.000Z');
  });
});

const lower = (texts: object) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text.toLowerCase()]));

describe('lists of appointments (spec 4.1)', () => {
  beforeAll(async () => {
    await clear();
    const day = (date: string) => ({ appointmentDateTime: date });
    await add({ patientName: 'Ángel', priorityLevel: 'Low', ...day('2038-03-13T23:59') });
    await add({ patientName: 'angela', priorityLevel: 'High', ...day('2038-03-14T00:00') });
    await add({ patientName: 'Żaneta', status: 'Completed', ...day('2038-03-14T23:30') });
    await add({ patientName: 'Bob', status: 'Rejected', ...day('2038-03-15T00:00') }, 'laboratory2');
    const assigned = await add({ patientName: 'Carla', ...day('2038-03-15T12:00') }, 'laboratory2');
    await assign(assigned._id);
  });

  test.each([
    [{}, 'Carla, Bob, Żaneta, angela, Ángel'],
    [{ sortOrder: 1 }, 'Ángel, angela, Żaneta, Bob, Carla'],
    [{ sortFields: 'patientName', sortOrder: 1 }, 'Ángel, angela, Bob, Carla, Żaneta'],
    [{ sortFields: 'patientName', sortOrder: -1 }, 'Żaneta, Carla, Bob, angela, Ángel'],
    [{ status: 'Completed' }, 'Żaneta'],
    [{ status: 'Pending', priorityLevel: 'Urgent' }, 'Carla'],
    [{ labortary: 'Northside Lab', sortOrder: 1 }, 'Ángel, angela, Żaneta'],
    [{ dateAndTime: '2038-03-14', sortOrder: 1 }, 'angela, Żaneta'],
    [{ assigned: 'True' }, 'Carla'],
    [{ assigned: 'False', status: 'Rejected' }, 'Bob'],
    [{ tracking: 'True' }, ''],
    [{ employeeId: 'EMP-007' }, 'Carla'],
    [{ employeeId: 'EMP-404' }, ''],
    [{ page: 2 }, ''],
  ])('answer %j with %s', async (query, expected) => {
    expect((await names('admin', query)).join(', ')).toBe(expected);
  });

  test('find an employee also by record id', async () => {
    expect(await names('laboratory2', { employeeId: server.ids.employee })).toEqual(['Carla']);
  });

  test('show only Completed and Rejected in the archive (spec 4.4)', async () => {
    expect(await names('admin', {}, true)).toEqual(['Bob', 'Żaneta']);
    expect(await names('admin', { status: 'Rejected' }, true)).toEqual(['Bob']);
    expect(await names('admin', { status: 'Pending' }, true)).toEqual([]);
    expect(await names('laboratory', {}, true)).toEqual(['Żaneta']);
    expect(await names('employee', {}, true)).toEqual([]);
  });

  test('show each user only their own (spec 1.5)', async () => {
    expect(await names('laboratory', {})).toEqual(['Żaneta', 'angela', 'Ángel']);
    expect(await names('laboratory2', {})).toEqual(['Carla', 'Bob']);
    expect(await names('employee', {})).toEqual(['Carla']);
    expect(await names('employee2', {})).toEqual([]);
    const { appointments } = await listed('employee', {});
    expect(await names('employee2', { id: appointments[0]?._id })).toEqual([]);
  });

  test('have ten per page, each once, in order (spec 9.1)', async () => {
    for (let index = 0; index < 21; index++) await add({ patientName: `Page ${index}` });
    const pages = [1, 2, 3].map((page) => listed('laboratory', { page }));
    const [first, second, third] = await Promise.all(pages);
    expect(first?.totalPages).toBe(3);
    const all = [first, second, third].flatMap((page) => page?.appointments.map(({ _id }) => _id));
    expect([first, second, third].map((page) => page?.appointments.length)).toEqual([10, 10, 4]);
    expect(new Set(all).size).toBe(24);
  });

  test.each([
    ['page', '0', 'The page must be a whole number from 1 on'],
    ['page', '1.5', 'The page must be a whole number from 1 on'],
    ['sortFields', 'password_hash', 'This list cannot be sorted by that field'],
    ['sortOrder', 'asc', 'The sort order must be 1 or -1'],
    ['dateAndTime', '2026-13-01', 'This is not a valid date (YYYY-MM-DD)'],
    ['dateAndTime', "' or 1=1 --", 'This is not a valid date (YYYY-MM-DD)'],
    ['status', 'Done', 'Invalid status: choose Pending, Completed or Rejected'],
    ['priorityLevel', 'Top', 'Invalid priority: choose Urgent, High, Medium or Low'],
  ])('refuse %s=%s (spec 9.1, 9.2)', async (name, value, message) => {
    const reply = await server.as('admin', 'adminAppointments', { query: { [name]: value } });
    expect([reply.http, reply.errors]).toEqual([400, { [name]: message }]);
  });
});

describe('status', () => {
  test('changes to any of the three at any time (spec 1.2, 4.2)', async () => {
    const { _id: id } = await add();
    await assign(id);
    for (const status of ['Completed', 'Rejected', 'Pending']) {
      const reply = await setStatus(id, status);
      expect([reply.message, reply.data.status]).toEqual(['Status updated successfully', status]);
    }
  });

  test('refuses an unknown status or appointment', async () => {
    const { _id: id } = await add();
    const wrong = await setStatus(id, 'Done');
    expect([wrong.http, wrong.errors.status]).toEqual([400, 'Invalid status: choose Pending, Completed or Rejected']);
    const none = await setStatus('x', 'Pending');
    expect([none.http, none.message]).toEqual([404, 'This does not exist.']);
  });
});

describe('assignment', () => {
  test('succeeds once; the employee is notified and finds it (spec 4.7, 7.21)', async () => {
    const { _id: id } = await add({ patientName: 'For Ben' });
    const reply = await assign(id, 'employee2');
    expect(reply.data.message).toBe('Employee assigned successfully');
    expect(reply.data.employeeId.employeeId).toBe('EMP-008');
    expect(await names('employee2', {})).toContain('For Ben');
    expect((await server.as('employee2', 'notifications')).data[0].title).toBe('Appointment assigned');
    const again = await assign(id, 'employee2');
    expect([again.http, again.message]).toEqual([409, 'An employee is already assigned to this appointment.']);
  });

  test('succeeds for one of 50 concurrent requests, and refuses 49 (spec 4.7; ASVS 2.3.4)', async () => {
    const { _id: id } = await add();
    const assigning = Array.from({ length: 50 }, (_, index) => assign(id, index % 2 ? 'employee2' : 'employee'));
    const replies = await Promise.all(assigning);
    expect(replies.filter(({ http }) => http === 200).length).toBe(1);
    expect(replies.filter(({ http }) => http === 409).length).toBe(49);
  });

  test('refuses an unknown or missing employee, a laboratory, and an unknown appointment', async () => {
    const { _id: id } = await add();
    const assign = (employeeId: string, at = id) =>
      server.as('admin', 'assignAppointment', { params: { id: at }, body: { employeeId } });
    expect((await assign('nobody')).http).toBe(400);
    expect((await assign(server.ids.laboratory)).errors).toEqual({
      employeeId: 'This employee does not exist or is not active.',
    });
    expect((await assign('')).http).toBe(400);
    expect((await assign(server.ids.employee, 'f'.repeat(24))).http).toBe(404);
  });
});

describe('tracking image', () => {
  test('is uploaded once by the employee and shown to all three roles (spec 1.5, 4.8)', async () => {
    const { _id: id } = await add({ patientName: 'Tracked' });
    await assign(id);
    const files = { image: [await photo('#aa3322')] };
    const reply = await server.as('employee', 'uploadTracking', { params: { id }, files });
    expect([reply.http, reply.message]).toEqual([200, 'Tracking ID uploaded successfully.']);
    expect((await server.file('employee', reply.data.trackingId)).statusCode).toBe(200);
    const path = reply.data.trackingId.split(/[/?]/)[1] as string;
    expect(readFileSync(placeOf(server.config, path)).length).toBeGreaterThan(100);
    expect(await names('laboratory', { tracking: 'True' })).toContain('Tracked');
    const again = await server.as('employee', 'uploadTracking', { params: { id }, files });
    expect([again.http, again.message]).toEqual([409, 'A tracking image was already uploaded for this appointment.']);
    expect((await server.as('laboratory', 'notifications')).data[0].title).toBe('Tracking image uploaded');
  });

  test('is accepted from one of ten concurrent uploads, and no other file remains', async () => {
    const { _id: id } = await add();
    await assign(id);
    const before = uploadsOf(server).length;
    const image = [await photo()];
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => server.as('employee', 'uploadTracking', { params: { id }, files: { image } })),
    );
    expect(replies.map(({ http }) => http).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(uploadsOf(server).length).toBe(before + 1);
  });

  test('is refused for a visit of another employee, or without a file (spec 5.20, 6.6)', async () => {
    const { _id: id } = await add();
    const files = { image: [await photo()] };
    const unassigned = await server.as('employee', 'uploadTracking', { params: { id }, files });
    expect([unassigned.http, unassigned.message]).toEqual([404, 'This does not exist.']);
    await assign(id, 'employee2');
    expect((await server.as('employee', 'uploadTracking', { params: { id }, files })).http).toBe(404);
    const none = await server.as('employee2', 'uploadTracking', { params: { id } });
    expect([none.http, none.message]).toEqual([400, 'No file selected or patient data missing']);
  });
});

describe('today', () => {
  test('shows each person their own visits of today, in order of time (spec 7.33)', async () => {
    stopClock();
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: server.config.timeZone }).format(new Date());
    await add({ patientName: 'Late', appointmentDateTime: `${today}T20:00` });
    const { _id: id } = await add({ patientName: 'Early', appointmentDateTime: `${today}T00:00` });
    await assign(id);
    const namesOf = async (person: 'admin' | 'employee' | 'laboratory' | 'laboratory2') =>
      (await server.as(person, `${person.replace('2', '') as 'admin' | 'employee' | 'laboratory'}Today`)).data.map(
        (one: { patientName: string }) => one.patientName,
      );
    expect(await namesOf('admin')).toEqual(['Early', 'Late']);
    expect(await namesOf('laboratory')).toEqual(['Early', 'Late']);
    expect(await namesOf('employee')).toEqual(['Early']);
    expect(await namesOf('laboratory2')).toEqual([]);
    const [early] = (await server.as('laboratory', 'laboratoryToday')).data;
    expect(early.employee).toMatchObject({ employeeId: 'EMP-007', fullName: 'Zoë Ångström' });
  });
});
