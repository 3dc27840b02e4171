import { describe, expect, it } from 'vitest';
import { serverForAll } from './harness.ts';
import { VISIT } from './samples.ts';
import { rowOf } from './tables.ts';
import { visitsOf } from './visits.ts';

const server = serverForAll({ VISIT_MINUTES: '45' });

let day = 0;
/** A day that no other test has, so that no other visit overlaps. */
const newDay = () => `2032-05-${String(++day).padStart(2, '0')}`;
const { assign, change, ...visits } = visitsOf(server);
const add = (at: string, more: object = {}) =>
  visits.add({ patientName: 'Ámbar Quill', priorityLevel: 'High', fees: '80', ...more, appointmentDateTime: at });
const listed = (query: Record<string, unknown>) => server.as('admin', 'adminAppointments', { query });
const noticesOf = async (person: 'employee' | 'employee2' | 'laboratory') =>
  (await server.as(person, 'notifications')).data.map(({ title }: { title: string }) => title);
const paymentOf = (id: string) => rowOf(server, 'transactions', { appointment_id: id });

describe('one appointment', () => {
  it('is reassigned, unassigned and assigned again, with notifications', async () => {
    const id = await add(`${newDay()}T09:00`);
    await assign(id);
    const given = await change(id, { employeeId: server.ids.employee2 });
    expect([given.http, given.data.employeeId.employeeId, given.data.version]).toEqual([200, 'EMP-008', 3]);
    expect((await noticesOf('employee'))[0]).toBe('Appointment taken off your list');
    expect((await noticesOf('employee2'))[0]).toBe('Appointment assigned');
    const taken = await change(id, { employeeId: '', version: 3 });
    expect([taken.data.employeeId, taken.data.version]).toEqual([null, 4]);
    const back = await change(id, { employeeId: 'EMP-007', version: 4 });
    expect(back.data.employeeId.employeeId).toBe('EMP-007');
  });

  it('refuses the second of two windows, and writes once', async () => {
    const id = await add(`${newDay()}T09:00`);
    const [one, other] = await Promise.all([
      change(id, { address: '1 Elm Street', version: 1 }),
      change(id, { address: '2 Oak Street', version: 1 }),
    ]);
    expect([one.http, other.http].toSorted()).toEqual([200, 409]);
  });

  it('needs confirmation to move if its employee is busy', async () => {
    const on = newDay();
    const [first, second] = [await add(`${on}T09:00`), await add(`${on}T12:00`)];
    await assign(first);
    await assign(second);
    const asked = await change(second, { appointmentDateTime: `${on}T09:30` });
    expect([asked.http, asked.data.overlap]).toEqual([409, true]);
    expect((await change(second, { appointmentDateTime: `${on}T09:30`, confirmed: true })).http).toBe(200);
    expect((await noticesOf('laboratory'))[0]).toBe('Appointment moved');
    expect((await noticesOf('employee'))[0]).toBe('Appointment moved');
  });

  it('needs confirmation to move to a past day, with all reasons against it', async () => {
    const id = await add(`${newDay()}T09:00`);
    const past = { appointmentDateTime: '2020-03-04T09:00' };
    const asked = await change(id, past);
    expect([asked.http, asked.data.overlap, asked.message]).toEqual([
      409,
      true,
      expect.stringMatching(/^That day has passed: .*2020/),
    ]);
    expect((await change(id, { ...past, confirmed: true })).http).toBe(200);
    const other = await add('2020-03-04T09:10');
    await assign(other, 'employee', { confirmed: true });
    const third = await add(`${newDay()}T09:00`);
    await assign(third);
    const both = await change(third, { appointmentDateTime: '2020-03-04T09:10' });
    expect(both.message).toMatch(/^That day has passed: .* This employee has another appointment/);
    // No later test is to count these as late.
    for (const one of [id, other]) await change(one, { status: 'Rejected' });
  });

  it('refuses a time that the clocks skip, in every call', async () => {
    const gap = '2033-03-13T02:30';
    const id = await add(`${newDay()}T09:00`);
    const moved = await change(id, { appointmentDateTime: gap });
    expect([moved.http, moved.errors.appointmentDateTime]).toEqual([400, expect.stringMatching(/clocks go forward/)]);
    const added = await server.as('laboratory', 'laboratoryCreateAppointment', {
      body: { ...VISIT, appointmentDateTime: gap },
    });
    expect(added.http).toBe(400);
    expect((await change(id, { appointmentDateTime: '2033-03-13T03:30' })).http).toBe(200);
  });

  it('notifies its former laboratory', async () => {
    const id = await add(`${newDay()}T09:00`);
    expect((await change(id, { labortary: 'Natera' })).data.laboratoryId).toBeNull();
    expect((await noticesOf('laboratory'))[0]).toBe('Appointment taken over');
  });

  it('is cancelled with a reason, and reopened with its payment', async () => {
    const id = await add(`${newDay()}T09:00`);
    const cancelled = await change(id, { cancelReason: 'The patient moved away' });
    expect([cancelled.data.status, cancelled.data.cancelReason]).toEqual(['Rejected', 'The patient moved away']);
    expect((await paymentOf(id))?.status).toBe('Denied');
    expect((await noticesOf('laboratory'))[0]).toBe('Appointment cancelled');
    const back = await change(id, { status: 'Pending', version: cancelled.data.version });
    expect([back.data.status, back.data.cancelReason]).toEqual(['Pending', null]);
    expect((await paymentOf(id))?.status).toBe('Pending');
  });

  it('is edited with its payment; paid fees stay', async () => {
    const id = await add(`${newDay()}T09:00`);
    const edited = await change(id, { patientName: 'Ámbar Quills', fees: 95.5, age: 44, dateOfBirth: '' });
    expect(edited.data).toMatchObject({ patientName: 'Ámbar Quills', fees: 95.5, age: 44, dateOfBirth: null });
    expect(await paymentOf(id)).toMatchObject({ status: 'Pending', amount_cents: 9550, patient_name: 'Ámbar Quills' });
    await change(id, { status: 'Completed' });
    const refused = await change(id, { fees: 1 });
    expect([refused.http, Object.keys(refused.errors)]).toEqual([409, ['fees']]);
    expect((await paymentOf(id))?.amount_cents).toBe(9550);
    expect((await change(id, { patientName: ' ' })).http).toBe(400);
  });

  it('keeps its employee and time once it is over', async () => {
    const id = await add(`${newDay()}T09:00`);
    await assign(id);
    await change(id, { status: 'Completed' });
    for (const body of [{ employeeId: '' }, { appointmentDateTime: '2033-01-01T09:00' }])
      expect((await change(id, body)).message).toMatch(/over or under way/);
    expect((await change(id, { specialInstructions: 'Ring twice' })).http).toBe(200);
  });

  it('writes only an audit entry for a change without effect', async () => {
    const id = await add(`${newDay()}T09:00`);
    const before = (await noticesOf('laboratory')).length;
    expect((await change(id, { priorityLevel: 'High', version: 1 })).data.version).toBe(1);
    expect((await noticesOf('laboratory')).length).toBe(before);
  });
});

