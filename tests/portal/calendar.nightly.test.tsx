import { screen, waitFor, within } from '@testing-library/react';
import { type AnyResource, choice, date, defineResource, text } from 'portal-frame';
import { resources } from 'portal-frame/internal/browser';
import { beforeEach, expect, test, vi } from 'vitest';
import { appointment, employee, everyday, good, on, refused, requestsTo } from './host.ts';
import { simpleRest } from './simpleRest.ts';

const visits = defineResource({
  name: 'visits',
  icon: 'event',
  label: { one: 'Visit', many: 'Visits' },
  fields: { what: text({ required: true }), on: date(), state: choice({ choices: ['New', 'Done'], chip: true }) },
  list: { columns: ['what', 'on'], filters: ['on', 'state'], calendar: { date: 'on', color: 'state' } },
  title: '{what}',
  show: { groups: [{ label: 'Visit', fields: ['on'] }] },
  roles: { admin: { list: '/visits', can: ['list', 'show'] } },
});
const stays = defineResource({
  name: 'stays',
  icon: 'event',
  label: { one: 'Stay', many: 'Stays' },
  fields: { guest: text({ required: true }), from: date(), to: date() },
  list: { columns: ['guest', 'from', 'to'], calendar: { from: 'from', to: 'to' } },
  title: '{guest}',
  show: { groups: [{ label: 'Stay', fields: ['from', 'to'] }] },
  roles: { admin: { list: '/stays', can: ['list', 'show'] } },
});
// As if the file were in src/resources. Must run before the portal is imported, which creates its routes from it.
resources.push(visits as unknown as AnyResource, stays as unknown as AnyResource);
const { OURS, openPortal } = await import('./portal.tsx');

class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
for (const name of ['ResizeObserver', 'IntersectionObserver']) vi.stubGlobal(name, NoObserver);

const LIST = '/admin/get-appointments';
const ZONE = 'America/New_York';
const today = new Date().toLocaleDateString('sv', { timeZone: ZONE });
/** Today at that hour in New York. */
const at = (hour: number) => {
  const utc = new Date(`${today}T${String(hour).padStart(2, '0')}:00:00Z`);
  const wall = new Date(`${utc.toLocaleString('sv', { timeZone: ZONE }).replace(' ', 'T')}Z`);
  return new Date(2 * utc.getTime() - wall.getTime()).toISOString();
};
const ours = { ...employee };
const rows = () => [
  appointment({ _id: 'a1', patientName: 'Ada Free', appointmentDateTime: at(9), priorityLevel: 'Urgent' }),
  appointment({ _id: 'a2', patientName: 'Bo Busy', appointmentDateTime: at(10), employeeId: ours }),
  appointment({ _id: 'a3', patientName: 'Cy Close', appointmentDateTime: at(10), employeeId: ours }),
  appointment({
    _id: 'a4',
    patientName: 'Di Done',
    appointmentDateTime: at(14),
    employeeId: ours,
    status: 'Completed',
  }),
];
const kept = (span: 'day' | 'week' = 'day', resource = 'appointments') => ({
  businessTimeZone: ZONE,
  [`RaStore.${resource}.view`]: '"calendar"',
  [`RaStore.${resource}.calendarSpan`]: JSON.stringify(span),
});
const open = (path = '/appointments', role: 'admin' | 'employee' | 'laboratory' = 'admin', span?: 'day' | 'week') =>
  openPortal(path, role, undefined, kept(span, path.includes('visits') ? 'visits' : 'appointments'));
const entry = (name: RegExp) => screen.findByRole('button', { name });

beforeEach(() => {
  everyday();
  for (const role of ['admin', 'employee', 'laboratory'])
    on('GET', `/${role}/get-appointments`, ({ query }) =>
      good({ appointments: [today, undefined].includes(query.dateAndTime) ? rows() : [], totalPages: 1 }),
    );
});

test('switches between list and calendar and remembers the choice', async () => {
  const { user } = openPortal('/appointments', 'admin', undefined, { businessTimeZone: ZONE });
  await user.click(await screen.findByRole('button', { name: 'Calendar' }));
  expect(await entry(/9:00 AM, Ada Free, Pending, Urgent, Unassigned/)).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
  expect(localStorage.getItem('RaStore.appointments.view')).toBe('"calendar"');
  await user.click(screen.getByRole('button', { name: 'List' }));
  expect(await screen.findByRole('table')).toBeVisible();
});

