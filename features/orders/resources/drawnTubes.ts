import {
  choice,
  dateTime,
  defineResource,
  longText,
  manage,
  me,
  now,
  number,
  read,
  reference,
  references,
  text,
} from 'portal-frame';
import { MAX_LABEL_LENGTH, TUBE_STATES } from '../../../src/wire/orderApi.ts';

/** Reasons of a laboratory to reject a tube: codes of HL7 table 0490. */
const REJECT_REASONS = ['EX', 'QS', 'RA', 'RB', 'RC', 'RD', 'RE', 'RH', 'RI', 'RM', 'RN', 'RP', 'RR', 'RS'] as const;

const counted = {
  measures: ['count', { count: 'rejected', where: { state: 'rejected' } }],
  filters: ['from', 'to', 'employee'],
  display: 'table',
  roles: ['admin'],
} as const;

/** Drawn tubes by their labels. Employees add them with visit reports. */
export default defineResource({
  name: 'drawnTubes',
  icon: 'science',
  order: false,
  feature: 'orders',
  fields: {
    label: text({ required: true, unique: true, most: MAX_LABEL_LENGTH }),
    // Errors use a field's own label.
    testOrder: reference({
      to: 'testOrders',
      label: 'resources.drawnTubes.fields.testOrder',
      required: true,
      onDelete: 'delete',
    }),
    patient: reference({ to: 'appointments', lookup: 'testOrder.appointment' }),
    /** The name of the visit's laboratory, for reports. */
    laboratory: reference({
      ...{ to: 'laboratories', value: 'fullName', read: ['admin'] },
      lookup: 'testOrder.appointment.laboratory',
    }),
    tubeKind: reference({
      to: 'tubeKinds',
      label: 'resources.drawnTubes.fields.tubeKind',
      required: true,
    }),
    drawnAt: dateTime({ required: true }),
    drawnBy: reference({ to: 'employees', onDelete: 'clear' }),
    state: choice({
      choices: TUBE_STATES,
      values: {
        drawn: { label: 'orders.tubeStates.drawn', tone: 'default', icon: 'even' },
        handedOver: { label: 'orders.tubeStates.handedOver', tone: 'info', icon: 'clock' },
        received: { label: 'orders.tubeStates.received', tone: 'primary', icon: 'down' },
        missing: { label: 'orders.tubeStates.missing', tone: 'error', icon: 'urgent' },
        lost: { label: 'orders.tubeStates.lost', tone: 'error', icon: 'cancel' },
        accepted: { label: 'orders.tubeStates.accepted', tone: 'success', icon: 'check' },
        rejected: { label: 'orders.tubeStates.rejected', tone: 'error', icon: 'cancel' },
      },
      chip: true,
    }),
    /** Copied when the tube was drawn (server/tubeStability.ts). */
    tests: references({ to: 'tests', readOnly: true }),
    keepsUntil: dateTime({ readOnly: true }),
    unstated: references({ to: 'tests', readOnly: true }),
    /** The deadline until the laboratory's decision. */
    due: dateTime(),
    /** From the draw to the laboratory's decision. */
    hours: number(),
    rejectReason: choice({
      label: 'resources.drawnTubes.fields.rejectReason',
      choices: REJECT_REASONS,
      values: Object.fromEntries(REJECT_REASONS.map((one) => [one, { label: `orders.rejectReasons.${one}` }])),
      readOnly: true,
    }),
    rejectNote: longText({ personal: true, most: 500, readOnly: true }),
    decidedAt: dateTime({ readOnly: true }),
    /** Set by server/redraw.ts. */
    redraw: reference({ to: 'testOrders', readOnly: true, onDelete: 'clear' }),
  },
  on: { create: true, transition: true },
  automations: {
    rejected: {
      on: { transition: ['reject'] },
      notify: { to: ['drawnBy'], about: 'testOrder.appointment' },
    },
  },
  compute: {
    due: ({ keepsUntil, decidedAt }) => (decidedAt ? null : keepsUntil),
    hours: ({ drawnAt, decidedAt }) =>
      decidedAt ? Math.round((Date.parse(decidedAt) - Date.parse(drawnAt)) / 36_000) / 100 : null,
  },
  states: {
    field: 'state',
    start: 'drawn',
    transitions: {
      handOver: { from: 'drawn', to: 'handedOver', label: 'orders.tubeStates.handedOver', serverOnly: true },
      receive: { from: 'handedOver', to: 'received', label: 'orders.tubeStates.received', serverOnly: true },
      miss: { from: 'handedOver', to: 'missing', label: 'orders.notedMissing', serverOnly: true },
      accept: {
        from: 'received',
        to: 'accepted',
        values: { decidedAt: now },
        bulk: true,
        label: 'orders.accept',
        success: 'orders.accepted',
      },
      reject: {
        from: ['received', 'accepted'],
        to: 'rejected',
        inputs: ['rejectReason', { field: 'rejectNote', required: false }],
        values: { decidedAt: now },
        label: 'orders.reject',
        success: 'orders.rejected',
      },
      lose: {
        from: 'missing',
        to: 'lost',
        values: { decidedAt: now },
        question: 'orders.loseQuestion',
        label: 'orders.lose',
        success: 'orders.lost',
      },
      /** A lost tube already has a redraw, which is then cancelled by hand. */
      receiveLate: {
        from: ['missing', 'lost'],
        to: 'received',
        values: { decidedAt: null },
        label: 'orders.receiveLate',
        bulk: true,
      },
    },
  },
  history: true,
  list: {
    columns: [
      { field: 'label', secondary: ['patient', 'tubeKind', 'testOrder'] },
      'patient',
      'state',
      { field: 'due', component: () => import('../browser/TimeLeftCell.tsx') },
      'tubeKind',
      'testOrder',
      { field: 'drawnAt', secondary: ['drawnBy'] },
      'drawnBy',
    ],
    filters: [
      'state',
      'testOrder',
      'tubeKind',
      { field: 'drawnAt', name: 'day' },
      { field: 'decidedAt', name: 'decided', operator: 'exists' },
      'rejectReason',
      { field: 'drawnBy', name: 'employee' },
      { field: 'drawnAt', name: 'from', operator: 'gte' },
      { field: 'drawnAt', name: 'to', operator: 'lte' },
    ],
    sortable: ['due', 'drawnAt', 'label'],
    sort: { field: 'due', order: 'ASC' },
    nullsLast: ['due'],
    tabs: [
      { name: 'underWay', where: { decidedAt: null } },
      { name: 'atLaboratory', where: { state: 'received' } },
      { name: 'missing', where: { state: 'missing' } },
      { name: 'rejected', where: { state: 'rejected' }, sort: { field: 'drawnAt', order: 'DESC' } as const },
      { name: 'all' },
    ],
    search: ['label'],
  },
  show: {
    chips: ['state'],
    groups: {
      tube: [
        'patient',
        'tubeKind',
        'testOrder',
        'drawnAt',
        'drawnBy',
        'tests',
        { field: 'keepsUntil', placeholder: 'orders.keepsUnknown' },
        { field: 'due', hideEmpty: true, component: () => import('../browser/TimeLeftCell.tsx') },
        { field: 'unstated', hideEmpty: true },
        { field: 'decidedAt', hideEmpty: true },
        { field: 'rejectReason', hideEmpty: true },
        { field: 'rejectNote', hideEmpty: true },
        { field: 'redraw', hideEmpty: true },
      ],
    },
  },
  create: { groups: { tube: ['label', 'testOrder', 'tubeKind', 'drawnAt', 'drawnBy'] } },
  reports: {
    byEmployee: { ...counted, groupBy: 'drawnBy' },
    byLaboratory: { ...counted, groupBy: 'laboratory' },
    byWeek: { ...counted, groupBy: { field: 'drawnAt', by: 'week', last: 12 } },
    rejectedFor: {
      where: { state: 'rejected' },
      groupBy: 'rejectReason',
      filters: ['day', 'tubeKind'],
    },
    rejectedByWeek: {
      where: { state: 'rejected' },
      groupBy: { field: 'decidedAt', by: 'week', last: 12 },
      filters: ['rejectReason', 'tubeKind'],
    },
    missingByWeek: {
      where: { state: ['missing', 'lost'] },
      groupBy: { field: 'drawnAt', by: 'week', last: 12 },
    },
    hoursByWeek: {
      measures: [{ average: 'hours' }, { max: 'hours' }, 'count'],
      where: { state: ['accepted', 'rejected'] },
      groupBy: { field: 'decidedAt', by: 'week', last: 12 },
      filters: ['tubeKind'],
      display: 'table',
    },
  },
  roles: {
    admin: {
      list: '/tubes',
      form: '/add-tube',
      reports: '/tube-reports',
      can: manage,
      except: ['import', 'receiveLate'],
    },
    laboratory: {
      list: '/laboratory-tubes',
      reports: '/laboratory-tube-reports',
      can: [read, 'receiveLate', 'accept', 'reject', 'lose'],
      where: { 'testOrder.appointment.laboratory': me },
    },
    // The person who drew it has it in hand, also if the visit is given to another employee.
    employee: { can: ['show'], where: { or: [{ 'testOrder.appointment.employee': me }, { drawnBy: me }] } },
  },
});
