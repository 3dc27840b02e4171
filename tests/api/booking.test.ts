import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { serverForAll, serverForTest, TIME_ZONE } from './harness.ts';
import { NEW_VISIT, pdf } from './samples.ts';
import { visitsOf } from './visits.ts';

const server = serverForAll({ VISIT_MINUTES: '45' });

const PATIENT = 'Ámbar Quill';
let day = 0;
/** A day that no other test has, so that no other visit overlaps. */
const newDay = () => `2031-03-${String(++day).padStart(2, '0')}`;
const fields = (at: string, more = {}) => ({ ...NEW_VISIT, patientName: PATIENT, appointmentDateTime: at, ...more });
const visits = visitsOf(server);
const add = (at: string, more = {}) => visits.add(fields(at, more));
const assign = (id: string, more: object = {}, person: 'employee' | 'employee2' = 'employee') =>
  visits.assign(id, person, more);
const create = (at: string, more = {}) =>
  server.as('admin', 'adminCreateAppointment', {
    body: fields(at, { employeeId: 'EMP-007', labortary: 'Natera', ...more }),
    files: { documents: [pdf('one')] },
  });
const uploads = () => server.services.db.selectFrom('documents').select('path').execute();

describe('employee with an appointment at that time', () => {
  it('is not assigned another unless the admin confirms it', async () => {
    const at = newDay();
    const [first, second] = [await add(`${at}T09:00`), await add(`${at}T09:44`)];
    expect((await assign(first)).http).toBe(200);
    const asked = await assign(second);
    const time = `Mar ${day}, 2031, 9:00 AM`;
    expect([asked.http, asked.message]).toEqual([409, `This employee has another appointment at that time: ${time}.`]);
    expect(asked.data).toEqual({ errors: { employeeId: asked.message }, overlap: true, reason: true });
    expect(JSON.stringify(asked)).not.toContain(PATIENT);
    expect((await assign(second, { confirmed: false })).http).toBe(409);
    const confirmed = await assign(second, { confirmed: true });
    expect([confirmed.http, confirmed.data.employeeId.employeeId]).toEqual([200, 'EMP-007']);
  });

  it.each([
    ['the moment the visit ends', '10:45', 'Pending', 200],
    ['a minute before that', '10:44', 'Pending', 409],
    ['a visit’s length before', '09:15', 'Pending', 200],
    ['a minute less than that before', '09:16', 'Pending', 409],
    ['the same minute, but it is over', '10:00', 'Completed', 200],
  ])('needs confirmation by local time: %s', async (_, time, status, code) => {
    const at = newDay();
    expect((await assign(await add(`${at}T10:00`))).http).toBe(200);
    expect((await assign(await add(`${at}T${time}`, { status }))).http).toBe(code);
  });

  it('may have a completed or rejected one; other employees are not affected', async () => {
    const at = newDay();
    const first = await add(`${at}T10:00`);
    await assign(first);
    expect((await assign(await add(`${at}T10:00`), {}, 'employee2')).http).toBe(200);
    await server.as('admin', 'updateAppointment', { params: { id: first }, body: { status: 'Rejected' } });
    expect((await assign(await add(`${at}T10:00`))).http).toBe(200);
  });

  it('requires confirmation of an overlapping appointment, and stores nothing before it', async () => {
    const at = newDay();
    expect((await create(`${at}T09:00`)).http).toBe(200);
    const before = await uploads();
    const asked = await create(`${at}T09:30`);
    expect([asked.http, asked.data.overlap, Object.keys(asked.errors)]).toEqual([409, true, ['employeeId']]);
    expect(await uploads()).toEqual(before);
    expect((await create(`${at}T09:30`, { confirmed: 'true' })).http).toBe(200);
    expect((await create(`${at}T09:30`, { confirmed: 'yes' })).http).toBe(400);
  });
});

describe('visit on a past day', () => {
  const PAST = '2020-03-04T09:00';
  const QUESTION = 'That day has passed: Mar 4, 2020, 9:00 AM.';
  const rows = () => server.services.db.selectFrom('appointments').select('id').execute();
  const book = (by: 'admin' | 'laboratory', more: object = {}) =>
    by === 'admin'
      ? create(PAST, more)
      : server.as(by, 'laboratoryCreateAppointment', { body: fields(PAST, more), files: {} });

  it.each(['admin', 'laboratory'] as const)('is added by the %s only after confirmation', async (by) => {
    const before = await rows();
    const asked = await book(by);
    expect([asked.http, asked.message, asked.data.overlap]).toEqual([409, QUESTION, true]);
    expect(asked.errors).toEqual({ appointmentDateTime: QUESTION });
    expect(await rows()).toEqual(before);
    expect((await book(by, { confirmed: 'true' })).http).toBe(200);
  });

  it.each(['admin', 'laboratory'] as const)('is added by the %s without confirmation if it is over', async (by) => {
    expect((await book(by, { status: 'Completed', patientName: `Over ${by}` })).http).toBe(200);
  });

  it('needs no confirmation later on the same day', async () => {
    const other = await serverForTest({ VISIT_MINUTES: '0' });
    const today = DateTime.now().setZone(TIME_ZONE).startOf('day').toFormat("yyyy-MM-dd'T'HH:mm");
    const body = fields(today);
    expect((await other.as('laboratory', 'laboratoryCreateAppointment', { body })).http).toBe(200);
  });
});

describe('concurrent bookings', () => {
  it('assign one of twenty overlapping visits of an employee without confirmation', async () => {
    const at = newDay();
    const ids: string[] = [];
    for (let one = 0; one < 20; one++) ids.push(await add(`${at}T12:${String(one).padStart(2, '0')}`));
    const replies = await Promise.all(ids.map((id) => assign(id)));
    const count = (code: number) => replies.filter(({ http }) => http === code).length;
    expect([count(200), count(409)]).toEqual([1, 19]);
    expect(replies.filter(({ data }) => data?.overlap)).toHaveLength(19);
    const again = await Promise.all(ids.map((id) => assign(id, { confirmed: true })));
    expect(again.filter(({ http }) => http === 200)).toHaveLength(19);
  });

  it('create one of ten appointments for the same employee', async () => {
    const at = newDay();
    const replies = await Promise.all(Array.from({ length: 10 }, () => create(`${at}T12:00`)));
    expect(replies.filter(({ http }) => http === 200)).toHaveLength(1);
    expect(replies.filter(({ data }) => data?.overlap)).toHaveLength(9);
  });
});
