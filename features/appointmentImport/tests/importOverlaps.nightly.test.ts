import { beforeEach, describe, expect, it } from 'vitest';
import { serverForAll } from '../../../tests/api/harness.ts';
import { type ImportOptions, rowErrorsOf, sendImport } from '../../../tests/api/importing.ts';
import { csvOf, goodRows, HEAD } from '../../../tests/api/importRows.ts';
import { NEW_VISIT } from '../../../tests/api/samples.ts';
import { visitsOf } from '../../../tests/api/visits.ts';

const server = serverForAll({ VISIT_MINUTES: '30' });
const { add, change, setStatus } = visitsOf(server);
beforeEach(() => visitsOf(server).clear());
const LABORATORY_HEAD = HEAD.filter((name) => name !== 'Employee' && name !== 'Laboratory');
const send = (content: BlobPart, options?: ImportOptions) => sendImport(server, content, options);

describe('double bookings', () => {
  const twice = () =>
    csvOf(goodRows(3).map((row) => ({ ...row, Employee: 'EMP-007', 'Date & Time': '2031-05-01 09:00' })));
  const message = 'This employee has another appointment at that time: May 1, 2031, 9:00 AM.';

  it('are reported within the file until they are confirmed', async () => {
    const tried = await send(twice(), { dryRun: true });
    expect(rowErrorsOf(tried)).toEqual([
      [3, 'employee', message],
      [4, 'employee', message],
    ]);
    expect(tried.data.rowErrors[0].overlap).toBe(true);
    const done = await send(twice());
    expect([done.http, done.data.overlap, done.data.rowErrors.length]).toEqual([409, true, 2]);
    expect(await server.services.db.selectFrom('appointments').select('id').execute()).toEqual([]);
    expect((await send(twice(), { confirmed: true })).data.written).toBe(3);
  });
});

describe('visits on past days', () => {
  const past = () => ({ ...goodRows(1)[0], 'Date & Time': '2020-03-04 09:00' });
  const rows = () => csvOf([...goodRows(1), past(), { ...past(), Patient: 'Somebody Else', Status: 'Completed' }]);
  const message = 'That day has passed: Mar 4, 2020, 9:00 AM.';

  it.each(['admin', 'laboratory'] as const)('are reported to the %s until they are confirmed', async (by) => {
    const own = by === 'admin' ? rows() : csvOf([{ ...past() }], LABORATORY_HEAD);
    const tried = await send(own, { by, dryRun: true });
    expect(rowErrorsOf(tried)).toEqual([[by === 'admin' ? 3 : 2, 'appointmentDateTime', message]]);
    expect(tried.data.rowErrors[0].overlap).toBe(true);
    const refused = await send(own, { by });
    expect([refused.http, refused.data.overlap, refused.data.rowErrors.length]).toEqual([409, true, 1]);
    expect(await server.services.db.selectFrom('appointments').select('id').execute()).toEqual([]);
    expect((await send(own, { by, confirmed: true })).data.written).toBe(by === 'admin' ? 3 : 1);
  });
});

