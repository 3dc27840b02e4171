import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { AnyResource } from 'portal-frame';
import { resources } from 'portal-frame/internal/browser';
import { beforeEach, expect, test } from 'vitest';
import tubes from '../fixtures/tubes.ts';
import { everyday, server } from './host.ts';
import { simpleRest } from './simpleRest.ts';

// Registers it like a file of src/resources, before the routes are built.
resources.push(tubes as unknown as AnyResource);
const { openPortal } = await import('./portal.tsx');

const ROOT = '*/api/v1/collections/tubes';
beforeEach(everyday);

test('shows a record’s versions and restores one (spec 13.8)', async () => {
  const version = (number: number, action: string, changes: object[]) => ({
    id: `v${number}`,
    version: number,
    at: '2026-03-01T15:00:00.000Z',
    by: number === 1 ? null : 'Ada Admin',
    action,
    changes,
  });
  const tube = { id: 'a', barcode: 'S-1', state: 'Handed over', volume: 3, version: 2 };
  simpleRest('tubes', [tube]);
  const asked: unknown[] = [];
  let read = 0;
  server.use(
    http.get(`${ROOT}/:id/history`, () => {
      read += 1;
      return HttpResponse.json([
        version(2, 'handOver', [{ field: 'state', before: 'Collected', after: 'Handed over' }]),
        version(1, 'create', [{ field: 'volume', before: null, after: 3 }]),
      ]);
    }),
    http.post(`${ROOT}/:id/restore`, async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json(tube);
    }),
  );
  const { user } = openPortal('/blood-tubes/a', 'admin');
  const sheet = await screen.findByRole('dialog', { name: 'S-1' });
  await user.click(await within(sheet).findByRole('button', { name: 'Show the history' }));
  expect(await within(sheet).findByText('Hand over by Ada Admin')).toBeVisible();
  expect(within(sheet).getByText('Added by a deleted account')).toBeVisible();
  expect(
    within(sheet)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toContain('State: Collected → On its way');
  expect(read).toBe(1);
  // The latest version is current.
  expect(within(sheet).queryByRole('button', { name: 'Restore version 2' })).toBeNull();
  await user.click(within(sheet).getByRole('button', { name: 'Restore version 1' }));
  await waitFor(() => expect(asked).toEqual([{ to: 1, version: 2 }]));
});
