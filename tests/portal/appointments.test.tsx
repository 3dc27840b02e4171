import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { countsOf, LIST, pageOf } from './appointmentLists.ts';
import { appointment, everyday, good, on, refused, requestsTo } from './host.ts';
import { OURS, openPortal } from './portal.tsx';

const PATH = {
  admin: '/appointments',
  employee: '/employee-appointments',
  laboratory: '/laboratory-appointments',
} as const;
const roles = ['admin', 'employee', 'laboratory'] as const;

beforeEach(everyday);
test.each(roles)(
  '%s: requests the list with page and sort only, and shows a row (spec 2.57, 7.31, 9.2)',
  async (role) => {
    on('GET', LIST[role], () => pageOf(appointment()));
    openPortal(PATH[role], role);
    expect(await screen.findByText('María Núñez')).toBeVisible();
    expect(requestsTo(LIST[role])[0]).toMatchObject({
      query: { page: '1', sortFields: 'createdAt', sortOrder: '-1' },
      authorization: `Bearer ${localStorage.getItem('userAuthToken')}`,
    });
    expect(Object.keys(requestsTo(LIST[role])[0]?.query ?? {})).toHaveLength(3);
    expect(screen.getByText('Page 1 of 3')).toBeVisible();
    for (const head of [
      '#',
      'Patient',
      'Age',
      'Date & Time',
      'Labortary',
      'Priority',
      'Instruction',
      'Status',
      'Action',
    ]) {
      expect(screen.getByRole('columnheader', { name: head })).toBeVisible();
    }
  },
);

test('treats a reply without totalPages as one page (spec 9.1)', async () => {
  on('GET', LIST.admin, () => good({ appointments: [appointment()] }));
  openPortal(PATH.admin, 'admin');
  expect(await screen.findByText('Page 1 of 1')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Next page' })).toBeDisabled();
});

test('shows that the list is empty (spec 2.58)', async () => {
  on('GET', LIST.laboratory, () => good({ appointments: [], totalPages: 0 }));
  openPortal(PATH.laboratory, 'laboratory');
  expect(await screen.findByText('No appointments scheduled.')).toBeVisible();
});

test.each([
  [
    'admin',
    [
      'Appointment Date',
      'Status',
      'Priority',
      'Laboratory',
      'Employee',
      'Assignment Status',
      'Tracking Status',
      'Sort By',
      'Sort Order',
    ],
  ],
  ['employee', ['Appointment Date', 'Status', 'Priority', 'Laboratory', 'Tracking Status', 'Sort By', 'Sort Order']],
  [
    'laboratory',
    [
      'Appointment Date',
      'Status',
      'Priority',
      'Employee *',
      'Assignment Status',
      'Tracking Status',
      'Sort By',
      'Sort Order',
    ],
  ],
] as const)('offers %s these filters and no others (spec 2.49, 2.50, 2.53, 6.3, 6.4)', async (role, labels) => {
  on('GET', LIST[role], () => pageOf(appointment()));
  const { user } = openPortal(PATH[role], role);
  await screen.findByText('María Núñez');
  await user.click(screen.getByRole('button', { name: 'Show Filters' }));
  const panel = await screen.findByRole('region', { name: 'Filters' });
  expect([...panel.querySelectorAll('.MuiInputLabel-root')].map((label) => label.textContent?.trim())).toEqual(labels);
});

test('sets the status in the row for an admin (spec 2.60, 8.23)', async () => {
  on('GET', LIST.admin, () => pageOf(appointment()));
  on('POST', '/admin/update-appointment/{id}', () => good(appointment({ status: 'Completed' })));
  const { user } = openPortal(PATH.admin, 'admin');
  await user.click(await screen.findByRole('combobox', { name: /^Status: / }));
  await user.click(await screen.findByRole('option', { name: 'Completed' }));
  expect(await screen.findByText('Status updated successfully')).toBeVisible();
  expect(requestsTo('/admin/update-appointment/a1')[0]?.body).toEqual({ status: 'Completed' });
});

test('reports a status that cannot be set and keeps the old one (spec 8.15)', async () => {
  on('GET', LIST.admin, () => pageOf(appointment()));
  on('POST', '/admin/update-appointment/{id}', () => refused(''));
  const { user } = openPortal(PATH.admin, 'admin');
  await user.click(await screen.findByRole('combobox', { name: /^Status: / }));
  await user.click(await screen.findByRole('option', { name: 'Rejected' }));
  expect(await screen.findByText('Failed to update status. Please try again.')).toBeVisible();
  expect(screen.getByRole('combobox', { name: /^Status: / })).toHaveTextContent('Pending');
});

test('completes visits reported as done in bulk, and undoes it', async () => {
  on('GET', '/admin/get-appointment-counts', countsOf);
  on('GET', LIST.admin, () =>
    pageOf(
      appointment({ _id: 'a1', patientName: 'Ana', version: 3, visitState: 'done' }),
      appointment({ _id: 'a2', patientName: 'Ben', version: 5, visitState: 'done' }),
    ),
  );
  on('POST', '/admin/set-status-many', () =>
    good({ changed: [{ _id: 'a1', version: 4 }], left: [{ _id: 'a2', why: 'changed' }] }),
  );
  const filter = encodeURIComponent(JSON.stringify({ tab: 'done' }));
  const { user } = openPortal(`/appointments?filter=${filter}`, 'admin', undefined, OURS);
  await screen.findByText('Ana');
  for (const box of (await screen.findAllByRole('checkbox')).slice(-2)) await user.click(box);
  await user.dblClick(await screen.findByRole('button', { name: 'Complete' }));
  const sent = () => requestsTo('/admin/set-status-many').map(({ body }) => body);
  await waitFor(() =>
    expect(sent()).toEqual([
      {
        appointments: [
          { _id: 'a1', status: 'Completed', version: 3 },
          { _id: 'a2', status: 'Completed', version: 5 },
        ],
      },
    ]),
  );
  expect(await screen.findByText(/1 changed by somebody else/)).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent().at(-1)).toEqual({ appointments: [{ _id: 'a1', status: 'Pending', version: 4 }] }));
});
