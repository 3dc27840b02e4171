import { actionName, component, feature, fieldName, type Keys, optional, whereSchema } from 'portal-frame/keys';
import { z } from 'zod';

export const calendarSchema = z.strictObject({
  date: optional(fieldName, 'Date or moment of a record; list.filters needs a filter of it by day.', "'expiresOn'"),
  from: optional(fieldName, 'Collections, instead of `date`: start of a record, a date or moment.', "'from'"),
  to: optional(fieldName, 'With `from`: its end. A date is the last day. A missing end is open.', "'to'"),
  minutes: optional(z.number().int().min(5).max(1440), 'Duration of a record.', '30', '60'),
  title: optional(fieldName, 'Text of a record.', "'item'", 'the first column'),
  color: optional(fieldName, 'Choice that gives colour and icon.', "'state'"),
  secondaryIcon: optional(fieldName, 'Second choice, shown by its icon.', "'priority'"),
  details: optional(
    z.array(z.union([fieldName, z.strictObject({ field: fieldName, feature: feature.optional() })])),
    'Further fields: the first follows the title in a day, all are in the tooltip and the agenda.',
    "['place']",
  ),
  groupBy: optional(
    fieldName,
    'Records of a lane with the same value, one after the other, share an entry.',
    "'place'",
  ),
  warning: optional(fieldName, 'Choice that marks a record with a warning unless empty.', "'trouble'"),
  lane: optional(fieldName, 'Reference whose records are the lanes.', "'owner'", 'no lanes'),
  laneWhere: optional(
    whereSchema,
    'Referenced records that have a lane even when empty.',
    '{ isActive: true }',
    'all of them',
  ),
  assign: optional(
    actionName,
    'Action for dragging into a lane. Roles without it see no lanes.',
    "'assign'",
    'the action `assign`',
  ),
  reassign: optional(actionName, 'Action for dragging to another lane.', "'reassign'", 'the action `reassign`'),
  unassign: optional(actionName, 'Action for dragging out of all lanes.', "'unassign'", 'the action `unassign`'),
  move: optional(actionName, 'Action for dragging to another time.', "'move'", 'with `lane`, the action `move`'),
  conflictValues: optional(z.array(z.string()), 'Values of `color` that count as overlapping.', "['Ordered']", 'all'),
  dayTool: optional(
    component<{ day: string; ids?: readonly string[] }>(),
    'Component in the toolbar of the calendar by day. Receives `day`.',
    "() => import('../pages/PrintDay.tsx')",
    'none',
  ),
});

/** Times of a record in a calendar: a date, or a start and an end. */
type CalendarTimes<N extends string> =
  | { date: N; from?: never; to?: never }
  | { from: N; to: N; date?: never; minutes?: never };

/** Calendar beside a list, by day or week, and by month for collections, with a lane per referenced record. */
export type CalendarConfig<N extends string, A extends string> = CalendarTimes<N> &
  Keys<typeof calendarSchema, { field: N; action: A }>;

/** Without this import, an app's compiler would not meet the interface that is extended below. */
export type { ListKeys } from 'portal-frame/keys';

declare module 'portal-frame/keys' {
  interface ListKeys<_N extends string, _A extends string> {
    calendar?: CalendarConfig<_N, _A>;
  }
}
