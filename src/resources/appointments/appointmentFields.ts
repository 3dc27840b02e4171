import {
  address,
  choice,
  date,
  dateTime,
  email,
  files,
  image,
  longText,
  money,
  number,
  phone,
  reference,
  text,
  toggle,
} from 'portal-frame';
import {
  APPOINTMENT_STATUSES,
  CANCELLERS,
  EXTRA_LABORATORIES,
  GENDERS,
  PRIORITIES,
  VISIT_STATES,
} from '../../wire/choices.ts';

const status = {
  choices: APPOINTMENT_STATUSES,
  required: true,
  chip: true,
  otherwise: { tone: 'warning', icon: 'clock' },
  default: 'Pending',
} as const;
/** Yellow unless completed or rejected, in today's tables and archives (spec 2). */
export const coloredStatusField = choice(status);

/** Free texts may name the patient. */
const personal = true;

export const appointmentFields = {
  patientName: text({ personal, required: true, example: 'Maria Muñoz' }),
  image: image(),
  email: email({ personal, example: 'maria@example.com' }),
  age: number({ integer: true, min: 0, max: 150, message: 'validation.age', example: '44' }),
  contactNumber: phone({ personal, example: '+12125550123' }),
  accountNumber: text({ personal, most: 64 }),
  address: address({ personal, example: '12 Elm Street, New York, NY 10001' }),
  dateOfBirth: date({ personal, example: '1982-03-08' }),
  gender: choice({ choices: GENDERS, required: true, example: 'Female' }),
  employee: reference({
    to: 'employees',
    text: '{employeeId} - {fullName}',
    secondary: ['jobRole', 'shiftTiming'],
    // A host may leave the field out.
    where: { not: { isActive: false } },
    noOptionsText: 'list.noEmployee',
    example: 'EMP-1001',
  }),
  laboratory: reference({ to: 'laboratories', value: 'fullName', extraOptions: EXTRA_LABORATORIES, example: 'Natera' }),
  priorityLevel: choice({ choices: PRIORITIES, required: true, chip: true, example: 'High' }),
  status: choice({ ...status, values: { Pending: { tone: 'default', icon: 'clock' } }, example: 'Pending' }),
  fees: money({ example: '120.50' }),
  appointmentDateTime: dateTime({ required: true, example: '2026-12-01 09:30' }),
  specialInstructions: longText({
    personal,
    placeholder: 'resources.appointments.placeholder',
    example: 'Fasting for 12 hours',
  }),
  documents: files({ most: 10 }),
  trackingImage: image({ camera: true, readOnly: true }),
  cancelReason: longText({ personal, most: 500, help: 'resources.appointments.cancelHelp' }),
  cancelledBy: choice({
    choices: CANCELLERS,
    values: Object.fromEntries(CANCELLERS.map((one) => [one, { label: `resources.appointments.cancellers.${one}` }])),
  }),
  createdAt: dateTime({ readOnly: true }),
  visitState: choice({
    choices: VISIT_STATES,
    values: {
      started: { label: 'visitReports.kinds.started', tone: 'info', icon: 'clock' },
      done: { label: 'visitReports.kinds.done', tone: 'success', icon: 'check' },
      couldNotDraw: { label: 'visitReports.kinds.couldNotDraw', tone: 'error', icon: 'cancel' },
    },
    chip: true,
    readOnly: true,
  }),
  /** Kept by the hooks in server/resources/appointments.ts. */
  laboratoryAccount: text({ read: [] }),
  formerEmployee: text({ read: [] }),
  dispatchedAt: dateTime({ read: [] }),
  completedByReport: toggle({ read: [] }),
};

export const appointmentsTable = {
  name: 'appointments',
  columns: {
    employee: 'employee_id',
    ...{ formerEmployee: 'former_employee_id', laboratoryAccount: 'laboratory_id' },
    priorityLevel: 'priority',
    fees: 'fees_cents',
    appointmentDateTime: 'scheduled_at',
    specialInstructions: 'instructions',
    documents: null,
  },
  idColumns: { laboratory: 'laboratory_id' },
  sortKeyColumns: { patientName: 'patient_key' },
  emptyTexts: ['email', 'contactNumber', 'address', 'accountNumber', 'gender', 'specialInstructions'],
  stamps: { version: 'version', createdAt: 'created_at', changedAt: 'updated_at' },
  /** A report of the employee must not refuse what a dispatcher is entering. */
  unversioned: ['visitState'],
} as const;
