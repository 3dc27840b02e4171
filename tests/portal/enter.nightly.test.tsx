import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { appointment, employee, everyday, good, laboratory, on, requests } from './host.ts';
import { openPortal } from './portal.tsx';

const EMPLOYEE = `${employee.employeeId} - ${employee.fullName}`;
const page = { appointments: [appointment()], totalPages: 1 };

beforeEach(() => {
  everyday();
  for (const role of ['admin', 'laboratory']) on('GET', `/${role}/get-appointments`, () => good(page));
});

/** Reference fields in filters, forms and show views; `open` names the button that shows them. */
const places = [
  ['/appointments', 'admin', 'Employee', 'zo', EMPLOYEE, 'Show Filters'],
  ['/laboratory-appointments', 'laboratory', 'Employee', 'zo', EMPLOYEE, 'Show Filters'],
  ['/add-appointment', 'admin', 'Employee', 'zo', EMPLOYEE, null],
  ['/add-appointment', 'admin', 'Laboratory', 'north', laboratory.fullName, null],
  ['/appointments/a1', 'admin', 'Employee', 'zo', EMPLOYEE, null],
] as const;

test.each(places)(
  '%s, %s: Enter in the field %s selects the match without submitting',
  async (path, role, label, typed, text, open) => {
    const { user } = openPortal(path, role);
    if (open) await user.click(await screen.findByRole('button', { name: open }));
    const field = await screen.findByRole('combobox', { name: new RegExp(`^${label}( \\*)?$`) });
    await user.type(field, typed);
    const options = await screen.findByRole('listbox');
    await within(options).findByRole('option', { name: text });
    const before = requests.length;
    await user.keyboard('{Enter}');
    await waitFor(() => expect(field).toHaveValue(text));
    expect(requests.slice(before).filter(({ method, query }) => method === 'POST' || query.page)).toEqual([]);
    expect(screen.queryByText(/ is required$/)).toBeNull();
  },
);
