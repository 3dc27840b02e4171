import { DateTime } from 'luxon';
import { type AnyResource, type Field, mayDo } from 'portal-frame';
import {
  getFilterOperator,
  getFilters,
  getLookupGuards,
  isSystemField,
  matches,
  mayRead,
  parseWhere,
  resolveLookup,
} from 'portal-frame/internal';
import type { Collection } from 'portal-frame/internal/records';
import { matchesStored, mayFindBy } from 'portal-frame/internal/server';
import { type AggregateConfig, getGrouping, getMeasures, type Measure } from 'portal-frame/plugin';
import { expect } from 'vitest';
import { ROLES, type Role } from '../roles.ts';
import type { TestServer } from './harness.ts';
import { type Reader, roleOf } from './leaks.ts';
import { clientOf } from './supplies.ts';

type Row = Record<string, unknown>;
/** A report; its plug-in may be left out. */
interface Config extends AggregateConfig<string> {
  splitBy?: string;
  where?: object;
  filters?: readonly string[];
  roles?: readonly Role[];
}
export const reportsOf = (resource: AnyResource) => (resource as { reports?: Record<string, Config> }).reports ?? {};
const mayReadReport = (resource: AnyResource, role: Role, { roles }: Config) =>
  mayDo(resource, role, 'list') && (roles?.includes(role) ?? true);
interface Given {
  columns?: { value: unknown; label?: string | null; others?: boolean; values: Row }[];
  groups: { value: unknown; label?: string | null; values: Row; columns?: Row[] }[];
  total: Row;
}

const NUMBERS: readonly string[] = ['integer', 'real', 'cents'];
const NO_GROUPS: readonly string[] = ['json', 'file', 'files', 'links', 'children', 'hash'];
const SPLITTING: readonly string[] = ['choice', 'toggle', 'reference'];
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const isDated = ({ kind }: Field) => kind.storage === 'moment' || kind.name === 'date';

/**
 * The resource with all reports that its config could have: by each field, with all figures that each role may read.
 */
export function withReports(resource: AnyResource, all: readonly AnyResource[]): AnyResource {
  const listing = ROLES.filter((role) => mayDo(resource, role, 'list'));
  const isOpen = (name: string, role: Role) => {
    const { kind, lookup } = resource.fields[name] as Field;
    const way = lookup === undefined ? undefined : resolveLookup(resource, String(lookup), all);
    return (
      mayRead(resource, role, name) &&
      kind.name !== 'masked' &&
      !(way && 'segments' in way && getLookupGuards(way, role)[0])
    );
  };
  const numbers = Object.keys(resource.fields).filter((name) =>
    NUMBERS.includes(resource.fields[name]?.kind.storage ?? ''),
  );
  const measuredFor = (roles: readonly Role[]) =>
    numbers
      .filter((name) => roles.every((role) => isOpen(name, role)))
      .flatMap((name) => [{ sum: name }, { average: name }, { min: name }, { max: name }]);
  const made: Record<string, Config> = {};
  for (const role of listing) {
    const filters = [...getFilters(resource)].filter(([, { field }]) => isOpen(field, role)).map(([name]) => name);
    made[`figuresOf${capital(role)}`] = {
      ...{ label: 'Figures', roles: [role], measures: ['count', ...measuredFor([role])], filters },
    };
  }
  for (const [name, field] of Object.entries(resource.fields) as [string, Field][]) {
    const roles = listing.filter((role) => isOpen(name, role));
    if (roles.length === 0 || NO_GROUPS.includes(field.kind.storage)) continue;
    // No config may report by author.
    if (isSystemField(name, field) && name.endsWith('By')) continue;
    const report = { label: name, roles, measures: ['count' as const, ...measuredFor(roles).slice(0, 2)] };
    const by = `by${capital(name)}`;
    if (SPLITTING.includes(field.kind.name))
      made[`${by}AndMonth`] = {
        ...report,
        ...{ measures: report.measures.slice(-1), groupBy: { field: 'createdAt', by: 'month' }, splitBy: name },
      };
    if (!isDated(field)) made[by] = { ...report, groupBy: name };
    else {
      made[`${by}Week`] = { ...report, groupBy: { field: name, by: 'week' } };
      made[`${by}Month`] = { ...report, groupBy: { field: name, by: 'month', last: 12 } };
    }
  }
  return { ...resource, reports: { ...reportsOf(resource), ...made } } as AnyResource;
}

/** Aggregates these rows without SQL. */
function figureOf({ of, where }: Measure, rows: readonly Row[], { fields }: AnyResource): number | null {
  if (!of)
    return where
      ? rows.filter((row) => matches(where, row, { fields, me: '', today: '', now: '' })).length
      : rows.length;
  const cents = fields[of.field]?.kind.storage === 'cents';
  const values = rows.flatMap((row) => row[of.field] ?? []).map((one) => (cents ? Math.round(Number(one) * 100) : one));
  const numbers = values.map(Number);
  if (numbers.length === 0) return of.aggregate === 'sum' ? 0 : null;
  const sum = numbers.reduce((one, other) => one + other);
  const found = {
    ...{ sum, average: sum / numbers.length, min: Math.min(...numbers), max: Math.max(...numbers) },
  }[of.aggregate];
  return cents ? Math.round(found) / 100 : found;
}

const rounded = (figures: Row) =>
  Object.fromEntries(
    Object.entries(figures).map(([name, one]) => [name, typeof one === 'number' ? Math.round(one * 1e6) / 1e6 : one]),
  );

