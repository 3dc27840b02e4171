import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { AnyResource } from 'portal-frame';
import { getFilterInput } from 'portal-frame/internal';
import {
  type ConditionField,
  findMissingValues,
  fromWhere,
  listOperators,
  resources,
  toWhere,
} from 'portal-frame/internal/browser';
import { beforeEach, describe, expect, test } from 'vitest';
import supplies from '../fixtures/supplies.ts';
import { everyday, server } from './host.ts';
import { simpleRest } from './simpleRest.ts';

// As if the file were in src/resources. Must run before the portal is imported.
resources.push(supplies as unknown as AnyResource);
const { openPortal } = await import('./portal.tsx');

const readAddress = () => JSON.parse(new URLSearchParams(location.search).get('filter') ?? '{}').where;

const fields = Object.entries((supplies as unknown as AnyResource).fields).map(
  ([name, field]): ConditionField => ({
    ...{ name, label: name, field, input: getFilterInput(field) },
    operators: listOperators(field),
  }),
);

beforeEach(() => {
  everyday();
  const row = (id: string, item: string, state: string, own: object = {}) => ({
    ...{ id, item, state, quantity: 5, price: 2, expiresOn: '2027-03-01', fragile: false, note: null },
    ...{ laboratory: 'l-record-1', ...own },
  });
  simpleRest('supplies', [
    row('1', 'Tubes', 'In stock'),
    row('2', 'Gloves', 'Ordered', { quantity: 40 }),
    row('3', 'Swabs', 'Ordered', { expiresOn: '2026-01-31', note: 'Old' }),
  ]);
});

type User = ReturnType<typeof openPortal>['user'];

const openPanel = (where: unknown) =>
  openPortal(`/supplies?filter=${encodeURIComponent(JSON.stringify({ where }))}`, 'admin');
const getRow = (number: number) => screen.findByRole('group', { name: `Condition ${number}` });
/** Selects an option of a combobox in a part of the panel. */
async function choose(user: User, part: HTMLElement, name: string, option: string): Promise<void> {
  await user.click(within(part).getByRole('combobox', { name }));
  await user.click(await screen.findByRole('option', { name: option }));
}

test('combines conditions, keeps them in the address and reads them out as a sentence', async () => {
  const { user } = openPortal('/supplies', 'admin');
  await screen.findByText('Gloves');
  await user.click(screen.getByRole('button', { name: 'Show Filters' }));
  await user.click(await screen.findByRole('button', { name: 'More conditions' }));
  const first = await getRow(1);
  expect(within(first).getByRole('combobox', { name: 'Field' })).toHaveFocus();
  await choose(user, first, 'Field', 'State');
  await choose(user, first, 'Operator', 'is any of');
  await choose(user, first, 'Value', 'Ordered');
  await user.click(screen.getByRole('button', { name: 'Add condition' }));
  const second = await getRow(2);
  await choose(user, second, 'Field', 'Expires On');
  await choose(user, second, 'Operator', 'is before');
  await user.click(screen.getByRole('button', { name: 'Apply Filters' }));
  expect(await within(second).findByText('Enter a value')).toBeVisible();
  expect(readAddress()).toBeUndefined();
  await user.type(within(second).getByLabelText('Value'), '2026-02-01');
  await user.click(screen.getByRole('button', { name: 'Apply Filters' }));
  await waitFor(() => expect(screen.queryByText('Gloves')).toBeNull());
  expect(screen.getByText('Swabs')).toBeVisible();
  expect(readAddress()).toEqual({ and: [{ state: { in: ['Ordered'] } }, { expiresOn: { lt: '2026-02-01' } }] });
  await user.click(screen.getByRole('button', { name: 'Hide Filters' }));
  const sentence = 'State is any of Ordered and Expires On is before February 1, 2026';
  const chip = await screen.findByRole('button', { name: `Remove the filter ${sentence}` });
  await user.click(within(chip).getByTestId('CancelIcon'));
  expect(await screen.findByText('Gloves')).toBeVisible();
  await waitFor(() => expect(readAddress()).toBeUndefined());
});

test.each([
  ['a closed field', { secret: 'x' }, 'Secret is x'],
  ['a broken condition', { state: { like: 'x' } }, 'Unreadable conditions'],
  ['a value of another kind', { quantity: { gt: 'many' } }, 'Quantity is more than many'],
])('refuses %s with a message and shows no rows', async (_, where, sentence) => {
  const data = { errors: { where: 'where: no field that records can be found by' } };
  server.use(
    http.get('*/api/v1/collections/supplies', () =>
      HttpResponse.json(
        { status: false, message: 'These conditions cannot be used.', code: 400, data },
        { status: 400 },
      ),
    ),
  );
  openPanel(where);
  expect(await screen.findByRole('alert')).toHaveTextContent('These conditions cannot be used');
  expect(await screen.findByRole('button', { name: `Remove the filter ${sentence}` })).toBeVisible();
  expect(screen.queryByText('Gloves')).toBeNull();
});

describe('conversion between rows and `where`', () => {
  test.each([
    [{ state: 'Ordered' }, { state: 'Ordered' }],
    [{ state: ['Ordered'], note: null }, { and: [{ state: { in: ['Ordered'] } }, { note: { exists: false } }] }],
    [{ note: { not: null } }, { note: { exists: true } }],
    [{ not: { state: { in: ['Ordered'] } } }, { state: { notIn: ['Ordered'] } }],
    [{ item: { startsWith: 'T' } }, { item: { startsWith: 'T' } }],
    [{ quantity: { gte: 1, lte: 5 } }, { and: [{ quantity: { gte: 1 } }, { quantity: { lte: 5 } }] }],
  ])('shows %j as rows', (where, expected) => {
    const rows = fromWhere(where, fields);
    expect(rows && toWhere(rows)).toEqual(expected);
  });

  test.each([
    ['deep groups', { or: [{ and: [{ or: [{ state: 'a' }, { state: 'b' }] }, { note: 'x' }] }, { note: 'y' }] }],
    ['a path', { 'laboratory.fullName': 'x' }],
    ['today', { expiresOn: { lt: { symbol: 'today' } } }],
    ['an operator without a label', { not: { item: { contains: 'x' } } }],
    ['an unknown field', { nothing: 1 }],
    ['a wrong shape', 'x'],
  ])('cannot show %s as rows', (_, where) => expect(fromWhere(where, fields)).toBeUndefined());

  test('omits and reports rows without a value', () => {
    const empty = { field: 'item', operator: 'contains', value: '' } as const;
    const group = {
      join: 'or',
      rows: [
        { join: 'and', rows: [empty] },
        { ...empty, value: 'x' },
      ],
    } as const;
    expect(toWhere(structuredClone(group) as never)).toEqual({ item: { contains: 'x' } });
    expect(findMissingValues(group as never)).toEqual(['where-conditions.rows.0.rows.0.value']);
  });
});
