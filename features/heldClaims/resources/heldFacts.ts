import {
  choice,
  date,
  dateTime,
  defineResource,
  longText,
  me,
  now,
  number,
  type RecordOf,
  read,
  reference,
  text,
} from 'portal-frame';
import { HELD_KINDS, HOLD_REASONS } from '../../money/wire/moneyKinds.ts';

/**
 * Reported minutes, miles, tubes and failed trips that other facts speak against (server/claims.ts). The ledger
 * ignores them until an admin confirms them. Another claim about the same visit or trip is held again.
 */
const heldFacts = defineResource({
  name: 'heldFacts',
  icon: 'schedule',
  order: false,
  feature: 'money',
  dependsOn: ['trips'],
  title: '{visit}',
  fields: {
    visit: reference({ to: 'appointments', readOnly: true, onDelete: 'delete' }),
    /** The trip whose miles are held; its first visit stands for all. */
    trip: reference({ to: 'trips', readOnly: true, onDelete: 'delete' }),
    employee: reference({ to: 'employees', readOnly: true, onDelete: 'keep' }),
    kind: choice({
      choices: HELD_KINDS,
      values: Object.fromEntries(HELD_KINDS.map((one) => [one, { label: `money.held.${one}` }])),
      readOnly: true,
    }),
    claimed: number({ readOnly: true }),
    /** The most that the other facts allow. */
    expected: number({ readOnly: true }),
    cause: choice({
      choices: HOLD_REASONS,
      values: Object.fromEntries(HOLD_REASONS.map((one) => [one, { label: `money.holdReasons.${one}` }])),
      readOnly: true,
    }),
    state: choice({
      choices: ['held', 'confirmed', 'refused'],
      values: {
        held: { label: 'money.states.held', tone: 'warning', icon: 'clock' },
        confirmed: { label: 'money.states.confirmed', tone: 'success', icon: 'check' },
        refused: { label: 'money.states.refused', tone: 'default', icon: 'cancel' },
      },
      chip: true,
      required: true,
    }),
    /** Why an admin confirmed or refused it. */
    decision: longText({ most: 400, when: { state: ['confirmed', 'refused'] } }),
    decidedBy: reference({ to: 'admins', onDelete: 'keep', readOnly: true }),
    decidedAt: dateTime({ readOnly: true }),
    /** Day of the visit. */
    day: date({ readOnly: true }),
    /** The month whose checklist names it. */
    month: reference({ to: 'periods', value: 'month', onDelete: 'keep' }),
    /** Digest of the claim; a confirmation is for this alone. */
    claim: text({ readOnly: true, read: [], most: 64 }),
    /** Visit or trip and kind. */
    key: text({ readOnly: true, read: [], unique: true, most: 100 }),
  },
  compute: { month: ({ day }) => (day ? `${day.slice(0, 7)}-01` : null) },
  history: true,
  list: {
    columns: ['visit', 'employee', 'kind', 'claimed', 'expected', 'cause', 'state'],
    filters: ['state', 'employee', 'kind', 'month'],
    tabs: [
      { name: 'held', where: { state: 'held' }, label: 'money.states.held' },
      { name: 'all', label: 'resources.appointments.tabs.all' },
    ],
    sortable: ['createdAt'],
    sort: { field: 'createdAt', order: 'DESC' },
  },
  show: {
    chips: ['state'],
    primaryActions: ['confirm'],
    groups: {
      claim: ['visit', { field: 'trip', hideEmpty: true }, 'employee', 'kind', 'claimed', 'expected', 'cause', 'month'],
      decision: (['decision', 'decidedBy', 'decidedAt'] as const).map((field) => ({ field, hideEmpty: true })),
    },
  },
  states: {
    field: 'state',
    start: 'held',
    transitions: {
      confirm: {
        from: ['held', 'refused'],
        to: 'confirmed',
        requireVersion: true,
        inputs: ['decision'],
        values: { decidedBy: me, decidedAt: now },
        success: 'money.held.confirmed',
      },
      refuse: {
        from: ['held', 'confirmed'],
        to: 'refused',
        requireVersion: true,
        inputs: ['decision'],
        values: { decidedBy: me, decidedAt: now },
        success: 'money.held.refused',
      },
      hold: {
        from: ['confirmed', 'refused'],
        to: 'held',
        values: { decidedBy: null, decidedAt: null },
        serverOnly: true,
      },
    },
  },
  roles: { admin: { list: '/held-claims', can: [read, 'confirm', 'refuse'] } },
});

export default heldFacts;

declare module 'portal-frame' {
  interface Collections {
    heldFacts: RecordOf<typeof heldFacts>;
  }
}
