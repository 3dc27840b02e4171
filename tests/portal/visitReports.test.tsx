import 'fake-indexeddb/auto';
import { webcrypto } from 'node:crypto';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropToken } from '../../src/authProvider/session.ts';
import { sendWaiting } from '../../src/device/sender.ts';
import { unsent } from '../../src/device/waiting.ts';
import { appointment, everyday, good, on, refused, requestsTo, type Seen } from './host.ts';
import { openPortal, tokenFor } from './portal.tsx';

const { shrink } = vi.hoisted(() => ({ shrink: vi.fn() }));
vi.mock('../../src/device/shrink.ts', () => ({ shrink }));

const PATH = '/employee-run-sheet';
const REPORT = '/employee/report-visit/a1';
const OURS = { hostFeatures: 'visitReports' };
const NAME = 'María Núñez';

let visits: Record<string, unknown>[];
let session = 0;
/** What the host has, by key, as our own server keeps it. */
let kept: Map<string, Seen['body']>;

beforeEach(() => {
  Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
  shrink.mockImplementation(async () => new Blob(['a small picture'], { type: 'image/jpeg' }));
  visits = [appointment({ appointmentDateTime: new Date().toISOString() })];
  kept = new Map();
  everyday();
  on('GET', '/employee/get-today-appointments', () => good(visits));
  takes();
});
afterEach(async () => {
  dropToken();
  await sendWaiting();
});

/** The host takes reports from now on, and answers with what `answer` gives. */
function takes(answer: (body: Seen['body']) => Response = () => good({})): void {
  on('POST', REPORT, ({ body }) => {
    const key = String(body.key);
    if (!kept.has(key)) {
      kept.set(key, body);
      if (body.kind !== 'note') visits = visits.map((one) => ({ ...one, visitState: body.kind }));
    }
    return answer(body);
  });
}
const openSheet = (features: Record<string, string> = OURS) =>
  openPortal(PATH, null, tokenFor('employee', 7200 + ++session), features);
const button = (name: string) => screen.findByRole('button', { name });
const tries = () => requestsTo(REPORT).length;
const networkReturns = () => window.dispatchEvent(new Event('online'));
const kinds = () => [...kept.values()].map(({ kind }) => kind);

test('start and done are a tap each; the photo is still asked for, and the visit counts as made', async () => {
  const { user } = openSheet();
  await user.click(await button(`Start: ${NAME}`));
  expect(await screen.findByText('Started')).toBeVisible();
  expect(screen.getByText('0 of 1')).toBeVisible();
  await user.click(await button(`Done: ${NAME}`));
  expect(await screen.findByText('1 of 1')).toBeVisible();
  expect(screen.getByLabelText(`Tracking photo of ${NAME}`)).toBeInTheDocument();
  await waitFor(() => expect(kinds()).toEqual(['started', 'done']));
  const sent = requestsTo(REPORT).map(({ body }) => body);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
  expect(Math.abs(Date.now() - Date.parse(String(sent[0]?.madeAt)))).toBeLessThan(60_000);
  await waitFor(() => expect(unsent()).toEqual({ photos: 0, reports: 0 }));
});

test('without a network reports wait in their order, and each is sent once', async () => {
  on('POST', REPORT, () => Response.error());
  const { user } = openSheet();
  await user.click(await button(`Start: ${NAME}`));
  expect(await screen.findByText('Started: waiting to be sent')).toBeVisible();
  await user.click(await button(`Note: ${NAME}`));
  await user.type(await screen.findByRole('textbox', { name: /^Note to the dispatcher/ }), 'Gate is locked');
  await user.click(await button('Send'));
  await user.click(await button(`Done: ${NAME}`));
  expect(await screen.findByText('3 reports not yet sent')).toBeVisible();
  expect(screen.getByText('1 of 1')).toBeVisible();
  // The host takes the first, and its answer is lost: nothing overtakes it.
  takes(() => Response.error());
  const before = tries();
  networkReturns();
  await waitFor(() => expect(kinds()).toEqual(['started']));
  await waitFor(() => expect(tries()).toBe(before + 1));
  expect(unsent().reports).toBe(3);
  takes();
  networkReturns();
  await waitFor(() => expect(unsent().reports).toBe(0));
  expect(kinds()).toEqual(['started', 'note', 'done']);
  expect([...kept.values()][1]).toMatchObject({ note: 'Gate is locked' });
  expect(await screen.findByText('Report sent')).toBeVisible();
});

test('could not draw wants a reason, and own words for another one; a photo may go along', async () => {
  on('POST', '/employee/upload-tracking/a1', () => good(appointment({ trackingId: 'uploads/t.jpg' })));
  const { user } = openSheet();
  await user.click(await button(`Could not draw: ${NAME}`));
  const dialog = await screen.findByRole('dialog', { name: `Could not draw: ${NAME}` });
  const send = within(dialog).getByRole('button', { name: 'Send' });
  await user.click(send);
  expect(await within(dialog).findByText('Reason is required')).toBeVisible();
  await user.click(within(dialog).getByRole('radio', { name: 'Other reason' }));
  await user.click(send);
  expect(await within(dialog).findByText('Note to the dispatcher is required')).toBeVisible();
  expect(tries()).toBe(0);
  await user.type(within(dialog).getByRole('textbox', { name: /^Note to the dispatcher/ }), 'A dog');
  await user.upload(
    within(dialog).getByLabelText(`Take a photo (optional): ${NAME}`),
    new File(['x'], 'door.jpg', { type: 'image/jpeg' }),
  );
  expect(await within(dialog).findByRole('img', { name: `Photo of ${NAME}, not sent yet` })).toBeVisible();
  await user.click(send);
  await waitFor(() => expect([...kept.values()]).toHaveLength(1));
  expect([...kept.values()][0]).toMatchObject({ kind: 'couldNotDraw', reason: 'other', note: 'A dog' });
  await waitFor(() => expect(requestsTo('/employee/upload-tracking/a1')).toHaveLength(1));
  expect(await screen.findByText('1 of 1')).toBeVisible();
});

test('a report that the host refuses says why, stays until it is discarded, and changes nothing', async () => {
  on('POST', REPORT, () => refused('Not found', 404));
  const { user } = openSheet();
  await user.click(await button(`Start: ${NAME}`));
  expect(await screen.findByText('Started: not accepted. Not found')).toBeVisible();
  expect(await button(`Start: ${NAME}`)).toBeVisible();
  expect(unsent().reports).toBe(0);
  networkReturns();
  await sendWaiting();
  expect(tries()).toBe(1);
  await user.click(await button('Discard: Started'));
  await waitFor(() => expect(screen.queryByText(/not accepted/)).toBeNull());
});

test('the end of the session takes reports along and says so', async () => {
  on('POST', REPORT, () => refused('', 401));
  const { user } = openSheet();
  await user.click(await button(`Start: ${NAME}`));
  expect(await screen.findByText('1 report was not sent and is deleted.')).toBeVisible();
  expect(await button('Login')).toBeVisible();
});

test('a host that did not tell of reports is offered none', async () => {
  openSheet({});
  expect(await screen.findByLabelText(`Tracking photo of ${NAME}`)).toBeInTheDocument();
  for (const what of ['Start', 'Done', 'Could not draw', 'Note'])
    expect(screen.queryByRole('button', { name: `${what}: ${NAME}` })).toBeNull();
});
