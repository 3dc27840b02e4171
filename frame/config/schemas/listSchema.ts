import { z } from 'zod';
import { whereSchema } from '../../where/parseWhere.ts';
import { OPERATORS } from '../../where/where.ts';
import type { CellProps, ViewProps } from '../types/componentProps.ts';
import {
  actionName,
  component,
  feature,
  fieldName,
  fieldNames,
  filledIn,
  label,
  optional,
  part,
  required,
  roleList,
  roleNames,
} from './schemaParts.ts';

/** Comparisons of a filter with one value. */
const FILTER_OPERATORS = OPERATORS.filter((one) => one !== 'some' && one !== 'every');
const hostFeature = optional(feature, 'Requires this feature of the host.', "'dispatch'");
const sort = z.strictObject({ field: fieldName, order: z.enum(['ASC', 'DESC']) });

export const column = z.strictObject({
  field: required(fieldName, 'Displayed field.', "'quantity'"),
  label: optional(
    label,
    'Heading.',
    "'In stock'",
    'the text `resources.{resource}.columns.{field}`, else the field’s label',
  ),
  photo: optional(fieldName, 'Image field shown before the text, with initials as fallback.', "'image'"),
  secondary: optional(fieldNames, 'Fields in a second line on narrow screens.', "['age']"),
  roles: optional(roleList, 'Roles that see it.'),
  action: optional(actionName, 'Action that changes the value in place.', "'setStatus'"),
  placeholder: optional(z.string(), 'Text or i18n key for a missing value.', "'list.none'", 'N/A'),
  component: optional(
    component<CellProps>(),
    'Replaces the displayed value. Receives CellProps.',
    "() => import('../pages/Level.tsx')",
  ),
  hidden: optional(z.boolean(), 'Hidden until the person chooses it.', 'true', 'false'),
  hideEmpty: optional(z.boolean(), 'Nothing while it is empty: cards on phones leave out the line.', 'true', 'false'),
  cards: optional(
    z.union([z.literal(false), z.literal('secondary')]),
    'Cards on phones: false leaves it out, secondary shows it below the heading without its label.',
    "'secondary'",
    'a line with its label',
  ),
  feature: hostFeature,
});

export const filter = z.strictObject({
  field: required(fieldName, 'Filtered field.', "'expiresOn'"),
  name: optional(z.string(), 'Name in the address and in the call.', "'expiresBefore'", 'the field’s name'),
  operator: optional(
    z.enum(FILTER_OPERATORS),
    'Comparison. A moment compared with a day means the whole day.',
    "'lte'",
    'the kind’s own',
  ),
  label: optional(label, 'Label.', "'Expires before'", 'the field’s label'),
  roles: optional(roleList, 'Roles that see it.'),
  required: optional(roleNames, 'Roles that see it marked as required.', "['member']", 'nobody'),
  choices: optional(z.array(z.string()), 'Offered values of the field.', "['New']", 'all'),
  emptyText: optional(label, 'Text of the empty choice.', "'All levels'", "'All'"),
  labels: optional(
    z.strictObject({ yes: z.string(), no: z.string() }),
    'For `exists`: texts for yes and no.',
    "{ yes: 'Uploaded', no: 'Not uploaded' }",
    'the texts `resources.{resource}.filters.{name}.yes` and `.no`, else Yes and No',
  ),
  where: optional(
    whereSchema,
    'With `table.served`: what a toggle without a column stands for.',
    "{ state: 'open', dueAt: { lt: now } }",
    'the field',
  ),
  feature: hostFeature,
});

export const tab = z.strictObject({
  name: z.string(),
  label: filledIn(label),
  where: part('where', whereSchema).optional(),
  parameters: z.record(z.string(), z.unknown()).optional(),
  sort: sort.optional(),
  perPage: z.number().int().min(1).max(100).optional(),
  extraColumns: fieldNames.optional(),
  hiddenColumns: fieldNames.optional(),
  groupByDay: fieldName.optional(),
});

export const listSchema = z.strictObject({
  layout: optional(z.enum(['table', 'cards']), 'Table or grid of cards.', "'cards'", "'table'"),
  columns: optional(
    z.array(z.union([fieldName, part('column', column)])).min(1),
    'Columns; the first names the record.',
    "['item']",
    'the first five fields that fit',
  ),
  filters: optional(
    z.array(z.union([fieldName, part('filter', filter)])),
    'Fields of the filter panel.',
    "['state']",
    'none',
  ),
  sortable: optional(fieldNames, 'Fields a person may sort by.', "['item']", 'none'),
  sortableByFeature: optional(
    z.partialRecord(feature, fieldNames),
    'Further sortable fields by required feature.',
    "{ dispatch: ['expiresOn'] }",
    'none',
  ),
  sort: optional(sort, 'Initial order.', "{ field: 'item', order: 'ASC' }", 'newest first; with `api` as received'),
  nullsLast: optional(
    fieldNames,
    'Collections: numbers and moments whose missing values sort last.',
    "['dueAt']",
    'they sort first',
  ),
  search: optional(fieldNames, 'Fields searched by the search box.', "['item']", 'no search'),
  perPage: optional(z.number().int().min(1).max(1000), 'Page size.', '25', '10'),
  rowClick: optional(
    z.enum(['show', 'edit']),
    'What a click on a row of the table opens for roles that may edit. Its View link opens the details.',
    "'edit'",
    "'show'",
  ),
  tabs: optional(
    z.array(part('tab', tab)),
    'Tabs above the list, each with a condition, order and page size; one without a condition shows all records. With `api`: for roles with `api.counts`, with `parameters` of the list call instead of `where`.',
    "[{ name: 'late', where: { dueOn: { lt: today } } }]",
    'none',
  ),
  empty: optional(
    label,
    'Text of an empty list.',
    "'No supplies yet.'",
    'the text `resources.{resource}.empty`, else Nothing here yet.',
  ),
  component: optional(component<ViewProps>(), 'Replaces the list. Receives ViewProps.'),
});