test('keeps mode, day and week in the address, for sharing and Back', async () => {
  const { user } = openPortal('/appointments?calendar=week&on=2026-03-11', 'admin', undefined, kept('day'));
  const heading = (name: RegExp) => screen.findByRole('heading', { name });
  expect(await heading(/^March 9.*15, 2026$/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next week' }));
  expect(await heading(/^March 16.*22, 2026$/)).toBeVisible();
  expect(location.search).toBe('?calendar=week&on=2026-03-16');
  await user.click(screen.getByRole('button', { name: 'Day' }));
  expect(await heading(/Monday, March 16, 2026/)).toBeVisible();
  expect(location.search).toBe('?calendar=day&on=2026-03-16');
  await user.click(screen.getByRole('button', { name: 'List' }));
  expect(await screen.findByRole('table')).toBeVisible();
  expect(location.search).toBe('');
  history.back();
  expect(await heading(/Monday, March 16, 2026/)).toBeVisible();
  history.back();
  expect(await heading(/^March 16.*22, 2026$/)).toBeVisible();
});

test('shows the list after Back from its calendar, and the last choice when opened again', async () => {
  const { user, unmount } = openPortal('/appointments', 'admin', undefined, { businessTimeZone: ZONE });
  await user.click(await screen.findByRole('button', { name: 'Calendar' }));
  expect(await entry(/Ada Free/)).toBeVisible();
  expect(location.search).toBe('?calendar=day');
  history.back();
  expect(await screen.findByRole('table')).toBeVisible();
  unmount();
  const filter = encodeURIComponent(JSON.stringify({ status: 'Pending' }));
  const shared = open(`/appointments?filter=${filter}`);
  expect(await screen.findByRole('table')).toBeVisible();
  shared.unmount();
  open('/appointments', 'admin', 'week');
  expect(await entry(/Ada Free/)).toBeVisible();
  await waitFor(() => expect(location.search).toBe('?calendar=week'));
});

test('keeps the calendar and its day when filters change, or moves to a filtered day', async () => {
  const filter = encodeURIComponent(JSON.stringify({ status: 'Pending', appointmentDate: '2026-03-09' }));
  const { user } = open(`/appointments?calendar=week&on=2026-03-18&filter=${filter}`);
  expect(await screen.findByRole('heading', { name: /^March 16.*22, 2026$/ })).toBeVisible();
  (await screen.findByRole('button', { name: /Pending/ })).focus();
  await user.keyboard('{Delete}');
  await waitFor(() => expect(location.search).not.toContain('Pending'));
  expect(await screen.findByRole('heading', { name: /^March 16.*22, 2026$/ })).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Show Filters' }));
  const day = await screen.findByLabelText('Appointment Date');
  await user.clear(day);
  await user.type(day, '2026-04-14');
  await user.click(screen.getByRole('button', { name: 'Apply Filters' }));
  expect(await screen.findByRole('heading', { name: /^April 13.*19, 2026$/ })).toBeVisible();
});

test("shows an entry's time, patient, status, employee and overlap", async () => {
  open();
  expect(await entry(/10:00 AM, Bo Busy, Pending, High, EMP-007 - Zoë Ångström, overlaps another/)).toBeVisible();
  expect((await entry(/Di Done/)).textContent).not.toContain('overlaps');
  expect((await entry(/Ada Free/)).textContent).not.toContain('overlaps');
});

test("requests only the visible days, with the list's filters and all pages", async () => {
  on('GET', LIST, ({ query }) => {
    const [a, b, c] = rows();
    if (query.dateAndTime !== today) return good({ appointments: [], totalPages: 1 });
    return good({ appointments: query.page === '1' ? [a, b] : [c], totalPages: 2 });
  });
  const filter = encodeURIComponent(JSON.stringify({ status: 'Pending' }));
  open(`/appointments?calendar=week&filter=${filter}`);
  expect(await entry(/Cy Close/)).toBeVisible();
  const asked = requestsTo(LIST).map(({ query }) => query);
  expect(new Set(asked.map(({ dateAndTime }) => dateAndTime)).size).toBe(7);
  expect(asked.every(({ status }) => status === 'Pending')).toBe(true);
  expect(asked.filter(({ dateAndTime }) => dateAndTime === today).map(({ page }) => page)).toEqual(['1', '2']);
});

test('moves to the filtered day and requests nothing else', async () => {
  const filter = encodeURIComponent(JSON.stringify({ appointmentDate: '2026-03-09' }));
  open(`/appointments?calendar=week&filter=${filter}`);
  expect(await screen.findByRole('heading', { name: /^March 9.*15, 2026$/ })).toBeVisible();
  expect(await screen.findByText('No appointments scheduled.')).toBeVisible();
  expect(new Set(requestsTo(LIST).map(({ query }) => query.dateAndTime))).toEqual(new Set(['2026-03-09']));
});

test('has one entry in the Tab order; arrow keys move, Enter opens and A assigns', async () => {
  on('POST', '/admin/assign-appointment/{id}', ({ body }) =>
    body.confirmed ? good() : refused('Another one at 10:00 AM.', 409, { errors: {}, overlap: true }),
  );
  const { user } = open();
  const first = await entry(/Ada Free/);
  await waitFor(() => expect(first).toHaveAttribute('tabindex', '0'));
  expect(await entry(/Bo Busy/)).toHaveAttribute('tabindex', '-1');
  first.focus();
  await user.keyboard('{ArrowDown}');
  expect(await entry(/Bo Busy/)).toHaveFocus();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(await entry(/Di Done/)).toHaveFocus();
  await user.keyboard('a');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.keyboard('{ArrowUp}a');
  const dialog = within(await screen.findByRole('dialog', { name: /Ada Free/ }));
  await user.click(await dialog.findByRole('combobox'));
  await user.click(await screen.findByRole('option', { name: 'EMP-007 - Zoë Ångström' }));
  await user.click(dialog.getByRole('button', { name: 'Assign Employee' }));
  const question = within(await screen.findByRole('dialog', { name: 'Please confirm' }));
  expect(question.getByText('Another one at 10:00 AM.')).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Do it anyway' }));
  expect(await screen.findByText('Employee assigned successfully')).toBeVisible();
  expect(requestsTo('/admin/assign-appointment/a1').map(({ body }) => body)).toEqual([
    { employeeId: employee._id },
    { employeeId: employee._id, confirmed: true },
  ]);
});

const CHANGE = '/admin/change-appointment/{id}';

test('moves the focused entry with M and reassigns it with A, unless finished', async () => {
  const other = { _id: 'e-record-8', employeeId: 'EMP-008', fullName: 'Ola Other' };
  on('GET', '/admin/get-employees', () => good([employee, other]));
  on('POST', '/admin/get-availability', () => good([]));
  on('POST', CHANGE, ({ body }) =>
    good({ ...rows()[1], ...(body.employeeId ? { employeeId: other } : {}), version: 4 }),
  );
  const { user } = openPortal('/appointments', 'admin', undefined, { ...OURS, ...kept() });
  await waitFor(async () => expect(await entry(/Ada Free/)).toHaveAttribute('tabindex', '0'));
  const busy = await entry(/Bo Busy/);
  expect(busy.textContent).not.toContain('Cannot be moved');
  busy.focus();
  expect(busy).toHaveFocus();
  await user.keyboard('m');
  const moving = within(await screen.findByRole('dialog', { name: /Bo Busy/ }));
  const when = await moving.findByLabelText(/Date & Time/);
  await user.clear(when);
  await user.type(when, `${today}T15:30`);
  await user.click(moving.getByRole('button', { name: 'Move' }));
  expect(await screen.findByText('Appointment moved')).toBeVisible();
  expect(await screen.findByRole('button', { name: /^Undo/ })).toBeVisible();
  (await entry(/Bo Busy/)).focus();
  await user.keyboard('a');
  const giving = within(await screen.findByRole('dialog', { name: /Bo Busy/ }));
  await user.click(await giving.findByRole('combobox'));
  await user.click(await screen.findByRole('option', { name: /Ola Other/ }));
  await user.click(giving.getByRole('button', { name: 'Reassign' }));
  await waitFor(() =>
    expect(requestsTo('/admin/change-appointment/a2').map(({ body }) => body)).toEqual([
      { appointmentDateTime: `${today}T15:30` },
      { employeeId: other._id },
    ]),
  );
  // A closing dialog returns focus to its entry.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const done = await entry(/Di Done.*Cannot be moved: Completed/);
  done.focus();
  await user.keyboard('m');
  expect(await screen.findByText('Cannot be moved: Completed')).toBeVisible();
});

test('allows only dragging of unassigned entries on a host without moving', async () => {
  const { user } = open();
  const busy = await entry(/Bo Busy/);
  const dragged = () => [...document.querySelectorAll('.ec-draggable')].map((one) => one.textContent ?? '');
  expect(dragged()).toHaveLength(1);
  expect(dragged()[0]).toContain('Ada Free');
  expect(screen.queryByText(/Cannot be moved/)).toBeNull();
  busy.focus();
  await user.keyboard('ma');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText(/press A on it/)).toBeVisible();
});

test('opens the show view at its own address with Enter', async () => {
  const { user } = open();
  (await entry(/Di Done/)).focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Di Done' })).toBeVisible();
  expect(location.pathname).toBe('/appointments/a4');
});

test('shows the reason of a cancelled visit, if there is one', async () => {
  const [free, busy] = rows();
  const cancelled = { ...free, status: 'Rejected', cancelReason: 'The patient moved away' };
  on('GET', LIST, () => good({ appointments: [cancelled, busy], totalPages: 1 }));
  const { user } = open();
  (await entry(/Ada Free/)).focus();
  await user.keyboard('{Enter}');
  const popup = within(await screen.findByRole('dialog', { name: 'Ada Free' }));
  expect(popup.getByText('Reason for Cancelling')).toBeVisible();
  expect(popup.getByText('The patient moved away')).toBeVisible();
  await user.keyboard('{Escape}');
  (await entry(/Bo Busy/)).focus();
  await user.keyboard('{Enter}');
  const other = within(await screen.findByRole('dialog', { name: /Bo Busy/ }));
  expect(other.queryByText('Reason for Cancelling')).toBeNull();
});

test.each(['employee', 'laboratory'] as const)(
  '%s: shows only their appointments, without lanes or assigning',
  async (role) => {
    const { user } = open(`/${role}-appointments`, role);
    const own = await entry(/Ada Free/);
    expect(own.textContent).not.toContain('Unassigned');
    own.focus();
    await user.keyboard('a');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText(/press A/)).toBeNull();
  },
);

