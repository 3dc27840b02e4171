import { type FieldValues, longText } from 'portal-frame';
import { visitTimeInput } from '../../../src/resources/appointments/appointmentActions.ts';
import { appointmentBindings, archiveBindings } from '../wire/dispatchBindings.ts';

const pending = { status: 'Pending' } as const;
/** Only before the tracking image is uploaded. */
const beforeDraw = { ...pending, trackingImage: null } as const;
const assigned = { ...beforeDraw, employee: { exists: true } } as const;
const assignment = { field: 'employee', undo: true, success: 'toasts.assigned' } as const;
const roles = ['admin'] as const;

/** Tabs of the dispatcher: sorted by the time of the visit, with its employee. */
const byVisit = {
  sort: { field: 'appointmentDateTime', order: 'ASC' },
  perPage: 50,
  extraColumns: ['employee'],
  hiddenColumns: ['specialInstructions', 'why'],
  groupByDay: 'appointmentDateTime',
} as const;

/** Why a visit is here needs the space of age and status, which is Pending. */
const byReason = {
  ...byVisit,
  hiddenColumns: ['specialInstructions', 'age', 'status'],
} as const;

/** The visit state needs the space of further columns. */
const byReport = {
  ...byVisit,
  extraColumns: ['employee', 'visitState'],
  hiddenColumns: ['specialInstructions', 'age', 'laboratory', 'why'],
} as const;

const sentences = longText({ readOnly: true });
/** Sentences: they need more width than one share. */
const whyField = { why: { ...sentences, kind: { ...sentences.kind, width: 184 } } };

/** Corrects who cancelled; imports and other programs may not say it. */
const setCanceller = {
  add: 'setCanceller',
  roles,
  action: {
    field: 'cancelledBy',
    placement: 'header',
    when: { status: 'Rejected' },
    label: 'resources.appointments.actions.setCanceller',
    undo: true,
    success: 'toasts.updated',
  },
} as const;

/** Additions of the dispatcher to appointments: tabs, and moving, assigning and cancelling, one visit or many. */
export const appointmentDispatch = {
  fields: [{ add: whyField, after: 'address' }],
  list: {
    columns: [
      {
        field: 'employee',
        action: 'assignTo',
        roles,
        hidden: true,
        feature: 'dispatch',
        placeholder: 'list.notAssigned',
        after: 'specialInstructions',
      },
      {
        field: 'why',
        roles,
        hideEmpty: true,
        feature: 'dispatch',
        component: () => import('../browser/WhyCell.tsx'),
        after: 'employee',
      },
    ],
    tabs: [
      { name: 'unassigned', parameters: { tab: 'unassigned' }, ...byReason },
      { name: 'conflicts', parameters: { tab: 'conflicts' }, ...byReason },
      { name: 'today', parameters: { tab: 'today' }, ...byReport },
      { name: 'upcoming', parameters: { tab: 'upcoming' }, ...byVisit },
      { name: 'late', parameters: { tab: 'late' }, ...byReport },
      { name: 'done', parameters: { tab: 'done' }, ...byVisit },
      { name: 'all', hiddenColumns: ['why'] },
    ],
    sortableByFeature: { dispatch: ['appointmentDateTime'] },
    filters: [
      { field: 'appointmentDateTime', name: 'from', operator: 'gte', feature: 'dispatch', after: 'appointmentDate' },
      { field: 'appointmentDateTime', name: 'to', operator: 'lte', feature: 'dispatch', after: 'from' },
    ],
  },
  show: { primaryActions: ['move'] },
  actions: [
    {
      add: 'assignTo',
      after: 'assign',
      roles,
      action: { ...assignment, placement: 'row', bulk: true, when: pending },
    },
    {
      add: 'complete',
      after: 'assignTo',
      roles,
      action: { field: 'status', placement: 'row', bulk: true, when: pending, value: 'Completed', undo: true },
    },
    {
      add: 'reassign',
      after: 'completeDone',
      roles,
      action: { ...assignment, placement: 'header', when: assigned },
    },
    {
      add: 'move',
      after: 'reassign',
      roles,
      action: {
        field: 'appointmentDateTime',
        placement: 'header',
        when: beforeDraw,
        undo: true,
        success: 'toasts.moved',
        input: visitTimeInput,
      },
    },
    {
      add: 'unassign',
      after: 'move',
      roles,
      action: { ...assignment, placement: 'header', when: assigned, value: null, success: 'toasts.unassigned' },
    },
    {
      add: 'cancel',
      after: 'unassign',
      roles,
      action: {
        field: 'cancelReason',
        placement: 'header',
        inputs: [{ field: 'cancelledBy', roles }],
        when: pending,
        undo: true,
        undoFields: ['status'],
        success: 'toasts.cancelled',
      },
    },
    { ...setCanceller, after: 'cancel' },
  ],
  actionKeys: { setStatus: { asks: { Rejected: 'cancel' } } },
  api: appointmentBindings,
  table: { columns: { why: null } },
} as const;

/** Additions to archived appointments. */
export const archiveDispatch = {
  fields: appointmentDispatch.fields,
  actions: [setCanceller],
  api: archiveBindings,
  table: appointmentDispatch.table,
} as const;

declare module '../../../src/collections.ts' {
  interface AppointmentAdditions extends FieldValues<typeof whyField> {}
}
