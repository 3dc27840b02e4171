import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { countsOf, LIST, pageOf } from './appointmentLists.ts';
import { appointment, employee, everyday, good, on, refused, requestsTo } from './host.ts';
import { OURS, openPortal } from './portal.tsx';

beforeEach(everyday);
test('requests nothing before Apply, then exactly the set filters from page 1 (spec 2.54, 2.55, 2.56, 7.19)', async () => {
  on('GET', LIST.admin, () => pageOf(appointment()));
  const { user } = openPortal('/appointments?page=2', 'admin');
  await screen.findByText('María Núñez');
  await user.click(screen.getByRole('button', { name: 'Show Filters' }));
  const panel = within(await screen.findByRole('region', { name: 'Filters' }));
  const before = requestsTo(LIST.admin).length;
  await choose(user, panel, 'Status', 'Rejected');
  await choose(user, panel, 'Priority', 'Urgent');
  await choose(user, panel, 'Assignment Status', 'Unassigned');
  await choose(user, panel, 'Tracking Status', 'Uploaded');
  await choose(user, panel, 'Sort By', 'Patient Name');
  await choose(user, panel, 'Sort Order', 'Oldest First / A to Z');
  await user.type(panel.getByLabelText('Appointment Date'), '2026-03-09');
  await user.click(panel.getByLabelText('Laboratory'));
  await user.click(await screen.findByRole('option', { name: 'Natera' }));
  await user.click(panel.getByLabelText('Employee'));
  await user.click(await screen.findByRole('option', { name: 'EMP-007 - Zoë Ångström' }));
  expect(requestsTo(LIST.admin)).toHaveLength(before);
  await user.click(panel.getByRole('button', { name: 'Apply Filters' }));
  await waitFor(() =>
    expect(requestsTo(LIST.admin).at(-1)?.query).toEqual({
      page: '1',
      status: 'Rejected',
      priorityLevel: 'Urgent',
      labortary: 'Natera',
      employeeId: employee._id,
      dateAndTime: '2026-03-09',
      sortFields: 'patientName',
      sortOrder: '1',
      assigned: 'False',
      tracking: 'True',
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Clear Filters' }));
  await waitFor(() =>
    expect(requestsTo(LIST.admin).at(-1)?.query).toEqual({ page: '1', sortFields: 'createdAt', sortOrder: '-1' }),
  );
});

test("assigns an employee by record id in an admin's show view (spec 2.61, 2.63, 3.2, 4.7, 8.23)", async () => {
  let assigned = false;
  on('GET', LIST.admin, () => pageOf(appointment({ employeeId: assigned ? employee : null })));
  on('POST', '/admin/assign-appointment/{id}', () => {
    assigned = true;
    return good({ message: 'done' });
  });
  const { user } = openPortal('/appointments/a1', 'admin');
  const popup = within(await screen.findByRole('dialog', { name: 'María Núñez' }));
  expect(popup.getByText('Not Assigned Yet')).toBeVisible();
  await user.click(await popup.findByLabelText('Employee'));
  await user.click(await screen.findByRole('option', { name: 'EMP-007 - Zoë Ångström' }));
  await user.click(popup.getByRole('button', { name: 'Assign Employee' }));
  expect(await screen.findByText('Employee assigned successfully')).toBeVisible();
  expect(requestsTo('/admin/assign-appointment/a1')[0]?.body).toEqual({ employeeId: employee._id });
  expect(await popup.findByText('EMP-007 - Zoë Ångström')).toBeVisible();
  expect(popup.queryByRole('button', { name: 'Assign Employee' })).toBeNull();
});

test('shows all fields in the show view and offers an employee the tracking upload (spec 2.62, 2.64, 4.8, 5.20, 7.28, 8.23)', async () => {
  on('GET', LIST.employee, () => pageOf(appointment({ documents: ['uploads/abc/Order%20form.pdf'] })));
  on('POST', '/employee/upload-tracking/{id}', () => good(appointment({ trackingId: 'uploads/t.png' })));
  const { user } = openPortal('/employee-appointments/a1', 'employee');
  const popup = within(await screen.findByRole('dialog', { name: 'María Núñez' }));
  for (const text of [
    'Appointment Info',
    'Patient Info',
    'Contact Info',
    'March 8, 1982',
    'Fasting 12 h',
    'No tracking ID image available.',
  ]) {
    expect(popup.getByText(text)).toBeVisible();
  }
  expect(await popup.findByRole('link', { name: 'Download Order form.pdf' })).toHaveAttribute(
    'href',
    '/uploads/abc/Order%20form.pdf',
  );
  await user.click(await popup.findByRole('button', { name: 'Upload Tracking ID' }));
  expect(await screen.findByText('No file selected or patient data missing')).toBeVisible();
  const photo = new File(['photo'], 'tube.png', { type: 'image/png' });
  await user.upload(popup.getByLabelText('Tracking ID Image', { selector: 'input' }), photo);
  on('GET', LIST.employee, () => pageOf(appointment({ trackingId: 'uploads/t.png' })));
  await user.click(popup.getByRole('button', { name: 'Upload Tracking ID' }));
  expect(await screen.findByText('Tracking ID uploaded successfully.')).toBeVisible();
  expect(requestsTo('/employee/upload-tracking/a1')[0]?.body.image).toMatchObject({ name: 'tube.png' });
  await waitFor(() => expect(popup.queryByRole('button', { name: 'Upload Tracking ID' })).toBeNull());
});

test.each([
  ['a reply without the appointment', () => good({ message: 'stored' }), 'Unexpected response from server'],
  ['no data', () => good(), 'Unexpected response from server'],
  ['HTML', () => new Response('<h1>Too large</h1>', { status: 413 }), 'Failed to upload tracking ID'],
])('reports a failed tracking upload and keeps the image: %s (spec 8.16)', async (_what, answer, text) => {
  on('GET', LIST.employee, () => pageOf(appointment()));
  on('POST', '/employee/upload-tracking/{id}', answer);
  const { user } = openPortal('/employee-appointments/a1', 'employee');
  const popup = within(await screen.findByRole('dialog', { name: 'María Núñez' }));
  const input = await popup.findByLabelText('Tracking ID Image', { selector: 'input' });
  await user.upload(input, new File(['photo'], 'tube.png', { type: 'image/png' }));
  await user.click(popup.getByRole('button', { name: 'Upload Tracking ID' }));
  expect(await screen.findByText(text)).toBeVisible();
  expect(popup.getByText('tube.png')).toBeVisible();
  expect(screen.queryByText('Tracking ID uploaded successfully.')).toBeNull();
});

type User = ReturnType<typeof openPortal>['user'];

/** Picks an option of a select by its label. */
async function choose(user: User, panel: ReturnType<typeof within>, label: string, option: string) {
  await user.click(panel.getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
}

/** Noon of a day in the browser's time zone. */
const noonOf = (day: string) => new Date(`${day}T12:00`).toISOString();
const days = () => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent);

test('opens a tab by link in its own order with day headings; another order has none', async () => {
  on('GET', '/admin/get-appointment-counts', countsOf);
  on('GET', LIST.admin, () =>
    pageOf(
      appointment({ _id: 'a1', patientName: 'Ana', appointmentDateTime: noonOf('2026-03-09') }),
      appointment({ _id: 'a2', patientName: 'Ben', appointmentDateTime: noonOf('2026-03-10') }),
    ),
  );
  const filter = encodeURIComponent(JSON.stringify({ tab: 'late' }));
  const { user } = openPortal(`/appointments?filter=${filter}`, 'admin', undefined, OURS);
  await waitFor(() => expect(days()).toEqual(['Mar 9, 2026 1', 'Mar 10, 2026 1']));
  expect(requestsTo(LIST.admin).at(-1)?.query).toMatchObject({
    tab: 'late',
    sortBy: 'appointmentDateTime',
    sortOrder: '1',
    perPage: '50',
  });
  await user.click(await screen.findByRole('button', { name: /^Sort by patient/i }));
  await waitFor(() => expect(requestsTo(LIST.admin).at(-1)?.query.sortFields).toBe('patientName'));
  expect(days()).toEqual([]);
});

test('names the button that assigns an unassigned visit in its row', async () => {
  on('GET', '/admin/get-appointment-counts', countsOf);
  on('GET', LIST.admin, () => pageOf(appointment({ employeeId: null })));
  const filter = encodeURIComponent(JSON.stringify({ tab: 'unassigned' }));
  openPortal(`/appointments?filter=${filter}`, 'admin', undefined, OURS);
  expect(await screen.findByRole('button', { name: 'Assign to: María Núñez' })).toHaveTextContent('Assign to');
});

test('shows a refusal in a dialog once, at its field, and sends a double click once', async () => {
  const cancelled = '/admin/change-appointment/a1';
  on('GET', LIST.admin, () => pageOf(appointment({ version: 1 })));
  on('POST', '/admin/change-appointment/{id}', () =>
    refused('This is too long', 400, { errors: { cancelReason: 'This is too long' } }),
  );
  const { user } = openPortal('/appointments/a1', 'admin', undefined, OURS);
  const popup = within(await screen.findByRole('dialog', { name: 'María Núñez' }));
  await user.click(await popup.findByRole('button', { name: 'Cancel the visit' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Cancel the visit/ }));
  // Beside "Cancel the visit", "Cancel" would be ambiguous.
  expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Close', 'Cancel the visit']);
  const reason = dialog.getByLabelText('Reason for Cancelling');
  await user.click(reason);
  await user.paste('Nobody at home. ');
  await user.click(dialog.getByRole('button', { name: 'Cancel the visit' }));
  expect(await dialog.findByText('Cancelled by is required')).toBeVisible();
  expect(requestsTo(cancelled)).toHaveLength(0);
  await choose(user, dialog, 'Cancelled by', 'The patient');
  await user.dblClick(dialog.getByRole('button', { name: 'Cancel the visit' }));
  await waitFor(() => expect(reason).toHaveAccessibleDescription('This is too long'));
  expect(screen.getAllByText('This is too long')).toHaveLength(1);
  expect(screen.queryByText(/Please check for errors/)).toBeNull();
  expect(requestsTo(cancelled)).toHaveLength(1);
  expect(requestsTo(cancelled)[0]?.body).toMatchObject({ cancelReason: 'Nobody at home. ', cancelledBy: 'patient' });
  await user.type(reason, 'x');
  expect(screen.queryByText('This is too long')).toBeNull();
});

test.each([
  ['a pending visit', 'Pending'],
  ['a completed visit', 'Completed'],
])('asks who cancelled when the row rejects %s, and sends it with the status', async (_what, status) => {
  const path = '/admin/update-appointment/a1';
  on('GET', '/admin/get-appointment-counts', countsOf);
  on('GET', LIST.admin, () => pageOf(appointment({ version: 1, status })));
  on('POST', '/admin/update-appointment/{id}', () => good(appointment({ version: 2, status: 'Rejected' })));
  on('POST', '/admin/change-appointment/{id}', () => good(appointment({ version: 3, status })));
  const { user } = openPortal('/appointments', 'admin', undefined, OURS);
  await user.click(await screen.findByRole('combobox', { name: /^Status: / }));
  await user.click(await screen.findByRole('option', { name: 'Rejected' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Cancel the visit/ }));
  expect(requestsTo(path)).toEqual([]);
  await user.click(dialog.getByLabelText('Reason for Cancelling'));
  await user.paste('Ill');
  await choose(user, dialog, 'Cancelled by', 'The patient');
  await user.click(dialog.getByRole('button', { name: 'Cancel the visit' }));
  expect(await screen.findByText('Status updated successfully')).toBeVisible();
  expect(requestsTo(path).map(({ body }) => body)).toEqual([
    { status: 'Rejected', cancelReason: 'Ill', cancelledBy: 'patient' },
  ]);
  // Clicks in the dialog open no row behind it.
  expect(window.location.pathname).toBe('/appointments');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(requestsTo('/admin/change-appointment/a1')[0]?.body).toMatchObject({ status }));
});

test('asks nothing when the row rejects a visit on a host that cannot store the answer', async () => {
  on('GET', LIST.admin, () => pageOf(appointment()));
  on('POST', '/admin/update-appointment/{id}', () => good());
  const { user } = openPortal('/appointments', 'admin');
  await user.click(await screen.findByRole('combobox', { name: /^Status: / }));
  await user.click(await screen.findByRole('option', { name: 'Rejected' }));
  expect(await screen.findByText('Status updated successfully')).toBeVisible();
  expect(requestsTo('/admin/update-appointment/a1').map(({ body }) => body)).toEqual([{ status: 'Rejected' }]);
});

test('marks the count and selection of a day that continues on the next page', async () => {
  on('GET', '/admin/get-appointment-counts', countsOf);
  const at = (day: string, _id: string) => appointment({ _id, patientName: _id, appointmentDateTime: noonOf(day) });
  on('GET', LIST.admin, () =>
    good({
      appointments: [at('2026-03-09', 'a1'), at('2026-03-10', 'a2'), at('2026-03-10', 'a3')],
      totalPages: 2,
      total: 60,
    }),
  );
  const filter = encodeURIComponent(JSON.stringify({ tab: 'late' }));
  const { user } = openPortal(`/appointments?filter=${filter}`, 'admin', undefined, OURS);
  await waitFor(() => expect(days()).toEqual(['Mar 9, 2026 1', 'Mar 10, 2026 2 on this page']));
  await user.click(screen.getByRole('checkbox', { name: 'Choose all of Mar 9, 2026' }));
  expect(screen.queryByText(/this page only/)).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Choose the rows of Mar 10, 2026 on this page' }));
  expect(await screen.findByText('3 of 60: this page only')).toBeVisible();
});

test('offers to reload after a conflicting change', async () => {
  on('GET', LIST.admin, () =>
    pageOf(appointment({ version: 1, employeeId: { _id: 'e1', employeeId: 'E1', fullName: 'Ed' } })),
  );
  on('POST', '/admin/change-appointment/{id}', () => refused('Somebody else changed this.', 409));
  const { user } = openPortal('/appointments/a1', 'admin', undefined, OURS);
  const popup = within(await screen.findByRole('dialog', { name: 'María Núñez' }));
  await user.click(await popup.findByRole('button', { name: 'Unassign' }));
  expect(await screen.findByText('Somebody else changed this.')).toBeVisible();
  const asked = requestsTo(LIST.admin).length;
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  await waitFor(() => expect(requestsTo(LIST.admin).length).toBeGreaterThan(asked));
});

test.each([
  ['Move', {}],
  ['Complete', { visitState: 'done' }],
])("makes %s the only primary action of an assigned visit (%j) and focuses the dialog's input", async (name, own) => {
  on('GET', LIST.admin, () =>
    pageOf(appointment({ version: 1, employeeId: { _id: 'e1', employeeId: 'E1', fullName: 'Ed' }, ...own })),
  );
  on('POST', '/admin/update-appointment/{id}', () => good(appointment({ status: 'Completed' })));
  const { user } = openPortal('/appointments/a1', 'admin', undefined, OURS);
  const popup = within(await screen.findByRole('dialog', { name: 'María Núñez' }));
  const main = await popup.findByRole('button', { name });
  expect(main.parentElement?.firstElementChild).toBe(main);
  expect([...document.querySelectorAll('.record-transition, .sheet .MuiButton-contained')]).toEqual([main]);
  await user.click(main);
  if (name === 'Complete') {
    expect(await screen.findByText('Status updated successfully')).toBeVisible();
    expect(requestsTo('/admin/update-appointment/a1')[0]?.body).toMatchObject({ status: 'Completed' });
    return;
  }
  const dialog = within(await screen.findByRole('dialog', { name: /^Move/ }));
  // The input that offers times, whose file replaces the first one.
  await dialog.findByText('The day could not be planned.');
  await waitFor(() => expect(dialog.getByLabelText(/^Date & Time/)).toHaveFocus());
});
