import { z } from 'zod';
import { AGGREGATES, DISPLAYS, PERIODS } from './reports.ts';
import { fieldName, key, label, must, roleList, roleNames } from './schemaParts.ts';

const measure = z.union([z.literal('count'), z.partialRecord(z.enum(AGGREGATES), fieldName)]).meta({
  type: '`count`, or { sum, average, min or max: field }',
});
const grouping = z.strictObject({
  field: must(fieldName, 'The field.', "'arrivedAt'"),
  by: key(z.enum(PERIODS), 'Dates: the periods, in the business time zone; a week begins on Monday.', "'week'"),
  last: key(z.number().int().min(1).max(366), 'Dates: how many periods, the current one included.', '12', 'all'),
});

/** A report of a collection. */
export const reportSchema = z.strictObject({
  label: must(label, 'Its heading.', "'Spent a week'"),
  measures: key(
    z.array(measure).min(1),
    'What is reckoned of each group; replies name it `count`, `sum_price`. Money is summed in cents.',
    "['count', { sum: 'price' }]",
    '`count`',
  ),
  groupBy: key(
    z.union([fieldName, grouping]),
    'The field whose values, or periods, are told apart.',
    "{ field: 'arrivedAt', by: 'week' }",
    'one figure of all',
  ),
  rows: key(
    z.custom<object>((value) => value !== null && typeof value === 'object').meta({ type: 'row rule' }),
    'Only records that meet the rule, of those that the role sees.',
    "{ state: ['Ordered', 'In stock'] }",
    'all that the role sees',
  ),
  filters: key(z.array(z.string()), 'The list’s filters that its reader may set.', "['state']", 'none'),
  display: key(z.enum(DISPLAYS), 'How it is drawn.', "'table'", 'a chart; without groups a figure'),
  roles: key(roleList, 'Who is given it, of those that may list the records.', "['admin']"),
  dashboard: key(roleNames, 'On whose dashboard it stands.', "['admin']", 'nobody’s'),
});
