import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { appointment, employee, everyday, good, on, refused, requestsTo } from '../../../tests/portal/host.ts';
import { openPortal } from '../../../tests/portal/portal.tsx';
import type { Role } from '../../../tests/roles.ts';

const PATHS = { admin: '/appointments', laboratory: '/laboratory-appointments', employee: '/employee-appointments' };
const LISTS = ['admin', 'laboratory', 'employee'].map((role) => `/${role}/get-appointments`);
const CALL = '/admin/import-appointments';
const OURS = { businessTimeZone: 'America/New_York', hostFeatures: 'import' };
const file = () => new File(['Patient\nAna'], 'week.csv', { type: 'text/csv' });
const report = (own: object = {}) => ({
  rows: 2,
  written: 0,
  ignored: [],
  rowErrors: [],
  errorCount: 0,
  preview: [appointment({ _id: '2', employeeId: employee, image: undefined }), appointment({ _id: '3' })],
  ...own,
});
const DOUBLE = 'This employee has another appointment at that time: Mar 9, 2026, 2:30 PM.';
const double = { row: 3, field: 'employee', message: DOUBLE, overlap: true };
const rowError = { row: 2, field: 'email', message: 'Invalid email format' };

beforeEach(() => {
  everyday();
  for (const path of LISTS) on('GET', path, () => good({ appointments: [appointment()], totalPages: 1 }));
});

async function open(role: Role = 'admin', kept: Record<string, string> = OURS) {
  const view = openPortal(PATHS[role], role, undefined, kept);
  await screen.findAllByText('María Núñez');
  return view;
}
async function choose() {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Import from a file' }));
  const dialog = await screen.findByRole('dialog', { name: 'Import Appointments' });
  await user.upload(within(dialog).getByLabelText('CSV file'), file());
  return { user, dialog: within(dialog) };
}
const submit = (dialog: ReturnType<typeof within>) => dialog.getByRole('button', { name: /^Import/ });

test('makes a dry run, previews the rows and imports them on request', async () => {
  on('POST', CALL, ({ body }) => good(report(body.dryRun === 'true' ? {} : { written: 2, preview: [] })));
  const { user, dialog } = await choose();
  expect(await dialog.findByText('All 2 rows can be imported.')).toBeVisible();
  const preview = within(dialog.getByRole('table', { name: 'The first rows as they will be imported' }));
  expect(preview.getAllByRole('row')).toHaveLength(3);
  expect(preview.getByText('EMP-007 - Zoë Ångström')).toBeVisible();
  expect(preview.getAllByRole('row')[1]).toHaveTextContent(/Mar 9, 2026.*2:30 PM/);
  await user.click(dialog.getByRole('button', { name: 'Import 2' }));
  expect(await screen.findByText('2 imported.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requestsTo(CALL).map(({ body }) => body)).toEqual([
    { file: expect.objectContaining({ name: 'week.csv' }), dryRun: 'true', confirmed: 'false' },
    { file: expect.objectContaining({ name: 'week.csv' }), dryRun: 'false', confirmed: 'false' },
  ]);
  await waitFor(() => expect(requestsTo('/admin/get-appointments').length).toBeGreaterThan(1));
});

test('lists errors by row for download, and blocks the import until they are corrected', async () => {
  const headings = { row: 1, field: '', message: 'There is no field for the column “=x”.' };
  let rowErrors = [headings, rowError];
  on('POST', CALL, () => good(report({ rowErrors, errorCount: rowErrors.length, ignored: ['Photo'] })));
  const { user, dialog } = await choose();
  expect(await dialog.findByText(/^Nothing can be imported yet\. Errors: 2, rows: 2\./)).toBeVisible();
  expect(dialog.getByText('These columns are left out: Photo.')).toBeVisible();
  const [, first, second] = within(dialog.getByRole('table', { name: 'Errors' })).getAllByRole('row');
  expect(first).toHaveTextContent('HeadingsThere is no field for the column “=x”.');
  expect(second).toHaveTextContent('2EmailInvalid email format');
  expect(submit(dialog)).toBeDisabled();

  const files: Blob[] = [];
  const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((made) => {
    files.push(made as Blob);
    return 'blob:list';
  });
  await user.click(dialog.getByRole('button', { name: 'Download the list' }));
  await user.click(dialog.getByRole('button', { name: 'Download a template' }));
  await waitFor(() => expect(files).toHaveLength(2));
  const [list = '', template = ''] = await Promise.all(files.map((one) => one.text()));
  expect(list).toContain('2,Email,Invalid email format');
  const [head, example] = template.split('\r\n');
  expect(head).toContain(
    'Patient,Email,Age,Contact Number,Account Number,Date of Birth,Gender,Address,Employee,Laboratory',
  );
  expect(example).toContain('+12125550123');
  create.mockRestore();

  rowErrors = [];
  await user.upload(dialog.getByLabelText('CSV file'), file());
  expect(await dialog.findByText('All 2 rows can be imported.')).toBeVisible();
  expect(submit(dialog)).toBeEnabled();
});