describe('visits that are there already', () => {
  const message = 'This visit is there already: the same patient, laboratory and time.';
  const rows = () => goodRows(2).map((row) => ({ ...row, Employee: '' }));

  it('are reported when the same file is sent again, until they are confirmed', async () => {
    expect((await send(csvOf(rows()))).data.written).toBe(2);
    const tried = await send(csvOf(rows()), { dryRun: true });
    expect(rowErrorsOf(tried)).toEqual([
      [2, 'patientName', message],
      [3, 'patientName', message],
    ]);
    const refused = await send(csvOf(rows()));
    expect([refused.http, refused.data.overlap, refused.data.rowErrors.length]).toEqual([409, true, 2]);
    expect((await send(csvOf(rows()), { confirmed: true })).data.written).toBe(2);
  });

  it('are left out on request, with all their questions', async () => {
    const busy = (count: number) => goodRows(count).map((row) => ({ ...row, Employee: 'EMP-007' }));
    expect((await send(csvOf(busy(2)), { confirmed: true })).data.written).toBe(2);
    const later = { ...busy(1)[0], Patient: 'Nina New', 'Date & Time': '2031-08-01 09:00' };
    const longer = csvOf([...busy(2), { ...later, Employee: '' }]);
    expect((await send(longer, { dryRun: true })).data.repeated).toEqual([2, 3]);
    const done = await send(longer, { skipRepeated: true });
    expect([done.http, done.data.written, done.data.rows]).toEqual([200, 1, 3]);
    const names = await server.services.db.selectFrom('appointments').select('patient_name').execute();
    expect(names).toHaveLength(3);
  });

  it('are left out, while other questions stay', async () => {
    const past = { ...rows()[0], Patient: 'Paul Past', 'Date & Time': '2020-03-04 09:00' };
    expect((await send(csvOf(rows()))).data.written).toBe(2);
    const asked = await send(csvOf([...rows(), past]), { skipRepeated: true });
    expect([asked.http, rowErrorsOf(asked).map(([row]) => row)]).toEqual([409, [4]]);
    const done = await send(csvOf([...rows(), past]), { skipRepeated: true, confirmed: true });
    expect(done.data.written).toBe(1);
  });

  it('are reported within a file, but not for namesakes and cancelled visits', async () => {
    const row = { ...rows()[0], Patient: 'Ida May Twice' };
    const born = (day: string, more = {}) => ({ ...row, 'Date of Birth': day, ...more });
    const equal = [born('1962-03-08'), born('1962-03-08', { Patient: ' IDA  May Twice' }), born('1971-01-02')];
    const head = [...HEAD.filter((name) => name !== 'Date of Birth'), 'Date of Birth'];
    const tried = await send(csvOf([...equal, born('1962-03-08', { Status: 'Rejected' })], head), { dryRun: true });
    expect(rowErrorsOf(tried)).toEqual([
      [3, 'patientName', 'Row 2 is the same visit: the same patient, laboratory and time.'],
    ]);
  });

  it('are asked about when a form is sent twice', async () => {
    const { patientName, ...body } = { ...NEW_VISIT, patientName: 'Twice Sent' };
    const book = (more = {}) =>
      server.as('laboratory', 'laboratoryCreateAppointment', { body: { patientName, ...body, ...more } });
    expect((await book()).http).toBe(200);
    const again = await book();
    expect([again.http, again.data.overlap, again.message]).toEqual([409, true, message]);
    expect((await book({ confirmed: true })).http).toBe(200);
  });

  it('are asked about when a visit is renamed, moved or taken back onto an equal one', async () => {
    const at = '2038-01-20T09:30';
    const own = (patientName: string, appointmentDateTime = at) => add({ patientName, appointmentDateTime });
    const [first, other, later] = [
      await own('Eve Equal'),
      await own('Eve Else'),
      await own('Eve Equal', '2038-01-21T09:30'),
    ];
    for (const [id, body] of [
      [other, { patientName: 'eve  equal' }],
      [later, { appointmentDateTime: at }],
    ] as const) {
      const asked = await change(id, body);
      expect([asked.http, asked.data.overlap, asked.message]).toEqual([409, true, message]);
    }
    expect((await change(first, { cancelReason: 'Ill' })).http).toBe(200);
    expect((await change(later, { appointmentDateTime: at })).http).toBe(200);
    const many = (values = {}) =>
      server.as('admin', 'setStatusMany', { body: { appointments: [{ _id: first, status: 'Completed' }], ...values } });
    const replies = [await change(first, { status: 'Pending' }), await setStatus(first, 'Pending'), await many()];
    expect(replies.map(({ http, data }) => [http, data.overlap])).toEqual(replies.map(() => [409, true]));
    expect((await many({ confirmed: true })).data.changed).toHaveLength(1);
    // A visit that is a double already is changed without a question.
    expect((await change(later, { priorityLevel: 'High' })).http).toBe(200);
  });
});
