import { dateTime, defineResource, number, text } from 'portal-frame';
import { expect, test } from 'vitest';
import type { AnyResource } from '../../config/resource.ts';
import { queryInBrowser } from '../../dataProvider/queryInBrowser.ts';

const boxes = defineResource({
  name: 'boxes',
  icon: 'inventory',
  fields: { label: text(), weight: number(), packedAt: dateTime() },
  list: {
    columns: ['label'],
    filters: [
      { field: 'weight', name: 'least', operator: 'gte' },
      { field: 'weight', name: 'most', operator: 'lte' },
      { field: 'packedAt', name: 'since', operator: 'gte' },
      { field: 'packedAt', name: 'until', operator: 'lte' },
    ],
  },
  roles: { office: { list: '/boxes', can: ['list'] } },
} as never) as AnyResource;

const records = [
  { id: 'a', label: 'nine', weight: 9, packedAt: new Date(2026, 2, 1, 9).toISOString() },
  { id: 'b', label: 'ten', weight: '10', packedAt: new Date(2026, 2, 2, 23, 30).toISOString() },
  { id: 'c', label: 'unknown', weight: null, packedAt: null },
];
const found = (filter: Record<string, unknown>) =>
  queryInBrowser(boxes, records, {
    page: 1,
    perPage: 10,
    sort: { field: 'label', order: 'ASC' },
    filter,
  }).records.map(({ id }) => id);

test('filters unpaged lists like our server: numbers by value, moments by whole days', () => {
  expect(found({ least: '10' })).toEqual(['b']);
  expect(found({ least: 9 })).toEqual(['a', 'b']);
  expect(found({ most: '9' })).toEqual(['a']);
  expect(found({ since: '2026-03-02' })).toEqual(['b']);
  expect(found({ until: '2026-03-02' })).toEqual(['a', 'b']);
  expect(found({ until: '2026-03-01' })).toEqual(['a']);
});
