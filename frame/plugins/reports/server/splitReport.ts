import { type SqlBool, sql } from 'kysely';
import { isChoice } from 'portal-frame';
import {
  type AggregateQuery,
  type Column,
  groupByValue,
  type ReportGroup,
  type ReportGroups,
} from 'portal-frame/server/collections';

/** Groups of a report; one with `splitBy` has columns. */
export interface SplitGroups extends ReportGroups {
  columns?: ReportGroup[];
}

type MeasureValues = ReportGroup['values'];

const MAX_COLUMNS = 12;

/** Lists the values that get a column: all of a toggle or choice, else those with the largest first measure. */
async function findColumnValues(scope: AggregateQuery, column: Column): Promise<unknown[]> {
  const { field } = column;
  const known = field.kind.storage === 'flag' ? [true, false] : isChoice(field) ? field.choices : undefined;
  if (known && known.length <= MAX_COLUMNS) return [...known, null];
  const measures = scope.measures.slice(0, 1);
  const { groups } = await groupByValue({ ...scope, measures }, column);
  const getSize = ({ values }: ReportGroup) => values[measures[0]?.name ?? ''] ?? -Number.MAX_VALUE;
  const largest = new Set(groups.toSorted((a, b) => getSize(b) - getSize(a)).slice(0, MAX_COLUMNS));
  return groups.filter((group) => largest.has(group)).map(({ value }) => value);
}

/** Splits the groups of a report into columns by the values of a field. One query reads groups and columns. */
export async function splitGroups(
  scope: AggregateQuery,
  column: Column,
  group: (scope: AggregateQuery) => Promise<ReportGroups>,
) {
  const values = await findColumnValues(scope, column);
  const tests = values.map((value) => {
    const stored = value === null ? null : column.codec.encode(value, scope.services.config.timeZone);
    return sql<SqlBool>`${sql.ref(column.valueColumn)} is not distinct from ${stored}`;
  });
  const isOther = sql<SqlBool>`not (${sql.join([sql`false`, ...tests], sql` or `)})`;
  // The count tells whether the columns of no value and of other values have records.
  const counted: AggregateQuery['measures'] = [{ name: 'count' }, ...scope.measures];
  const split = [...tests, isOther].flatMap((only, at) =>
    counted.map((measure) => ({ ...measure, name: `${at} ${measure.name}`, only })),
  );
  const found = await group({ ...scope, measures: [...scope.measures, ...split] });
  const pick = (of: MeasureValues, prefix = ''): MeasureValues =>
    Object.fromEntries(scope.measures.map(({ name }) => [name, of[`${prefix}${name}`] ?? null]));
  const columns = [...values, null]
    .map((value, at) => ({ value, prefix: `${at} `, ...(at === values.length && { others: true }) }))
    .filter(({ value, prefix }) => value !== null || found.total[`${prefix}count`]);
  return {
    ...found,
    columns: columns.map(({ prefix, ...one }) => ({ ...one, values: pick(found.total, prefix) })),
    groups: found.groups.map((one) => ({
      ...one,
      values: pick(one.values),
      columns: columns.map(({ prefix }) => pick(one.values, prefix)),
    })),
    total: pick(found.total),
  };
}
