import 'fake-indexeddb/auto';
import { webcrypto } from 'node:crypto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { dropToken } from 'portal-frame/internal/browser';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { everyday, good, on, requestsTo } from '../../../tests/portal/host.ts';
import { openPortal, tokenFor } from '../../../tests/portal/portal.tsx';
import { sendWaiting } from '../../runSheet/browser/device/offlineSender.ts';

beforeEach(() => {
  Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
  everyday();
  on('GET', '/employee/get-today-appointments', () => good([]));
});
afterEach(async () => {
  dropToken();
  await sendWaiting();
});

test("keeps yesterday's tubes in hand, offline too, until they are handed over", async () => {
  const inHand = '/employee/get-tubes-in-hand';
  const given = '/employee/hand-over-tubes';
  let labels = ['TB-0001', 'TB-0002', 'TB-0003'];
  on('GET', inHand, () => good([{ laboratory: 'l1', name: 'Quest', labels }]));
  on('POST', '/employee/add-custody-events', () => good({ kept: 1 }));
  on('POST', given, () => {
    labels = ['TB-0003'];
    return good({ _id: 'h1', taken: ['TB-0001', 'TB-0002'], left: [] });
  });
  const token = tokenFor('employee', 3600);
  const open = () => openPortal('/employee-run-sheet', null, token, { hostFeatures: 'orders custody' });
  const { unmount } = open();
  expect(await screen.findByText('3 tubes in hand')).toBeVisible();
  unmount();
  on('GET', inHand, () => Response.error());
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Hand over tubes' }));
  const dialog = await screen.findByRole('dialog', { name: 'Hand over tubes' });
  for (const label of ['TB-0001', 'TB-0002']) fireEvent.click(within(dialog).getByRole('checkbox', { name: label }));
  // A double tap hands over once.
  const give = within(dialog).getByRole('button', { name: 'Hand over 2 tubes' });
  fireEvent.click(give);
  fireEvent.click(give);
  expect(await screen.findByText('1 tube in hand')).toBeVisible();
  await waitFor(() => expect(requestsTo(given)).toHaveLength(1));
  // Sent tubes must not reappear while the host is offline.
  await sendWaiting();
  expect(await screen.findByText('1 tube in hand')).toBeVisible();
  expect(screen.queryByText('3 tubes in hand')).toBeNull();
  expect(requestsTo(given)).toHaveLength(1);
});
