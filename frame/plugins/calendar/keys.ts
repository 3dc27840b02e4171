import { actionName, component, fieldName, optional, type ResourceKeys, whereSchema } from 'portal-frame/keys';
import { z } from 'zod';
import { checkCalendar } from './checkCalendar.ts';

const calendar = z.strictObject({
  date: optional(fieldName, 'Date or moment of a record; list.filters needs a filter of it by day.', "'expiresOn'"),
  from: optional(fieldName, 'Collections, instead of `date`: start of a record, a date or moment.', "'from'"),
  to: optional(fieldName, 'With `from`: its end. A date is the last day. A missing end is open.', "'to'"),
  minutes: optional(z.number().int().min(5).max(1440), 'Duration of a record.', '30', '60'),
  title: optional(fieldName, 'Text of a record.', "'item'", 'the first column'),
  color: optional(fieldName, 'Choice that gives colour and icon.', "'state'"),
  secondaryIcon: optional(fieldName, 'Second choice, shown by its icon.', "'priority'"),
  details: optional(
    z.array(z.union([fieldName, z.strictObject({ field: fieldName, feature: z.string().optional() })])),
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

export default { 'list.calendar': { schema: calendar, check: checkCalendar } } satisfies ResourceKeys;
