import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { appointment, employee, everyday, good, on, requestsTo } from './host.ts';
import { OURS, openPortal } from './portal.tsx';

const LIST = {
  admin: '/admin/get-archeived',
  employee: '/employee/get-archeived',
  laboratory: '/laboratory/get-archived',
} as const;
const PATH = { admin: '/archive', employee: '/employee-archive', laboratory: '/laboratory-archive' } as const;
const roles = ['admin', 'employee', 'laboratory'] as const;
const done = (own: Record<string, unknown> = {}) => appointment({ status: 'Completed', employeeId: employee, ...own });
/** A record without optional fields. */
const bare = { _id: 'a1', patientName: 'María Núñez' };

type Role = (typeof roles)[number];
type User = ReturnType<typeof openPortal>['user'];

beforeEach(everyday);
const answer = (role: Role, ...appointments: object[]) =>
  on('GET', LIST[role], () => good({ appointments, totalPages: 4 }));

async function openFilters(role: Role) {
  const { user } = openPortal(PATH[role], role);
  await screen.findByText('María Núñez');
  await user.click(screen.getByRole('button', { name: 'Show Filters' }));
  return { user, panel: await screen.findByRole('region', { name: 'Filters' }) };
}

async function choose(user: User, panel: HTMLElement, label: string, option: string) {
  await user.click(within(panel).getByLabelText(label));
  await user.click(await screen.findByRole('option', { name: option }));
}

const columns = (third: string) => [
  '#',
  'Patient',
  'Age',
  'Date & Time',
  third,
  'Priority',
  'Instruction',
  'Status',
  'Action',
];
test.each([
  ['admin', columns('Labortary'), 'Northside Lab'],
  ['employee', columns('Labortary'), 'Northside Lab'],
  ['laboratory', columns('employee Id'), 'EMP-007 - Zoë Ångström'],
] as const)(
  '%s: requests the archive and shows its title, columns and a row (spec 1.4, 2.66, 2.68)',
  async (role, heads, cell) => {
    answer(role, done());
    openPortal(PATH[role], role);
    expect(await screen.findByRole('heading', { level: 1, name: 'Archive' })).toBeVisible();
    const table = within(await screen.findByRole('table'));
    expect(table.getAllByRole('columnheader').map((head) => head.textContent?.trim())).toEqual(heads);
    for (const text of ['María Núñez', '44', cell, 'High', 'Fasting 12 h', 'Completed'])
      expect(table.getAllByRole('cell', { name: new RegExp(text) })[0]).toBeVisible();
    expect(table.getByRole('link', { name: /^View: / })).toHaveAttribute(
      'href',
      expect.stringContaining(`${PATH[role]}/a1`),
    );
    expect(screen.getByText('Page 1 of 4')).toBeVisible();
    expect(requestsTo(LIST[role])).toMatchObject([
      { method: 'GET', query: { page: '1', sortFields: 'createdAt', sortOrder: '-1' } },
    ]);
  },
);

test.each(roles)(
  '%s: shows a missing priority as Normal, instruction as None and status as Pending (spec 2.69, 9.3)',
  async (role) => {
    answer(role, bare);
    openPortal(PATH[role], role);
    const table = within(await screen.findByRole('table'));
    for (const text of ['Normal', 'None', 'Pending']) expect(table.getByText(text)).toBeVisible();
  },
);

const ends = ['Sort By', 'Sort Order'];
test.each([
  ['admin', ['Appointment Date', 'Status', 'Priority', 'Laboratory', 'Employee', ...ends]],
  ['employee', ['Appointment Date', 'Status', 'Priority', 'Laboratory', ...ends]],
  ['laboratory', ['Appointment Date', 'Status', 'Priority', 'Employee', ...ends]],
] as const)('offers %s these filters, without assignment and tracking (spec 2.66, 2.67)', async (role, labels) => {
  answer(role, done());
  const { user, panel } = await openFilters(role);
  const shown = [...panel.querySelectorAll('.MuiInputLabel-root')].map((label) => label.textContent?.trim());
  expect(shown).toEqual(labels);
  for (const [label, options] of [
    ['Status', ['All Statuses', 'Completed', 'Rejected']],
    ['Priority', ['All Priorities', 'Urgent', 'High', 'Medium', 'Low']],
    // Always sorted: no empty choice.
    ['Sort By', ['Date', 'Patient Name']],
    ['Sort Order', ['Newest First / Z to A', 'Oldest First / A to Z']],
  ] as const) {
    await user.click(within(panel).getByLabelText(label));
    expect((await screen.findAllByRole('option')).map((one) => one.textContent)).toEqual(options);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
  }
});

