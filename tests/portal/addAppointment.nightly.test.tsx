import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { appointment, everyday, good, on, refused, requestsTo } from './host.ts';
import { field, fill, pick, type User } from './people.ts';
import { OURS, openPortal } from './portal.tsx';

const CALL = { admin: '/admin/create-appointment', laboratory: '/laboratory/add-appointment' } as const;
const PATH = { admin: '/add-appointment', laboratory: '/laboratory-add-appointment' } as const;
const NAME = { admin: 'Patient Name', laboratory: 'Full Name' } as const;

beforeEach(everyday);

type Role = keyof typeof CALL;
async function fillIn(user: User, role: Role) {
  await screen.findByRole('button', { name: 'Save' });
  await fill(user, {
    [NAME[role]]: 'Ada Ødegård',
    Email: 'ada@example.test',
    Age: '71',
    'Contact Number': '+15551239999',
    'Account Number': 'ACC-900',
    Address: '4 Hill Road',
    'Date of Birth': '1955-02-28',
    Fees: '80.5',
    'Date & Time': '2026-12-01T08:30',
    'Special Instructions': 'Use a butterfly needle',
  });
  await pick(user, 'Gender', 'Female');
  await pick(user, 'Priority', 'Urgent');
  if (role === 'admin') {
    await user.click(field('Employee'));
    await user.click(await screen.findByRole('option', { name: 'EMP-007 - Zoë Ångström' }));
    await user.click(field('Laboratory'));
    await user.click(await screen.findByRole('option', { name: 'Northside Lab' }));
  }
  await user.upload(field('Photo'), new File(['x'], 'ada.png', { type: 'image/png' }));
  await user.upload(field('Important Documents'), [
    new File(['1'], 'order.pdf', { type: 'application/pdf' }),
    new File(['2'], 'insurance.pdf', { type: 'application/pdf' }),
  ]);
}

