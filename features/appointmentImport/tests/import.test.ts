import { DateTime } from 'luxon';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { serverForAll, TIME_ZONE } from '../../../tests/api/harness.ts';
import { csv, type ImportOptions, rowErrorsOf, sendImport } from '../../../tests/api/importing.ts';
import { badRows, csvOf, goodRows, HEAD } from '../../../tests/api/importRows.ts';
import { photo } from '../../../tests/api/samples.ts';
import { readTrail } from '../../../tests/api/trail.ts';

const server = serverForAll({ VISIT_MINUTES: '30' });

const send = (content: BlobPart, options?: ImportOptions) => sendImport(server, content, options);
const db = () => server.services.db;
const rows = () => db().selectFrom('appointments').selectAll().orderBy('id').execute();
const count = async (table: 'appointments' | 'transactions' | 'notifications') =>
  (
    await db()
      .selectFrom(table)
      .select((of) => of.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;
beforeEach(async () => {
  await db().deleteFrom('transactions').execute();
  await db().deleteFrom('appointments').execute();
  await db().deleteFrom('notifications').execute();
});
const line = (over: Record<string, string> = {}) => csvOf([{ ...goodRows(1)[0], ...over }]);

test('reports a skipped wall time at its row', async () => {
  const tried = await send(line({ 'Date & Time': '2031-03-09 02:30' }), { dryRun: true });
  expect(rowErrorsOf(tried)).toEqual([[2, 'appointmentDateTime', expect.stringMatching(/clocks go forward/)]]);
});

test('shows the age of patients of whom the file has the date of birth alone', async () => {
  const today = DateTime.now().setZone(TIME_ZONE);
  const days = [-2, 2].map((days) => today.plus({ days }).minus({ years: 40 }).toISODate() ?? '');
  const rows = goodRows(2).map((row, at) => ({
    ...row,
    Age: '',
    'Date of Birth': days[at] ?? '',
    Patient: `Aged ${at}`,
  }));
  expect((await sendImport(server, csvOf(rows), { confirmed: true })).http).toBe(200);
  const { data } = await server.as('admin', 'adminAppointments', {
    query: { sortFields: 'patientName', sortOrder: '1' },
  });
  const aged = data.appointments.filter(({ patientName }: { patientName: string }) => patientName.startsWith('Aged'));
  expect(aged.map(({ age }: { age: number }) => age)).toEqual([40, 39]);
});

describe('300 rows with 10 invalid ones', () => {
  const { rows: mixed, rowErrors: expected } = badRows(goodRows(300));

  it('are reported one by one without any write, in dry runs and imports', async () => {
    const tried = await send(csvOf(mixed), { dryRun: true });
    expect([tried.http, tried.data.rows, tried.data.written, tried.data.errorCount]).toEqual([200, 300, 0, 10]);
    expect(rowErrorsOf(tried)).toEqual(expected);
    const done = await send(csvOf(mixed));
    expect([done.http, done.message]).toEqual([400, 'Nothing was imported. Errors found: 10.']);
    expect(rowErrorsOf(done)).toEqual(expected);
    expect([await count('appointments'), await count('transactions'), await count('notifications')]).toEqual([0, 0, 0]);
  });

  it('are written once corrected, with transactions, one notice per person and audit entries', async () => {
    const corrected = goodRows(300);
    const { data } = await send(csvOf(corrected), { dryRun: true });
    expect([data.rows, data.rowErrors, data.preview.length]).toEqual([300, [], 10]);
    expect(data.preview[0]).toMatchObject({
      patientName: corrected[0]?.Patient,
      labortary: 'Northside Lab',
      employeeId: { employeeId: 'EMP-007', fullName: 'Zoë Ångström' },
      appointmentDateTime: '2031-01-01T14:00:00.000Z',
    });
    expect(await count('appointments')).toBe(0);
    const { length: before } = await readTrail(server);
    const done = await send(csvOf(corrected));
    expect([done.http, done.message, done.data.written]).toEqual([200, '300 imported.', 300]);
    const written = await rows();
    expect(written.map((row) => row.patient_name)).toEqual(corrected.map((row) => row.Patient));
    expect(written[0]).toMatchObject({
      employee_id: server.ids.employee,
      laboratory_id: server.ids.laboratory,
      fees_cents: 12050,
      scheduled_at: Date.parse('2031-01-01T14:00:00Z'),
      date_of_birth: '1984-02-29',
      version: 1,
    });
    expect(await count('transactions')).toBe(300);
    const entries = (await readTrail(server)).slice(before).filter(({ deed }) => deed === 'create');
    expect(entries.map((entry) => entry.record_id)).toEqual(written.map(({ id }) => id));
    expect(JSON.parse(entries[0]?.details ?? '')).toEqual({
      fields: expect.arrayContaining(['patientName', 'employee']),
    });
    const notices = await db().selectFrom('notifications').selectAll().execute();
    expect(notices.map((one) => [one.account_id, one.body]).toSorted()).toEqual(
      [
        [server.ids.employee, expect.stringMatching(/^New appointments were assigned to you \(Jan 1.* 2031\): 150\.$/)],
        [
          server.ids.employee2,
          expect.stringMatching(/^New appointments were assigned to you \(Jan 1.* 2031\): 150\.$/),
        ],
      ].toSorted(),
    );
    const { data: page } = await server.as('admin', 'adminAppointments');
    expect(page.totalPages).toBe(30);
  });
});

describe('cell values', () => {
  test.each<[string, Record<string, string>, object]>([
    ['an employee by e-mail', { Employee: 'employee2@example.test' }, { employee: 'EMP-008' }],
    ['an employee by name, in any case', { Employee: 'ZOË ångström' }, { employee: 'EMP-007' }],
    ['an employee as an export has it', { Employee: 'EMP-007 - Zoë Ångström' }, { employee: 'EMP-007' }],
    ['a laboratory by e-mail', { Laboratory: 'laboratory2@example.test' }, { laboratory: 'O’Hara & Søn <Lab>' }],
    ['a laboratory without an account', { Laboratory: 'natera' }, { laboratory: 'Natera' }],
    ['an American date and time', { 'Date & Time': '3/9/2031 2:40 PM' }, { at: '2031-03-09T18:40:00.000Z' }],
    [
      'a date and time as an export has it',
      { 'Date & Time': 'Mar 9, 2031 2:40 PM' },
      { at: '2031-03-09T18:40:00.000Z' },
    ],
    ['a moment with a zone', { 'Date & Time': '2031-03-09T10:00:00Z' }, { at: '2031-03-09T10:00:00.000Z' }],
    ['a day of birth in words', { 'Date of Birth': 'March 8, 1982' }, { birth: '1982-03-08' }],
    ['a day of birth with slashes', { 'Date of Birth': '3/8/1982' }, { birth: '1982-03-08' }],
    ['fees as an export has them', { Fees: '$1,234.50' }, { fees: 1234.5 }],
    ['a name that a spreadsheet would run', { Patient: `'=Ana` }, { name: '=Ana' }],
    [
      'a text of several lines with quotes',
      { 'Special Instructions': 'one\ntwo "three", four' },
      { notes: 'one\ntwo "three", four' },
    ],
    ['letters of any kind', { Patient: '👩🏽‍🔬 李小龍 مرحبا' }, { name: '👩🏽‍🔬 李小龍 مرحبا' }],
    ['no status', { Status: '' }, { status: 'Pending' }],
    ['a choice in Spanish', { Priority: 'urgente' }, { priority: 'Urgent' }],
  ])('are read: %s', async (_, over, expected) => {
    const { data, message } = await send(line(over), { dryRun: true });
    expect([message, data.rowErrors]).toEqual(['OK', []]);
    const [one] = data.preview;
    const read = {
      employee: one.employeeId?.employeeId,
      laboratory: one.labortary,
      at: one.appointmentDateTime,
      birth: one.dateOfBirth,
      fees: one.fees,
      name: one.patientName,
      notes: one.specialInstructions,
      status: one.status,
      priority: one.priorityLevel,
    };
    expect(read).toMatchObject(expected);
  });

  test('accepts Spanish headings and values, semicolons, a byte order mark, CRLF and empty rows', async () => {
    const file =
      '\uFEFFPaciente;Género;Prioridad;Fecha y hora;Honorarios;Empleado;Laboratorio\r\n;;;;;;\r\nÁngel;Femenino;Alta;9/3/2031 14:40;1.234,50;EMP-007;Natera\r\n';
    const { data } = await send(file, { dryRun: true });
    expect(data.rowErrors).toEqual([]);
    expect(data.preview[0]).toMatchObject({
      appointmentDateTime: '2031-03-09T18:40:00.000Z',
      fees: 1234.5,
      gender: 'Female',
      priorityLevel: 'High',
    });
  });

  test('reads an export again and reports unknown columns', async () => {
    const exported = `${line().replace('\n', ',Photo,Tracking ID Image,Date\n')},,,\n`;
    const { data } = await send(exported, { dryRun: true });
    expect([data.rowErrors, data.ignored]).toEqual([[], ['Photo', 'Tracking ID Image', 'Date']]);
  });
});

describe('unusable files', () => {
  const latin = Buffer.from(line({ Patient: 'Ángel' }), 'latin1');
  test.each<[string, BlobPart, number, string]>([
    [
      'Latin-1',
      new Uint8Array(latin),
      400,
      'The file is not in UTF-8. In a spreadsheet, choose “Save as” and “CSV UTF-8”.',
    ],
    ['nothing but headings', `${HEAD.join(',')}\n`, 400, 'The file has no rows.'],
    [
      'a quotation mark that is never closed',
      `${HEAD.join(',')}\n"Ana,Female\nx,y`,
      400,
      'The file cannot be read from line',
    ],
    ['more rows than are taken', `Patient\n${'a\n'.repeat(20_001)}`, 400, 'The file has too many rows: at most 20000'],
    ['more columns than are read', `${','.repeat(300)}\n1`, 400, 'The file has too many columns: at most 200'],
  ])('are refused: %s', async (_, content, code, message) => {
    const reply = await send(content, { dryRun: true });
    expect(reply.http).toBe(code);
    expect(reply.message).toContain(message);
    expect(reply.errors.file).toBe(reply.message);
  });

  test('refuses a PDF, no file, two files and a file that is too large', async () => {
    for (const content of ['%PDF-1.4\n1 0 obj<<>>endobj', await photo()]) {
      const reply = await send(content);
      expect([reply.http, reply.message]).toEqual([415, expect.stringContaining('is not a CSV file')]);
    }
    const none = await server.as('admin', 'adminImportAppointments', { body: {}, files: {} });
    expect([none.http, none.message]).toEqual([400, 'Choose a CSV file.']);
    const two = await server.as('admin', 'adminImportAppointments', { files: { file: [csv(line()), csv(line())] } });
    expect(two.http).toBe(400);
    const big = await send('a'.repeat(server.config.maxUploadMb * 1024 * 1024 + 1));
    expect(big.http).toBe(413);
  });
});

describe('headings', () => {
  test.each([
    [
      'one that is unknown, with the one that was meant',
      line().replace('Patient', 'Pateint'),
      [
        [1, '', 'There is no field for the column “Pateint”. Did you mean “Patient”?'],
        [1, 'patientName', 'The column “Patient Name” is missing.'],
      ],
    ],
    ['one twice', line().replace('Email', 'patient'), [[1, 'patientName', 'The column “patient” appears twice.']]],
  ])('are checked: %s', async (_, content, rowErrors) => {
    const reply = await send(content, { dryRun: true });
    expect(rowErrorsOf(reply)).toEqual(rowErrors);
  });
});

describe('access', () => {
  it('lets a laboratory import only its own visits and notifies the admins once', async () => {
    const reply = await send(csvOf(goodRows(3)), { by: 'laboratory2' });
    expect([reply.http, reply.data.ignored]).toEqual([200, ['Employee', 'Laboratory']]);
    const written = await rows();
    expect(written.map((row) => [row.laboratory_id, row.employee_id])).toEqual(
      Array(3).fill([server.ids.laboratory2, null]),
    );
    const notices = await db().selectFrom('notifications').selectAll().execute();
    expect(notices.map((one) => [one.account_id, one.body])).toEqual([
      [server.ids.admin, 'O’Hara & Søn <Lab> imported new appointments (Jan 1, 2031): 3.'],
    ]);
  });
});
