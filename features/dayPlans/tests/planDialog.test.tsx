import { screen, within } from '@testing-library/react';
import type { AnyResource } from 'portal-frame';
import { resources } from 'portal-frame/internal/browser';
import { beforeEach, expect, test, vi } from 'vitest';
import { appointment, everyday, good, on, refused, requestsTo } from '../../../tests/portal/host.ts';
import timeOff from '../../plan/resources/timeOff.ts';
import { ACCEPT, DAY, NoObserver, proposal } from './proposedPlan.ts';

// Must run before the portal is imported, which creates its routes from them.
resources.push(timeOff as unknown as AnyResource);
const { OURS, openPortal } = await import('../../../tests/portal/portal.tsx');

for (const name of ['ResizeObserver', 'IntersectionObserver']) vi.stubGlobal(name, NoObserver);

beforeEach(() => {
  everyday();
  on('GET', '/admin/get-appointments', () => good({ appointments: [appointment()], totalPages: 1 }));
  on('POST', '/admin/propose-plan', () => good(proposal));
});

const open = async () => {
  const kept = { ...OURS, businessTimeZone: 'America/New_York', 'RaStore.appointments.view': '"calendar"' };
  const { user } = openPortal(`/appointments?calendar=day&on=${DAY}`, 'admin', undefined, kept);
  await user.click(await screen.findByRole('button', { name: 'Plan this day' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Plan for December 1, 2026' }));
  await dialog.findByText(/Travel: 90 min now, 40 min in the plan. Without an employee: 2 now, 1 in the plan./);
  return { user, dialog };
};

test('accepts the chosen changes, asks once, and undoes all together (spec 33.6)', async () => {
  on('POST', ACCEPT, ({ body }) =>
    body.confirmed
      ? good({ changed: [{ _id: 'a2', version: 4 }], left: [], timeOff: [], also: [] })
      : refused('During time off: 1.', 409, { overlap: true, reason: true }),
  );
  const { user, dialog } = await open();
  await user.click(dialog.getByRole('checkbox', { name: /Ada Free/ }));
  await user.click(dialog.getByRole('button', { name: 'Accept 1 change' }));
  const asked = within(await screen.findByRole('dialog', { name: 'Please confirm' }));
  expect(asked.getByText('During time off: 1.')).toBeVisible();
  await user.type(asked.getByLabelText('Reason (optional)'), 'Nobody else');
  await user.click(asked.getByRole('button', { name: 'Do it anyway' }));
  // Ada's change was left out, and the proposal had none for Di.
  const said = '2 visits still need somebody: 9:00 AM Di Late, 9:00 AM Ada Free';
  expect(await screen.findByText('1 visit planned')).toBeVisible();
  expect(await screen.findByText(said)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Show them' })).toBeVisible();
  const sent = { _id: 'a2', employeeId: 'e1', version: 3, appointmentDateTime: `${DAY}T15:10:00.000Z` };
  expect(requestsTo(ACCEPT).at(-1)?.body).toEqual({
    ...{ visits: [sent], confirmed: true },
    overrideReason: 'Nobody else',
  });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText(/undone/i)).toBeVisible();
  await vi.waitFor(() => expect(screen.queryByText(said)).toBeNull());
  const former = { _id: 'a2', employeeId: 'e2', version: 4, appointmentDateTime: `${DAY}T14:00:00.000Z` };
  expect(requestsTo(ACCEPT).at(-1)?.body).toEqual({ visits: [former], confirmed: true });
});

test('is absent on the provider’s host', async () => {
  const kept = { businessTimeZone: 'America/New_York', 'RaStore.appointments.view': '"calendar"' };
  openPortal(`/appointments?calendar=day&on=${DAY}`, 'admin', undefined, kept);
  expect(await screen.findByRole('heading', { name: /December 1, 2026/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Plan this day' })).toBeNull();
});
