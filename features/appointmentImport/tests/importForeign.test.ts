// On SQLite only: nothing here depends on the database.
import { expect, test } from 'vitest';
import { serverForAll } from '../../../tests/api/harness.ts';
import { csv } from '../../../tests/api/importing.ts';
import { PLAN_RESOURCES, planConfigs } from '../../../tests/api/planConfigs.ts';
import { clientOf } from '../../../tests/api/supplies.ts';

/** Rebuilt from the columns that programs export; all people are invented. */
const server = serverForAll({}, planConfigs);
const timeOff = PLAN_RESOURCES.find(({ name }) => name === 'timeOff');

type Sources = Record<string, string | readonly string[] | { text: string }>;
type Values = Record<string, Record<string, string>>;

/** Builds a mapping from headings. */
function toMapping(headings: readonly string[], fields: Sources, values: Values = {}) {
  const at = (heading: string) => headings.indexOf(heading);
  const sources = Object.entries(fields).map(([field, from]) => [
    field,
    typeof from === 'string'
      ? { columns: [at(from)] }
      : 'text' in from
        ? from
        : { columns: (from as string[]).map(at) },
  ]);
  return JSON.stringify({ fields: Object.fromEntries(sources), values });
}

const toCsv = (headings: readonly string[], rows: readonly (readonly string[])[], delimiter = ',') =>
  [headings, ...rows]
    .map((cells) => cells.map((cell) => (/[,;"]/.test(cell) ? `"${cell}"` : cell)).join(delimiter))
    .join('\n');

interface Reply {
  rows: number;
  written: number;
  errorCount: number;
  ignored: string[];
  rowErrors: { row: number; field: string; message: string }[];
  preview: Record<string, unknown>[];
  columns: { headings: string[]; isRemembered: boolean; unknownValues: unknown; skippedLines: number };
}

async function importVisits(file: string, body: { mapping?: string; dryRun?: boolean } = {}, language = 'en') {
  const { data } = await server.as('admin', 'adminImportAppointments', {
    body: { dryRun: true, ...body },
    files: { file: [csv(file)] },
    headers: { 'accept-language': language },
  });
  return data as unknown as Reply;
}

const importInto = async (name: string, file: string, body: { mapping?: string; dryRun?: boolean }) =>
  (await clientOf(server, 'admin', name).upload('/import', { file: [csv(file, 'x.csv')] }, body))
    .body as unknown as Reply;

const lab = { text: 'Natera' };
const SYNTHEA = ['Id', 'BIRTHDATE', 'FIRST', 'LAST', 'GENDER', 'ADDRESS', 'CITY', 'STATE', 'ZIP', 'START', 'REASON'];
const QUICKBOOKS = ['Customer', 'Service Date', 'Start', 'Gender', 'Memo', 'Amount'];
const NOTIFIER = ['Name', 'Phone Number', 'Date', 'Time', 'Gender'];
const LIBRE = ['Patient', 'Date of Birth', 'Gender', 'Priority', 'Laboratory', 'Date & Time'];
const STAT = ['Patient', 'Gender', 'Priority', 'Laboratory', 'Date & Time'];
const NEW_VISIT = { laboratory: lab, priorityLevel: { text: 'Medium' } };
const SEX = { gender: { f: 'Female', m: 'Male' } };

/** File, and what the person assigns. */
const FILES: Record<string, { file: string; mapping: string; first: Record<string, unknown> }> = {
  'f1 Synthea, semicolons': {
    file: toCsv(
      SYNTHEA,
      [
        ['a1', '3/8/1962', 'Maria', 'Muñoz', 'F', '12 Elm Street', 'Camden', 'NJ', '08103', '2/9/2031 9:30', 'Anemia'],
        ['a2', '11/30/1950', 'Ben', 'Okoye', 'M', '4 Oak Lane', 'Camden', 'NJ', '08103', '2/9/2031 14:05', 'Diabetes'],
      ],
      ';',
    ),
    mapping: toMapping(
      SYNTHEA,
      {
        ...NEW_VISIT,
        ...{ patientName: ['FIRST', 'LAST'], dateOfBirth: 'BIRTHDATE', gender: 'GENDER' },
        ...{
          address: ['ADDRESS', 'CITY', 'STATE', 'ZIP'],
          appointmentDateTime: 'START',
          specialInstructions: 'REASON',
        },
      },
      SEX,
    ),
    first: { patientName: 'Maria Muñoz', gender: 'Female', address: '12 Elm Street, Camden, NJ, 08103' },
  },
  'f5 QuickBooks-like, titles, groups and totals': {
    file: `Cooper Mobile Draws\nSales by Customer Detail\nFebruary 2031\n${toCsv(QUICKBOOKS, [
      ['Northside', '', '', '', '', ''],
      ['Ann Lee', '02/12/2031', '1:30 PM', 'F', 'Draw', '$34.50'],
      ['TOTAL', '', '', '', '', '$34.50'],
    ])}`,
    mapping: toMapping(
      QUICKBOOKS,
      {
        ...NEW_VISIT,
        ...{ patientName: 'Customer', gender: 'Gender', fees: 'Amount', specialInstructions: 'Memo' },
        appointmentDateTime: ['Service Date', 'Start'],
      },
      SEX,
    ),
    first: { patientName: 'Ann Lee', fees: 34.5 },
  },
  'f6 appointment notifier': {
    file: toCsv(NOTIFIER, [['Ann Lee', '+12125550123', '02/13/2031', '8:00 AM', 'W']]),
    mapping: toMapping(
      NOTIFIER,
      {
        ...NEW_VISIT,
        ...{ patientName: 'Name', contactNumber: 'Phone Number', gender: 'Gender' },
        appointmentDateTime: ['Date', 'Time'],
      },
      { gender: { w: 'Female' } },
    ),
    first: { patientName: 'Ann Lee' },
  },
};

test.each(Object.entries(FILES))(
  'imports %s after mapping, and remembers it',
  async (_name, { file, mapping, first }) => {
    const checked = await importVisits(file, { mapping });
    expect([checked.rowErrors, checked.errorCount]).toEqual([[], 0]);
    expect(checked.preview[0]).toMatchObject(first);
    // The person does not map again.
    const again = await importVisits(file);
    expect([again.errorCount, again.columns.isRemembered]).toEqual([0, true]);
    const written = await importVisits(file, { dryRun: false });
    expect(written.written).toBe(checked.rows);
  },
);

test('proposes what fits, names values that are no choices, and skips title lines', async () => {
  const report = await importVisits(
    `Visits of February\n\n${toCsv([...STAT, 'Extra'], [['Ann', 'F', 'STAT', 'Natera', '2031-02-15 09:30', 'x']])}`,
  );
  expect(report.columns).toMatchObject({
    isRemembered: false,
    skippedLines: 1,
    mapping: { fields: { patientName: { columns: [0] }, gender: { columns: [1] } } },
    unknownValues: [
      { field: 'gender', values: ['F'] },
      { field: 'priorityLevel', values: ['STAT'] },
    ],
  });
});

test('knows the headings of other programs', async () => {
  const { columns } = await importVisits(toCsv(['Patient Name', 'DOB', 'Sex', 'Phone'], [['Ann', '', '', '']]));
  const fields = { patientName: [0], dateOfBirth: [1], gender: [2], contactNumber: [3] };
  expect(columns).toMatchObject({
    mapping: { fields: Object.fromEntries(Object.entries(fields).map(([name, at]) => [name, { columns: at }])) },
  });
});

test('remembers a mapping for each person alone', async () => {
  const { file, mapping } = FILES['f6 appointment notifier'] as (typeof FILES)[string];
  await importVisits(file, { mapping });
  const { data } = await server.as('laboratory', 'laboratoryImportAppointments', {
    body: { dryRun: true },
    files: { file: [csv(file)] },
  });
  expect((data as unknown as Reply).columns.isRemembered).toBe(false);
});

test('says how to write a date that cannot be read (f8 LibreOffice en-US)', async () => {
  const row = ['Ann Lee', '3/8/1962 0:00', 'Female', 'Medium', 'Natera'];
  const { rowErrors } = await importVisits(
    toCsv(LIBRE, [
      [...row, '02/09/27 9:30'],
      [...row, '02/09/2031'],
    ]),
  );
  expect(rowErrors.map(({ row, message }) => [row, message])).toEqual([
    [2, '“02/09/27 9:30”: write 2027-02-09 or 02/09/2027.'],
    [3, '“02/09/2031” has no time: write 2031-02-09 9:30 AM, or assign the column with the time, too.'],
  ]);
  const spanish = await importVisits(toCsv(['Paciente', ...LIBRE.slice(1)], [[...row, '02/09/27 9:30']]), {}, 'es');
  expect(spanish.rowErrors.map(({ message }) => message).join()).toContain('02/09/2027');
});

test('speaks of the labels that people see, and proposes nothing far-fetched', async () => {
  const { rowErrors } = await importVisits(toCsv(['Referral', 'Patient City', 'Adress'], [['1', '2', '3']]));
  const hints = rowErrors.filter(({ field }) => field === '').map(({ message }) => message);
  expect(hints).toEqual([
    'There is no field for the column “Referral”.',
    'There is no field for the column “Patient City”.',
    'There is no field for the column “Adress”. Did you mean “Address”?',
  ]);
});

test('maps files of any collection', async () => {
  const headings = ['Subject', 'Start Date', 'End Date'];
  const file = toCsv(headings, [['Founders day', '02/16/2031', '02/16/2031']]);
  const fields = Object.keys(timeOff?.fields ?? {});
  expect(fields).toEqual(expect.arrayContaining(['employee', 'from', 'to']));
  const mapping = toMapping(headings, { employee: { text: 'Ben Basic' }, from: 'Start Date', to: 'End Date' });
  const checked = await importInto('timeOff', file, { dryRun: true, mapping });
  expect([checked.rowErrors, checked.ignored]).toEqual([[], ['Subject']]);
});

test('maps names of references that are not known, for visits and collections', async () => {
  const file = toCsv(STAT, [['Ann', 'Female', 'Low', 'Genova Dx', '2031-02-15 09:30']]);
  const first = await importVisits(file);
  expect(first.columns.unknownValues).toEqual([{ field: 'laboratory', values: ['Genova Dx'] }]);
  const fields = {
    ...{ patientName: 'Patient', gender: 'Gender', priorityLevel: 'Priority', laboratory: 'Laboratory' },
    appointmentDateTime: 'Date & Time',
  };
  const values = { laboratory: { 'genova dx': server.ids.laboratory } };
  const mapped = await importVisits(file, { mapping: toMapping(STAT, fields, values) });
  expect([mapped.rowErrors, (await importVisits(file)).columns.isRemembered]).toEqual([[], true]);
  // The person can change what was assigned.
  expect(mapped.columns.unknownValues).toEqual([{ field: 'laboratory', values: ['Genova Dx'] }]);

  const headings = ['Who', 'From', 'To'];
  const days = toCsv(headings, [['Benny', '02/16/2031', '02/16/2031']]);
  const sources = { employee: 'Who', from: 'From', to: 'To' };
  const unknown = await importInto('timeOff', days, { dryRun: true, mapping: toMapping(headings, sources) });
  expect(unknown.columns.unknownValues).toEqual([{ field: 'employee', values: ['Benny'] }]);
  const own = toMapping(headings, sources, { employee: { benny: server.ids.employee } });
  expect((await importInto('timeOff', days, { dryRun: true, mapping: own })).rowErrors).toEqual([]);
});

test('refuses a mapping to fields and columns that are not there', async () => {
  const file = toCsv(STAT, [['Ann', 'F', 'STAT', 'Natera', '2031-02-15 09:30']]);
  for (const mapping of [
    '{',
    '{"fields":{"id":{"columns":[0]}},"values":{}}',
    '{"fields":{"patientName":{"columns":[99]}},"values":{}}',
  ]) {
    const reply = await server.as('admin', 'adminImportAppointments', {
      body: { dryRun: true, mapping },
      files: { file: [csv(file)] },
    });
    expect([mapping, reply.http]).toEqual([mapping, 400]);
  }
});
