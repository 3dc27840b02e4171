import { DateTime } from 'luxon';

/** A row of an import by its headings. */
export type Row = Record<string, string>;
export const HEAD = [
  'Patient',
  'Email',
  'Age',
  'Contact Number',
  'Account Number',
  'Date of Birth',
  'Gender',
  'Address',
  'Employee',
  'Laboratory',
  'Priority',
  'Status',
  'Fees',
  'Date & Time',
  'Special Instructions',
] as const;

const quoted = (text = '') => (/[",\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The rows as a CSV file with headings. */
export const csvOf = (rows: readonly Row[], head: readonly string[] = HEAD): string =>
  [head.join(','), ...rows.map((row) => head.map((name) => quoted(row[name])).join(','))].join('\n');

/** Valid rows at intervals of some minutes, for the employees in turn. */
export const goodRows = (count: number, employees: readonly string[] = ['EMP-007', 'EMP-008'], minutes = 30): Row[] =>
  Array.from({ length: count }, (_, index) => ({
    Patient: `Añá Pätient ${String(index).padStart(5, '0')}`,
    Email: `patient${index}@example.test`,
    Age: String(index % 100),
    'Contact Number': '+15551230001',
    'Account Number': `ACC-${index}`,
    'Date of Birth': '1984-02-29',
    Gender: 'Female',
    Address: `${index + 1} Elm Street, Apt. "B"`,
    Employee: employees[index % employees.length] as string,
    Laboratory: 'Northside Lab',
    Priority: 'High',
    Status: 'Pending',
    Fees: '120.50',
    'Date & Time': DateTime.fromISO('2031-01-01T09:00', { zone: 'utc' })
      .plus({ minutes: minutes * Math.floor(index / employees.length) })
      .toFormat('yyyy-MM-dd HH:mm'),
    'Special Instructions': 'Fasting,\n12 hours',
  }));

/** Errors of ten rows, and the report of each. */
const BAD_CELLS: readonly [name: (typeof HEAD)[number], text: string, field: string, message: string][] = [
  ['Patient', '', 'patientName', 'Patient Name is required'],
  ['Email', 'not an email', 'email', 'Invalid email format'],
  ['Age', '200', 'age', 'Age must be a whole number from 0 to 150'],
  ['Contact Number', 'none', 'contactNumber', 'Invalid contact number format'],
  ['Date of Birth', '2026-02-30', 'dateOfBirth', 'This is not a valid date (YYYY-MM-DD)'],
  ['Gender', 'Robot', 'gender', '“Robot” is not one of the choices: Male, Female, Others.'],
  ['Employee', 'EMP-999', 'employee', '“EMP-999” was not found. Give the full name, the email or the code.'],
  ['Laboratory', 'Nowhere', 'laboratory', '“Nowhere” was not found. Give the full name, the email or the code.'],
  ['Fees', '-5', 'fees', 'Fees must be an amount from 0 to 1,000,000'],
  [
    'Date & Time',
    'tomorrow',
    'appointmentDateTime',
    '“tomorrow” is not a date and time that can be read: write it as 2027-02-09 9:30 AM or 02/09/2027 9:30 AM.',
  ],
];

/** The rows with ten invalid ones, and the expected reports: row, field, message. */
export function badRows(good: readonly Row[]): { rows: Row[]; rowErrors: [number, string, string][] } {
  const rows = [...good];
  const rowErrors = BAD_CELLS.map(([name, text, field, message], index): [number, string, string] => {
    const at = Math.floor(((index + 0.5) * good.length) / BAD_CELLS.length);
    rows[at] = { ...rows[at], [name]: text };
    // The headings are row 1.
    return [at + 2, field, message];
  });
  return { rows, rowErrors };
}
