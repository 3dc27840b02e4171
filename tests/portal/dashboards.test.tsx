import { screen, waitFor, within } from '@testing-library/react';
import type { AnyResource } from 'portal-frame';
import { resources } from 'portal-frame/internal/browser';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import businessProfile from '../../src/resources/businessProfile.ts';
import payRates from '../../src/resources/payRates.ts';
import prices from '../../src/resources/prices.ts';
import shifts from '../../src/resources/shifts.ts';
import type { Role } from '../roles.ts';
import { appointment, employee, everyday, good, on, refused, requestsTo } from './host.ts';
import { simpleRest } from './simpleRest.ts';

resources.push(...([businessProfile, shifts, prices, payRates] as unknown as AnyResource[]));
const { OURS, openPortal, tokenFor } = await import('./portal.tsx');

const PATH: Record<Role, string> = {
  admin: '/dashboard',
  employee: '/employee-dashboard',
  laboratory: '/laboratory-dashboard',
};
const roles = ['admin', 'employee', 'laboratory'] as const;
const ACTIVE = '/admin/get-active-employees';
const today = (role: Role) => `/${role}/get-today-appointments`;
const figures = (role: Role) => `/${role}/get-dashboard`;

const worker = {
  ...employee,
  email: 'zoe@example.test',
  contactNumber: '+15551230007',
  address: '3 Oak Street',
  gender: 'Female',
  hireDate: '2024-05-06T00:00:00.000Z',
  jobRole: 'Phlebotomist',
};

beforeEach(() => {
  everyday();
  for (const role of roles) on('GET', today(role), () => good([]));
  on('GET', figures('admin'), () => good({ totalEmployees: 12, totalAppointments: 1600, pendingAppointments: 34 }));
  on('GET', figures('employee'), () => good({ totalAppointments: 56, pendingAppointments: 7, totalFees: 12345.6 }));
  on('GET', figures('laboratory'), () =>
    good({
      metrics: { totalAppointments: 9, pendingAppointments: 2, totalEarnings: 100 },
      weeklyAppointments: { currentLaboratory: [], topLaboratories: [] },
    }),
  );
  on('GET', ACTIVE, () => good([worker]));
});

const card = async (title: string) =>
  within((await screen.findByRole('heading', { name: title })).closest('li') as HTMLElement);

describe('figures', () => {
  test.each([
    [
      'admin',
      [
        ['Employees', '12', '/employees'],
        ['Appointments', '1,600', '/appointments'],
        ['Pending', '34', '/appointments'],
      ],
    ],
    [
      'employee',
      [
        ['Total Appointments', '56', '/employee-appointments'],
        ['Pending Appointments', '7', '/employee-appointments'],
        ['Total Earnings', '$12,345.60', null],
      ],
    ],
  ] as const)('%s: show each value with a link to its list (spec 2.32, 2.37)', async (role, shown) => {
    openPortal(PATH[role], role);
    for (const [title, value, path] of shown) {
      const found = await card(title);
      expect(await found.findByText(value)).toBeVisible();
      const link = found.queryByRole('link', { name: title });
      expect(link && new URL(link.getAttribute('href') ?? '', 'http://portal').pathname).toBe(path);
    }
    expect(requestsTo(figures(role))[0]?.authorization).toMatch(/^Bearer /);
  });

  test('show N/A for a figure that the host omits', async () => {
    on('GET', figures('employee'), () => good({ totalAppointments: 0 }));
    openPortal(PATH.employee, 'employee');
    expect(await (await card('Total Earnings')).findByText('N/A')).toBeVisible();
    expect(await (await card('Total Appointments')).findByText('0')).toBeVisible();
  });

  test('leave the rest of the screen usable if they cannot be loaded (spec 2.38)', async () => {
    on('GET', figures('employee'), () => refused('Counting.', 503));
    openPortal(PATH.employee, 'employee');
    expect(await screen.findByText('Counting.', { selector: 'main [role=alert] *' })).toBeVisible();
    expect(await screen.findByText('No appointments scheduled for today.')).toBeVisible();
  });
});

