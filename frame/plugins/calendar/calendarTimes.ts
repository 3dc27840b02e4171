import type { AnyResource } from 'portal-frame';
import { getFilterOperator, getFilters } from 'portal-frame/plugin';
import type { CalendarConfig } from './calendarConfig.ts';

/** Returns the fields of a record's start and, if it has one, its end. */
export function getCalendarTimes({ list: { calendar } }: Pick<AnyResource, 'list'>): { start?: string; end?: string } {
  if (!calendar) return {};
  return calendar.from === undefined ? { start: calendar.date } : { start: calendar.from, end: calendar.to };
}

/** Returns the name of the list filter by which the calendar requests one day; undefined if there is none. */
export function getDayFilterName(resource: AnyResource): string | undefined {
  const { start } = getCalendarTimes(resource);
  return [...getFilters(resource)].find(
    ([, filter]) => filter.field === start && getFilterOperator(resource, filter) === 'equals',
  )?.[0];
}

const LANE_ACTIONS = ['assign', 'reassign', 'unassign', 'move'] as const;

/** Returns the calendar of a list, in which an action named like a way to drag is the default of that way. */
export function getCalendar({ actions, list: { calendar } }: AnyResource): CalendarConfig<string, string> | undefined {
  if (!calendar?.lane) return calendar;
  const named = LANE_ACTIONS.flatMap((name) => (actions?.[name] ? [[name, name]] : []));
  return { ...Object.fromEntries(named), ...calendar };
}

/** Completes a list with a calendar: its actions, and the times for the filter of days. */
export function prepareCalendar(resource: AnyResource): AnyResource {
  const { start, end } = getCalendarTimes(resource);
  const calendar = getCalendar(resource);
  if (!calendar || start === undefined) return resource;
  return { ...resource, list: { ...resource.list, calendar, period: { start, ...(end !== undefined && { end }) } } };
}
