import { screen } from '@testing-library/react';
import type { AnyResource } from 'portal-frame';
import { resources } from 'portal-frame/internal/browser';
import { beforeEach, describe, expect, test } from 'vitest';
import businessProfile from '../../../src/resources/businessProfile.ts';
import { ACTIVE, card, figures, PATH, roles, today, worker } from '../../../tests/portal/dashboardHost.ts';
import { featureResources } from '../../../tests/portal/featureResources.ts';
import { everyday, good, on } from '../../../tests/portal/host.ts';

resources.push(...([businessProfile, ...featureResources('plan', 'shifts')] as unknown as AnyResource[]));
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
});
