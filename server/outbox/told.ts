import type { NewEvent } from '../../frame/server/store/events.ts';
import type { Role } from '../../frame/wire/call.ts';
import type { EventDeed } from '../../frame/wire/events.ts';
import type { AppointmentRow } from '../store/schema.ts';

/** Whom a change concerns: those who may read what was changed (spec 6, design.md), for `tell` of a transaction. */

/** An appointment's: the admins, its laboratory and its employee. */
export const appointmentTold = (
  { id, employee_id, laboratory_id }: Pick<AppointmentRow, 'id' | 'employee_id' | 'laboratory_id'>,
  deed: EventDeed,
): NewEvent => ({ resource: 'appointments', recordId: id, deed, audience: ['admin', employee_id, laboratory_id] });

/** Several appointments' of these accounts. */
export const appointmentsTold = (accountIds: readonly (string | null)[]): NewEvent => ({
  resource: 'appointments',
  deed: 'change',
  audience: ['admin', ...new Set(accountIds)],
});

/** A payment's that follows its appointment: its own id is not at hand. */
export const transactionTold = (deed: EventDeed): NewEvent => ({
  resource: 'transactions',
  deed,
  audience: ['admin'],
});

/** An employee's or a laboratory's: who finds them in a list. Admins are in nobody's. */
export function personTold(id: string, role: Role, deed: EventDeed): NewEvent[] {
  if (role === 'admin') return [];
  const employee = role === 'employee';
  const audience = ['admin', employee ? 'laboratory' : 'employee'];
  return [{ resource: employee ? 'employees' : 'laboratories', recordId: id, deed, audience }];
}
