import {
  choice,
  dateTime,
  defineResource,
  manage,
  me,
  now,
  type RecordOf,
  reference,
  references,
  text,
  toggle,
} from 'portal-frame';
import { FASTING } from '../../../src/wire/orderApi.ts';

const asked = ['requisition', 'orderedBy', 'tests', 'documentNeeded'] as const;
/** Tests ordered for an appointment. The tubes are computed from the catalogue. */
export default defineResource({
  name: 'testOrders',
  icon: 'description',
  order: false,
  feature: 'orders',
  dependsOn: ['appointments'],
  fields: {
    appointment: reference({
      to: 'appointments',
      secondary: ['appointmentDateTime'],
      required: true,
      unique: true,
      onDelete: 'delete',
    }),
    requisition: text({ most: 64, example: 'R-1001' }),
    orderedBy: text({ most: 120, help: 'resources.testOrders.orderedByHelp', example: 'Dr. Chen' }),
    tests: references({ to: 'tests', most: 40, example: 'Lipid Panel; Glucose' }),
    documentNeeded: toggle({ default: false, help: 'resources.testOrders.documentHelp' }),
    fasting: choice({
      choices: FASTING,
      values: {
        notAsked: { label: 'orders.fasting.notAsked', tone: 'default' },
        confirmed: { label: 'orders.fasting.confirmed', tone: 'success', icon: 'check' },
        notFasting: { label: 'orders.fasting.notFasting', tone: 'error', icon: 'cancel' },
      },
      chip: true,
      readOnly: true,
      default: 'notAsked',
    }),
    fastingAt: dateTime({ readOnly: true }),
    /** Set when the patient declines; cleared when the time is agreed on. */
    declinedAt: dateTime({ readOnly: true }),
    agreedAt: dateTime({ readOnly: true }),
    /** Order of the rejected or lost tube. */
    redrawOf: reference({ to: 'testOrders', readOnly: true, onDelete: 'clear' }),
    /** Set until the time is agreed on with the patient. */
    proposedFor: dateTime({ readOnly: true }),
  },
  history: true,
  on: { create: true, update: true, transition: true },
  list: {
    columns: [
      { field: 'appointment', secondary: ['requisition', 'orderedBy'] },
      'requisition',
      'orderedBy',
      'tests',
      'fasting',
      'createdAt',
    ],
    filters: ['fasting', 'tests', 'appointment', { field: 'redrawOf', name: 'redraw', operator: 'exists' }],
    sortable: ['createdAt'],
    search: ['requisition', 'orderedBy'],
  },
  find: { secondary: ['appointment', 'orderedBy'] },
  title: '{requisition}',
  show: {
    chips: ['fasting'],
    groups: {
      order: [
        'appointment',
        ...asked,
        { field: 'fastingAt', hideEmpty: true },
        { field: 'declinedAt', hideEmpty: true },
        { field: 'agreedAt', hideEmpty: true },
        { field: 'redrawOf', hideEmpty: true },
        { field: 'proposedFor', hideEmpty: true },
      ],
    },
    related: [{ resource: 'drawnTubes', field: 'testOrder', columns: ['label', 'state', 'tubeKind'] }],
  },
  create: {
    success: 'orders.saved',
    groups: { order: [{ field: 'appointment', wide: true }, ...asked] },
  },
  actions: {
    confirmFasting: {
      field: 'fasting',
      placement: 'show',
      when: { fasting: ['notAsked', 'notFasting'] },
      values: { fasting: 'confirmed', fastingAt: now },
      label: 'orders.confirmFasting',
      success: 'orders.fastingNoted',
    },
    denyFasting: {
      field: 'fasting',
      placement: 'show',
      when: { fasting: ['notAsked', 'confirmed'] },
      values: { fasting: 'notFasting', fastingAt: now },
      label: 'orders.denyFasting',
      success: 'orders.fastingNoted',
    },
    confirmByPhone: {
      field: 'declinedAt',
      placement: 'show',
      when: { declinedAt: { exists: true } },
      values: { declinedAt: null, agreedAt: now },
      label: 'orders.confirmByPhone',
      success: 'orders.phoneNoted',
    },
    agreeTime: {
      field: 'proposedFor',
      placement: 'show',
      when: { proposedFor: { exists: true } },
      values: { proposedFor: null },
      label: 'orders.agreeTime',
      success: 'orders.timeAgreed',
    },
  },
  roles: {
    admin: { list: '/test-orders', form: '/add-test-order', can: manage, except: ['import'] },
    laboratory: {
      list: '/laboratory-test-orders',
      form: '/laboratory-add-test-order',
      can: manage,
      except: ['import', 'agreeTime', 'confirmByPhone'],
      where: { 'appointment.laboratory': me },
    },
    employee: { can: ['show', 'confirmFasting', 'denyFasting', 'agreeTime'], where: { 'appointment.employee': me } },
  },
});

declare module 'portal-frame' {
  interface Collections {
    drawnTubes: RecordOf<typeof import('./drawnTubes.ts').default>;
    stabilities: RecordOf<typeof import('./stabilities.ts').default>;
    testOrders: RecordOf<typeof import('./testOrders.ts').default>;
    tests: RecordOf<typeof import('./tests.ts').default>;
    tubeKinds: RecordOf<typeof import('./tubeKinds.ts').default>;
  }
}
