import type { NewEvent } from 'portal-frame/server';
import type { EventOperation } from 'portal-frame/wire';
import type { AppointmentRow } from '../store/schema.ts';

/** Creates the event for admins, the appointment's laboratory and its employee. */
export const createAppointmentEvent = (
  { id, employee_id, laboratory_id }: Pick<AppointmentRow, 'id' | 'employee_id' | 'laboratory_id'>,
  operation: EventOperation,
): NewEvent => ({ resource: 'appointments', recordId: id, operation, audience: ['admin', employee_id, laboratory_id] });

export const createAppointmentsEvent = (accountIds: readonly (string | null)[]): NewEvent => ({
  resource: 'appointments',
  operation: 'change',
  audience: ['admin', ...new Set(accountIds)],
});