test.each(['admin', 'laboratory'] as const)(
  '%s adds an appointment: sends every field as multipart and empties the form (spec 1.6, 2.74, 2.76, 3.2, 4.15, 7.20, 7.34, 8.21)',
  async (role) => {
    on('POST', CALL[role], () => good(undefined, 'created'));
    const { user } = openPortal(PATH[role], role);
    await fillIn(user, role);
    // Spec 7 has no tests.
    expect(screen.queryByRole('region', { name: 'Tests' })).toBeNull();
    expect(screen.queryByText('Ordered By')).toBeNull();
    // Otherwise browsers keep typed values in their session files.
    const typed = document.querySelectorAll('form :is(input:not([type=file]), textarea):not([aria-hidden=true])');
    for (const one of typed) expect(one).toHaveAttribute('autocomplete', 'off');
    expect(typed.length).toBeGreaterThan(9);
    const chosen = screen.getByRole('list', { name: 'Important Documents' });
    expect(within(chosen).getByText('order.pdf')).toBeVisible();
    expect(within(chosen).getByText('insurance.pdf')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Appointment created successfully!')).toBeVisible();
    const [seen] = requestsTo(CALL[role]);
    const { image, documents, ...texts } = seen?.body ?? {};
    expect(texts).toEqual({
      patientName: 'Ada Ødegård',
      email: 'ada@example.test',
      age: '71',
      contactNumber: '+15551239999',
      accountNumber: 'ACC-900',
      address: '4 Hill Road',
      dateOfBirth: '1955-02-28',
      fees: '80.5',
      appointmentDateTime: '2026-12-01T08:30',
      specialInstructions: 'Use a butterfly needle',
      gender: 'Female',
      priorityLevel: 'Urgent',
      status: 'Pending',
      ...(role === 'admin' && { employeeId: 'EMP-007', labortary: 'Northside Lab' }),
    });
    expect(image).toMatchObject({ name: 'ada.png' });
    expect(documents).toMatchObject([{ name: 'order.pdf' }, { name: 'insurance.pdf' }]);
    await waitFor(() => expect(field(NAME[role])).toHaveValue(''));
    expect(screen.queryByText('order.pdf')).toBeNull();
  },
);

const OWN = { hostFeatures: 'rules' };
const SELECTS = [
  'Gender is required',
  'Employee is required',
  'Laboratory is required',
  'Priority Level is required',
] as const;
const complaints = () => screen.getAllByText(/ is required$/).map(({ textContent }) => textContent);

test('validates only the selects (spec 5) and sends all other values as typed (spec 5.18, 5.19)', async () => {
  on('POST', CALL.admin, () => good(undefined, 'created'));
  const { user } = openPortal(PATH.admin, 'admin');
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Gender is required')).toBeVisible();
  expect(complaints().sort()).toEqual([...SELECTS].sort());
  expect(screen.queryByText('Patient Name *')).toBeNull();
  const odd = {
    'Contact Number': '0300-1234567 (daughter)',
    Age: '151',
    Fees: '2000000',
    'Account Number': '7'.repeat(70),
    Email: 'none',
  };
  await fill(user, odd);
  await pick(user, 'Gender', 'Female');
  await pick(user, 'Priority', 'Urgent');
  await user.click(field('Employee'));
  await user.click(await screen.findByRole('option', { name: 'EMP-007 - Zoë Ångström' }));
  await user.click(field('Laboratory'));
  await user.click(await screen.findByRole('option', { name: 'Northside Lab' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Appointment created successfully!')).toBeVisible();
  expect(requestsTo(CALL.admin)[0]?.body).toMatchObject({
    contactNumber: odd['Contact Number'],
    age: '151',
    fees: '2000000',
    accountNumber: odd['Account Number'],
    email: 'none',
  });
});

test.each([OWN, OURS])(
  'shows missing required fields, focuses the first and sends nothing: %o (spec 5.18)',
  async (host) => {
    const { user } = openPortal(PATH.admin, 'admin', undefined, host);
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    for (const text of ['Patient Name is required', ...SELECTS]) expect(await screen.findByText(text)).toBeVisible();
    expect(requestsTo(CALL.admin)).toHaveLength(0);
    expect(field('Patient Name')).toHaveFocus();
    await user.type(field('Patient Name'), 'A');
    await waitFor(() => expect(screen.queryByText('Patient Name is required')).toBeNull());
  },
);

test.each([
  ['a message of the host', () => refused('The clinic is closed that day.'), 'The clinic is closed that day.'],
  ['a dropped connection', () => Response.error(), 'Failed to create appointment'],
])('shows a refusal and keeps the typed values: %s (spec 8.14)', async (_what, answer, text) => {
  on('POST', CALL.laboratory, answer);
  const { user } = openPortal(PATH.laboratory, 'laboratory');
  await fillIn(user, 'laboratory');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(field('Full Name')).toHaveValue('Ada Ødegård');
  expect(screen.getByText('order.pdf')).toBeVisible();
});

test('sends empty fields as empty (spec 7.34)', async () => {
  on('POST', CALL.laboratory, () => good());
  const { user } = openPortal(PATH.laboratory, 'laboratory');
  await screen.findByRole('button', { name: 'Save' });
  await fill(user, { 'Full Name': 'Ada Ødegård', 'Date & Time': '2026-12-01T08:30' });
  await pick(user, 'Gender', 'Female');
  await pick(user, 'Priority', 'Urgent');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Appointment created successfully!')).toBeVisible();
  const left = [
    'email',
    'age',
    'contactNumber',
    'accountNumber',
    'address',
    'dateOfBirth',
    'fees',
    'specialInstructions',
  ];
  expect(requestsTo(CALL.laboratory)[0]?.body).toMatchObject(Object.fromEntries(left.map((name) => [name, ''])));
});

test("shows a refused field's error at the field", async () => {
  on('POST', CALL.laboratory, () =>
    refused('Invalid email format', 400, { errors: { email: 'Invalid email format' } }),
  );
  const { user } = openPortal(PATH.laboratory, 'laboratory');
  await screen.findByRole('button', { name: 'Save' });
  await pick(user, 'Gender', 'Female');
  await pick(user, 'Priority', 'Urgent');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(field('Email')).toHaveAccessibleDescription('Invalid email format'));
});

const EXISTING = {
  patientName: 'Mei Robinson',
  dateOfBirth: '1996-07-25',
  gender: 'Female',
  address: '6229 Walnut St',
};

test('suggests known patients on our own host, fills them in, and keeps other values on request', async () => {
  on('POST', '/common/find', () => good({ appointments: [appointment(EXISTING)], employees: [], laboratories: [] }));
  on('POST', CALL.laboratory, () => good(undefined, 'created'));
  const { user } = openPortal(PATH.laboratory, 'laboratory', undefined, OURS);
  const name = () => screen.findByRole('combobox', { name: /^Full Name/ });
  await waitFor(async () => expect(await name()).toHaveFocus());
  await user.keyboard('mei rob');
  await user.click(await screen.findByRole('option', { name: /Mei Robinson.*July 25, 1996/ }));
  await waitFor(() => expect(field('Date & Time')).toHaveFocus());
  expect(await name()).toHaveValue('Mei Robinson');
  expect(field('Address')).toHaveValue('6229 Walnut St');
  await waitFor(() => expect(field('Age')).not.toHaveValue(null));
  expect(screen.getByText(/^Filled in from the visit on/)).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await name()).toHaveValue('mei rob');
  expect(field('Address')).toHaveValue('');
  await user.keyboard('{ArrowDown}');
  await user.click(await screen.findByRole('option', { name: /Mei Robinson/ }));

  await user.type(field('Date & Time'), '2026-12-01T08:30');
  await fill(user, { 'Contact Number': '(215) 555-0199 ext. 4' });
  await pick(user, 'Priority', 'Urgent');
  await user.click(screen.getByRole('checkbox', { name: /^Keep for the next one/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(requestsTo(CALL.laboratory)).toHaveLength(1));
  expect(requestsTo(CALL.laboratory)[0]?.body).toMatchObject({
    ...EXISTING,
    contactNumber: '(215) 555-0199 ext. 4',
    priorityLevel: 'Urgent',
  });
  await waitFor(async () => expect(await name()).toHaveValue(''));
  expect(field('Date & Time')).toHaveValue('2026-12-01T08:30');
  expect(field('Address')).toHaveValue('');
  await waitFor(async () => expect(await name()).toHaveFocus());
});

test('takes the highlighted patient on Enter on our own host, even during the last search', async () => {
  const found = (...names: string[]) =>
    good({
      appointments: names.map((patientName) => appointment({ ...EXISTING, _id: patientName, patientName })),
      employees: [],
      laboratories: [],
    });
  const { promise: late, resolve: arrive } = Promise.withResolvers<void>();
  on('POST', '/common/find', async ({ body }) => {
    if ((body as { text: string }).text !== 'mei') return found('James Merrill', 'Mei Robinson');
    await late;
    return found('Mei Robinson', 'Mei Zhou');
  });
  const { user } = openPortal(PATH.laboratory, 'laboratory', undefined, OURS);
  const name = await screen.findByRole('combobox', { name: /^Full Name/ });
  await waitFor(() => expect(name).toHaveFocus());
  await user.keyboard('me');
  await screen.findByRole('option', { name: /James Merrill/ });
  await user.keyboard('i');
  await waitFor(() => expect(screen.queryByRole('option', { name: /James/ })).toBeNull());
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(requestsTo('/common/find').at(-1)?.body).toMatchObject({ text: 'mei' }));
  arrive();
  await screen.findByRole('option', { name: /Mei Zhou/ });
  await user.keyboard('{Enter}');
  expect(name).toHaveValue('Mei Robinson');
  await waitFor(() => expect(field('Date & Time')).toHaveFocus());
});
