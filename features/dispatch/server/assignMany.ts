import {
  type CallHandler,
  type RecordsContext,
  type Services,
  type TransactionContext,
  transaction,
} from 'portal-frame/server';
import { employeeNamed, refuseUnassignable, refuseUntilConfirmed } from '../../../server/calls/booking.ts';
import {
  findReasonsAmong,
  keepOverrides,
  type Override,
  type Question,
} from '../../../server/calls/planning/bookingRules.ts';
import type { dispatchCalls } from '../wire/dispatchApi.ts';
import { changeEach } from './changeMany.ts';
import { doneQuestion } from './doneQuestion.ts';

/** Returns one question per reason code, with the number of times that it speaks against a visit. */
const toConflictQuestions = (against: readonly Override[]): Question[] =>
  [
    ...Map.groupBy(
      against.flatMap(({ reasons }) => reasons),
      ({ code }) => code,
    ),
  ].map(([code, { length: count }]) => ({
    ...{ message: `plan.conflicts.${code}`, args: { count } },
    keepsReason: true,
  }));

export interface Assignment {
  _id: string;
  /** Record id or code; '' unassigns. */
  employeeId: string;
  version?: number | undefined;
  /** New time in milliseconds. */
  at?: number | undefined;
}

type NestedEntry = Awaited<ReturnType<typeof keepOverrides>>[number];

interface Confirmation {
  confirmed?: boolean | undefined;
  /** Why the visits are booked against the rules of planning. */
  overrideReason?: string | undefined;
}

/** Assigns, unassigns or moves many appointments in one transaction. Skips those that cannot be changed any more. */
export const assignVisits = (
  requested: readonly Assignment[],
  { confirmed, overrideReason }: Confirmation,
  calling: Omit<RecordsContext, 'services'>,
  services: Services,
  prepare?: (tx: TransactionContext) => Promise<{ entries: NestedEntry[]; assignments: readonly Assignment[] }>,
) =>
  transaction({ ...calling, services }, async (tx) => {
    const { db } = tx;
    const { entries, assignments } = (await prepare?.(tx)) ?? { entries: [], assignments: requested };
    const cache = new Map<string, string | null>();
    for (const named of new Set(assignments.map((one) => one.employeeId)))
      cache.set(named, (await employeeNamed(db, named)) ?? null);
    const employees = [...cache.values()].flatMap((id) => id ?? []);
    await refuseUnassignable(db, employees, services);
    const seen = new Set<string>();
    const { changed, data } = await changeEach(
      tx,
      assignments,
      (before, { _id, employeeId: named, at = before.scheduled_at }) => {
        const employee_id = cache.get(named) ?? null;
        const isMoved = at !== before.scheduled_at;
        if (seen.has(_id)) return 'changed';
        if (employee_id === before.employee_id && !isMoved) return 'same';
        if (before.status !== 'Pending' || before.tracking_image) return 'over';
        seen.add(_id);
        return { employee: employee_id, ...(isMoved && { appointmentDateTime: new Date(at).toISOString() }) };
      },
    );
    const rows = changed.map(({ now }) => now);
    const found = await findReasonsAmong(db, rows, services);
    const against = rows.map((row, at) => ({ row, reasons: found.get(at) ?? [] }));
    if (!confirmed) {
      const done = changed.filter(({ before, now }) => doneQuestion(before, now)).length;
      refuseUntilConfirmed([
        done > 0 ? { message: 'server.reportedDoneMany', args: { count: done } } : undefined,
        ...toConflictQuestions(against),
      ]);
    }
    const nested = [...entries, ...(await keepOverrides(tx, against, overrideReason))];
    const moved = changed.some(({ before, now }) => before.scheduled_at !== now.scheduled_at);
    const fields = ['employeeId', ...(moved ? ['appointmentDateTime'] : [])];
    await tx.note(db, { nested, recordIds: rows.map(({ id }) => id), fields });
    return { message: 'toasts.assigned', data };
  });

export const assignMany: CallHandler<typeof dispatchCalls.assignMany> = ({ body, ...calling }, services) =>
  assignVisits(body.appointments, body, calling, services);
