import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { ACTIVE, card, figures, PATH, roles, today, worker } from './dashboardHost.ts';
import { appointment, employee, everyday, good, on, requestsTo } from './host.ts';
import { openPortal } from './portal.tsx';

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
});

describe('active employees (spec 2.34)', () => {
  const section = async () => within(await screen.findByRole('region', { name: 'Active Employees' }));

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
});
