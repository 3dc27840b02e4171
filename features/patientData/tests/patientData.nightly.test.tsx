import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { appointment, everyday, good, on, refused, requestsTo } from '../../../tests/portal/host.ts';
import { openPortal } from '../../../tests/portal/portal.tsx';

const OURS = { hostFeatures: 'patients reauthenticate' };
const under = (id: string, own: object = {}) => ({
  _id: id,
  patientName: 'Jane Roe',
  dateOfBirth: '1980-05-06',
  email: 'jane@example.test',
  contactNumber: '+12155550123',
  appointmentDateTime: '2026-12-01T14:30:00.000Z',
  laboratory: 'Northside Lab',
  status: 'Completed',
  files: 2,
  sameBirthDate: true,
  sameContact: true,
  ...own,
});

beforeEach(() => {
  everyday();
  on('GET', '/admin/get-appointments', () =>
    good({ appointments: [appointment({ _id: 'a1', patientName: 'Jane Roe' })], totalPages: 1 }),
  );
  const namesake = under('a3', { dateOfBirth: '1999-01-01', sameBirthDate: false, sameContact: false });
  on('GET', '/admin/get-patient/{id}', () => good([under('a1'), under('a2'), namesake]));
});

const open = async () => {
  const { user } = openPortal('/appointments/a1', 'admin', undefined, OURS);
  await user.click(await screen.findByRole('button', { name: 'Patient data' }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Data of Jane Roe' })) };
};

test('does not preselect a namesake, asks before deletion, and counts what was deleted', async () => {
  on('POST', '/admin/delete-patient/{id}', () => good({ deleted: 2 }, 'Deleted: 2 appointments.'));
  const { user, dialog } = await open();
  const boxes = await dialog.findAllByRole('checkbox');
  expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([true, true, false]);
  // Formatted as elsewhere.
  expect(dialog.getAllByText(/\(215\) 555-0123/)).toHaveLength(3);
  // The patient of the opened appointment.
  expect(boxes[0]).toBeDisabled();
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(dialog.getByText(/This deletes 2 appointments/)).toBeVisible();
  expect(requestsTo('/admin/delete-patient/a1')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Delete 2 appointments' }));
  await waitFor(() =>
    expect(requestsTo('/admin/delete-patient/a1')).toMatchObject([{ body: { appointments: ['a1', 'a2'] } }]),
  );
  expect(await screen.findByText('Deleted: 2 appointments.')).toBeVisible();
  await waitFor(() => expect(window.location.pathname).toBe('/appointments'));
});

test('exports a file after reauthentication and repeats the request', async () => {
  let proven = false;
  on('POST', '/admin/export-patient/{id}', () =>
    proven
      ? new HttpResponse('PK', { headers: { 'content-type': 'application/zip' } })
      : refused('Please confirm.', 403, { reauthenticate: true }),
  );
  on('POST', '/common/reauthenticate-options', () => good({ methods: ['password'] }));
  on('POST', '/common/reauthenticate', () => {
    proven = true;
    return good(null);
  });
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const { user, dialog } = await open();
  await dialog.findAllByRole('checkbox');
  await user.click(dialog.getByRole('button', { name: 'Export' }));
  await user.type(await screen.findByLabelText(/^Your password/), 'right-password');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Patient data exported.')).toBeVisible();
  expect(saved).toHaveBeenCalledOnce();
  saved.mockRestore();
});

test('hides the button if the host lacks the feature', async () => {
  openPortal('/appointments/a1', 'admin');
  await screen.findByRole('heading', { name: 'Jane Roe' });
  expect(screen.queryByRole('button', { name: 'Patient data' })).toBeNull();
});
