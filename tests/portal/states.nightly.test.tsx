import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { AnyResource } from 'portal-frame';
import { resources } from 'portal-frame/internal/browser';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import tubes from '../fixtures/tubes.ts';
import { everyday, refused, server } from './host.ts';
import { simpleRest } from './simpleRest.ts';

// Registers it like a file of src/resources, before the routes are built.
resources.push(tubes as unknown as AnyResource);
const { openPortal } = await import('./portal.tsx');

const ROOT = '*/api/v1/collections/tubes';
let asked: { url: string; body: unknown }[] = [];
let rows: ReturnType<typeof simpleRest>;
beforeEach(() => {
  everyday();
  asked = [];
  rows = simpleRest('tubes', [
    { id: 'a', barcode: 'S-1', state: 'Handed over', volume: 3, version: 2 },
    { id: 'b', barcode: 'S-2', state: 'Handed over', volume: 3, version: 2 },
    { id: 'c', barcode: 'S-3', state: 'Rejected', volume: 3, version: 4 },
  ]);
  const next: Record<string, object> = { receive: { state: 'Received' }, reject: { state: 'Rejected' }, shelve: {} };
  server.use(
    http.post(`${ROOT}/:id/:action`, async ({ request, params }) => {
      const body = (await request.json()) as { ids?: string[] };
      asked.push({ url: new URL(request.url).pathname.replace(/.*tubes/, ''), body });
      const ids = body.ids ?? [String(params.id)];
      for (const row of rows) if (ids.includes(row.id)) Object.assign(row, next[String(params.action)]);
      return HttpResponse.json(body.ids ? [] : rows.find(({ id }) => id === params.id));
    }),
  );
});

const popup = () => screen.findByRole('dialog', { name: 'S-1' });

test('shows a button for each possible transition only', async () => {
  const { user } = openPortal('/laboratory-blood-tubes/a', 'laboratory');
  const sheet = await popup();
  expect(within(sheet).queryByRole('button', { name: 'Hand over' })).toBeNull();
  await user.click(within(sheet).getByRole('button', { name: 'Receive' }));
  expect(await screen.findByText('Saved.')).toBeVisible();
  expect(asked).toEqual([{ url: '/a/receive', body: { version: 2 } }]);
  // The panel may have rendered again.
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Receive' })).toBeNull());
  expect(within(await popup()).getByRole('button', { name: 'Reject' })).toBeVisible();
});

test('fills only the primary transition', async () => {
  const show = tubes.show as { primaryActions?: readonly string[] };
  show.primaryActions = ['handOver', 'receive'];
  onTestFinished(() => {
    delete show.primaryActions;
  });
  openPortal('/laboratory-blood-tubes/a', 'laboratory');
  const sheet = await popup();
  const isFilled = (name: string) => within(sheet).getByRole('button', { name }).matches('.record-transition');
  expect([isFilled('Receive'), isFilled('Reject')]).toEqual([true, false]);
});

test("asks for a transition's required value first (spec 13.5)", async () => {
  const { user } = openPortal('/laboratory-blood-tubes/a', 'laboratory');
  await user.click(within(await popup()).getByRole('button', { name: 'Reject' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reject' });
  expect(dialog).toHaveAccessibleDescription('S-1');
  expect(within(dialog).getByText('Reject this tube for good?')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
  expect(await within(dialog).findByText('Reason is required')).toBeVisible();
  expect(asked).toEqual([]);
  await user.type(within(dialog).getByRole('textbox', { name: /^Reason/ }), 'clotted');
  await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Reject' })).toBeNull());
  expect(asked).toEqual([{ url: '/a/reject', body: { version: 2, reason: 'clotted' } }]);
});

test('does not ask for a fixed value', async () => {
  const { user } = openPortal('/laboratory-blood-tubes/a', 'laboratory');
  await user.click(within(await popup()).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(asked).toEqual([{ url: '/a/discard', body: { version: 2 } }]));
  await user.click(within(await popup()).getByRole('button', { name: 'Drain' }));
  const dialog = await screen.findByRole('dialog', { name: 'Drain' });
  expect(within(dialog).queryByRole('textbox', { name: /^Shelf/ })).toBeNull();
  await user.type(within(dialog).getByLabelText(/^Volume/), '1');
  await user.click(within(dialog).getByRole('button', { name: 'Drain' }));
  await waitFor(() => expect(asked[1]).toEqual({ url: '/a/drain', body: { version: 2, volume: 1 } }));
});

test("opens transitions from a row's state, or shows a chip if there are none", async () => {
  const { user } = openPortal('/laboratory-blood-tubes', 'laboratory');
  await user.click(await screen.findByRole('button', { name: 'State: S-1, On its way' }));
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(items).toEqual(['Receive', 'Reject']);
  await user.click(screen.getByRole('menuitem', { name: 'Receive' }));
  await waitFor(() => expect(asked).toEqual([{ url: '/a/receive', body: { version: 2 } }]));
  expect(screen.queryByRole('button', { name: /S-3/ })).toBeNull();
  // The click did not open the row.
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('shows the host’s message for a late transition', async () => {
  server.use(http.post(`${ROOT}/:id/:action`, () => refused('This is “Received” by now.', 409)));
  const { user } = openPortal('/laboratory-blood-tubes/a', 'laboratory');
  await user.click(within(await popup()).getByRole('button', { name: 'Receive' }));
  expect(await screen.findByText('This is “Received” by now.')).toBeVisible();
});

test('receives many at once, and reports failures by record', async () => {
  const { user } = openPortal('/laboratory-blood-tubes', 'laboratory');
  await screen.findByText('S-1');
  const [all] = screen.getAllByRole('checkbox');
  await user.click(all as HTMLElement);
  await user.click(await screen.findByRole('button', { name: 'Receive' }));
  const dialog = await screen.findByRole('dialog', { name: 'Receive' });
  expect(within(dialog).getByText('3 records are selected.')).toBeVisible();
  const refusal = { errors: { c: 'This is “Rejected” by now.' } };
  server.use(http.post(`${ROOT}/many/receive`, () => refused('Nothing was changed.', 409, refusal), { once: true }));
  await user.click(within(dialog).getByRole('button', { name: 'Receive' }));
  expect(await within(dialog).findByText('S-3: This is “Rejected” by now.')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Receive' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Receive' })).toBeNull());
  expect(asked).toEqual([{ url: '/many/receive', body: { ids: ['a', 'b', 'c'], values: {} } }]);
});

test('labels, colours and sorts values by the config', async () => {
  const { user } = openPortal('/blood-tubes', 'admin');
  await screen.findByText('S-1');
  const chip = screen.getByRole('button', { name: 'State: S-1, On its way' }).querySelector('.chip');
  expect(chip).toHaveTextContent('On its way');
  await user.click(screen.getByRole('button', { name: 'Show Filters' }));
  await user.click(await screen.findByRole('combobox', { name: 'State' }));
  const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
  expect(options).toEqual(['All', 'Collected', 'On its way', 'Received', 'Rejected']);
});

test.each([
  ['the tone and the icon of its value', 'Received', 'success', 1],
  ['neither, if the config has nothing for its value', 'Broken', 'default', 0],
])('shows a chip with %s', async (_what, state, tone, icons) => {
  rows[2] = { id: 'c', barcode: 'S-3', state, volume: 3, version: 4 };
  openPortal('/employee-blood-tubes', 'employee');
  const chip = (await screen.findByText(state)).closest('.chip') as HTMLElement;
  expect(chip).toHaveClass(`chip-${tone}`);
  expect(chip.querySelectorAll('svg')).toHaveLength(icons);
});