describe('many appointments', () => {
  const many = (list: { _id: string; employeeId: string; version?: number }[], more = {}) =>
    server.as('admin', 'assignMany', { body: { appointments: list, ...more } });

  it('are assigned at once, with a report, and unassigned at once', async () => {
    const [one, other] = [newDay(), newDay()];
    const ids = [await add(`${one}T09:00`), await add(`${one}T11:00`), await add(`${other}T09:00`)];
    const over = await add(`${other}T15:00`, { status: 'Completed' });
    const employeeId = server.ids.employee2;
    const reply = await many([...ids, over, 'f'.repeat(24)].map((_id) => ({ _id, employeeId })));
    expect(reply.data.left).toEqual([
      { _id: over, why: 'over' },
      { _id: 'f'.repeat(24), why: 'gone' },
    ]);
    expect(reply.data.changed).toEqual(ids.map((_id) => ({ _id, version: 2 })));
    const { data: notices } = await server.as('employee2', 'notifications');
    expect(notices[0].message ?? notices[0].body).toContain('3');
    // One of them changed meanwhile: it stays.
    await change(ids[0] as string, { address: '9 Birch Lane' });
    const back = await many(ids.map((_id) => ({ _id, employeeId: '', version: 2 })));
    expect(back.data.left).toEqual([{ _id: ids[0], why: 'changed' }]);
    expect(back.data.changed).toHaveLength(2);
  });

  it('are changed once if they are named twice', async () => {
    const id = await add(`${newDay()}T09:00`);
    const [one, other] = [server.ids.employee, server.ids.employee2];
    const reply = await many([one, other].map((employeeId) => ({ _id: id, employeeId: String(employeeId) })));
    expect(reply.data).toEqual({ changed: [{ _id: id, version: 2 }], left: [{ _id: id, why: 'changed' }] });
  });

  it('stay unchanged if they overlap, also among themselves, unless confirmed', async () => {
    const on = newDay();
    const list = [await add(`${on}T09:00`), await add(`${on}T09:20`)].map((_id) => ({
      _id,
      employeeId: server.ids.employee,
    }));
    const asked = await many(list);
    expect([asked.http, asked.data.overlap, asked.message.includes('2')]).toEqual([409, true, true]);
    const { data } = await listed({ tab: 'unassigned', perPage: 100 });
    const unassigned = data.appointments.map(({ _id }: { _id: string }) => _id);
    expect(unassigned).toEqual(expect.arrayContaining(list.map(({ _id }) => _id)));
    expect((await many(list, { confirmed: true })).data.changed).toHaveLength(2);
  });
});