test('shows a failure in place of the calendar, with Retry', async () => {
  let fails = true;
  on('GET', LIST, () => (fails ? refused('The host is tired', 503) : good({ appointments: rows(), totalPages: 1 })));
  const { user } = open();
  const alert = within(await screen.findByRole('alert'));
  fails = false;
  await user.click(await alert.findByRole('button', { name: 'Retry' }));
  expect(await entry(/Ada Free/)).toBeVisible();
});

test('works for any resource with a date, such as a collection', async () => {
  simpleRest('visits', [{ id: '1', what: 'Fridge check', on: today, state: 'New' }]);
  open('/visits', 'admin', 'week');
  expect(await entry(/Fridge check, New$/)).toBeVisible();
});

test.each([
  ['day', 'Nothing on this day.'],
  ['week', 'Nothing in this week.'],
] as const)('reports an empty %s', async (span, text) => {
  simpleRest('visits', []);
  open('/visits', 'admin', span);
  expect(await screen.findByText(text)).toBeVisible();
});

test('shows periods in each week of their month', async () => {
  // The test server compares `during` like any list of values.
  const during = '2026-04-27';
  simpleRest('stays', [{ id: '1', guest: 'Long stay', from: '2026-05-04', to: '2026-05-20', during }]);
  const { user } = open('/stays?calendar=month&on=2026-05-12');
  expect(await screen.findByRole('heading', { name: 'May 2026' })).toBeVisible();
  const parts = await screen.findAllByRole('button', { name: /^May\s4\s–\s20, Long stay$/ });
  expect(parts).toHaveLength(3);
  await user.click(screen.getByRole('button', { name: 'Next month' }));
  expect(location.search).toBe('?calendar=month&on=2026-06-01');
  expect(await screen.findByText('Nothing in this month.')).toBeVisible();
});
