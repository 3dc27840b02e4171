import { type AnyResource, type Field, isCalendarDay, isOfKind, isSingleValue, mayDo, type Role } from 'portal-frame';
import {
  checkWhere,
  createPathResolver,
  type ErrorReporter,
  type FilterConfig,
  getLookupGuards,
  isServerManaged,
  isSystemField,
  listPaths,
  mayRead,
  NUMBER_STORAGES,
  parseWhere,
  resolveLookup,
  toEntry,
} from 'portal-frame/keys';
import { getGrouping, getMeasures } from 'portal-frame/plugin';
import type { Roles } from 'portal-frame/roles';
import { findBeside, getDisplay, listReportsFor, mayReadReport, type ReportConfig } from './reportConfig.ts';

const SPLITTING = ['choice', 'toggle', 'reference'];
const isDated = (field: Field) => field.kind.storage === 'moment' || isCalendarDay(field);

/** Checks that the fields of reports exist, fit, and are readable by every reader. */
export function checkReports(
  resource: AnyResource,
  report: ErrorReporter,
  all: readonly AnyResource[],
  roles: Roles,
): void {
  for (const [role, access] of Object.entries(resource.roles))
    if (access.reports && role === roles.public)
      report(`roles.${role}.reports`, access.reports, 'nothing: the public has lists and forms');
    else if (access.reports && listReportsFor(resource, role as Role).length === 0)
      report(`roles.${role}.reports`, access.reports, `a report that ${role} is given`);
  for (const name of resource.list.totals ?? []) {
    const config = resource.reports?.[name];
    if (!config || getGrouping(config))
      report('list.totals', name, 'a report without groupBy', Object.keys(resource.reports ?? {}));
  }
  for (const [name, config] of Object.entries(resource.reports ?? {})) {
    const key = `reports.${name}`;
    if (!isServerManaged(resource)) report(key, name, 'nothing: the host decides what it reports');
    else if (!/^[a-z][a-zA-Z0-9]*$/.test(name)) report(key, name, 'a name such as perWeek');
    else checkReport(resource, key, config, all, report);
  }
}

function checkReport(
  resource: AnyResource,
  key: string,
  config: ReportConfig<string>,
  all: readonly AnyResource[],
  report: ErrorReporter,
): void {
  const { fields, roles } = resource;
  const readers = (Object.keys(roles) as Role[]).filter((role) => mayReadReport(resource, role, config));
  const listing = (Object.keys(roles) as Role[]).filter((role) => mayDo(resource, role, 'list'));
  for (const [index, role] of (config.roles ?? []).entries())
    if (!listing.includes(role)) report(`${key}.roles.${index}`, role, 'a role that may list the records', listing);
  for (const [index, role] of (config.dashboard ?? []).entries())
    if (!readers.includes(role)) report(`${key}.dashboard.${index}`, role, 'a role that is given the report', readers);
  /** Finds a field. Reports it if a reader of the report may not read it, or not all of its values. */
  const fieldAt = (place: string, name: string): Field | undefined => {
    const field = fields[name];
    if (!field?.kind) return undefined;
    const closed = readers.find((role) => !mayRead(resource, role, name));
    if (closed) report(place, name, `a field that ${closed} may read, or the report without ${closed} in its roles`);
    if (field.kind.hidden === 'shortened') report(place, name, 'a field whose values are given in full');
    const path = field.lookup === undefined ? undefined : resolveLookup(resource, String(field.lookup), all);
    const blind = path && 'segments' in path && readers.find((role) => getLookupGuards(path, role).length > 0);
    if (blind)
      report(place, name, `a field all of whose values ${blind} sees, or the report without ${blind} in its roles`);
    return field;
  };

  const measures = getMeasures(config);
  const names = measures.map(({ name }) => name);
  const checkCondition = (where: NonNullable<ReportConfig<string>['where']>, place: string) => {
    checkWhere(where, place, createPathResolver(resource, all), report);
    for (const { path } of listPaths(parseWhere(where))) fieldAt(`${place}.${path.join('.')}`, path[0] ?? '');
  };
  for (const [index, { name, of, where }] of measures.entries()) {
    const place = `${key}.measures`;
    if (names.indexOf(name) !== index) report(place, name, 'each measure once');
    const field = of && fieldAt(place, of.field);
    if (of && field && !NUMBER_STORAGES.includes(field.kind.storage))
      report(place, of.field, 'a field that holds numbers');
    if (where) checkCondition(where, place);
    if (where && config.splitBy) report(place, name, 'count or an aggregate, as splitBy makes the columns');
  }
  if (measures.length === 0) report(`${key}.measures`, config.measures, "'count', or such as { sum: 'price' }");

  const grouping = getGrouping(config);
  const field = grouping && fieldAt(`${key}.groupBy`, grouping.field);
  if (grouping && field) checkGrouping(grouping, field, key, report);
  const split = fieldAt(`${key}.splitBy`, config.splitBy ?? '');
  if (split) checkSplit(config, split, key, report);
  const display = getDisplay(config);
  if (display === 'figure' && grouping) report(`${key}.display`, display, 'table or chart, as it has groups');
  if (display !== 'figure' && !grouping) report(`${key}.display`, display, 'figure, or something in groupBy');

  const filters = (resource.list.filters ?? []).map((one) => toEntry<FilterConfig<string>>(one));
  const offered = filters.map(({ name, field }) => name ?? field);
  for (const [index, name] of (config.filters ?? []).entries()) {
    const place = `${key}.filters.${index}`;
    const filter = filters[offered.indexOf(name)];
    if (filter) fieldAt(place, filter.field);
    else report(place, name, 'the name of a filter of the list', offered);
  }
  if (config.where) checkCondition(config.where, `${key}.where`);
  if (config.beside) checkBeside(config, config.beside, readers, key, all, report);
}

