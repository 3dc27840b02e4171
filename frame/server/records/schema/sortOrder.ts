import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Column } from './collection.ts';
import { getIndexExpression } from './indexKeys.ts';

/** The values of a closed choice in their order; undefined for every other field. */
function getChoiceOrder({ field }: Column): readonly string[] | undefined {
  const { kind, choices, open } = field as Column['field'] & { choices?: readonly string[]; open?: boolean };
  return kind.name === 'choice' && !open ? choices : undefined;
}

/** Greater than all that is kept: the end of the longest time that there is. */
const MAX_STORED_NUMBER = 9_007_199_254_740_991;

/** What records are ordered by: a choice in the order of its config, missing values first; else as it is kept. */
export function getOrderExpression(column: Column): RawBuilder<unknown> {
  if (column.missingLast) return sql`coalesce(${sql.ref(column.valueColumn)}, ${sql.lit(MAX_STORED_NUMBER)})`;
  const choices = getChoiceOrder(column);
  if (column.sortColumn) return sql.ref(column.sortColumn);
  if (!choices) return getIndexExpression(column);
  const value = sql.ref(column.valueColumn);
  const places = choices.map((one, place) => sql`when ${value} = ${sql.lit(one)} then ${sql.lit(place)}`);
  // Written out and not bound: an index serves only what is said as it was.
  return sql`(case when ${value} is null then -1 ${sql.join(places, sql` `)} else ${sql.lit(choices.length)} end)`;
}

/** What an order is called in the name of an index: another order of a choice's values is another index. */
export function getOrderName(column: Column): string {
  if (column.missingLast) return `${column.valueColumn}_last`;
  const choices = getChoiceOrder(column);
  if (!choices) return column.valueColumn;
  const order = createHash('sha256').update(JSON.stringify(choices)).digest('hex').slice(0, 8);
  return `${column.valueColumn}_order_${order}`;
}
