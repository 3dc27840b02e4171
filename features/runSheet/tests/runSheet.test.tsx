import 'fake-indexeddb/auto';
import { webcrypto } from 'node:crypto';
import { screen, waitFor, within } from '@testing-library/react';
import { dropToken, getUnsentCounts } from 'portal-frame/internal/browser';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { appointment, everyday, good, on, refused } from '../../../tests/portal/host.ts';
import { openPortal, tokenFor } from '../../../tests/portal/portal.tsx';
import { sendWaiting } from '../browser/device/offlineSender.ts';
import { at, card, PATH, stored, TODAY, takePhoto, UPLOAD } from './runSheets.ts';

const { shrink } = vi.hoisted(() => ({ shrink: vi.fn() }));
// jsdom has no canvas. tests/browser/offline.test.ts uses a real one.
vi.mock('portal-frame/device', async (load) => ({ ...(await load<object>()), shrinkPicture: shrink }));

let visits: Record<string, unknown>[];
let session = 0;

beforeEach(() => {
  Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
  shrink.mockImplementation(async () => new Blob(['a small picture'], { type: 'image/jpeg' }));
  visits = [appointment({ appointmentDateTime: at(10) })];
  everyday();
  on('GET', TODAY, () => good(visits));
});
afterEach(async () => {
  dropToken();
  await sendWaiting();
  vi.restoreAllMocks();
  shrink.mockReset();
});

function openSheet(token = tokenFor('employee', 3600 + ++session)) {
  return { ...openPortal(PATH, null, token), token };
}
test('lists the day in order with map, call and mail, and marks the next visit (ASVS 1.2.2)', async () => {
  visits = [
    appointment({ _id: 'a3', patientName: 'Carla Late', appointmentDateTime: at(15) }),
    appointment({ _id: 'a2', patientName: 'Ben Done', appointmentDateTime: at(8), status: 'Completed' }),
    appointment({ appointmentDateTime: at(10) }),
  ];
  const { user } = openSheet();
  const next = await card();
  const names = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(names()).toEqual(['María Núñez', 'Carla Late']);
  expect(screen.getByText('1 of 3')).toBeVisible();
  expect(next).toHaveAttribute('aria-current', 'time');
  const link = (name: string) => within(next).getByRole('link', { name });
  expect(link('Map to María Núñez')).toHaveAttribute(
    'href',
    'https://www.google.com/maps/search/?api=1&query=12%20Elm%20Street',
  );
  expect(link('Call María Núñez')).toHaveAttribute('href', 'tel:+15551230001');
  expect(link('Email María Núñez')).toHaveAttribute('href', 'mailto:maria@example.test');
  expect(within(next).getByText('Fasting 12 h')).toBeVisible();
  const camera = screen.getByLabelText('Tracking photo of María Núñez');
  expect(camera).toHaveAttribute('capture', 'environment');
  await user.click(screen.getByRole('button', { name: '1 visit done' }));
  expect(names()).toEqual(['María Núñez', 'Carla Late', 'Ben Done']);
  const done = await card('Ben Done');
  expect(within(done).queryByRole('link', { name: 'Call Ben Done' })).toBeNull();
  await user.click(within(done).getByRole('button', { name: 'Show details' }));
  expect(within(done).getByRole('link', { name: 'Call Ben Done' })).toBeVisible();
});

test('shows the day offline to the same session only', async () => {
  const { token, unmount } = openSheet();
  await card();
  await waitFor(async () => expect(await stored()).not.toBe(''));
  expect(await stored()).not.toMatch(/María|Elm Street/);
  unmount();
  on('GET', TODAY, () => Response.error());
  const again = openSheet(token);
  expect(await card()).toBeVisible();
  expect(await screen.findByText(/^Offline – showing today’s visits as of /)).toBeVisible();
  again.unmount();
  openSheet();
  expect(await screen.findByText("Failed to fetch today's appointments")).toBeVisible();
  expect(await stored()).toBe('');
});

test('removes yesterday’s visits', async () => {
  const { token, unmount } = openSheet();
  await card();
  await waitFor(async () => expect(await stored()).not.toBe(''));
  unmount();
  on('GET', TODAY, () => Response.error());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3600_000 });
  try {
    openPortal(PATH, null, token.replace(/^[^.]*\.[^.]*/, tokenFor('employee', 7200).replace(/\.[^.]*$/, '')));
    expect(await screen.findByText("Failed to fetch today's appointments")).toBeVisible();
    expect(screen.queryByText('María Núñez')).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

test('deletes the photo at the end of the session and reports it', async () => {
  on('POST', UPLOAD, () => refused('', 401));
  openSheet();
  await takePhoto();
  expect(await screen.findByText('1 photo was not sent and is deleted.')).toBeVisible();
  expect(await screen.findByText('Unauthorized access. Please log in again.')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
  await waitFor(async () => expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([]));
});

test('reports what an expired session deleted', async () => {
  openPortal(PATH, null, tokenFor('employee', -5), { photosWaiting: '2' });
  expect(await screen.findByText('2 photos were not sent and are deleted.')).toBeVisible();
  expect(getUnsentCounts().photos).toBe(0);
});
