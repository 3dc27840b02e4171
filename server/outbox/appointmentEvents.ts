import type { NewEvent } from '../../frame/server/live/changeEvents.ts';
import type { Role } from '../../frame/wire/call.ts';
import type { EventOperation } from '../../frame/wire/events.ts';
import type { AppointmentRow } from '../store/schema.ts';

/** Whom a change concerns: those who may read what was changed (spec 6, design.md), for `publish` of a transaction. */

/** An appointment's: the admins, its laboratory and its employee. */
export const createAppointmentEvent = (
  { id, employee_id, laboratory_id }: Pick<AppointmentRow, 'id' | 'employee_id' | 'laboratory_id'>,
  operation: EventOperation,
): NewEvent => ({ resource: 'appointments', recordId: id, operation, audience: ['admin', employee_id, laboratory_id] });

/** Several appointments' of these accounts. */
export const createAppointmentsEvent = (accountIds: readonly (string | null)[]): NewEvent => ({
  resource: 'appointments',
  operation: 'change',
  audience: ['admin', ...new Set(accountIds)],
});

/** A payment's that changes with its appointment: its own id is not at hand. */
export const createTransactionEvent = (operation: EventOperation): NewEvent => ({
  resource: 'transactions',
  operation,
  audience: ['admin'],
});

/** An employee's or a laboratory's: who finds them in a list. Admins are in nobody's. */
export function createPersonEvents(id: string, role: Role, operation: EventOperation): NewEvent[] {
  if (role === 'admin') return [];
  const employee = role === 'employee';
  const audience = ['admin', employee ? 'laboratory' : 'employee'];
  return [{ resource: employee ? 'employees' : 'laboratories', recordId: id, operation, audience }];
}
