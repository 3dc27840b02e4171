import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ACTIVE, figures, PATH, roles, today, worker } from './dashboardHost.ts';
import { appointment, everyday, good, on, requestsTo } from './host.ts';
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
