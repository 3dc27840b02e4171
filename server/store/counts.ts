import { sql } from 'kysely';
import { type AppointmentFilter, type Owner, shapeOf, valuesOf, withValues } from './appointmentFilter.ts';
import { runCompiled } from './compiled.ts';
import { ALL, COUNT_ALL } from './countsSchema.ts';
import type { Db } from './schema.ts';

/** What `appointment_counts` is asked by: it knows nothing of ids and times. */
type Counted = Omit<AppointmentFilter, 'id' | 'scheduled'>;

function counted(db: Db, filter: Counted) {
  const { owner, employeeId, archived, status } = filter;
  const ownEmployee = owner?.column === 'employee_id' ? owner.id : undefined;
  const ownLaboratory = owner?.column === 'laboratory_id' ? owner.id : undefined;
  let query = db.selectFrom('appointment_counts').where('employee_id', '=', ownEmployee ?? employeeId ?? ALL);
  // Somebody else's among one's own: none.
  if (ownEmployee && employeeId !== undefined) query = query.where('employee_id', '=', employeeId);
  if (ownLaboratory) query = query.where('laboratory_id', '=', ownLaboratory);
  else query = query.where('laboratory_id', filter.laboratory ? '!=' : '=', ALL);
  if (filter.laboratory) query = query.where('laboratory', '=', filter.laboratory);
  if (archived) query = query.where('status', '!=', 'Pending');
  if (filter.pending) query = query.where('status', '=', 'Pending');
  if (status) query = query.where('status', '=', status);
  if (filter.priority) query = query.where('priority', '=', filter.priority);
  if (filter.assigned !== undefined) query = query.where('assigned', '=', filter.assigned ? 1 : 0);
  if (filter.tracking !== undefined) query = query.where('tracked', '=', filter.tracking ? 1 : 0);
  return query;
}

/** How many appointments match, from a bounded number of counts. */
export async function countedTotal(db: Db, filter: Counted): Promise<number> {
  const [row] = await runCompiled(db, `total ${shapeOf(filter)}`, valuesOf(filter), (values) =>
    counted(db, withValues(filter, values)).select((of) => of.fn.sum<number | null>('total').as('total')),
  );
  return row?.total ?? 0;
}

/** How many appointments the owner has in each status, everybody without one, and what their fees come to. */
export const countsByStatus = (db: Db, owner?: Owner) =>
  counted(db, { owner })
    .select((of) => ['status', of.fn.sum<number>('total').as('total'), of.fn.sum<number>('fees_cents').as('cents')])
    .groupBy('status')
    .execute();

/** Counts all appointments anew; call it in the transaction that wrote rows past the triggers, or counts as well. */
export async function recount(db: Db): Promise<void> {
  for (const statement of COUNT_ALL) await sql.raw(statement).execute(db);
}
