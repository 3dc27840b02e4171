import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { everyday, good, on, requestsTo } from '../../../tests/portal/host.ts';
import { OURS, openPortal } from '../../../tests/portal/portal.tsx';

const GET = '/employee/get-feed';
const none = { createdAt: null, names: false };
const made = { createdAt: '2026-03-09T14:30:00.000Z', names: false };
const PATH = `/api/v1/calendar/${'s'.repeat(43)}.ics`;
const OWN = { path: '/api/v1/calendar/visits.ics', user: 'calendar', password: 'p'.repeat(43) };
let feed: { createdAt: string | null; names: boolean };
beforeEach(() => {
  everyday();
  feed = none;
  on('GET', GET, () => good(feed));
  on('POST', '/employee/make-feed', ({ body }) =>
    good({ ...made, ...(body.secretAddress ? { path: PATH, user: null, password: null } : OWN) }),
  );
  on('POST', '/employee/change-feed', ({ body }) => good({ ...made, names: body.names }));
  on('POST', '/employee/end-feed', () => good(none));
});
const open = () => openPortal('/employee-settings', 'employee', undefined, OURS);
const section = async () => within(await screen.findByRole('region', { name: 'Calendar feed' }));
const button = async (name: string) => (await section()).getByRole('button', { name });

test('creates a secret address, shows it once and copies it', async () => {
  const { user } = open();
  expect((await section()).queryByRole('switch')).toBeNull();
  await user.click(await button('Create a secret address'));
  const address = await (await section()).findByRole('textbox', { name: 'Secret address' });
  expect(address).toHaveValue(`${location.origin}${PATH}`);
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(await button('Copy: Secret address'));
  expect(await screen.findByText('Copied.')).toBeVisible();
  expect(write).toHaveBeenCalledWith(`${location.origin}${PATH}`);
});

test('includes patient names once enabled and keeps the address on screen', async () => {
  const { user } = open();
  await user.click(await button('Create a secret address'));
  const names = await (await section()).findByRole('switch', { name: 'Show patient names' });
  expect(names).not.toBeChecked();
  await user.click(names);
  await waitFor(() => expect(names).toBeChecked());
  expect(requestsTo('/employee/change-feed').map(({ body }) => body)).toEqual([{ names: true }]);
  expect((await section()).getByRole('textbox', { name: 'Secret address' })).toHaveValue(`${location.origin}${PATH}`);
});

test('creates an address with user name and password, which stay when names are toggled', async () => {
  const { user } = open();
  await user.click(await button('Create an address'));
  const shown = async () => {
    const boxes = await (await section()).findAllByRole<HTMLInputElement>('textbox');
    return boxes.map((box) => [box.labels?.[0]?.textContent, box.value]);
  };
  const expected = [
    ['Address', `${location.origin}${OWN.path}`],
    ['User name', OWN.user],
    ['Password', OWN.password],
  ];
  await waitFor(async () => expect(await shown()).toEqual(expected));
  await user.click((await section()).getByRole('switch', { name: 'Show patient names' }));
  await waitFor(() => expect(requestsTo('/employee/change-feed')).toHaveLength(1));
  expect(await shown()).toEqual(expected);
});

test('ends an existing feed without showing its address again', async () => {
  feed = made;
  const { user } = open();
  expect((await section()).getByText(/Created on March 9, 2026\./)).toBeVisible();
  expect((await section()).queryByRole('textbox')).toBeNull();
  await user.click(await button('Remove the address'));
  expect(await button('Create an address')).toBeVisible();
});

test("hides the section silently if the host's feeds fail", async () => {
  on('GET', GET, () => new Response('<h1>Not Found</h1>', { status: 404 }));
  open();
  await waitFor(() => expect(requestsTo(GET)).toHaveLength(1));
  expect(await screen.findByRole('switch', { name: 'Notifications' })).toBeInTheDocument();
  await waitFor(() => expect(requestsTo('/common/get-notifications')).not.toHaveLength(0));
  expect(screen.queryByText('Calendar feed')).toBeNull();
  expect(screen.queryByText(/could not be loaded|Not Found/)).toBeNull();
});

test('asks nothing of a host without feeds', async () => {
  openPortal('/employee-settings', 'employee');
  expect(await screen.findByRole('switch', { name: 'Notifications' })).toBeInTheDocument();
  await waitFor(() => expect(requestsTo('/common/get-notifications')).not.toHaveLength(0));
  expect(requestsTo(GET)).toEqual([]);
});
