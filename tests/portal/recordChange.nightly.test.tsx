import { screen, waitFor, within } from '@testing-library/react';
import type { AnyResource } from 'portal-frame';
import { resources } from 'portal-frame/internal/browser';
import { beforeEach, expect, test } from 'vitest';
import supplies from '../fixtures/supplies.ts';
import { appointment, everyday, good, on, requestsTo } from './host.ts';
import { simpleRest } from './simpleRest.ts';

// As if the file were in src/resources. Must run before the portal is imported, which creates its routes from it.
resources.push(supplies as unknown as AnyResource);
const { OURS, openPortal } = await import('./portal.tsx');

const OTHER = 'Ada Ødegård';
const REPORTS = '/common/get-visit-reports';
const report = { _id: 'r1', kind: 'note', reason: null, note: 'Gate is locked', at: '2026-03-09T18:40:00Z', by: 'Zoë' };

beforeEach(() => {
  everyday();
  const visits = [appointment({ reports: 1 }), appointment({ _id: 'a2', patientName: OTHER, reports: 1 })];
  on('GET', '/admin/get-appointments', () => good({ appointments: visits, totalPages: 1 }));
  on('GET', `${REPORTS}/a1`, () => good([report]));
  on('GET', `${REPORTS}/a2`, () => new Promise<Response>(() => undefined));
});

async function openNext(user: ReturnType<typeof openPortal>['user']): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Next (J)' }));
  expect(await screen.findByRole('dialog', { name: OTHER })).toBeVisible();
}

test('hides the reports of the previous patient while those of the next one load', async () => {
  const { user } = openPortal('/appointments/a1', 'admin', undefined, OURS);
  expect(await screen.findByText('Gate is locked')).toBeVisible();
  await openNext(user);
  await waitFor(() => expect(requestsTo(`${REPORTS}/a2`)).toHaveLength(1));
  expect(screen.queryByText('Gate is locked')).toBeNull();
});

test('drops the employee chosen for the previous patient', async () => {
  const { user } = openPortal('/appointments/a1', 'admin', undefined, OURS);
  const control = async () =>
    within(await screen.findByRole('region', { name: 'Assign Employee' })).getByRole('combobox');
  await user.click(await control());
  await user.click(await screen.findByRole('option', { name: /Zoë/ }));
  expect(await control()).toHaveDisplayValue(/Zoë/);
  await openNext(user);
  expect(await control()).toHaveDisplayValue('');
});

test('loads the other record if the browser goes back from one edit view to another', async () => {
  const row = { quantity: 5, state: 'In stock', fragile: true, laboratory: 'l-record-1' };
  simpleRest('supplies', [
    { ...row, id: '1', item: 'Tubes' },
    { ...row, id: '2', item: 'Gloves' },
  ]);
  const { user } = openPortal('/supplies', 'admin');
  const edit = async (id: string, item: string) => {
    await user.click(await screen.findByText(item));
    await waitFor(() => expect(location.pathname).toBe(`/supplies/${id}`));
    await user.click(await screen.findByRole('link', { name: 'Edit' }));
    expect(await screen.findByDisplayValue(item)).toBeVisible();
  };
  await edit('1', 'Tubes');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await edit('2', 'Gloves');
  history.go(-2);
  expect(await screen.findByDisplayValue('Tubes')).toBeVisible();
  expect(screen.queryByDisplayValue('Gloves')).toBeNull();
});
