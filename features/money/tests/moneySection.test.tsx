import { screen, waitFor, within } from '@testing-library/react';
import type { AnyResource } from 'portal-frame';
import { resources } from 'portal-frame/internal/browser';
import { beforeEach, expect, test } from 'vitest';
import { everyday } from '../../../tests/portal/host.ts';
import { simpleRest } from '../../../tests/portal/simpleRest.ts';
import invoices from '../resources/invoices.ts';
import ledgerEntries from '../resources/ledgerEntries.ts';
import periods from '../resources/periods.ts';

resources.push(...([ledgerEntries, periods, invoices] as unknown as AnyResource[]));
const { OURS_WITH_ORDERS: OURS, openPortal } = await import('../../../tests/portal/portal.tsx');

beforeEach(() => {
  everyday();
  for (const name of ['invoices', 'periods']) simpleRest(name, []);
});

const namesIn = (nav: HTMLElement) =>
  within(nav)
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

test('leads from a list to the others about money in one click, and marks section and list', async () => {
  const { user } = openPortal('/invoices', 'admin', undefined, OURS);
  const money = await screen.findByRole('navigation', { name: 'Money' });
  expect(namesIn(money).slice(0, 3)).toEqual(['Dashboard', 'Payment', 'Ledger']);
  expect(within(money).getByRole('link', { name: 'Invoices' })).toHaveAttribute('aria-current', 'page');
  const menu = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(menu.getByRole('link', { name: 'Payment' })).toHaveClass('active');
  await user.click(within(money).getByRole('link', { name: 'Months' }));
  await waitFor(() => expect(location.pathname).toBe('/periods'));
  expect(await screen.findByRole('heading', { name: 'Months' })).toBeVisible();
});

test('links the lists about money on the page of payments, in the order of the section', async () => {
  openPortal('/payments', 'admin', undefined, OURS);
  const links = await screen.findAllByRole('link', { name: /^(Ledger|Months|Invoices)$/ });
  const own = links.filter((link) => link.closest('main'));
  expect(own.map(({ textContent }) => textContent)).toEqual(['Ledger', 'Months', 'Invoices']);
  expect(own.map((link) => link.getAttribute('href'))).toEqual(['/ledger', '/periods', '/invoices']);
});
