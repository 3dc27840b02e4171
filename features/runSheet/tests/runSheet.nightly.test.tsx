import 'fake-indexeddb/auto';
import { webcrypto } from 'node:crypto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { dropToken, getUnsentCounts } from 'portal-frame/internal/browser';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { appointment, everyday, good, on, refused, requestsTo } from '../../../tests/portal/host.ts';
import { openPortal, tokenFor } from '../../../tests/portal/portal.tsx';
import { sendWaiting } from '../browser/device/offlineSender.ts';
import { at, card, givePhoto, PATH, stored, TODAY, takePhoto, UPLOAD } from './runSheets.ts';

const { shrink } = vi.hoisted(() => ({ shrink: vi.fn() }));
// jsdom has no canvas. tests/browser/offline.test.ts uses a real one.
vi.mock('portal-frame/device', async (load) => ({ ...(await load<object>()), shrinkPicture: shrink }));

const TRACKED = { trackingId: 'uploads/t.jpg' };
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
const showDone = async () => fireEvent.click(await screen.findByRole('button', { name: /visits? done$/ }));
/** Waits until the photo is sent. */
async function isSent() {
  expect(await screen.findByText('1 of 1')).toBeVisible();
  await showDone();
  expect(await screen.findByText('Tracking photo sent')).toBeVisible();
}
/** Waits until one attempt has failed. */
async function waitsAfterOneTry() {
  await waitFor(() => expect(uploads()).toBe(1));
  expect(await screen.findByText('Photo waiting for a connection')).toBeVisible();
}
const networkReturns = () => window.dispatchEvent(new Event('online'));
const uploads = () => requestsTo(UPLOAD).length;
function takes(answer: () => Response): void {
  on('POST', UPLOAD, () => {
    visits = visits.map((one) => ({ ...one, ...TRACKED }));
    return answer();
  });
}

test('shows a rejected visit, but counts it neither as done nor in the total', async () => {
  visits = [
    appointment({ appointmentDateTime: at(10) }),
    appointment({ _id: 'a2', patientName: 'Ben Rejected', appointmentDateTime: at(8), status: 'Rejected' }),
  ];
  openSheet();
  expect(await screen.findByText('0 of 1')).toBeVisible();
  expect(await card('Ben Rejected')).toBeVisible();
  expect(screen.queryByRole('button', { name: '1 visit done' })).toBeNull();
});

test('reports a failing host beside the stored visits', async () => {
  const { token, unmount } = openSheet();
  await card();
  await waitFor(async () => expect(await stored()).not.toBe(''));
  unmount();
  on('GET', TODAY, () => refused('The database is resting.', 503));
  openSheet(token);
  expect(await screen.findByText(/^These visits are as of .* The database is resting\.$/)).toBeVisible();
  expect(await card()).toBeVisible();
});

test('sends a photo at once if possible', async () => {
  takes(() => good(appointment(TRACKED)));
  openSheet();
  await takePhoto();
  await isSent();
  expect(uploads()).toBe(1);
  const image = requestsTo(UPLOAD)[0]?.body.image as File;
  expect(await image.text()).toBe('a small picture');
  expect(getUnsentCounts().photos).toBe(0);
});

test('does not resend a photo whose reply was lost', async () => {
  takes(() => Response.error());
  openSheet();
  await takePhoto();
  await waitsAfterOneTry();
  expect(await screen.findByText('1 photo not yet sent')).toBeVisible();
  networkReturns();
  await isSent();
  expect(uploads()).toBe(1);
  expect(getUnsentCounts().photos).toBe(0);
});

test.each([
  ['a lost connection', () => Response.error()],
  ['a proxy error', () => new Response('<html>', { status: 502 })],
  ['a server error', () => refused('', 500)],
])('sends a photo again when the network returns after %s', async (_what, answer) => {
  on('POST', UPLOAD, answer);
  openSheet();
  await takePhoto();
  await waitsAfterOneTry();
  takes(() => good(appointment(TRACKED)));
  networkReturns();
  await isSent();
  expect(uploads()).toBe(2);
});

test('counts a late first attempt as sent', async () => {
  on('POST', UPLOAD, () => Response.error());
  openSheet();
  await takePhoto();
  await waitsAfterOneTry();
  takes(() => refused('Already there.', 409));
  networkReturns();
  await isSent();
  expect(getUnsentCounts().photos).toBe(0);
});

test('shows why the host refused a photo, and can discard it', async () => {
  on('POST', UPLOAD, () => refused('A tracking image was already uploaded for this appointment.', 409));
  const { user } = openSheet();
  await takePhoto();
  expect(await screen.findByText(/^Photo not accepted: A tracking image was already uploaded/)).toBeVisible();
  expect(getUnsentCounts().photos).toBe(0);
  networkReturns();
  await sendWaiting();
  expect(uploads()).toBe(1);
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(await screen.findByLabelText('Tracking photo of María Núñez')).toBeInTheDocument();
});

test('sends once more after a session ended by inactivity', async () => {
  on('POST', UPLOAD, () => Response.error());
  openSheet();
  await takePhoto();
  await waitsAfterOneTry();
  on('GET', TODAY, () => refused('', 401));
  takes(() => good(appointment(TRACKED)));
  networkReturns();
  expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
  expect(uploads()).toBe(2);
  expect(visits[0]).toMatchObject(TRACKED);
  expect(screen.queryByText(/not sent/)).toBeNull();
});

test('shows a photo before it is sent, and can replace it', async () => {
  takes(() => good(appointment(TRACKED)));
  openSheet();
  await givePhoto();
  expect(await screen.findByRole('img', { name: 'Photo of María Núñez, not sent yet' })).toBeVisible();
  shrink.mockImplementation(async () => new Blob(['a better picture'], { type: 'image/jpeg' }));
  fireEvent.change(screen.getByLabelText('Take the photo of María Núñez again'), {
    target: { files: [new File(['another'], 'camera.jpg', { type: 'image/jpeg' })] },
  });
  await waitFor(() => expect(shrink).toHaveBeenCalledTimes(2));
  expect([uploads(), getUnsentCounts().photos]).toEqual([0, 0]);
  fireEvent.click(screen.getByRole('button', { name: 'Use photo' }));
  await isSent();
  const image = requestsTo(UPLOAD)[0]?.body.image as File;
  expect(await image.text()).toBe('a better picture');
});

test('refuses a file that is not a picture', async () => {
  shrink.mockRejectedValue(new Error('no picture'));
  openSheet();
  await givePhoto();
  expect(await screen.findByText('This file is not a picture that can be sent.')).toBeVisible();
  expect(uploads()).toBe(0);
});

test('asks before logout deletes waiting photos', async () => {
  on('POST', UPLOAD, () => Response.error());
  on('POST', '/auth/sign-out', () => good(null));
  const { user } = openSheet();
  await takePhoto();
  await waitsAfterOneTry();
  const leave = async () => {
    await user.click(screen.getByRole('button', { name: 'Your account' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    return screen.findByRole('dialog');
  };
  expect(await leave()).toHaveTextContent('1 photo not yet sent');
  await user.click(screen.getByRole('button', { name: 'Stay signed in' }));
  expect(await screen.findByRole('link', { name: 'Open the run sheet' })).toBeVisible();
  expect(requestsTo('/auth/sign-out')).toEqual([]);
  await leave();
  await user.click(screen.getByRole('button', { name: 'Log out and delete' }));
  expect(await screen.findByText('Goodbye...')).toBeVisible();
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([]);
});
