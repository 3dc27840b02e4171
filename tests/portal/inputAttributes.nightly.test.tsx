import { screen, within } from '@testing-library/react';
import { type AnyResource, defineKind, defineResource, money, number, text } from 'portal-frame';
import { prepareResources } from 'portal-frame/internal';
import { resources } from 'portal-frame/internal/browser';
import { getPageRoles } from 'portal-frame/roles';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { findForeignAttributes } from '../foreignAttributes.ts';
import { appointment, everyday, good, on } from './host.ts';
import { simpleRest } from './simpleRest.ts';

const plate = defineKind<string, object>({
  name: 'plate',
  schema: () => z.string(),
  show: (value) => ({ text: value }),
  input: 'text',
  inputProps: () => ({ maxLength: 7, pattern: '[A-Z0-9]+', inputMode: 'latin' }),
  storage: 'text',
});
const vans = defineResource({
  name: 'vans',
  icon: 'inventory',
  label: { one: 'Van', many: 'Vans' },
  fields: {
    title: text({ required: true, label: 'Title' }),
    plate: plate({ label: 'Plate' }),
    seats: number({ min: 2, max: 9, integer: true, label: 'Seats' }),
    rent: money({ max: 500, label: 'Rent' }),
    price: money({ label: 'Price' }),
  },
  list: { columns: ['title', 'seats'], filters: ['seats'], search: ['title'] },
  title: '{title}',
  create: { groups: [{ label: 'Van', fields: ['title', 'plate', 'seats', 'rent', 'price'] }] },
  roles: { admin: { list: '/vans', form: '/add-van', can: ['list', 'create', 'edit', 'delete'] } },
});
// As if the file were in src/resources. Must run before the portal is imported, which creates its routes from them.
resources.push(...prepareResources([vans] as unknown as AnyResource[], getPageRoles()));
const { OURS, openPortal } = await import('./portal.tsx');

beforeEach(() => {
  everyday();
  simpleRest('vans', [{ id: 'v1', title: 'Van 1', seats: 3 }]);
});

const attributesOf = (name: string, attributes: readonly string[]) => {
  const input = screen.getByLabelText(name);
  return attributes.map((attribute) => input.getAttribute(attribute));
};

test('writes the limits of a kind to the <input>, and no prop of a component to another element', async () => {
  openPortal('/add-van', 'admin', undefined, OURS);
  await screen.findByLabelText('Plate');
  expect(attributesOf('Plate', ['maxlength', 'pattern', 'inputmode'])).toEqual(['7', '[A-Z0-9]+', 'latin']);
  expect(attributesOf('Seats', ['type', 'min', 'max', 'step'])).toEqual(['number', '2', '9', '1']);
  expect(attributesOf('Rent', ['type', 'min', 'max', 'step'])).toEqual(['number', '0', '500', '0.01']);
  expect(attributesOf('Price', ['min', 'max', 'step'])).toEqual(['0', '1000000', '0.01']);
  expect(findForeignAttributes()).toEqual([]);
});

test.each([
  ['a collection', '/vans', 'Van 1'],
  ['appointments', '/appointments', 'María Núñez'],
])('writes no prop of a component into the list and filters of %s', async (_what, path, row) => {
  on('GET', '/admin/get-appointment-counts', () => good({ unassigned: 1, today: 1, upcoming: 2, late: 2, all: 4 }));
  on('GET', '/admin/get-appointments', () => good({ appointments: [appointment()], totalPages: 1 }));
  const { user } = openPortal(path, 'admin', undefined, OURS);
  await screen.findByText(row);
  await user.click(screen.getByRole('button', { name: 'Show Filters' }));
  await within(await screen.findByRole('region', { name: 'Filters' })).findByRole('button', { name: 'Apply Filters' });
  expect(findForeignAttributes()).toEqual([]);
});