describe("today's appointments (spec 2.33)", () => {
  const both = ['#', 'Patient', 'Age', 'Date & Time'];
  const end = ['Priority', 'Instruction', 'Status'];
  const table = () => screen.findByRole('table', { name: '' });

  test.each([
    ['admin', [...both, 'Labortary', ...end], 'Northside Lab'],
    ['employee', [...both, 'Labortary', ...end], 'Northside Lab'],
    ['laboratory', [...both, 'Employee Id', ...end], 'EMP-007 - Zoë Ångström'],
  ] as const)('%s: have these columns and no others (spec 2.14, 2.38, 2.40)', async (role, heads, cell) => {
    on('GET', today(role), () => good([appointment({ employeeId: employee })]));
    openPortal(PATH[role], role);
    const rows = within(await table());
    expect(rows.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(heads);
    for (const text of ['María Núñez', '44', cell, 'High', 'Fasting 12 h', 'Pending'])
      expect(rows.getByText(text)).toBeVisible();
    expect(rows.queryByRole('combobox')).toBeNull();
  });

  test('have a badge green for Completed, red for Rejected, yellow otherwise; a missing status is Pending (spec 2.39)', async () => {
    on('GET', today('admin'), () =>
      good([
        appointment({ _id: 'a1', status: 'Completed' }),
        appointment({ _id: 'a2', status: 'Rejected' }),
        appointment({ _id: 'a3', status: 'Travelling' }),
        appointment({ _id: 'a4', status: undefined }),
      ]),
    );
    openPortal(PATH.admin, 'admin');
    const rows = within(await table());
    for (const [status, colour] of [
      ['Completed', 'success'],
      ['Rejected', 'error'],
      ['Travelling', 'warning'],
      ['Pending', 'warning'],
    ] as const) {
      expect(rows.getByText(status).closest('.chip')).toHaveClass(`chip-${colour}`);
    }
  });

  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const visits = [
    appointment({ _id: 'a1', patientName: 'Later', appointmentDateTime: at(90) }),
    appointment({ _id: 'a2', patientName: 'Soon', appointmentDateTime: at(30) }),
    appointment({ _id: 'a3', patientName: 'Completed one', appointmentDateTime: at(10), status: 'Completed' }),
    appointment({ _id: 'a4', patientName: 'Past', appointmentDateTime: at(-60) }),
    appointment({ _id: 'a5', patientName: 'Done one', appointmentDateTime: at(20), visitState: 'done' }),
  ];
  test.each([
    ['admin', 'Soon'],
    ['employee', 'Past'],
  ] as const)('are ordered by time, with the next one of an %s marked', async (role, next) => {
    on('GET', today(role), () => good(visits));
    openPortal(PATH[role], role);
    const rows = within(await table())
      .getAllByRole('row')
      .slice(1);
    const names = rows.map((row) => within(row).getByRole('link').textContent);
    expect(names).toEqual(['Past', 'Completed one', 'Done one', 'Soon', 'Later']);
    await screen.findByText('Next');
    expect(names.filter((_, index) => within(rows[index] as HTMLElement).queryByText('Next'))).toEqual([next]);
  });

  test('show a row without most of its fields', async () => {
    on('GET', today('admin'), () => good([{ _id: 'a9' }, null]));
    openPortal(PATH.admin, 'admin');
    expect(within(await table()).getAllByText('Pending').length).toBeGreaterThan(0);
  });

  test('are cards on a phone', async () => {
    const width = window.innerWidth;
    onTestFinished(() => {
      window.innerWidth = width;
    });
    window.innerWidth = 390;
    on('GET', today('admin'), () => good([appointment(), appointment({ _id: 'a2', patientName: 'Ito Ken' })]));
    openPortal(PATH.admin, 'admin');
    const section = within(await screen.findByRole('region', { name: "Today's Appointments" }));
    expect(await section.findAllByRole('listitem')).toHaveLength(2);
    expect(section.queryByRole('table')).toBeNull();
    // Age and laboratory show below the name.
    expect(section.getAllByText('Date & Time')).toHaveLength(2);
    expect(section.getAllByText(/^44 · /)).toHaveLength(2);
  });

  test("open the appointment from the patient's name", async () => {
    on('GET', today('employee'), () => good([appointment()]));
    const { user } = openPortal(PATH.employee, 'employee');
    await user.click(await screen.findByRole('link', { name: 'María Núñez' }));
    expect(await screen.findByRole('dialog', { name: 'María Núñez' })).toBeVisible();
    expect(window.location.pathname).toBe('/employee-appointments/a1');
  });
});

describe('active employees (spec 2.34)', () => {
  const section = async () => within(await screen.findByRole('region', { name: 'Active Employees' }));

  test("show the employee's details on View (spec 2.35)", async () => {
    const { user } = openPortal(PATH.admin, 'admin');
    await user.click(await (await section()).findByRole('button', { name: /^View/ }));
    const popup = within(await screen.findByRole('dialog', { name: 'Zoë Ångström' }));
    for (const [label, value] of [
      ['Employee ID', 'EMP-007'],
      ['Joined Date', 'May 6, 2024'],
      ['Email', 'zoe@example.test'],
      ['Contact Number', '(555) 123-0007'],
      ['Address', '3 Oak Street'],
      ['Gender', 'Female'],
    ] as const) {
      const term = popup.getByText(label, { selector: 'dt' });
      expect(term.nextElementSibling).toHaveTextContent(value);
    }
    expect(popup.queryByRole('button', { name: /^Delete/ })).toBeNull();
    await user.click(popup.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('ask before deleting; Cancel keeps, Yes removes the card and refreshes the figures (spec 2.34, 2.36, 8.20)', async () => {
    let answer = () => {};
    const waiting = new Promise<void>((resolve) => {
      answer = resolve;
    });
    on('POST', '/admin/delete-employee/{id}', async () => {
      await waiting;
      return good(null);
    });
    const { user } = openPortal(PATH.admin, 'admin');
    const ask = async () => {
      await user.click(await (await section()).findByRole('button', { name: /^Delete/ }));
      return within(await screen.findByRole('dialog'));
    };
    let dialog = await ask();
    expect(dialog.getByText('Are you sure you want to delete this employee?')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requestsTo(`/admin/delete-employee/${worker._id}`)).toHaveLength(0);

    dialog = await ask();
    await user.click(dialog.getByRole('button', { name: 'Yes, Delete' }));
    expect(await dialog.findByRole('button', { name: 'Deleting employee...' })).toBeDisabled();
    on('GET', figures('admin'), () => good({ totalEmployees: 11, totalAppointments: 1600, pendingAppointments: 34 }));
    on('GET', ACTIVE, () => good([]));
    answer();
    expect(await screen.findByText('Employee deleted successfully')).toBeVisible();
    expect(await (await section()).findByText('No active employee found.')).toBeVisible();
    expect(await (await card('Employees')).findByText('11')).toBeVisible();
    expect(requestsTo(`/admin/delete-employee/${worker._id}`)).toHaveLength(1);
    await waitFor(() => expect(screen.queryByText('Deleting employee...')).toBeNull());
  });

  test("remove a deleted employee's card even if the list cannot be refetched (spec 4.16)", async () => {
    on('POST', '/admin/delete-employee/{id}', () => good(null));
    const { user } = openPortal(PATH.admin, 'admin');
    await user.click(await (await section()).findByRole('button', { name: /^Delete/ }));
    on('GET', ACTIVE, () => Response.error());
    await user.click(await screen.findByRole('button', { name: 'Yes, Delete' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Zoë Ångström' })).toBeNull());
  });

  test('restore the card if the host still lists the employee', async () => {
    on('POST', '/admin/delete-employee/{id}', () => good(null));
    const { user } = openPortal(PATH.admin, 'admin');
    await user.click(await (await section()).findByRole('button', { name: /^Delete/ }));
    const asked = requestsTo(ACTIVE).length;
    await user.click(await screen.findByRole('button', { name: 'Yes, Delete' }));
    await waitFor(() => expect(requestsTo(ACTIVE).length).toBeGreaterThan(asked));
    expect(await screen.findByRole('heading', { name: 'Zoë Ångström' })).toBeVisible();
  });

  test('keep an employee who cannot be deleted', async () => {
    const text = 'They are on the road.';
    on('POST', '/admin/delete-employee/{id}', () => refused(text, 409));
    const { user } = openPortal(PATH.admin, 'admin');
    await user.click(await (await section()).findByRole('button', { name: /^Delete/ }));
    await user.click(await screen.findByRole('button', { name: 'Yes, Delete' }));
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Zoë Ångström', hidden: true })).toBeInTheDocument();
  });
});

describe('open work', () => {
  const OVERVIEW = '/admin/get-overview';
  const reply = {
    ...{
      unassigned: 3,
      conflicts: 2,
      late: 1000,
      openPayments: { count: 2, amount: 80.5 },
      today: { visits: 8, done: 3 },
    },
    loads: [{ _id: 'e1', fullName: 'Zoë Nwosu', visits: 4, done: 1 }],
    ...{ more: 2, earnings: { month: 1200, before: 900.5 } },
  };
  const open = () => openPortal('/dashboard', 'admin', tokenFor('admin'), OURS);
  const filterOf = (link: HTMLElement) =>
    JSON.parse(new URL(link.getAttribute('href') ?? '', 'http://portal').searchParams.get('filter') ?? 'null');

  test('links each figure to its list', async () => {
    on('GET', OVERVIEW, () => good(reply));
    open();
    const late = await card('Late');
    expect(await late.findByText('999+')).toBeVisible();
    expect(filterOf(late.getByRole('link'))).toEqual({ tab: 'late' });
    const conflicts = await card('Conflicts');
    expect(conflicts.getByText('2')).toBeVisible();
    expect(filterOf(conflicts.getByRole('link'))).toEqual({ tab: 'conflicts' });
    const unassigned = await card('Unassigned');
    expect(unassigned.getByText('3')).toBeVisible();
    expect(filterOf(unassigned.getByRole('link'))).toEqual({ tab: 'unassigned' });
    const payments = await card('Uncollected Patient Fees');
    expect(payments.getByText('$80.50')).toBeVisible();
    expect(filterOf(payments.getByRole('link'))).toEqual({ status: 'Pending', due: true });
    const earned = await card('Earned This Month');
    expect(earned.getByText('$1,200.00')).toBeVisible();
    expect(earned.getByText('$900.50 last month')).toBeVisible();
    expect(screen.getByText('3 of 8 done')).toBeVisible();
    expect(filterOf(screen.getByRole('link', { name: /^Zoë Nwosu/ }))).toEqual({ tab: 'today', employee: 'e1' });
    expect(screen.getByText('2 more employees have visits today.')).toBeVisible();
  });

  test('shows a visit reported as done, and links the visits to complete', async () => {
    on('GET', OVERVIEW, () => good({ ...reply, toConfirm: 2 }));
    on('GET', '/admin/get-today-appointments', () => good([appointment({ _id: 'a1', visitState: 'done' })]));
    open();
    const row = within((await screen.findByText('María Núñez')).closest('tr') ?? document.body);
    expect(await row.findByText('Done')).toBeVisible();
    expect(row.getByText('Pending')).toBeVisible();
    const link = await screen.findByRole('link', { name: 'Complete 2 visits reported done' });
    expect(filterOf(link)).toEqual({ tab: 'done' });
  });

  test('shows an admin the progress of today, visits to confirm and reports as open work', async () => {
    on('GET', OVERVIEW, () => good({ ...reply, toConfirm: 2 }));
    open();
    const work = within(await screen.findByRole('region', { name: 'What Needs Doing' }));
    expect(await work.findByRole('link', { name: "Today's Progress" })).toBeVisible();
    expect(await work.findByRole('link', { name: 'Complete 2 visits reported done' })).toBeVisible();
    expect(await work.findByText('Reported by Employees')).toBeVisible();
  });

  test("shows an employee today's progress, the next visit and overdue visits, each with its list", async () => {
    const at = (hours: number) => new Date(new Date().setHours(hours, 0, 0, 0)).toISOString();
    on('GET', '/employee/get-overview', () => good({ uncollected: 4, untracked: 0 }));
    on('GET', '/employee/get-today-appointments', () =>
      good([
        appointment({ _id: 'a2', patientName: 'Ben Next', appointmentDateTime: at(15) }),
        appointment({ _id: 'a1', visitState: 'done', appointmentDateTime: at(9) }),
        appointment({ _id: 'a3', visitState: 'couldNotDraw', appointmentDateTime: at(10) }),
        // As on the admin's board, neither done nor counted.
        appointment({ _id: 'a4', status: 'Rejected', appointmentDateTime: at(11) }),
      ]),
    );
    openPortal('/employee-dashboard', 'employee', tokenFor('employee'), OURS);
    expect(await screen.findByText('2 of 3 done')).toBeVisible();
    expect(screen.getByRole('link', { name: "Today's Progress" })).toHaveAttribute('href', '/employee-run-sheet');
    const next = screen.getByRole('link', { name: /^Next: .*Ben Next$/ });
    expect(next).toHaveAttribute('href', '/employee-appointments/a2');
    const overdue = await card('Late Visits');
    expect(await overdue.findByText('4')).toBeVisible();
    expect(filterOf(overdue.getByRole('link'))).toEqual({ tab: 'late', to: expect.stringMatching(/^\d{4}-/) });
    const untracked = await card('Without Tracking Image');
    expect(filterOf(untracked.getByRole('link'))).toMatchObject({ status: 'Completed', tracking: false });
  });

  const LABORATORY = '/laboratory/get-overview';

  test("shows a laboratory today's progress, waiting and overdue visits and the month, each with its list (spec 14.8)", async () => {
    const today = { visits: 6, done: 2 };
    const figures = { today, unassigned: 3, uncollected: 1000, completed: { month: 1234, before: 1100 } };
    on('GET', LABORATORY, () => good(figures));
    openPortal(PATH.laboratory, 'laboratory', tokenFor('laboratory'), OURS);
    expect(await screen.findByText('2 of 6 done')).toBeVisible();
    const { appointmentDate: day } = filterOf(screen.getByRole('link', { name: "Today's Progress" }));
    expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
    const waiting = await card('Waiting for an Employee');
    expect(waiting.getByText('3')).toBeVisible();
    expect(filterOf(waiting.getByRole('link'))).toEqual({ status: 'Pending', assigned: false });
    const overdue = await card('Late Visits');
    expect(overdue.getByText('999+')).toBeVisible();
    const { to, ...pending } = filterOf(overdue.getByRole('link'));
    expect([pending, Date.parse(day) - Date.parse(to)]).toEqual([{ tab: 'late' }, 86_400_000]);
    const completed = await card('Completed This Month');
    expect(completed.getByText('1,234')).toBeVisible();
    expect(completed.getByText('1,100 last month')).toBeVisible();
    const month = filterOf(completed.getByRole('link'));
    expect(month).toEqual({ status: 'Completed', from: `${day.slice(0, 7)}-01`, to: expect.any(String) });
    // The day after the month's last is the first of the next.
    const next = new Date(Date.parse(month.to) + 86_400_000);
    expect([month.to.slice(0, 7), next.getUTCDate()]).toEqual([day.slice(0, 7), 1]);
    expect(screen.getAllByRole('heading', { level: 2 })[0]).toHaveTextContent('What Needs Doing');
  });

  test("links a laboratory's figures to a list with those filters", async () => {
    on('GET', LABORATORY, () => good({ completed: { month: 2 } }));
    on('GET', '/laboratory/get-appointments', () => good({ appointments: [], totalPages: 1 }));
    const { user } = openPortal(PATH.laboratory, 'laboratory', tokenFor('laboratory'), OURS);
    await user.click((await card('Completed This Month')).getByRole('link'));
    await waitFor(() => expect(requestsTo('/laboratory/get-appointments')).not.toEqual([]));
    const month = { from: expect.stringMatching(/-01$/), to: expect.any(String) };
    expect(requestsTo('/laboratory/get-appointments')[0]?.query).toMatchObject({ status: 'Completed', ...month });
    expect(await screen.findAllByRole('button', { name: /^Remove/ })).toHaveLength(3);
  });

  test('sends no call and shows nothing on a host without the feature', async () => {
    openPortal('/dashboard', 'admin');
    await card('Employees');
    expect(await screen.findByRole('heading', { name: 'Active Employees' })).toBeVisible();
    expect(screen.queryByText('What Needs Doing')).toBeNull();
    expect(requestsTo(OVERVIEW)).toEqual([]);
  });

  test('sends no call for a laboratory either', async () => {
    openPortal(PATH.laboratory, 'laboratory');
    await card('Total Earnings');
    expect(await screen.findByText('No appointments scheduled for today')).toBeVisible();
    expect(screen.queryByText('What Needs Doing')).toBeNull();
    expect(requestsTo(LABORATORY)).toEqual([]);
  });
});

describe('first steps', () => {
  const FIGURES = '/admin/get-dashboard';
  const lists = ['shifts', 'prices', 'payRates'];
  beforeEach(() => {
    on('GET', FIGURES, () => good({ totalEmployees: 1, totalAppointments: 0, pendingAppointments: 0 }));
    on('GET', '/admin/get-appointments', () => good({ appointments: [], totalPages: 0 }));
  });
  const openEmpty = () => openPortal('/dashboard', 'admin', tokenFor('admin'), OURS);
  const readSteps = async () => {
    const steps = within(await screen.findByRole('region', { name: 'Get started' }));
    return steps.getAllByRole('img').map((icon) => icon.getAttribute('aria-label'));
  };

  test('tell an empty portal what to enter, in order, ticked by its data', async () => {
    for (const name of lists) simpleRest(name, []);
    simpleRest('businessProfile', [{ id: 'b1', name: 'Cooper Draws' }]);
    on('GET', '/admin/get-employees', () => good([{ ...employee, shiftTiming: 'Custom' }]));
    openEmpty();
    // A name alone makes no seller, and an employee without hours is in no plan.
    expect(await readSteps()).toEqual(['Step 1', 'Step 2: done', 'Step 3', 'Step 4', 'Step 5']);
    const steps = within(screen.getByRole('region', { name: 'Get started' }));
    expect(steps.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/business-profile/b1/edit',
      '/add-employee',
      '/add-shift',
      '/add-price',
      '/add-pay-rate',
      '/appointments',
      '/add-appointment',
    ]);
  });

  test.each([
    ['the hours of a profile', 'Morning (8AM - 4PM)', []],
    ['a shift', 'Custom', [{ id: 's1' }]],
  ])('tick the employees by %s', async (_, shiftTiming, shifts) => {
    for (const name of lists) simpleRest(name, name === 'shifts' ? shifts : []);
    simpleRest('businessProfile', [{ id: 'b1', name: 'Cooper Draws', address: '12 Elm Street' }]);
    on('GET', '/admin/get-employees', () => good([{ ...employee, shiftTiming }]));
    openEmpty();
    expect(await readSteps()).toEqual(['Step 1: done', 'Step 2: done', 'Step 3: done', 'Step 4', 'Step 5']);
  });

  test('are gone once all are done', async () => {
    for (const name of lists) simpleRest(name, [{ id: '1' }]);
    simpleRest('businessProfile', [{ id: 'b1', name: 'Cooper Draws', address: '12 Elm Street' }]);
    on('GET', '/admin/get-appointments', () => good({ appointments: [appointment()], totalPages: 1 }));
    openEmpty();
    await waitFor(() => expect(requestsTo('/admin/get-appointments').length).toBeGreaterThan(0));
    await waitFor(() => expect(localStorage.getItem('RaStore.firstStepsClosed')).toBe('true'));
    expect(screen.queryByText('Get started')).toBeNull();
  });
});