describe('list for dispatchers', () => {
  it('counts each tab as it lists it, and sorts by the date of visits', async () => {
    await add('2020-02-03T09:00');
    const { data: counts } = await server.as('admin', 'appointmentCounts');
    for (const tab of ['unassigned', 'upcoming', 'late', 'today'] as const) {
      const { data } = await listed({ tab, sortBy: 'appointmentDateTime', sortOrder: '1', perPage: 100 });
      expect([tab, data.total, data.appointments.length]).toEqual([tab, counts[tab], counts[tab]]);
      const times = data.appointments.map((one: { appointmentDateTime: string }) => one.appointmentDateTime);
      expect(times).toEqual(times.toSorted());
    }
    expect(counts.late).toBe(1);
    expect((await listed({})).data.total).toBe(counts.all);
  });

  it('filters by a range of days, both included', async () => {
    const [from, , to] = [newDay(), newDay(), newDay()];
    const ids = [await add(`${from}T00:00`), await add(`${to}T23:59`)];
    await add(`${newDay()}T00:00`);
    const { data } = await listed({ from, to, sortBy: 'appointmentDateTime', sortOrder: '1' });
    expect(data.appointments.map(({ _id }: { _id: string }) => _id)).toEqual(ids);
  });

  it('shows which employees are free', async () => {
    const on = newDay();
    const id = await add(`${on}T09:00`);
    await assign(id);
    const at = (await listed({ id })).data.appointments[0].appointmentDateTime;
    const ask = async (query: Record<string, unknown>) =>
      (await server.as('admin', 'availability', { body: query })).data.find(
        ({ _id }: { _id: string }) => _id === server.ids.employee,
      );
    expect(await ask({ at })).toMatchObject({
      visits: 1,
      against: 1,
      reasons: [{ code: 'overlap', visits: 1 }],
      nearest: 0,
    });
    expect(await ask({ at, but: id })).toMatchObject({ visits: 0, against: 0, reasons: [], nearest: null });
    const later = new Date(Date.parse(at) + 45 * 60_000).toISOString();
    expect(await ask({ at: later })).toMatchObject({ visits: 1, against: 0, nearest: 45 });
    expect((await server.as('admin', 'availability', { body: { at: 'soon' } })).http).toBe(400);
  });
});
