import {
  AGGREGATES,
  fieldName,
  label,
  optional,
  PERIODS,
  part,
  required,
  roleList,
  roleNames,
  whereSchema,
} from 'portal-frame/keys';
import { z } from 'zod';

const counted = z.strictObject({ count: z.string().regex(/^[a-z][a-zA-Z0-9]*$/), where: whereSchema });
const measure = z.union([z.literal('count'), counted, z.partialRecord(z.enum(AGGREGATES), fieldName)]).meta({
  type: '`count`, { count: name, where }, or { sum, average, min or max: field }',
});
const grouping = z.strictObject({
  field: required(fieldName, 'Field.', "'arrivedAt'"),
  by: optional(z.enum(PERIODS), 'Dates: period in the business time zone; weeks begin on Monday.', "'week'"),
  last: optional(z.number().int().min(1).max(366), 'Dates: number of periods, including the current.', '12', 'all'),
});

export const reportSchema = z.strictObject({
  label: optional(label, 'Heading.', "'Spent a week'", 'resources.{name}.reports.{report} of the i18n files'),
  measures: optional(
    z.array(part('measure', measure)).min(1),
    'Measures of each group, named `count`, `count_urgent`, `sum_price` in replies. Money is summed in cents. Texts: `resources.{name}.measures.{measure}`.',
    "['count', { sum: 'price' }]",
    '`count`',
  ),
  groupBy: optional(
    z.union([fieldName, grouping]),
    'Field whose values, or periods, form the groups.',
    "{ field: 'arrivedAt', by: 'week' }",
    'a single figure',
  ),
  splitBy: optional(
    fieldName,
    'Choice, toggle or reference whose values are the columns: at most 12, others share one. Needs `groupBy`; one measure.',
    "'kind'",
    'a column for each measure',
  ),
  beside: optional(
    z.array(z.string()),
    'Reports of other resources with the same groups and filters, whose measures are further columns.',
    "['invoices.byCustomer']",
    'none',
  ),
  where: optional(
    part('where', whereSchema),
    'Only visible records that match.',
    "{ state: ['Ordered', 'In stock'] }",
    'all visible records',
  ),
  filters: optional(z.array(z.string()), 'List filters that readers may set.', "['state']", 'none'),
  display: optional(
    z.enum(['figure', 'table', 'chart']),
    'Display.',
    "'table'",
    'a chart; split a table; without groups a figure',
  ),
  roles: optional(roleList, 'Readers, of the roles that may list the records.', "['admin']"),
  dashboard: optional(roleNames, 'Roles with the report on their dashboard.', "['admin']", 'none'),
});
