import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { everyday, good, on, refused, requestsTo } from './host.ts';
import { OURS, openPortal } from './portal.tsx';

const LIST = '/common/get-sessions';
const END = '/common/end-session/{id}';
const OTHERS = '/common/end-other-sessions';
const TITLE = 'Where you are signed in';
const PATH = { admin: '/settings', employee: '/employee-settings', laboratory: '/laboratory-settings' } as const;

const session = (own: object) => ({
  browser: 'Firefox',
  system: 'Linux',
  address: '203.0.113.7',
  createdAt: '2026-03-09T14:30:00.000Z',
  lastUsed: '2026-03-09T18:05:00.000Z',
  current: false,
  ...own,
});
const mine = session({ _id: 's1', current: true });
const phone = session({ _id: 's2', browser: 'Safari', system: 'iPhone', address: '198.51.100.9' });
const unknown = session({ _id: 's3', browser: '', system: '', address: '' });

let open: object[];
beforeEach(() => {
  everyday();
  open = [mine, phone, unknown];
  on('GET', LIST, () => good(open));
});
const section = () => screen.findByRole('region', { name: TITLE });
const lines = async () => within(await section()).getAllByRole('listitem');

test.each(['admin', 'employee', 'laboratory'] as const)(
  '%s: lists sessions in the settings, with this one marked',
  async (role) => {
    openPortal(PATH[role], role, undefined, { ...OURS, businessTimeZone: 'America/New_York' });
    const [first, second, third] = await lines();
    expect(first).toHaveTextContent('Firefox on LinuxThis device');
    expect(first).toHaveTextContent(/Signed in .*10:30 AM · Last used .*2:05 PM · 203\.0\.113\.7/);
    expect(within(first as HTMLElement).queryByRole('button')).toBeNull();
    expect(second).toHaveTextContent('Safari on iPhone');
    expect(third).toHaveTextContent('Unknown device');
  },
);

test('ends one session and removes it from the list', async () => {
  on('POST', END, () => {
    open = [mine, unknown];
    return good(null);
  });
  const { user } = openPortal(PATH.admin, 'admin', undefined, OURS);
  await user.click(await screen.findByRole('button', { name: 'Log out Safari on iPhone' }));
  expect(await screen.findByText('That device was logged out.')).toBeVisible();
  expect(requestsTo('/common/end-session/s2')).toHaveLength(1);
  await waitFor(async () => expect(await lines()).toHaveLength(2));
});

test('ends all other sessions', async () => {
  on('POST', OTHERS, () => {
    open = [mine];
    return good(null);
  });
  const { user } = openPortal(PATH.admin, 'admin', undefined, OURS);
  await user.click(await screen.findByRole('button', { name: 'Log out all others' }));
  expect(await screen.findByText('All other devices were logged out.')).toBeVisible();
  await waitFor(async () => expect(await lines()).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Log out all others' })).toBeNull();
});

test('shows a failure and refetches the list', async () => {
  on('POST', END, () => refused('This does not exist.', 404));
  const { user } = openPortal(PATH.admin, 'admin', undefined, OURS);
  await user.click(await screen.findByRole('button', { name: 'Log out Safari on iPhone' }));
  expect(await screen.findByText('This does not exist.')).toBeVisible();
  await waitFor(() => expect(requestsTo(LIST)).toHaveLength(2));
});

test.each([
  ['404 as HTML', () => new Response('<h1>Not Found</h1>', { status: 404 })],
  ['404 in the envelope', () => refused('Not found', 404)],
  ['something else', () => good({ anything: true })],
])('hides the section silently if the host gives no valid answer (%s)', async (_, answer) => {
  on('GET', LIST, answer);
  openPortal(PATH.admin, 'admin', undefined, OURS);
  await waitFor(() => expect(requestsTo(LIST)).not.toHaveLength(0));
  expect(await screen.findByRole('switch', { name: 'Notifications' })).toBeInTheDocument();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(screen.queryByText(TITLE)).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByText(/Failed|Not found/)).toBeNull();
});
