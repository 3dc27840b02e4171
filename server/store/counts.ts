import { sql } from 'kysely';
import { type ColumnCondition, compileCondition, type Db, type Schema } from 'portal-frame/server/database';
import { ALL, COUNT_ALL, NONE } from './countsSchema.ts';

type Column = keyof Schema['appointment_counts'];

/** Columns that the summary table stores as flags. */
const FLAGS: Record<string, Column> = { employee_id: 'assigned', tracking_image: 'tracked' };

const EQUALITY = ['='];
const COUNTED: Readonly<Record<string, readonly string[]>> = {
  ...{ status: ['=', '<>', 'is distinct from'], priority: ['=', '<>', 'is distinct from'] },
  ...{ laboratory: EQUALITY, laboratory_id: EQUALITY },
  ...{ employee_id: ['=', 'is null', 'is not null'], tracking_image: ['is null', 'is not null'] },
};

/** True if the summary table covers these conditions. No id equals a placeholder. */
export const isCounted = (facts: readonly ColumnCondition[]): boolean =>
  facts.every(
    ({ column, operator, value }) =>
      COUNTED[column]?.includes(operator) && !(column.endsWith('_id') && (value === ALL || value === NONE)),
  );

/** Selects the rows of the summary table whose sum is the number of matching appointments. */
export function countsOf(db: Db, facts: readonly ColumnCondition[]) {
  const hasFact = (expected: Column) => facts.some(({ column, operator: test }) => column === expected && test === '=');
  let query = db.selectFrom('appointment_counts');
  if (!hasFact('employee_id')) query = query.where('employee_id', '=', ALL);
  if (!hasFact('laboratory_id')) query = query.where('laboratory_id', hasFact('laboratory') ? '!=' : '=', ALL);
  for (const one of facts) {
    const { column, operator: test, value } = one;
    if (value !== undefined) query = query.where(compileCondition(one));
    else query = query.where(FLAGS[column] as Column, '=', test === 'is null' ? 0 : 1);
  }
  return query;
}

export const totalOf = (db: Db, facts: readonly ColumnCondition[]) =>
  countsOf(db, facts).select((of) => of.fn.sum<number | null>('total').as('total'));

/** Rebuilds the summary table. Call in the transaction that wrote rows without triggers. */
export async function recount(db: Db): Promise<void> {
  for (const statement of COUNT_ALL) await sql.raw(statement).execute(db);
}
