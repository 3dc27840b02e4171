import type { Services } from 'portal-frame/server';
import { ownerOf } from '../../../server/calls/appointmentWire.ts';
import { countSearched, searchAppointments } from '../../../server/store/appointmentSearch.ts';
import { type FullAppointment, loadDetails } from '../../../server/store/appointments.ts';
import type { AppointmentRow } from '../../../server/store/schema.ts';
import { defineType } from './fhirType.ts';
import {
  omitEmptyMembers,
  SYSTEM,
  toCodeableConcept,
  toLaboratory,
  toMeta,
  toPatient,
  toPractitioner,
  toSubject,
} from './fhirValues.ts';
import { appointmentQuery, parseAppointmentSearch, toPageToken } from './searchParameters.ts';

const MINUTE = 60_000;
const DEFAULT_VISIT_MINUTES = 30;

const PRIORITY: Record<string, number> = { Urgent: 1, High: 3, Medium: 5, Low: 9 };

function toStatus({ status, employee_id }: Pick<AppointmentRow, 'status' | 'employee_id'>) {
  if (status === 'Pending') return employee_id ? 'booked' : 'pending';
  return status === 'Completed' ? 'fulfilled' : 'cancelled';
}

const toParticipantType = (code: 'SBJ' | 'PPRF' | 'LOC') => [toCodeableConcept(SYSTEM.participation, code)];

function toParticipants({ row, employee }: FullAppointment) {
  const patient = {
    type: toParticipantType('SBJ'),
    actor: toSubject(row),
    required: 'required',
    status: 'accepted',
  };
  const performer = employee
    ? {
        type: toParticipantType('PPRF'),
        actor: toPractitioner(employee),
        required: 'required',
        status: 'accepted',
      }
    : { type: toParticipantType('PPRF'), required: 'required', status: 'needs-action' };
  const laboratory = {
    actor: toLaboratory(row),
    required: 'information-only',
    status: 'accepted',
  };
  return [patient, performer, ...(row.laboratory ? [laboratory] : [])];
}

function toFhir(full: FullAppointment, { visitMinutes }: Services['config']) {
  const { row } = full;
  const minutes = visitMinutes || DEFAULT_VISIT_MINUTES;
  return omitEmptyMembers({
    resourceType: 'Appointment',
    id: row.id,
    meta: toMeta(row.version, row.updated_at),
    contained: [toPatient(row)],
    status: toStatus(row),
    serviceType: [
      {
        ...toCodeableConcept(SYSTEM.snomed, '82078001', 'Collection of blood specimen for laboratory (procedure)'),
        text: 'Blood draw at home',
      },
    ],
    priority: PRIORITY[row.priority],
    start: new Date(row.scheduled_at).toISOString(),
    end: new Date(row.scheduled_at + minutes * MINUTE).toISOString(),
    minutesDuration: minutes,
    created: new Date(row.created_at).toISOString(),
    comment: row.instructions,
    participant: toParticipants(full),
  });
}

export const appointmentType = defineType({
  type: 'Appointment',
  resource: 'appointments',
  summary: ['Appointments, the latest first.', 'One appointment.'],
  operations: ['fhirAppointments', 'fhirAppointment'],
  query: appointmentQuery,
  parameters: {
    _id: { type: 'token' },
    date: { type: 'date', documentation: 'Prefixes eq, ge, gt, le, lt, sa, eb; days in the business time zone.' },
    status: { type: 'token', documentation: 'booked, pending, fulfilled and cancelled are in use.' },
  },
  roles: ({ app }) => ({ search: app.roles.names, read: app.roles.names }),
  async find(query, account, services, most) {
    const { db, config } = services;
    const search = { ...parseAppointmentSearch(query, config.timeZone), most };
    const found = await loadDetails(db, await searchAppointments(services, ownerOf(account), search));
    return found.map((full) => ({
      resource: toFhir(full, config),
      version: full.row.version,
      changedAt: full.row.updated_at,
      token: toPageToken({ at: full.row.scheduled_at, id: full.row.id }),
    }));
  },
  count: (query, account, services) =>
    countSearched(services, ownerOf(account), parseAppointmentSearch(query, services.config.timeZone)),
});