test('imports rows that the host asks about once confirmed', async () => {
  on('POST', CALL, ({ body }) =>
    good(report(body.dryRun === 'true' ? { rowErrors: [double], errorCount: 1 } : { written: 2, preview: [] })),
  );
  const { user, dialog } = await choose();
  expect(await dialog.findByText('Check these rows before you import them: 1.')).toBeVisible();
  expect(submit(dialog)).toBeDisabled();
  await user.click(dialog.getByRole('checkbox', { name: 'Import them anyway' }));
  await user.click(submit(dialog));
  expect(await screen.findByText('2 imported.')).toBeVisible();
  expect(requestsTo(CALL).at(-1)?.body).toMatchObject({ dryRun: 'false', confirmed: 'true' });
});

test('leaves out rows that are there already with one press', async () => {
  const message = 'This visit is there already: the same patient, laboratory and time.';
  const repeated = { row: 2, field: 'patientName', message, overlap: true };
  on('POST', CALL, ({ body }) =>
    good(
      body.dryRun === 'true'
        ? report({ rowErrors: [repeated], errorCount: 1, repeated: [2] })
        : report({ written: 1, preview: [] }),
    ),
  );
  const { user, dialog } = await choose();
  const leaveOut = await dialog.findByRole('button', { name: 'Import 1 new, leave out 1 that are there already' });
  expect(dialog.getByRole('button', { name: 'Import' })).toBeDisabled();
  await user.click(leaveOut);
  expect(await screen.findByText('1 imported.')).toBeVisible();
  expect(requestsTo(CALL).at(-1)?.body).toMatchObject({ dryRun: 'false', confirmed: 'false', skipRepeated: 'true' });
});

test('lists conflicts since the dry run and reports nothing as imported', async () => {
  on('POST', CALL, ({ body }) =>
    body.dryRun === 'true'
      ? good(report())
      : refused('Nothing was imported: 1 errors were found.', 409, { overlap: true, rowErrors: [double] }),
  );
  const { user, dialog } = await choose();
  await dialog.findByText('All 2 rows can be imported.');
  await user.click(submit(dialog));
  expect(await dialog.findByText(DOUBLE)).toBeVisible();
  expect(submit(dialog)).toBeDisabled();
  expect(screen.queryByText('2 imported.')).toBeNull();
});

test('reports an unusable file in the dialog', async () => {
  on('POST', CALL, () => refused('The file is not in UTF-8.', 400, { errors: { file: 'The file is not in UTF-8.' } }));
  const { dialog } = await choose();
  expect(await dialog.findByText('The file is not in UTF-8.')).toBeVisible();
  expect(submit(dialog)).toBeDisabled();
});

test.each<[string, Role, Record<string, string>]>([
  ['to an employee without the right', 'employee', OURS],
  ['on a host without the call', 'admin', {}],
])('offers no import %s', async (_, role, kept) => {
  await open(role, kept);
  expect(screen.queryByRole('button', { name: 'Import from a file' })).toBeNull();
});

test('offers an import to a laboratory', async () => {
  await open('laboratory');
  expect(await screen.findByRole('button', { name: 'Import from a file' })).toBeVisible();
});

