import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { appointment, everyday, good, on, requestsTo } from '../../../tests/portal/host.ts';
import { OURS, openPortal } from '../../../tests/portal/portal.tsx';

const hostFeatures = `${OURS.hostFeatures} laboratoryChanges`;
const kept = { hostFeatures, businessTimeZone: 'America/New_York' };
beforeEach(everyday);

test('lets a laboratory move and cancel its visits where the host offers it, and asks not who cancelled', async () => {
  on('GET', '/laboratory/get-appointments', () =>
    good({ appointments: [appointment({ _id: 'a1', version: 2 })], totalPages: 1 }),
  );
  on('POST', '/common/find-slots', () =>
    good({ slots: [{ at: '2026-12-02T14:00:00.000Z', detour: null, employeeId: '' }], reasons: [], against: [] }),
  );
  const path = '/laboratory/change-appointment/a1';
  on('POST', path, () => good(appointment({ _id: 'a1', version: 3 })));
  const { user } = openPortal('/laboratory-appointments/a1', 'laboratory', undefined, kept);
  await user.click(await screen.findByRole('button', { name: 'Move' }));
  const move = within(await screen.findByRole('dialog', { name: /^Move/ }));
  await user.click(await move.findByRole('button', { name: 'Wed, Dec 2, 9:00 AM' }));
  await user.click(move.getByRole('button', { name: 'Move' }));
  await waitFor(() =>
    expect(requestsTo(path)[0]?.body).toEqual({ appointmentDateTime: '2026-12-02T14:00:00.000Z', version: 2 }),
  );
  await user.click(await screen.findByRole('button', { name: 'Cancel the visit' }));
  const cancel = within(await screen.findByRole('dialog', { name: /^Cancel the visit/ }));
  expect(cancel.queryByLabelText(/^Cancelled by/)).toBeNull();
  await user.type(cancel.getByLabelText('Reason for Cancelling'), 'Closed');
  await user.click(cancel.getByRole('button', { name: 'Cancel the visit' }));
  await waitFor(() => expect(requestsTo(path)[1]?.body).toMatchObject({ cancelReason: 'Closed' }));
});

test('offers a laboratory no changes on the provider’s host', async () => {
  on('GET', '/laboratory/get-appointments', () => good({ appointments: [appointment({ _id: 'a1' })], totalPages: 1 }));
  openPortal('/laboratory-appointments/a1', 'laboratory');
  await screen.findByRole('dialog');
  expect(screen.queryByRole('button', { name: /^(Move|Cancel the visit)$/ })).toBeNull();
});
