import { screen, waitFor, within } from '@testing-library/react';
import { getMenu } from 'portal-frame/internal/browser';
import { beforeEach, expect, test } from 'vitest';
import { everyday, good, on, refused, requestsTo } from '../../../tests/portal/host.ts';
import { OURS, openPortal } from '../../../tests/portal/portal.tsx';

const LIST = '/admin/get-audit';
const entry = {
  _id: '7',
  at: new Date('2026-03-09T12:30:15').toISOString(),
  accountId: 'me',
  role: 'admin',
  name: 'Ada Admin',
  operation: 'change',
  resource: 'appointments',
  recordId: 'a1',
  recordName: 'Maria Alvarez',
  address: '192.0.2.7',
  details: { fields: ['status', 'priorityLevel'] },
};
const denied = {
  ...{
    ...entry,
    _id: '6',
    name: '',
    role: '',
    accountId: null,
    operation: 'refused',
    resource: 'session',
    recordId: null,
  },
  details: { asked: 'sign-in', code: 400, reason: 'server.wrongCredentials' },
};

beforeEach(everyday);
const answer = () => on('GET', LIST, () => good({ entries: [entry, denied], totalPages: 3 }));

test('lists person, operation, time and address', async () => {
  answer();
  openPortal('/audit', 'admin', undefined, OURS);
  expect(await screen.findByRole('heading', { level: 1, name: 'Audit Trail' })).toBeVisible();
  const table = within(await screen.findByRole('table'));
  const heads = table.getAllByRole('columnheader').map((head) => head.textContent?.trim());
  expect(heads).toEqual(['#', 'When', 'Person', 'Activity', 'Record Type', 'Record', 'IP Address', 'Action']);
  const [, first, second] = table.getAllByRole('row');
  for (const text of ['Mar 9, 2026', ':15', 'Ada Admin', 'Changed', 'Appointments', 'Maria Alvarez', '192.0.2.7'])
    expect(within(first as HTMLElement).getAllByRole('cell', { name: new RegExp(text) })[0]).toBeVisible();
  for (const text of ['Refused', 'Session'])
    expect(within(second as HTMLElement).getAllByRole('cell', { name: text })[0]).toBeVisible();
  expect(screen.getByText('Page 1 of 3')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Export' })).toBeVisible();
  const main = within(screen.getByRole('main'));
  for (const name of [/add/i, /delete/i, /edit/i]) expect(main.queryByRole('link', { name })).toBeNull();
  expect(requestsTo(LIST)).toMatchObject([{ query: { page: '1', portal: 'False' } }]);
});

test('shows changed fields, and the request of a refused operation', async () => {
  answer();
  const { user } = openPortal('/audit/7', 'admin', undefined, OURS);
  const popup = within(await screen.findByRole('dialog'));
  expect(await popup.findByText('status, priorityLevel')).toBeVisible();
  await user.keyboard('{Escape}');
  await user.click(within(screen.getAllByRole('row')[2] as HTMLElement).getByRole('link', { name: /^View: / }));
  expect(await within(await screen.findByRole('dialog')).findByText('Signed in')).toBeVisible();
});

test('filters by person, operation, resource, record and day', async () => {
  answer();
  const { user } = openPortal('/audit', 'admin', undefined, OURS);
  await screen.findByText('Ada Admin');
  await user.click(screen.getByRole('button', { name: 'Show Filters' }));
  const panel = within(await screen.findByRole('region', { name: 'Filters' }));
  await user.type(panel.getByLabelText('Person'), 'ada');
  await user.type(panel.getByLabelText('Record ID'), 'a1');
  await user.type(panel.getByLabelText('Day'), '2026-03-09');
  for (const [label, option] of [
    ['Activity', 'Exported'],
    ['Record Type', 'Payments'],
  ] as const) {
    await user.click(panel.getByLabelText(label));
    await user.click(await screen.findByRole('option', { name: option }));
  }
  await user.click(panel.getByRole('button', { name: 'Apply Filters' }));
  const filter = { name: 'ada', operation: 'export', resource: 'transactions', recordId: 'a1', day: '2026-03-09' };
  await waitFor(() => expect(requestsTo(LIST).at(-1)?.query).toEqual({ page: '1', ...filter }));
});

test('says that nothing was recorded, or that the trail could not be fetched', async () => {
  on('GET', LIST, () => good({ entries: [], totalPages: 1 }));
  const { unmount } = openPortal('/audit', 'admin', undefined, OURS);
  expect(await screen.findByText('Nothing has been recorded yet.')).toBeVisible();
  unmount();
  on('GET', LIST, () => refused());
  openPortal('/audit', 'admin', undefined, OURS);
  expect((await screen.findAllByText('The audit trail could not be fetched.'))[0]).toBeVisible();
});

test('is linked from the admin settings and not from the sidebar', async () => {
  answer();
  const { user } = openPortal('/settings', 'admin', undefined, OURS);
  await user.click(await screen.findByRole('link', { name: 'Audit Trail' }));
  expect(await screen.findByText('Ada Admin')).toBeVisible();
  expect(getMenu('admin').map(({ path }) => path)).not.toContain('/audit');
});