test('assigns columns and values of a foreign file, and checks it again', async () => {
  const columns = (own: object = {}) => ({
    ...{
      headings: ['First', 'Last', 'Sex'],
      samples: [['Ana'], ['Núñez'], ['F']],
      skippedLines: 1,
      isRemembered: false,
    },
    ...{
      mapping: { fields: { gender: { columns: [2] } }, values: {} },
      unknownValues: [{ field: 'gender', values: ['F'] }],
    },
    ...own,
  });
  const missing = { row: 1, field: 'patientName', message: 'The column “Patient Name” is missing.' };
  on('POST', CALL, ({ body }) =>
    good(
      body.mapping
        ? report({ columns: columns({ mapping: JSON.parse(String(body.mapping)) }) })
        : report({ preview: [], rowErrors: [missing], errorCount: 1, columns: columns() }),
    ),
  );
  const { user, dialog } = await choose();
  expect(await dialog.findByText(/comes from another program/)).toBeVisible();
  const pick = async (label: string, option: string) => {
    await user.click(dialog.getByRole('combobox', { name: label }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  await pick('Column for Patient Name', 'First');
  await pick('Second column for Patient Name', 'Last');
  expect(dialog.getByText('Ana Núñez')).toBeVisible();
  await pick('“F” means', 'Female');
  await user.click(dialog.getByRole('button', { name: 'Check the file' }));
  expect(await dialog.findByText('All 2 rows can be imported.')).toBeVisible();
  await user.click(submit(dialog));
  expect(await screen.findByText(/imported\./)).toBeVisible();
  const [, , written] = requestsTo(CALL).map(({ body }) => JSON.parse(String(body.mapping ?? '{}')));
  expect(written).toEqual({
    fields: { gender: { columns: [2] }, patientName: { columns: [0, 1] } },
    values: { gender: { f: 'Female' } },
  });
});

test('asks for the values of a column that is assigned before it lists them as errors', async () => {
  const wrong = { row: 2, field: 'gender', message: 'Choose one of: Male, Female.' };
  const missing = { row: 1, field: 'gender', message: 'The column “Gender” is missing.' };
  const columns = (own: object) => ({
    ...{ headings: ['Patient Name', 'Sex'], samples: [['Ana'], ['F']], skippedLines: 0, isRemembered: false },
    ...{ mapping: { fields: { patientName: { columns: [0] } }, values: {} }, unknownValues: [], ...own },
  });
  const assigned = { unknownValues: [{ field: 'gender', values: ['F'] }] };
  on('POST', CALL, ({ body }) =>
    good(
      body.mapping
        ? report({ preview: [], rowErrors: [wrong], errorCount: 1, columns: columns(assigned) })
        : report({ preview: [], rowErrors: [missing], errorCount: 1, columns: columns({}) }),
    ),
  );
  const { user, dialog } = await choose();
  await user.click(await dialog.findByRole('button', { name: 'Check the file' }));
  expect(await dialog.findByRole('combobox', { name: '“F” means' })).toBeVisible();
  expect(dialog.queryByText(wrong.message)).toBeNull();
});

test('lists values that are checked without an assignment as errors of their rows', async () => {
  const columns = {
    ...{ headings: ['Patient Name', 'Gender'], samples: [['Ana'], ['Robot']], skippedLines: 0, isRemembered: false },
    mapping: { fields: { patientName: { columns: [0] }, gender: { columns: [1] } }, values: {} },
    unknownValues: [{ field: 'gender', values: ['Robot'] }],
  };
  const wrong = { row: 2, field: 'gender', message: 'Choose one of: Male, Female.' };
  on('POST', CALL, () => good(report({ preview: [], rowErrors: [wrong], errorCount: 1, columns })));
  const { user, dialog } = await choose();
  expect(await dialog.findByText(/comes from another program/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Check the file' }));
  expect(await dialog.findByText(/Nothing can be imported yet/)).toBeVisible();
  expect(dialog.getByText(wrong.message)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Change the columns' })).toBeVisible();
});

test('assigns a record to a name that is not known', async () => {
  const columns = {
    ...{ headings: ['Patient Name', 'Laboratory'], samples: [['Ana'], ['Zo']], skippedLines: 0, isRemembered: false },
    mapping: { fields: { patientName: { columns: [0] }, laboratory: { columns: [1] } }, values: {} },
    unknownValues: [{ field: 'laboratory', values: ['Zo'] }],
  };
  const wrong = { row: 2, field: 'laboratory', message: '“Zo” was not found.' };
  on('POST', CALL, ({ body }) =>
    good(
      body.mapping
        ? report({ columns: { ...columns, mapping: JSON.parse(String(body.mapping)) } })
        : report({ preview: [], rowErrors: [wrong], errorCount: 1, columns }),
    ),
  );
  const { user, dialog } = await choose();
  await user.click(await dialog.findByRole('button', { name: '“Zo” means' }));
  const picker = within(await screen.findByRole('dialog', { name: '“Zo” means' }));
  const [option] = await picker.findAllByRole('option');
  // A laboratory without an account.
  expect(picker.getByRole('option', { name: 'Natera' })).toBeVisible();
  await user.click(option as HTMLElement);
  expect(await dialog.findByRole('button', { name: '“Zo” means' })).toHaveTextContent('Northside Lab');
  await user.click(dialog.getByRole('button', { name: 'Check the file' }));
  expect(await dialog.findByText('All 2 rows can be imported.')).toBeVisible();
  const [, checked] = requestsTo(CALL).map(({ body }) => JSON.parse(String(body.mapping ?? '{}')));
  expect(checked.values).toEqual({ laboratory: { zo: 'Northside Lab' } });
});
