import {
  AGGREGATES,
  fieldName,
  label,
  optional,
  PERIODS,
  path,
  type ResourceKeys,
  required,
  roleList,
  roleNames,
  whereSchema,
} from 'portal-frame/keys';
import { z } from 'zod';
import { checkReports } from './checkReports.ts';
import { DISPLAYS } from './reportConfig.ts';

const counted = z.strictObject({ count: z.string().regex(/^[a-z][a-zA-Z0-9]*$/), where: whereSchema });
const measure = z.union([z.literal('count'), counted, z.partialRecord(z.enum(AGGREGATES), fieldName)]).meta({
  type: '`count`, { count: name, where }, or { sum, average, min or max: field }',
});
const grouping = z.strictObject({
  field: required(fieldName, 'Field.', "'arrivedAt'"),
  by: optional(z.enum(PERIODS), 'Dates: period in the business time zone; weeks begin on Monday.', "'week'"),
  last: optional(z.number().int().min(1).max(366), 'Dates: number of periods, including the current.', '12', 'all'),
});

const report = z.strictObject({
  label: optional(label, 'Heading.', "'Spent a week'", 'resources.{name}.reports.{report} of the i18n files'),
  measures: optional(
    z.array(measure).min(1),
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
    whereSchema,
    'Only visible records that match.',
    "{ state: ['Ordered', 'In stock'] }",
    'all visible records',
  ),
  filters: optional(z.array(z.string()), 'List filters that readers may set.', "['state']", 'none'),
  display: optional(z.enum(DISPLAYS), 'Display.', "'table'", 'a chart; split a table; without groups a figure'),
  roles: optional(roleList, 'Readers, of the roles that may list the records.', "['admin']"),
  dashboard: optional(roleNames, 'Roles with the report on their dashboard.', "['admin']", 'none'),
});

export default {
  reports: { schema: z.record(z.string(), report), check: checkReports },
  'list.totals': {
    schema: optional(
      z.array(z.string()),
      'Reports without groups, shown above the rows for the filters of the list.',
      "['spent']",
      'none',
    ),
  },
  'roles.{name}.reports': { schema: optional(path, 'Path of the report screen.', "'/supply-reports'", 'no screen') },
} satisfies ResourceKeys;
