export { pdf, photo } from '../../frame/tests/api/samples.ts';

/** The least a laboratory says of a new appointment. */
export const VISIT = {
  patientName: 'Ann',
  gender: 'Female',
  priorityLevel: 'Low',
  status: 'Pending',
  appointmentDateTime: '2038-01-15T09:30',
};