test.each(roles)(
  '%s: Apply requests page 1 with the set filters, Clear removes them (spec 2.66, 7.18)',
  async (role) => {
    on('GET', LIST[role], ({ query }) => {
      const patientName = query.status ? 'Ole Bjørn' : 'María Núñez';
      return good({ appointments: [done({ patientName })], totalPages: 1 });
    });
    const { user, panel } = await openFilters(role);
    await choose(user, panel, 'Status', 'Rejected');
    await choose(user, panel, 'Priority', 'Low');
    await user.type(within(panel).getByLabelText('Appointment Date'), '2026-03-09');
    if (role !== 'laboratory') await choose(user, panel, 'Laboratory', 'Prosecco study');
    if (role !== 'employee') await choose(user, panel, 'Employee', 'EMP-007 - Zoë Ångström');
    await choose(user, panel, 'Sort By', 'Patient Name');
    await choose(user, panel, 'Sort Order', 'Oldest First / A to Z');
    expect(requestsTo(LIST[role])).toHaveLength(1);
    await user.click(within(panel).getByRole('button', { name: 'Apply Filters' }));
    await waitFor(() =>
      expect(requestsTo(LIST[role]).at(-1)?.query).toEqual({
        page: '1',
        status: 'Rejected',
        priorityLevel: 'Low',
        dateAndTime: '2026-03-09',
        ...(role !== 'laboratory' && { labortary: 'Prosecco study' }),
        ...(role !== 'employee' && { employeeId: employee._id }),
        sortFields: 'patientName',
        sortOrder: '1',
      }),
    );
    expect(await screen.findByText('Ole Bjørn')).toBeVisible();
    // Results fetched a moment ago are not requested again.
    await user.click(await screen.findByRole('button', { name: 'Clear Filters' }));
    expect(await screen.findByText('María Núñez')).toBeVisible();
    await waitFor(() =>
      expect(Object.fromEntries(new URLSearchParams(location.search))).toMatchObject({
        filter: '{}',
        page: '1',
        sort: 'createdAt',
        order: 'DESC',
      }),
    );
  },
);

test.each(roles)('%s: shows all fields read-only in the show view (spec 2.72)', async (role) => {
  answer(
    role,
    done({
      documents: ['uploads/x/order.pdf', 'uploads/ab12.pdf?size=2048&s=x'],
      fileNames: { 'ab12.pdf': 'Jane & Roe #1.pdf' },
      trackingId: 'uploads/t.png',
    }),
  );
  const { user } = openPortal(PATH[role], role);
  await user.click(await screen.findByRole('link', { name: /^View: / }));
  const popup = within(await screen.findByRole('dialog', { name: 'María Núñez' }));
  for (const text of ['Female', 'March 8, 1982', '44', 'maria@example.test', '12 Elm Street', 'Fasting 12 h'])
    expect(popup.getByText(text)).toBeVisible();
  expect(popup.getByText(/EMP-007/)).toBeVisible();
  expect(await popup.findByRole('link', { name: 'Download order.pdf' })).toHaveAttribute(
    'href',
    '/uploads/x/order.pdf',
  );
  // The file name comes beside the address, not inside it.
  const named = await popup.findByRole('link', { name: 'Download Jane & Roe #1.pdf' });
  expect(named).toHaveAttribute('href', '/uploads/ab12.pdf?size=2048&s=x');
  expect(named).toHaveAttribute('download', 'Jane & Roe #1.pdf');
  expect(popup.queryByText('No tracking ID image available.')).toBeNull();
  expect(popup.queryByRole('combobox')).toBeNull();
  expect(popup.queryByRole('button', { name: /Assign|Upload/ })).toBeNull();
});

test.each(roles)(
  '%s: shows N/A and no tracking image for a record without optional fields (spec 2.72)',
  async (role) => {
    answer(role, bare);
    openPortal(`${PATH[role]}/a1`, role);
    const popup = within(await screen.findByRole('dialog', { name: 'María Núñez' }));
    expect(await popup.findByText('No tracking ID image available.')).toBeVisible();
    expect(popup.getAllByText('N/A').length).toBeGreaterThan(6);
    const line = popup.getByText('Employee', { selector: 'dt' }).nextElementSibling;
    expect(line).toHaveTextContent('N/A');
    // As in the list (spec 9).
    expect(popup.getByText('Normal')).toBeVisible();
  },
);

test('lets an admin say who cancelled an archived visit, and take it back', async () => {
  const path = '/admin/change-appointment/a1';
  answer('admin', done({ status: 'Rejected', version: 4 }));
  on('POST', '/admin/change-appointment/{id}', () =>
    good(done({ status: 'Rejected', cancelledBy: 'patient', version: 5 })),
  );
  const { user } = openPortal('/archive/a1', 'admin', undefined, OURS);
  const popup = within(await screen.findByRole('dialog', { name: 'María Núñez' }));
  await user.click(await popup.findByRole('button', { name: 'Say who cancelled' }));
  const dialog = await screen.findByRole('dialog', { name: /^Say who cancelled/ });
  await choose(user, dialog, 'Cancelled by', 'The patient');
  await user.click(within(dialog).getByRole('button', { name: 'Say who cancelled' }));
  await waitFor(() => expect(requestsTo(path)[0]?.body).toEqual({ cancelledBy: 'patient', version: 4 }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(requestsTo(path)[1]?.body).toEqual({ cancelledBy: '', version: 5 }));
});

test.each([
  ['admin', 'Completed'],
  ['employee', 'Rejected'],
  ['laboratory', 'Rejected'],
] as const)('asks %s not who cancelled a visit that is %s', async (role, status) => {
  answer(role, done({ status, version: 4 }));
  openPortal(`${PATH[role]}/a1`, role, undefined, OURS);
  const popup = within(await screen.findByRole('dialog', { name: 'María Núñez' }));
  expect(await popup.findByText('Fasting 12 h')).toBeVisible();
  expect(popup.queryByRole('button', { name: 'Say who cancelled' })).toBeNull();
});
