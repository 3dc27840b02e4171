import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { appointment, everyday, good, on } from './host.ts';
import { openPortal } from './portal.tsx';

const LIST = '/admin/get-appointments';
let status = 'Pending';
beforeEach(() => {
  everyday();
  status = 'Pending';
  on('GET', LIST, () => good({ appointments: [appointment({ status })], totalPages: 1 }));
});

test('a popup opened right after a change shows what the host says now', async () => {
  on('POST', '/admin/update-appointment/{id}', ({ body }) => {
    status = String(body.status);
    return good(null);
  });
  const { user } = openPortal('/appointments', 'admin');
  await user.click(await screen.findByRole('combobox', { name: 'Status' }));
  await user.click(await screen.findByRole('option', { name: 'Rejected' }));
  await screen.findByText('Status updated successfully');
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Status' })).toHaveTextContent('Rejected'));
  // Long enough for the list to be fetched anew, and not for what is known to be old.
  await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
  await user.click(screen.getByText('María Núñez'));
  const popup = within(await screen.findByRole('dialog'));
  expect(await popup.findAllByText('Rejected')).not.toHaveLength(0);
  expect(popup.queryByText('Pending')).toBeNull();
});
