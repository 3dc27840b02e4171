import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { appointment, employee, everyday, good, on, requestsTo } from './host.ts';
import { openPortal } from './portal.tsx';

/** Small statements of the specification about appointments (docs/spec-coverage.md). */
const LIST = '/admin/get-appointments';
const pageOf = (own: Record<string, unknown> = {}, totalPages = 3) =>
  good({ appointments: [appointment(own)], totalPages });
type User = ReturnType<typeof openPortal>['user'];

beforeEach(() => {
  everyday();
  on('GET', LIST, () => pageOf());
});

async function offered(user: User, input: HTMLElement) {
  await user.click(input);
  const options = await screen.findAllByRole('option');
  // react-admin adds an empty option to optional selects.
  const names = options.map((option) => option.textContent?.trim() ?? '').filter((name) => /\w/.test(name));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
  return names;
}

describe('filters (spec 2.51, 2.52, 2.53, 2.54, 2.55, 9.3, 9.4, 9.5)', () => {
  async function openFilters() {
    const { user } = openPortal('/appointments', 'admin');
    await screen.findByText('María Núñez');
    await user.click(screen.getByRole('button', { name: 'Show Filters' }));
    return { user, panel: within(await screen.findByRole('region', { name: 'Filters' })) };
  }

  test('can be shown and hidden (spec 2.48)', async () => {
    const { user } = await openFilters();
    await user.click(screen.getByRole('button', { name: 'Hide Filters' }));
    expect(screen.queryByRole('button', { name: 'Apply Filters' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Show Filters' })).toBeVisible();
  });

  const CHOICES = [
    ['Status', ['All', 'Pending', 'Completed', 'Rejected']],
    ['Priority', ['All', 'Urgent', 'High', 'Medium', 'Low']],
    ['Assignment Status', ['All', 'Assigned', 'Unassigned']],
    ['Tracking Status', ['All', 'Uploaded', 'Not Uploaded']],
    ['Sort By', ['Date', 'Patient Name']],
    ['Sort Order', ['Newest First / Z to A', 'Oldest First / A to Z']],
    ['Laboratory', ['Northside Lab', 'Natera', 'Caredx', 'Prosecco study', 'Assisted Living', 'Other']],
    ['Employee', ['EMP-007 - Zoë Ångström']],
  ] as const;
  test('offer their choices', async () => {
    const { user, panel } = await openFilters();
    for (const [label, options] of CHOICES)
      expect([label, await offered(user, panel.getByLabelText(label))]).toEqual([label, options]);
  });

  test("say 'No Employee found' where there is none (spec 2.53)", async () => {
    on('GET', '/admin/get-employees', () => good([]));
    const { user, panel } = await openFilters();
    await user.click(panel.getByLabelText('Employee'));
    expect(await screen.findByText('No Employee found')).toBeVisible();
  });
});

describe('row of a list', () => {
  test('shows the photo, the en-US date and the 12-hour business time (spec 2.57, 3.14, 9.14)', async () => {
    on('GET', LIST, () => pageOf({ image: 'uploads/maria.png' }));
    openPortal('/appointments', 'admin', undefined, { businessTimeZone: 'America/New_York' });
    const line = (await screen.findByText('María Núñez')).closest('tr') as HTMLElement;
    const row = within(line);
    expect(row.getByText('Mar 9, 2026')).toBeVisible();
    expect(row.getByText('2:30 PM')).toBeVisible();
    expect(line.querySelector('img')).toHaveAttribute('src', '/uploads/maria.png');
    expect(row.getByText('1')).toBeVisible();
    expect(row.getByRole('link', { name: /^View/ })).toHaveAttribute('href', '/appointments/a1');
  });

  test('shows N/A without an age and Pending without a status (spec 2.57, 4.3)', async () => {
    on('GET', LIST, () => pageOf({ age: null, status: undefined }));
    openPortal('/appointments', 'admin');
    const row = within((await screen.findByText('María Núñez')).closest('tr') as HTMLElement);
    expect(row.getByText('N/A')).toBeVisible();
    expect(row.getByRole('combobox', { name: /^Status: / })).toHaveTextContent('Pending');
  });
});

test('capitalises a status that the host sends in lower case (spec 2.57)', async () => {
  on('GET', LIST, () => pageOf({ status: 'rejected' }));
  openPortal('/appointments', 'admin');
  expect(await screen.findByRole('combobox', { name: /^Status: / })).toHaveTextContent('Rejected');
});

test("shows the archive's badge green for Completed, red for Rejected, yellow otherwise (spec 2.70)", async () => {
  const statuses = { Completed: 'success', Rejected: 'error', Travelling: 'warning' };
  const appointments = Object.keys(statuses).map((status) => appointment({ _id: status, status }));
  on('GET', '/admin/get-archeived', () => good({ appointments, totalPages: 1 }));
  openPortal('/archive', 'admin');
  const table = within(await screen.findByRole('table'));
  for (const [status, colour] of Object.entries(statuses))
    expect(table.getByText(status).closest('.chip')).toHaveClass(`chip-${colour}`);
});

describe('pager', () => {
  test('turns a page at a time (spec 2.59, 2.71)', async () => {
    const { user } = openPortal('/appointments', 'admin');
    expect(await screen.findByText('Page 1 of 3')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Previous page' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('Page 2 of 3')).toBeVisible();
    await waitFor(() => expect(requestsTo(LIST).at(-1)?.query.page).toBe('2'));
    await user.click(screen.getByRole('button', { name: 'Previous page' }));
    expect(await screen.findByText('Page 1 of 3')).toBeVisible();
  });

  test('stays within the existing pages (spec 2.59)', async () => {
    openPortal('/appointments?page=99', 'admin');
    expect(await screen.findByText('Page 3 of 3')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Next page' })).toBeDisabled();
  });
});

describe('show view', () => {
  const popup = async () => within(await screen.findByRole('dialog', { name: 'María Núñez' }));
  const lines = (dialog: Awaited<ReturnType<typeof popup>>) =>
    Object.fromEntries(
      dialog.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent ?? '']),
    );

  test('shows each field under its label, and the tracking image (spec 2.63, 2.64, 2.65, 3.1)', async () => {
    on('GET', LIST, () => pageOf({ employeeId: employee, trackingId: 'uploads/tube.png', image: 'uploads/m.png' }));
    openPortal('/appointments/a1', 'admin', undefined, { businessTimeZone: 'America/New_York' });
    const dialog = await popup();
    expect(lines(dialog)).toMatchObject({
      'Date & Time': 'Mar 9, 20262:30 PM',
      Laboratory: 'Northside Lab',
      Priority: 'High',
      Status: 'Pending',
      Employee: 'EMP-007 - Zoë Ångström',
      'Special Instructions': 'Fasting 12 h',
      Gender: 'Female',
      'Date of Birth': 'March 8, 1982',
      Age: '44',
      Email: 'maria@example.test',
      'Contact Number': '(555) 123-0001',
      Address: '12 Elm Street',
    });
    expect(await dialog.findByRole('button', { name: 'Enlarge tube.png' })).toBeVisible();
    expect(dialog.queryByText('No tracking ID image available.')).toBeNull();
  });

  test('shows N/A without date of birth and age (spec 2.65)', async () => {
    on('GET', LIST, () => pageOf({ dateOfBirth: null, age: null }));
    openPortal('/appointments/a1', 'admin');
    expect(lines(await popup())).toMatchObject({ 'Date of Birth': 'N/A', Age: 'N/A' });
  });

  test('offers a laboratory neither assigning nor uploading (spec 4.1)', async () => {
    on('GET', '/laboratory/get-appointments', () => pageOf());
    openPortal('/laboratory-appointments/a1', 'laboratory');
    const dialog = await popup();
    expect(dialog.queryByRole('button', { name: 'Assign Employee' })).toBeNull();
    expect(dialog.queryByRole('button', { name: 'Upload Tracking ID' })).toBeNull();
    expect(screen.queryByRole('combobox', { name: /^Status/ })).toBeNull();
  });
});

describe('Add Appointment (spec 2.75)', () => {
  const PLACEHOLDER = 'any instruction advised by the doctor before conducting the test';
  async function openForm() {
    const view = openPortal('/laboratory-add-appointment', 'laboratory');
    await screen.findByRole('button', { name: 'Save' });
    return view.user;
  }

  test('uses the native types of its inputs (spec 2.74, 5.19)', async () => {
    await openForm();
    for (const [label, type] of [
      ['Email', 'email'],
      ['Age', 'number'],
      ['Date of Birth', 'date'],
      ['Fees', 'number'],
      [/^Date & Time/, 'datetime-local'],
    ] as const)
      expect(screen.getByLabelText(label)).toHaveAttribute('type', type);
    expect(screen.getByLabelText('Special Instructions')).toHaveAttribute('placeholder', PLACEHOLDER);
    expect(screen.queryByLabelText(/^Employee/)).toBeNull();
    expect(screen.queryByLabelText(/^Laboratory/)).toBeNull();
  });

  const CHOICES = [
    [/^Gender/, ['Male', 'Female', 'Others']],
    [/^Priority/, ['Urgent', 'High', 'Medium', 'Low']],
    [/^Status/, ['Pending', 'Completed', 'Rejected']],
  ] as const;
  test('offers the choices of its selects', async () => {
    const user = await openForm();
    for (const [name, options] of CHOICES)
      expect([name, await offered(user, screen.getByRole('combobox', { name }))]).toEqual([name, options]);
  });

  test('accepts only an image as the photo, and previews it (spec 2.73, 5.19)', async () => {
    const user = await openForm();
    const photo = screen.getByLabelText('Photo', { selector: 'input' });
    expect(photo).toHaveAttribute('accept', 'image/*');
    await user.upload(photo, new File(['x'], 'notes.txt', { type: 'text/plain' }));
    expect(screen.queryByText('notes.txt')).toBeNull();
    await user.upload(photo, new File(['x'], 'me.png', { type: 'image/png' }));
    expect(await screen.findByAltText('me.png')).toHaveAttribute('src', 'blob:picture');
  });

  test("shows 'Saving...' on the button while saving (spec 2.76)", async () => {
    let answer = (_: Response) => {};
    on('POST', '/laboratory/add-appointment', () => new Promise<Response>((resolve) => (answer = resolve)));
    const user = await openForm();
    await user.type(screen.getByLabelText(/^Full Name/), 'Ada');
    await user.type(screen.getByLabelText(/^Date & Time/), '2026-12-01T08:30');
    for (const [label, option] of [
      [/^Gender/, 'Female'],
      [/^Priority/, 'Low'],
    ] as const) {
      await user.click(screen.getByRole('combobox', { name: label }));
      await user.click(await screen.findByRole('option', { name: option }));
    }
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('button', { name: 'Saving...' })).toBeDisabled();
    answer(good());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
  });
});
