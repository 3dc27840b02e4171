import { screen, waitFor, within } from '@testing-library/react';
import type { AnyResource } from 'portal-frame';
import { resources } from 'portal-frame/internal/browser';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import businessProfile from '../../src/resources/businessProfile.ts';
import { ACTIVE, card, figures, PATH, roles, today, worker } from './dashboardHost.ts';
import { featureResources } from './featureResources.ts';
import { appointment, employee, everyday, good, on, requestsTo } from './host.ts';
import { simpleRest } from './simpleRest.ts';

const prices = featureResources('money', 'prices', 'payRates');
resources.push(...([businessProfile, ...featureResources('plan', 'shifts'), ...prices] as unknown as AnyResource[]));
const { OURS, openPortal, tokenFor } = await import('./portal.tsx');

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

describe("today's appointments (spec 2.33)", () => {
  const table = () => screen.findByRole('table', { name: '' });

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

  test('restore the card if the host still lists the employee', async () => {
    on('POST', '/admin/delete-employee/{id}', () => good(null));
    const { user } = openPortal(PATH.admin, 'admin');
    await user.click(await (await section()).findByRole('button', { name: /^Delete/ }));
    const asked = requestsTo(ACTIVE).length;
    await user.click(await screen.findByRole('button', { name: 'Yes, Delete' }));
    await waitFor(() => expect(requestsTo(ACTIVE).length).toBeGreaterThan(asked));
    expect(await screen.findByRole('heading', { name: 'Zoë Ångström' })).toBeVisible();
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
});

describe('first steps', () => {
  const FIGURES = '/admin/get-dashboard';
  const lists = ['shifts', ...prices.map(({ name }) => name)];
  const priceSteps = prices.length > 0 ? ['Step 4'] : [];
  const lastStep = `Step ${4 + priceSteps.length}`;
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
    expect(await readSteps()).toEqual(['Step 1', 'Step 2: done', 'Step 3', ...priceSteps, lastStep]);
    const steps = within(screen.getByRole('region', { name: 'Get started' }));
    expect(steps.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/business-profile/b1/edit',
      '/add-employee',
      '/add-shift',
      ...(prices.length > 0 ? ['/add-price', '/add-pay-rate'] : []),
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
    expect(await readSteps()).toEqual(['Step 1: done', 'Step 2: done', 'Step 3: done', ...priceSteps, lastStep]);
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
