export { pdf, photo } from 'portal-frame/testing/helpers';

/** Required fields of a laboratory's new appointment. */
export const NEW_VISIT = {
  patientName: 'Ann',
  gender: 'Female',
  priorityLevel: 'Low',
  status: 'Pending',
  appointmentDateTime: '2038-01-15T09:30',
};
/** The same with a yes to all questions, such as for a second visit of the patient at that time. */
export const VISIT = { ...NEW_VISIT, confirmed: 'true' };

export const PERSON = {
  fullName: 'Nia Őri',
  email: 'nia@example.test',
  contactNumber: '+15551230000',
  address: '9 Long Lane',
  username: 'nia',
  about: 'Kind',
  gender: 'Others',
};
/** A new employee without a password. */
export const EMPLOYEE = {
  ...PERSON,
  ...{ hireDate: '2026-01-05', employeeId: 'EMP-100', jobRole: 'Nurse', department: 'Radiology' },
  shiftTiming: 'Morning (8AM - 4PM)',
};
/** A new laboratory without hours. */
export const LABORATORY = {
  fullName: 'West Lab',
  email: 'west@example.test',
  contactNumber: '+15551230009',
  address: '1 West Street',
  username: 'west',
};
/** Hours as sent by a form (spec 7). */
export const MONDAY = {
  'timings[0][day]': 'Monday',
  'timings[0][time][0]': '1970-01-01T09:00:00.000Z',
  'timings[0][time][1]': '1970-01-01T17:30:00.000Z',
};
