import { screen, waitFor, within } from '@testing-library/react';
import type { AnyResource } from 'portal-frame';
import { resources } from 'portal-frame/internal/browser';
import { beforeEach, describe, expect, test } from 'vitest';
import businessProfile from '../../../src/resources/businessProfile.ts';
import { ACTIVE, card, figures, PATH, roles, today, worker } from '../../../tests/portal/dashboardHost.ts';
import { featureResources } from '../../../tests/portal/featureResources.ts';
import { appointment, employee, everyday, good, on, requestsTo } from '../../../tests/portal/host.ts';
import { simpleRest } from '../../../tests/portal/simpleRest.ts';

const prices = featureResources('money', 'prices', 'payRates');
resources.push(...([businessProfile, ...featureResources('plan', 'shifts'), ...prices] as unknown as AnyResource[]));
const { OURS, openPortal, tokenFor } = await import('../../../tests/portal/portal.tsx');

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
