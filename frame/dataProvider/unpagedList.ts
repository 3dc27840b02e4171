import { toEntry } from '../config/app/entries.ts';
import type { AnyResource, FilterConfig } from '../config/resource.ts';
import type { Test } from '../fields/kind.ts';
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

/** Local calendar day of a moment. */
const toLocalDay = (value: unknown) => new Date(toText(value)).toLocaleDateString('sv');

/** Compares like a sort function; NaN for a missing value. */
function compareTo(value: unknown, expected: unknown): number {
  if (isEmpty(value)) return Number.NaN;
  const [number, other] = [Number(value), Number(expected)];
  if (!Number.isNaN(number) && !Number.isNaN(other)) return number - other;
  const bound = String(expected);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(bound);
  const text = isDay && toText(value).length > bound.length ? toLocalDay(value) : toText(value);
  return text < bound ? -1 : text > bound ? 1 : 0;
}

const tests: Record<Test, (value: unknown, expected: unknown) => boolean> = {
  equals: (value, expected) => String((value as AnyRecord | null)?.id ?? value ?? '') === String(expected),
  contains: (value, expected) => normalizeText(toText(value)).includes(normalizeText(String(expected))),
  day: (value, expected) => toLocalDay(value) === String(expected),
  present: (value, expected) => isEmpty(value) !== (expected === true || expected === 'true'),
  from: (value, expected) => compareTo(value, expected) >= 0,
  to: (value, expected) => compareTo(value, expected) <= 0,
};

/** Searches, filters, sorts and pages records of an unpaged list by the resource's config. */
export function queryUnpagedList(resource: AnyResource, records: AnyRecord[], params: ListParams): Page<AnyRecord> {
  const { q, ...filter } = params.filter;
  const filters = (resource.list.filters ?? []).map((one) => toEntry<FilterConfig<string>>(one));
  const kept = records.filter((record) => {
    if (q && !(resource.list.search ?? []).some((name) => tests.contains(record[name], q))) return false;
    return Object.entries(filter).every(([name, expected]) => {
      if (isEmpty(expected)) return true;
      const config = filters.find((one) => (one.name ?? one.field) === name);
      const field = config?.field ?? name;
      const own = resource.fields[field]?.kind.filter;
      return tests[config?.test ?? (own ? own.test : 'equals')](record[field], expected);
    });
  });
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
