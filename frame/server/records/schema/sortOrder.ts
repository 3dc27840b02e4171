import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { isChoice } from '../../../fields/fieldTypes.ts';
import type { Column } from './collection.ts';
import { getIndexExpression } from './indexKeys.ts';

/** Returns the values of a closed choice in order; undefined for other fields. */
const getChoiceOrder = ({ field }: Column): readonly string[] | undefined =>
  isChoice(field) && !field.open ? field.choices : undefined;

/** Greater than any stored number. */
const MAX_STORED_NUMBER = 9_007_199_254_740_991;

/**
 * Compiles the sort expression. Texts sort by the first 200 letters of their search key; choices by their position in
 * the config, blank first and unknown ones last; `missingLast` puts missing values last.
 */
export function getOrderExpression(column: Column): RawBuilder<unknown> {
  if (column.missingLast) return sql`coalesce(${sql.ref(column.valueColumn)}, ${sql.lit(MAX_STORED_NUMBER)})`;
  const choices = getChoiceOrder(column);
  if (column.sortColumn) return sql.ref(column.sortColumn);
  if (!choices) return getIndexExpression(column);
  const value = sql.ref(column.valueColumn);
  const places = choices.map((one, place) => sql`when ${value} = ${sql.lit(one)} then ${sql.lit(place)}`);
  // Literals instead of parameters: an index serves only the same expression.
  return sql`(case when ${value} is null then -1 ${sql.join(places, sql` `)} else ${sql.lit(choices.length)} end)`;
}

/** Returns the name of a sort order for index names. It changes with the order of choices. */
export function getOrderName(column: Column): string {
  if (column.missingLast) return `${column.valueColumn}_last`;
  const choices = getChoiceOrder(column);
  if (!choices) return column.valueColumn;
  const order = createHash('sha256').update(JSON.stringify(choices)).digest('hex').slice(0, 8);
  return `${column.valueColumn}_order_${order}`;
}
