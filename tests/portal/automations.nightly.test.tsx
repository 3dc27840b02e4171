import { screen, within } from '@testing-library/react';
import { resources } from 'portal-frame/internal/browser';
import { beforeEach, expect, test } from 'vitest';
import { featureResources } from './featureResources.ts';
import { everyday, good, on, requestsTo } from './host.ts';
import { OURS, openPortal } from './portal.tsx';

resources.push(...featureResources('orders', 'testOrders'));

const webhook = {
  ...{ _id: 'w1', name: 'LIS', url: 'https://lis.example/hook', account: 'Northside Lab', role: 'laboratory' },
  ...{ resources: ['testOrders'], createdAt: '2026-03-09T14:30:00.000Z', failures: 2 },
};
const delivery = {
  ...{ _id: 'd1', event: 'testOrders.create', recordId: 'o1', createdAt: '2026-03-09T14:30:00.000Z' },
  ...{ sentAt: null, state: 'waiting', tries: 3, error: 'HTTP 500' },
};
const run = (own: object) => ({
  ...{ _id: 'r1', name: 'empty bins', dueAt: '2026-03-09T07:30:00.000Z', startedAt: '2026-03-09T07:30:00.000Z' },
  ...{ finishedAt: '2026-03-09T07:30:01.000Z', state: 'done', tries: 1, result: '{"deleted":3}' },
  ...own,
});

beforeEach(() => {
  everyday();
  on('GET', '/admin/get-webhooks', () => good([webhook]));
  on('GET', '/admin/get-webhook-deliveries/{id}', () => good([delivery]));
  on('GET', '/admin/get-api-key-choices', () =>
    good({
      accounts: [{ _id: 'a1', name: 'Northside Lab', role: 'laboratory' }],
      ...{ resources: [], roles: [] },
    }),
  );
});
const open = () => openPortal('/settings', 'admin', undefined, OURS);
const section = (name: string) => screen.findByRole('region', { name });

test('lists webhooks, and sends an event of the log again', async () => {
  on('POST', '/admin/replay-webhook-delivery/{id}', () => good(null));
  const { user } = open();
  expect(await section('Webhooks')).toHaveTextContent('LISFailinghttps://lis.example/hook · For Northside Lab');
  await user.click(await screen.findByRole('button', { name: 'Log of LIS' }));
  const dialog = await screen.findByRole('dialog', { name: 'Log of LIS' });
  expect(await within(dialog).findByText(/o1 · HTTP 500/)).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Send testOrders.create again' }));
  expect(await screen.findByText('The event is sent again.')).toBeVisible();
  expect(requestsTo('/admin/replay-webhook-delivery/d1')).toHaveLength(1);
});

test('lists automations, and runs an event of the log again', async () => {
  on('GET', '/admin/get-automations', () => good([{ _id: 'invoices.send', effects: ['job'], failing: 2 }]));
  on('GET', '/admin/get-automation-runs/{id}', () => good([{ ...delivery, event: 'invoices.create' }]));
  on('POST', '/admin/replay-webhook-delivery/{id}', () => good(null));
  const { user } = open();
  expect(await section('Automations')).toHaveTextContent('Mail invoicesFailingJob');
  await user.click(await screen.findByRole('button', { name: 'Log of Mail invoices' }));
  const dialog = await screen.findByRole('dialog', { name: 'Log of Mail invoices' });
  await user.click(await within(dialog).findByRole('button', { name: 'Run again: Created' }));
  expect(await screen.findByText('The automation runs again.')).toBeVisible();
  expect(requestsTo('/admin/replay-webhook-delivery/d1')).toHaveLength(1);
});

test('stand between API keys and background jobs', async () => {
  on('GET', '/admin/get-api-keys', () => good([]));
  on('GET', '/admin/get-automations', () => good([{ _id: 'invoices.send', effects: ['job'], failing: 0 }]));
  on('GET', '/admin/get-jobs', () => good({ jobs: [{ name: 'retention', nextAt: null }], last: [], runs: [] }));
  open();
  const names = ['API keys', 'Webhooks', 'Automations', 'Background jobs'];
  const cards = await Promise.all(names.map(section));
  expect(screen.getAllByRole('region').filter((card) => cards.includes(card))).toEqual(cards);
});

test('creates a webhook and shows its secret once', async () => {
  on('POST', '/admin/create-webhook', () => good({ ...webhook, secret: 'whsec_abc' }));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Create webhook' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create webhook' });
  await user.type(within(dialog).getByLabelText(/^Name/), 'LIS');
  await user.type(within(dialog).getByLabelText(/^Address/), 'https://lis.example/hook');
  await user.type(within(dialog).getByRole('combobox', { name: /^Account/ }), 'North');
  await user.click(await screen.findByRole('option', { name: 'Northside Lab (Laboratory)' }));
  await user.type(within(dialog).getByRole('combobox', { name: /^Resources/ }), 'test');
  await user.click(await screen.findByRole('option', { name: 'testOrders' }));
  await user.click(within(dialog).getByRole('button', { name: 'Create webhook' }));
  expect(await screen.findByText('whsec_abc')).toBeVisible();
  const [sent] = requestsTo('/admin/create-webhook');
  expect(sent?.body).toEqual({
    ...{ name: 'LIS', url: 'https://lis.example/hook', accountId: 'a1', resources: ['testOrders'] },
  });
});

test('shows a new secret, and ends a webhook after confirmation', async () => {
  on('POST', '/admin/rotate-webhook-secret/{id}', () => good({ ...webhook, secret: 'whsec_new' }));
  on('POST', '/admin/end-webhook/{id}', () => good(null));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'New secret for LIS' }));
  expect(await screen.findByText('whsec_new')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'I have copied it' }));
  await user.click(await screen.findByRole('button', { name: 'End LIS' }));
  const question = await screen.findByRole('dialog', { name: 'End this webhook?' });
  await user.click(within(question).getByRole('button', { name: 'End' }));
  expect(await screen.findByText('The webhook was ended.')).toBeVisible();
});

test('lists the background jobs and their log', async () => {
  const failed = run({ _id: 'r2', name: 'retention', state: 'failed', result: 'ECONNREFUSED' });
  on('GET', '/admin/get-jobs', () =>
    good({
      jobs: [
        { name: 'empty bins', nextAt: '2026-03-10T07:30:00.000Z' },
        { name: 'retention', nextAt: null },
        { name: 'of an app', nextAt: null },
      ],
      last: [run({}), failed],
      runs: [failed, run({})],
    }),
  );
  const { user } = open();
  const [bins, retention, fresh] = within(await section('Background jobs')).getAllByRole('listitem');
  expect(bins).toHaveTextContent(/Last run .* · Next run/);
  expect(retention).toHaveTextContent('Delete expired recordsFailedLast run');
  expect(fresh).toHaveTextContent('of an appHas not run yet');
  await user.click(screen.getByRole('button', { name: 'Log of runs' }));
  expect(await screen.findByText(/ECONNREFUSED/)).toBeVisible();
});