/** Checks that a report's figures come from these rows only. */
function expectFigures(given: Given, rows: readonly Row[], config: Config, collection: Collection, zone: string) {
  const { resource } = collection;
  const recounted = (of: readonly Row[]) =>
    rounded(Object.fromEntries(getMeasures(config).map((one) => [one.name, figureOf(one, of, resource)])));
  const grouping = getGrouping(config);
  if (!grouping) {
    expect([given.groups, rounded(given.total)]).toEqual([[], recounted(rows)]);
    return;
  }
  const { field, by, last } = grouping;
  const groupOf = (row: Row): unknown => {
    const value = row[field] ?? null;
    if (value === null || !by) return value;
    return DateTime.fromISO(String(value), { zone }).startOf(by).toFormat('yyyy-MM-dd');
  };
  const { splitBy } = config;
  const named = (given.columns ?? []).flatMap(({ value, others }) => (others ? [] : [value]));
  /** Tests that a row counts in a column. */
  const isIn =
    ({ value, others }: { value: unknown; others?: boolean }) =>
    (row: Row) => {
      const own = row[String(splitBy)] ?? null;
      return others ? !named.includes(own) : own === value;
    };
  const grouped = Map.groupBy(rows, groupOf);
  const values = given.groups.map(({ value }) => value);
  // A period, unlike a value, may have ended meanwhile.
  if (!last) expect([...grouped.keys()].filter((one) => !values.includes(one))).toEqual([]);
  for (const group of given.groups) {
    const own = grouped.get(group.value) ?? [];
    expect([group.value, rounded(group.values)]).toEqual([group.value, recounted(own)]);
    const labels = own.map((row) => (row.labels as Row | undefined)?.[field] ?? null);
    if (group.label !== undefined) expect(labels).toContain(group.label);
    for (const [at, column] of (given.columns ?? []).entries())
      expect([group.value, rounded(group.columns?.[at] ?? {})]).toEqual([
        group.value,
        recounted(own.filter(isIn(column))),
      ]);
  }
  const counted = rows.filter((row) => values.includes(groupOf(row)));
  expect(rounded(given.total)).toEqual(recounted(counted));
  for (const column of given.columns ?? []) {
    const own = counted.filter(isIn(column));
    expect([column.value, rounded(column.values)]).toEqual([column.value, recounted(own)]);
    const labels = own.map((row) => (row.labels as Row | undefined)?.[String(splitBy)] ?? null);
    if (column.label !== undefined) expect(labels).toContain(column.label);
  }
}

/**
 * Checks that each report of this person aggregates only rows of their list, with any filter. Other reports, and
 * filters by hidden fields, must be refused. Returns the number of checked reports.
 */
export async function expectNoReportLeak(server: TestServer, collection: Collection, person: Reader): Promise<number> {
  const { resource } = collection;
  const role = roleOf(person);
  const client = clientOf(server, person, resource.name);
  const zone = server.services.config.timeZone;
  const all = (await clientOf(server, 'admin', resource.name).list({ range: [0, 999] })).body as Row[];
  let held = 0;
  const lists = new Map<string, Promise<Row[]>>();
  const listedBy = (filter: object = {}) => {
    const key = JSON.stringify(filter);
    const found = lists.get(key) ?? client.list({ range: [0, 999], filter }).then(({ body }) => body as Row[]);
    lists.set(key, found);
    return found;
  };
  for (const [name, config] of Object.entries(reportsOf(resource))) {
    const ask = (filter?: object) =>
      client.send('GET', `/reports/${name}${filter ? `?filter=${encodeURIComponent(JSON.stringify(filter))}` : ''}`);
    if (!mayReadReport(resource, role, config)) {
      expect([name, person, (await ask()).http]).toEqual([name, person, 403]);
      continue;
    }
    for (const { of } of getMeasures(config)) if (of) expect(mayRead(resource, role, of.field)).toBe(true);
    const hold = async (filter?: object) => {
      const rows: Row[] = [];
      for (const row of await listedBy(filter)) {
        const rule = config.where && parseWhere(config.where);
        if (!rule || (await matchesStored(server.services, collection, rule, String(row.id), server.ids[person])))
          rows.push(row);
      }
      const { http, body } = await ask(filter);
      expect([resource.name, name, person, filter, http]).toEqual([resource.name, name, person, filter, 200]);
      expectFigures(body, rows, config, collection, zone);
      held += 1;
    };
    await hold();
    for (const [filter, filterConfig] of getFilters(resource)) {
      const { field, roles } = filterConfig;
      const operator = getFilterOperator(resource, filterConfig);
      const found = new Set(all.flatMap((row) => row[field] ?? []).filter((one) => typeof one !== 'object'));
      const values = operator === 'exists' ? [true, false] : [...found];
      const cut =
        resource.fields[field]?.kind.storage === 'moment' ? values.map((one) => String(one).slice(0, 10)) : values;
      // One value suffices for a refusal; fields that only a report omits reveal nothing.
      if (!mayFindBy(resource, role, field) || !(roles?.includes(role) ?? true)) {
        if (cut.length > 0) expect([name, filter, (await ask({ [filter]: cut[0] })).http]).toEqual([name, filter, 400]);
      } else if (config.filters?.includes(filter)) for (const value of new Set(cut)) await hold({ [filter]: value });
    }
  }
  return held;
}
