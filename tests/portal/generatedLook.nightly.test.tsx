import { screen, within } from '@testing-library/react';
import type { AnyResource } from 'portal-frame';
import { resources } from 'portal-frame/internal/browser';
import { beforeEach, expect, test } from 'vitest';
import samples from '../fixtures/samples.ts';
import supplies from '../fixtures/supplies.ts';
import { everyday } from './host.ts';
import { simpleRest } from './simpleRest.ts';

const stock = { en: 'Stock', es: 'Existencias' };
const boxes = { ...supplies, name: 'boxes', label: { one: 'Box', many: 'Boxes' }, menu: { group: stock, form: true } };
boxes.roles = { admin: { list: '/boxes', form: '/add-box', can: ['list', 'create'] } } as never;
// Must run before the portal is imported, which creates its routes from them.
resources.push(...([{ ...supplies, order: 45, menu: { group: stock } }, samples, boxes] as unknown as AnyResource[]));
const { openPortal } = await import('./portal.tsx');

beforeEach(() => {
  everyday();
  const rows = Array.from({ length: 1250 }, (_, index) => ({
    id: `x${index}`,
    item: `Swab ${index}`,
    quantity: index,
  }));
  simpleRest('supplies', rows);
});

test('shows one menu entry per resource, with groups under their headings', async () => {
  openPortal('/profile', 'admin');
  const menu = within(await screen.findByRole('navigation', { name: 'Main' }));
  expect(menu.getByRole('heading', { name: 'Stock' })).toBeVisible();
  const group = within(menu.getByRole('list', { name: 'Stock' }));
  expect(group.getAllByRole('link').map((link) => link.textContent)).toEqual(['Supplies', 'Add Box', 'Boxes']);
  expect(menu.queryByRole('link', { name: 'Add Supply' })).toBeNull();
  expect(menu.getAllByRole('list')).toHaveLength(3);
});

test("writes totals in the person's format and names the edited record in the form's title", async () => {
  openPortal('/supplies/x7/edit', 'admin');
  expect(await screen.findByRole('heading', { name: 'Edit Swab 7' })).toBeVisible();
  expect(await screen.findByText('1,250 total')).toBeInTheDocument();
});

test('marks the entry of the list as current at its form', async () => {
  openPortal('/add-supply', 'admin');
  const menu = within(await screen.findByRole('navigation', { name: 'Main' }));
  expect(menu.getByRole('link', { name: 'Supplies' })).toHaveClass('active');
  expect(menu.getByRole('link', { name: 'Boxes' })).not.toHaveClass('active');
});
