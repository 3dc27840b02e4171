import type { Db, ListCondition } from 'portal-frame/server/database';
import { readComparisons } from './appointmentIndexes.ts';
import type { Owner } from './appointments.ts';
import { ALL, NONE } from './countsSchema.ts';

/** Columns of the summary table that store fields as flags. */
const FLAGS = { employee: 'assigned', trackingImage: 'tracked' } as const;

const COUNTED: Readonly<Record<string, readonly string[]>> = {
  ...{ status: ['equals', 'not'], priorityLevel: ['equals', 'not'], laboratory: ['equals'], account: ['equals'] },
  ...{ employee: ['equals', 'empty', 'notEmpty'], trackingImage: ['empty', 'notEmpty'] },
};

/** Selects the rows whose sum is the number of an owner's appointments. */
export const countsOf = (db: Db, { column, id = ALL }: Partial<Owner>) =>
  db
    .selectFrom('appointment_counts')
    .where('employee_id', '=', column === 'employee_id' ? id : ALL)
    .where('laboratory_id', '=', column === 'laboratory_id' ? id : ALL);

/** Counts matching appointments from the summary table; undefined if it does not cover these conditions. */
export function countFromSummary(db: Db, conditions: readonly ListCondition[]) {
  const compared = readComparisons(conditions.map(({ condition }) => condition));
  // ALL and NONE stand in for ids, so a filter by them would match wrongly.
  const isCounted = compared.every(
    (one) =>
      one &&
      COUNTED[one.field]?.includes(one.operator) &&
      !(one.field === 'employee' && [ALL, NONE].includes(String(one.value))),
  );
  if (!isCounted) return undefined;
  const equals = (name: string) => compared.some((one) => one?.field === name && one.operator === 'equals');
  let query = db.selectFrom('appointment_counts');
  if (!equals('employee')) query = query.where('employee_id', '=', ALL);
  if (!equals('account')) query = query.where('laboratory_id', equals('laboratory') ? '!=' : '=', ALL);
  for (const [at, { expression }] of conditions.entries()) {
    const { field, operator } = compared[at] ?? {};
    if (operator !== 'empty' && operator !== 'notEmpty') query = query.where(expression);
    else query = query.where(FLAGS[field as keyof typeof FLAGS], '=', operator === 'empty' ? 0 : 1);
  }
  return query.select((of) => of.fn.sum<number | null>('total').as('total'));
}
