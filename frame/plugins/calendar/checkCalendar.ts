import type { AnyResource } from 'portal-frame';
import { getKeyField, getTargetName, isChoice, isOfKind } from 'portal-frame';
import { checkWhere, createPathResolver, type ErrorReporter, type FilterConfig, toEntry } from 'portal-frame/keys';
import { PERIOD_FILTER } from 'portal-frame/plugin';
import { getCalendar, getCalendarTimes, getDayFilterName } from './calendarTimes.ts';

const LANE_ACTIONS = ['assign', 'reassign', 'unassign'] as const;
const toKey = (key: string) => ['list', 'calendar', key].join('.');

/** Checks the fields and actions that a calendar names. */
export function checkCalendar(resource: AnyResource, report: ErrorReporter, all: readonly AnyResource[]): void {
  const calendar = getCalendar(resource);
  if (!calendar) return;
  const { lane, laneWhere, conflictValues, color } = calendar;
  const ofKind = (...kinds: string[]) =>
    Object.keys(resource.fields).filter((name) => isOfKind(resource.fields[name], ...kinds));
  const expectKind = (key: 'date' | 'from' | 'lane' | 'color' | 'secondaryIcon' | 'warning', ...kinds: string[]) => {
    const name = calendar[key];
    const field = name === undefined ? undefined : resource.fields[name];
    if (!field || isOfKind(field, ...kinds)) return Boolean(field);
    report(toKey(key), name, `a field of the kind ${kinds.join(' or ')}`, ofKind(...kinds));
    return false;
  };
  checkTimes(resource, report, expectKind);
  for (const key of ['color', 'secondaryIcon', 'warning'] as const) expectKind(key, 'choice');
  const colored = resource.fields[color ?? ''];
  const choices = isChoice(colored) ? colored.choices : [];
  conflictValues?.forEach((value, index) => {
    if (!choices.includes(value))
      report(toKey(`conflictValues.${index}`), value, `a value of ${toKey('color')}`, choices);
  });
  const expectChange = (key: 'move' | (typeof LANE_ACTIONS)[number], field: string) => {
    const name = calendar[key];
    const changed = name && resource.actions?.[name]?.field;
    if (changed && changed !== field)
      report(toKey(key), name, `an action that changes ${field}`, listActionsOn(resource, field));
  };
  const { start = '', end } = getCalendarTimes(resource);
  expectChange('move', start);
  const inputs = resource.actions?.[calendar.move ?? '']?.inputs ?? [];
  if (calendar.move && end && !inputs.some((one) => toEntry<{ field: string }>(one).field === end))
    report(toKey('move'), calendar.move, `an action with the input ${end}`);
  for (const key of ['laneWhere', ...LANE_ACTIONS] as const)
    if (calendar[key] !== undefined && !lane) report(toKey(key), calendar[key], `${toKey('lane')} with it`);
  if (!lane || !expectKind('lane', 'reference')) return;
  const reference = resource.fields[lane];
  if (getKeyField(reference) !== 'id') report(toKey('lane'), lane, 'a reference that keeps the id');
  const target = all.find(({ name }) => name === getTargetName(reference));
  if (laneWhere && target) checkWhere(laneWhere, toKey('laneWhere'), createPathResolver(target, all), report);
  for (const key of LANE_ACTIONS) expectChange(key, lane);
}

/** Checks that a calendar has a date, or a start and an end of one kind. */
function checkTimes(
  resource: AnyResource,
  report: ErrorReporter,
  expectKind: (key: 'date' | 'from', ...kinds: string[]) => boolean,
): void {
  const { api, fields, list } = resource;
  const { date, from, to, minutes } = list.calendar as { [K in 'date' | 'from' | 'to' | 'minutes']?: string };
  if (date !== undefined && from === undefined && to === undefined) {
    if (expectKind('date', 'date', 'dateTime') && !getDayFilterName(resource))
      report(toKey('date'), date, 'a field that list.filters has a filter by day for');
    return;
  }
  if (api) report(toKey('from'), from, 'date: only collections have periods');
  else if (from === undefined || to === undefined)
    report(toKey(from === undefined ? 'from' : 'to'), from === undefined ? from : to, 'from and to, or date');
  else if (expectKind('from', 'date', 'dateTime') && fields[to] && fields[to].kind !== fields[from]?.kind)
    report(toKey('to'), to, `a field of the kind ${fields[from]?.kind.name}`);
  for (const [key, value] of Object.entries({ date, minutes }))
    if (value !== undefined) report(toKey(key), value, 'nothing beside from and to');
  if (getFilterNames(resource).includes(PERIOD_FILTER))
    report(['list', 'filters'].join('.'), PERIOD_FILTER, 'another name: the calendar filters by it');
}

const getFilterNames = ({ list }: AnyResource) =>
  (list.filters ?? []).map((one) => toEntry<FilterConfig<string>>(one)).map(({ name, field }) => name ?? field);

const listActionsOn = ({ actions = {} }: AnyResource, field: string) =>
  Object.entries(actions).flatMap(([name, action]) => ((action as { field: string }).field === field ? [name] : []));
