import { getFilterOperator, getFilters, toFilterWhere } from '../config/listFilters.ts';
import type { AnyResource } from '../config/resource.ts';
import { getToday } from '../fields/date.ts';
import { matches } from '../where/matchWhere.ts';
import type { AnyRecord, ListParams, Page } from '../wire/binding.ts';
import { normalizeText } from '../wire/normalizeText.ts';

/** Text of a value. A referenced record counts with all its values. */
const toText = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? Object.values(value).join(' ')
      : String(value);

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Searches, filters, sorts and pages records of an unpaged list by the resource's config. */
export function queryInBrowser(resource: AnyResource, records: AnyRecord[], params: ListParams): Page<AnyRecord> {
  const { q, ...filter } = params.filter;
  const filters = getFilters(resource);
  const parts = Object.entries(filter).flatMap(([name, expected]) => {
    const config = filters.get(name) ?? { field: name };
    return isEmpty(expected) ? [] : [toFilterWhere(config.field, getFilterOperator(resource, config), expected)];
  });
  const context = { fields: resource.fields, me: '', today: getToday(), now: new Date().toISOString() };
  const words = normalizeText(String(q ?? ''));
  const kept = records.filter(
    (record) =>
      (!words || (resource.list.search ?? []).some((name) => normalizeText(toText(record[name])).includes(words))) &&
      matches({ and: parts }, record, context),
  );
  const { field, order } = params.sort;
  const compare = (a: unknown, b: unknown) =>
    typeof a === 'number' && typeof b === 'number'
      ? a - b
      : toText(a).localeCompare(toText(b), undefined, { numeric: true });
  const sorted = kept.toSorted((a, b) => compare(a[field], b[field]) * (order === 'ASC' ? 1 : -1));
  const { page, perPage } = params;
  return {
    records: perPage > 0 ? sorted.slice((page - 1) * perPage, page * perPage) : sorted,
    total: sorted.length,
    totalPages: perPage > 0 ? Math.max(1, Math.ceil(sorted.length / perPage)) : 1,
  };
}
