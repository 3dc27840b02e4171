import { act, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { EVENTS_PATH } from 'portal-frame/internal';
import { subscribeToEvents } from 'portal-frame/internal/browser';
import { beforeEach, expect, test, vi } from 'vitest';
import { appointment, everyday, good, on, refused, requestsTo, server } from './host.ts';
import { OURS, openPortal, tokenFor } from './portal.tsx';

const LIST = '/admin/get-appointments';
const NOTES = '/common/get-notifications';
const DASHBOARD = '/admin/get-dashboard';
const TYPE = { 'content-type': 'text/event-stream; charset=utf-8' };

/** A mock of our server's stream. */
interface Stream {
  authorization: string | null;
  lastId: string | null;
  since: string | null;
  send(...events: string[]): void;
  end(): void;
}
let streams: Stream[];
let patients: string[];
let hidden: boolean;

function play(answer: (turn: number) => Response | undefined = () => undefined) {
  server.use(
    http.get(`*/api/v1${EVENTS_PATH}`, ({ request }) => {
      let open: ReadableStreamDefaultController<Uint8Array> | undefined;
      const body = new ReadableStream<Uint8Array>({
        start(own) {
          open = own;
        },
      });
      streams.push({
        authorization: request.headers.get('authorization'),
        lastId: request.headers.get('last-event-id'),
        since: new URL(request.url).searchParams.get('since'),
        send: (...events) => open?.enqueue(new TextEncoder().encode(events.join(''))),
        end: () => open?.close(),
      });
      return answer(streams.length) ?? new Response(body, { headers: TYPE });
    }),
  );
}
const change = (id: number, resource: string) =>
  `id: ${id}-1\ndata: ${JSON.stringify({ resource, id: 'a1', operation: 'change' })}\n\n`;
const sign = (id: number, name: string) => `id: ${id}-1\nevent: ${name}\ndata: {}\n\n`;

const opened = async (count = 1) => {
  await waitFor(() => expect(streams.length).toBeGreaterThanOrEqual(count));
  return streams[count - 1] as Stream;
};
const calm = () => act(() => new Promise((resolve) => setTimeout(resolve, 600)));
const counts = () => [LIST, NOTES].map((path) => requestsTo(path).length);

beforeEach(() => {
  everyday();
  streams = [];
  patients = ['María Núñez'];
  hidden = false;
  Object.defineProperty(document, 'hidden', { get: () => hidden, configurable: true });
  on('GET', LIST, () => {
    const appointments = patients.map((patientName, index) => appointment({ _id: `a${index}`, patientName }));
    return good({ appointments, totalPages: 1 });
  });
});

test('shows a change made elsewhere and refetches only what it concerns', async () => {
  play();
  openPortal('/appointments', 'admin', undefined, OURS);
  await screen.findByText('María Núñez');
  const stream = await opened();
  expect(stream.authorization).toMatch(/^Bearer /);
  expect(Number(stream.since)).toBeGreaterThan(0);
  stream.send(sign(1, 'ready'));
  await calm();
  const before = counts();
  patients.push('Ann Other');
  stream.send(change(2, 'appointments'));
  await screen.findByText('Ann Other');
  expect(counts()).toEqual([(before[0] ?? 0) + 1, before[1]]);
  stream.send(change(3, 'notifications'));
  await waitFor(() => expect(counts()[1]).toBe((before[1] ?? 0) + 1));
});

test('shows the new state in a show view opened right after a change elsewhere', async () => {
  play();
  const { user } = openPortal('/appointments', 'admin', undefined, OURS);
  await screen.findByText('María Núñez');
  const stream = await opened();
  stream.send(sign(1, 'ready'));
  await calm();
  patients = ['Ann Other'];
  stream.send(change(2, 'appointments'));
  await user.click(await screen.findByText('Ann Other'));
  expect(await screen.findByRole('dialog', { name: 'Ann Other' })).toBeVisible();
  expect(screen.queryByText('María Núñez')).toBeNull();
});

test('refreshes once per burst, and not while the window is hidden', async () => {
  play();
  openPortal('/appointments', 'admin', undefined, OURS);
  await screen.findByText('María Núñez');
  const stream = await opened();
  await calm();
  const [before = 0] = counts();
  stream.send(...Array.from({ length: 50 }, (_, index) => change(index + 2, 'appointments')));
  await waitFor(() => expect(counts()[0]).toBe(before + 1));
  stream.send(change(60, 'appointments'));
  stream.send(change(61, 'appointments'));
  await waitFor(() => expect(counts()[0]).toBe(before + 2));
  await calm();
  expect(counts()[0]).toBe(before + 2);

  // A hidden window waits until it is visible.
  hidden = true;
  patients = ['Ann Other'];
  stream.send(change(62, 'appointments'));
  await calm();
  expect(counts()[0]).toBe(before + 2);
  hidden = false;
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await screen.findByText('Ann Other');
});

test("updates the archive with appointments, and the admin's figures with employees too", async () => {
  play();
  let completed = 'Done Before';
  on('GET', '/admin/get-archeived', () =>
    good({ appointments: [appointment({ patientName: completed, status: 'Completed' })], totalPages: 1 }),
  );
  const { unmount } = openPortal('/archive', 'admin', undefined, OURS);
  await screen.findByText('Done Before');
  completed = 'Done Now';
  (await opened()).send(change(2, 'appointments'));
  await screen.findByText('Done Now');
  unmount();

  let totalEmployees = 41;
  on('GET', DASHBOARD, () => good({ totalEmployees, totalAppointments: 7, pendingAppointments: 5 }));
  for (const path of ['/admin/get-today-appointments', '/admin/get-active-employees']) on('GET', path, () => good([]));
  openPortal('/dashboard', 'admin', undefined, OURS);
  await screen.findByText('41');
  totalEmployees = 42;
  (await opened(2)).send(change(3, 'employees'));
  await screen.findByText('42');
});

test('resumes a lost stream; a reset refetches everything', async () => {
  play();
  openPortal('/appointments', 'admin', undefined, OURS);
  await screen.findByText('María Núñez');
  const first = await opened();
  first.send(sign(4, 'ready'), change(5, 'laboratories'));
  await calm();
  first.end();
  const second = await opened(2);
  expect([second.lastId, second.since]).toEqual(['5-1', null]);
  const before = counts();
  second.send(sign(9, 'reset'), sign(9, 'ready'));
  await waitFor(() => expect(counts()).toEqual(before.map((count) => count + 1)));
});

test('reconnects to a host that was briefly unavailable', async () => {
  play((turn) => (turn < 4 ? new Response('busy', { status: 503 }) : undefined));
  openPortal('/appointments', 'admin', undefined, OURS);
  const stream = await opened(4);
  await screen.findByText('María Núñez');
  patients = ['Ann Other'];
  stream.send(change(2, 'appointments'));
  await screen.findByText('Ann Other');
});

test('keeps typed values during changes elsewhere', async () => {
  play();
  let about = 'Before';
  on('GET', '/laboratory/get-profile', () =>
    good({ _id: 'me', fullName: 'Northside Lab', email: 'lab@example.test', username: 'lab', about }),
  );
  const { user } = openPortal('/laboratory-settings', 'laboratory', undefined, OURS);
  const button = await screen.findByRole('button', { name: 'Update Profile' });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Update Profile' });
  const name = await within(dialog).findByLabelText(/^Full Name/);
  await user.clear(name);
  await user.type(name, 'Half typed');
  const stream = await opened();
  about = 'After';
  const before = requestsTo('/laboratory/get-profile').length;
  stream.send(change(2, 'profile'));
  await waitFor(() => expect(requestsTo('/laboratory/get-profile').length).toBeGreaterThan(before));
  await calm();
  expect(name).toHaveValue('Half typed');
});

test('leads to the sign-in after the session was ended elsewhere', async () => {
  play((turn) => (turn === 2 ? refused('Over', 401) : undefined));
  openPortal('/appointments', 'admin', undefined, OURS);
  await screen.findByText('María Núñez');
  const stream = await opened();
  on('GET', LIST, () => refused('Over', 401));
  stream.end();
  expect(await screen.findByText('Unauthorized access. Please log in again.')).toBeVisible();
  await waitFor(() => expect(window.location.pathname).toBe('/signin'));
});

test.each([
  ['404 as HTML', () => new Response('<h1>Not Found</h1>', { status: 404 })],
  ['its page for every path', () => new Response('<html></html>', { headers: { 'content-type': 'text/html' } })],
  ['a stream that ends reconnection', () => new Response(sign(1, 'over'), { headers: TYPE })],
])('stops silently on a host without a stream (%s)', async (_, answer) => {
  play(answer);
  openPortal('/appointments', 'admin', undefined, OURS);
  await opened();
  await screen.findByText('María Núñez');
  await calm();
  expect(streams).toHaveLength(1);
  expect(screen.queryByRole('alert')).toBeNull();

  // As without it: returning to the window refetches data older than a few seconds.
  const [before = 0] = counts();
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10_000);
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(counts()[0]).toBeGreaterThan(before));
  vi.restoreAllMocks();
});

test('keeps reconnecting only to a host that had a stream', async () => {
  localStorage.setItem('userAuthToken', tokenFor('admin'));
  const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const closing = new AbortController();
  const never = subscribeToEvents({ since: 0 }, () => {}, closing.signal);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(await never).toBe('absent');
  expect(asked.mock.calls.length).toBeLessThan(10);
  const once = subscribeToEvents({ since: 0, lastId: '1-1' }, () => {}, closing.signal);
  asked.mockClear();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(asked.mock.calls.length).toBeGreaterThan(10);
  expect(asked.mock.calls.length).toBeLessThan(60);
  closing.abort();
  await once;
  vi.useRealTimers();
  vi.restoreAllMocks();
});
