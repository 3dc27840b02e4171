import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { AnyResource } from 'portal-frame';
import { resources } from 'portal-frame/internal/browser';
import { beforeEach, expect, test, vi } from 'vitest';
import { appointment, employee, everyday, good, on, requestsTo, server } from '../../../tests/portal/host.ts';
import timeOff from '../../plan/resources/timeOff.ts';
import { ACCEPT, DAY, NoObserver, proposal } from './proposedPlan.ts';

// Must run before the portal is imported, which creates its routes from them.
resources.push(timeOff as unknown as AnyResource);
const { OURS, openPortal } = await import('../../../tests/portal/portal.tsx');

for (const name of ['ResizeObserver', 'IntersectionObserver']) vi.stubGlobal(name, NoObserver);

beforeEach(() => {
  everyday();
  on('GET', '/admin/get-appointments', () => good({ appointments: [appointment()], totalPages: 1 }));
  on('POST', '/admin/propose-plan', () => good(proposal));
});

const open = async () => {
  const kept = { ...OURS, businessTimeZone: 'America/New_York', 'RaStore.appointments.view': '"calendar"' };
  const { user } = openPortal(`/appointments?calendar=day&on=${DAY}`, 'admin', undefined, kept);
  await user.click(await screen.findByRole('button', { name: 'Plan this day' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Plan for December 1, 2026' }));
  await dialog.findByText(/Travel: 90 min now, 40 min in the plan. Without an employee: 2 now, 1 in the plan./);
  return { user, dialog };
};

test('shows the visits of each employee with times, and reasons for visits that fit nobody', async () => {
  const { dialog } = await open();
  expect(requestsTo('/admin/propose-plan').at(-1)?.body).toEqual({ day: DAY });
  expect(dialog.getByRole('checkbox', { name: /9:00 AM · Ada Free.*new/ })).toBeChecked();
  expect(
    dialog.getByRole('checkbox', {
      name: /10:10 AM · Bo Busy.*moved.*from Ann Ill · instead of 9:00 AM · This is outside/,
    }),
  ).toBeChecked();
  expect(dialog.queryByRole('checkbox', { name: /Cy Close/ })).toBeNull();
  expect(dialog.getByTitle('9:00 AM · Cy Close · unchanged')).toBeInTheDocument();
  expect(dialog.getByText('9:00 AM · Cy Close · unchanged')).toBeVisible();
  expect(dialog.getByText('3 visits · 9:00 AM – 9:30 AM · 0.5 h · 12.3 mi')).toBeVisible();
  expect(dialog.getByText('The employee already has 8 visits on this day. (4 employees)')).toBeVisible();
});

test('keeps the shown plan with a chosen way, says what could not stay, and plans again with a person without hours', async () => {
  const { user, dialog } = await open();
  expect(dialog.getByText('1 person has no working hours')).toBeVisible();
  expect(dialog.getByRole('link', { name: 'Set hours' })).toHaveAttribute('href', '/shifts');
  await user.click(dialog.getByRole('button', { name: 'Plan with New Hire' }));
  const way = await dialog.findByRole('button', { name: '11:15 AM with Zoë Ångström' });
  const [lane] = proposal.employees;
  on('POST', '/admin/propose-plan', () =>
    good({ ...proposal, employees: [{ ...lane, visits: lane?.visits.filter(({ _id }) => _id !== 'a2') }] }),
  );
  await user.click(way);
  const place = (_id: string, employeeId: string, time = '14:00') => ({
    ...{ _id, employeeId, at: `${DAY}T${time}:00.000Z`, version: 3 },
  });
  await vi.waitFor(() =>
    expect(requestsTo('/admin/propose-plan').at(-1)?.body).toEqual({
      ...{ day: DAY, included: ['e3'] },
      kept: [place('a1', 'e1'), place('a2', 'e1', '15:10'), place('a3', 'e1'), place('a4', '')],
      placed: [{ _id: 'a4', employeeId: 'e1', at: `${DAY}T16:15:00.000Z` }],
    }),
  );
  expect(dialog.getByText('Di Late: 11:15 AM with Zoë Ångström')).toBeVisible();
  expect(await dialog.findByText(/Bo Busy could not stay as shown/)).toBeVisible();
});

test('plans again without an absent employee, and enters the day off on acceptance', async () => {
  let left: object[] = [];
  on('POST', ACCEPT, () => good({ changed: [{ _id: 'a1', version: 4 }], left, timeOff: ['t1'], also: [] }));
  const { user, dialog } = await open();
  await user.click(dialog.getByRole('button', { name: 'Zoë Ångström: absent on this day' }));
  expect(await dialog.findByText(/Zoë Ångström is absent./)).toBeVisible();
  expect(requestsTo('/admin/propose-plan').at(-1)?.body).toEqual({ day: DAY, absent: ['e1'] });
  await user.click(await dialog.findByRole('button', { name: 'Accept 2 changes' }));
  expect(await screen.findByText('Day off entered. 1 visit planned')).toBeVisible();
  expect(await screen.findByText('1 visit still needs somebody: 9:00 AM Di Late')).toBeVisible();
  expect(requestsTo(ACCEPT).at(-1)?.body).toMatchObject({ absence: { day: DAY, absent: ['e1'] } });
  // Somebody else has deleted the time off before the undo.
  const gone = vi.fn(() => HttpResponse.json({ message: 'Not found.' }, { status: 404 }));
  server.use(http.delete('*/api/v1/collections/timeOff/t1', gone));
  // Somebody else has changed the visit.
  left = [{ _id: 'a1', why: 'changed' }];
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText(/undone/i)).toBeVisible();
  expect(gone).toHaveBeenCalledOnce();
  expect(await screen.findByText('1 visit had changed and was left as it is')).toBeVisible();
  expect(requestsTo(ACCEPT).at(-1)?.body).toMatchObject({ visits: [{ _id: 'a1', employeeId: '', version: 4 }] });
});

test('marks visits and lanes on the board with the host’s objections', async () => {
  on('GET', '/admin/get-plan-conflicts', () =>
    good({
      visits: [{ _id: appointment()._id, reasons: [{ code: 'zone', parameters: { zip: '19428' } }] }],
      employees: [{ _id: employee._id, reasons: [{ code: 'timeOff', parameters: { from: 'a', to: 'b' } }] }],
    }),
  );
  const kept = { ...OURS, businessTimeZone: 'America/New_York', 'RaStore.appointments.view': '"calendar"' };
  openPortal(
    `/appointments?calendar=day&on=${appointment().appointmentDateTime.slice(0, 10)}`,
    'admin',
    undefined,
    kept,
  );
  const name = /does not work in the zone of ZIP code 19428/;
  expect(await screen.findByRole('button', { name })).toHaveClass('calendar-overlaps');
});

const LIST = '/admin/get-appointments';
const listed = (own: object, total = 1) => good({ appointments: [appointment({ ...own })], totalPages: 1, total });

test('says in the tabs why a visit is there', async () => {
  on('GET', LIST, ({ query: { tab } }) =>
    listed(
      tab === 'conflicts'
        ? {
            against: [
              { code: 'zone', parameters: { zip: '19428' } },
              { code: 'shift', parameters: {} },
            ],
          }
        : { lastEmployee: { fullName: 'Ann Ill', absent: true } },
    ),
  );
  const { user } = openPortal('/appointments?filter={"tab":"conflicts"}', 'admin', undefined, OURS);
  const reasons = /does not work in the zone of ZIP code 19428. This is outside the working hours/;
  expect(await screen.findByRole('cell', { name: reasons })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Unassigned' }));
  expect(await screen.findByRole('cell', { name: 'Was with Ann Ill, who is absent.' })).toBeInTheDocument();
});

test('tells after an entry which visits it puts in conflict', async () => {
  on('GET', LIST, () => listed({}, 3));
  const entry = { id: 't1', employee: 'e1', from: DAY, to: '2026-12-05', state: 'approved', version: 1 };
  server.use(
    http.post('*/api/v1/collections/timeOff', () => HttpResponse.json(entry, { status: 201 })),
    http.get('*/api/v1/collections/timeOff/t1', () => HttpResponse.json(entry)),
  );
  const { user } = openPortal('/add-time-off', 'admin', undefined, OURS);
  await user.click(await screen.findByRole('combobox', { name: /Employee/ }));
  await user.click(await screen.findByRole('option', { name: /Zoë/ }));
  await user.type(screen.getByLabelText(/First day/), DAY);
  await user.type(screen.getByLabelText(/Last day/), '2026-12-05');
  await user.click(screen.getByRole('button', { name: /Save|Add/ }));
  expect(await screen.findByText('3 visits need somebody because of this')).toBeVisible();
  expect(requestsTo(LIST).at(-1)?.query).toMatchObject({
    tab: 'conflicts',
    employeeId: 'e1',
    from: DAY,
    to: '2026-12-05',
  });
});
