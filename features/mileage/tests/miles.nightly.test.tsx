import 'fake-indexeddb/auto';
import { webcrypto } from 'node:crypto';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import type { AnyResource } from 'portal-frame';
import { dropToken, getUnsentCounts, resources } from 'portal-frame/internal/browser';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appointment, everyday, good, on, requestsTo } from '../../../tests/portal/host.ts';
import { openPortal, tokenFor } from '../../../tests/portal/portal.tsx';
import { getQueue } from '../../runSheet/browser/device/offlineQueue.ts';
import { sendWaiting } from '../../runSheet/browser/device/offlineSender.ts';
import trips from '../resources/trips.ts';

resources.push(trips as unknown as AnyResource);

const TRIPS = '/collections/trips';
const visits = ['a1', 'a2'].map((id, at) =>
  appointment({
    _id: id,
    patientName: `Patient ${id}`,
    appointmentDateTime: new Date(Date.now() + at * 60_000).toISOString(),
  }),
);
let session = 0;

beforeEach(() => {
  Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
  everyday();
  on('GET', '/employee/get-today-appointments', () => good(visits));
});
afterEach(async () => {
  dropToken();
  await sendWaiting();
});

const open = (hostFeatures = 'visitReports money') =>
  openPortal('/employee-run-sheet', null, tokenFor('employee', 7200 + ++session), { hostFeatures });
const networkReturns = () => window.dispatchEvent(new Event('online'));
const reply = (body: object, status: number) => HttpResponse.json(body, { status });

async function enter(typed: string) {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Enter miles' }));
  const input = await screen.findByRole('textbox', { name: 'Miles' });
  if (typed) await user.type(input, typed);
  return user;
}

test('keeps miles typed offline, and sends them once, as the same trip', async () => {
  on('POST', TRIPS, () => HttpResponse.error());
  const user = await enter('12.5');
  await user.click(screen.getByRole('checkbox', { name: /Patient a2/ }));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Miles: 12.5: will be sent')).toBeVisible();
  await waitFor(() => expect(getUnsentCounts()).toEqual({ photos: 0, reports: 1 }));
  await waitFor(() => expect(requestsTo(TRIPS)).toHaveLength(1));
  // The host took the first attempt, and its reply was lost.
  on('POST', TRIPS, () => reply({ message: 'Not unique', data: { errors: { key: 'Already used' } } }, 409));
  networkReturns();
  expect(await screen.findByText('Miles saved')).toBeVisible();
  await waitFor(() => expect(getQueue().featureItems).toEqual([]));
  const [first, second] = requestsTo(TRIPS).map(({ body }) => body);
  expect(second).toEqual(first);
  expect(first).toMatchObject({ miles: 12.5, visits: ['a1'], key: expect.stringMatching(/^[\w-]{20,}$/) });
});

test('sends no miles if none are typed, so that the planned route counts', async () => {
  on('POST', TRIPS, () => reply({ id: 't1' }, 201));
  const user = await enter('');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(requestsTo(TRIPS)).toHaveLength(1));
  const [sent] = requestsTo(TRIPS);
  expect(sent?.body).not.toHaveProperty('miles');
  expect(sent?.body).toMatchObject({ visits: ['a1', 'a2'] });
});

test('shows why the host refuses the miles, and keeps them until they are discarded', async () => {
  on('POST', TRIPS, () => reply({ message: 'Type the miles.', data: { errors: { miles: 'Type the miles.' } } }, 400));
  const user = await enter('');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText(/Type the miles\./)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(getQueue().featureItems).toEqual([]));
});

test.each([
  ['0', 'This must be at least 0.1'],
  ['2001', 'This must be at most 2000'],
  ['far', 'This must be a number'],
])('refuses %s miles', async (typed, error) => {
  const user = await enter(typed);
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText(error)).toBeVisible();
  expect(getQueue().featureItems).toEqual([]);
});

test('is absent on a host without money (spec 1.9)', async () => {
  open('visitReports');
  expect((await screen.findAllByText('Patient a1')).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: 'Enter miles' })).toBeNull();
});