/** Checks that the reports beside one exist, and have its groups, filters and readers. */
function checkBeside(
  config: ReportConfig<string>,
  beside: readonly string[],
  readers: readonly Role[],
  key: string,
  all: readonly AnyResource[],
  report: ErrorReporter,
): void {
  const own = getGrouping(config);
  for (const [index, path] of beside.entries()) {
    const place = `${key}.beside.${index}`;
    const [found] = findBeside({ ...config, beside: [path] }, all);
    const grouping = found && getGrouping(found.config);
    const filters = found?.config.filters ?? [];
    // A host may lack the resource.
    if (!found) {
      if (all.some(({ name }) => path.startsWith(`${name}.`))) report(place, path, 'a report of that resource');
    } else if (config.splitBy || found.config.splitBy || !own || !grouping)
      report(place, path, 'reports with groupBy and without splitBy on both sides');
    else if (own.by !== grouping.by || own.last !== grouping.last)
      report(place, path, `a report with groups of the same periods, by ${own.by}, last ${own.last}`);
    else if (config.filters?.some((name) => !filters.includes(name)))
      report(place, path, 'a report with the same filters', filters);
    else if (readers.some((role) => !mayReadReport(found.resource, role, found.config)))
      report(place, path, 'a report that all readers of this one are given');
  }
}

function checkSplit(config: ReportConfig<string>, field: Field, key: string, report: ErrorReporter): void {
  const { splitBy: name = '' } = config;
  const place = `${key}.splitBy`;
  if (!isOfKind(field, ...SPLITTING) || isSystemField(name, field))
    report(place, name, 'a choice, a toggle or a reference of the config');
  if ([undefined, name].includes(getGrouping(config)?.field)) report(place, name, 'another field in groupBy');
  if (getMeasures(config).length > 1)
    report(`${key}.measures`, config.measures, 'one measure, because splitBy makes the columns');
}

function checkGrouping(
  { field: name, by, last }: { field: string; by?: string; last?: number },
  field: Field,
  key: string,
  report: ErrorReporter,
): void {
  const place = `${key}.groupBy`;
  if (!isSingleValue(field)) report(place, name, 'a field with one value: no list and no file');
  else if (isSystemField(name, field) && name.endsWith('By'))
    report(place, name, 'a field of the config, or createdAt');
  else if (isDated(field)) {
    if (!by) report(`${place}.by`, by, 'day, week or month');
  } else if (by ?? last) report(`${place}.${by ? 'by' : 'last'}`, by ?? last, 'a date or a moment as its field');
}
