import {
  choice,
  date,
  dateTime,
  defineResource,
  longText,
  me,
  money,
  now,
  number,
  type RecordOf,
  reference,
  toggle,
} from 'portal-frame';

/** Months of the ledger. Closing one writes its invoices and payouts (server/hooks/periodHooks.ts). */
const periods = defineResource({
  name: 'periods',
  icon: 'event',
  order: false,
  feature: 'money',
  dependsOn: ['ledgerEntries'],
  title: '{month}',
  fields: {
    month: date({ month: true, required: true, unique: true }),
    state: choice({
      choices: ['open', 'closed'],
      values: {
        open: { label: 'money.states.open', tone: 'info', icon: 'clock' },
        closed: { label: 'money.states.closed', tone: 'success', icon: 'check' },
      },
      chip: true,
      required: true,
    }),
    withoutResult: number({ integer: true, readOnly: true }),
    withoutPrice: number({ integer: true, readOnly: true }),
    withoutEmployee: number({ integer: true, readOnly: true }),
    /** Claims to confirm or refuse. */
    held: number({ integer: true, readOnly: true }),
    /** 1 if the business profile names no seller. */
    withoutSeller: number({ integer: true, readOnly: true }),
    /** Totals of its invoices and payouts, while it is closed. */
    invoiced: money({ min: -100_000_000, max: 100_000_000, readOnly: true }),
    paidOut: money({ min: -100_000_000, max: 100_000_000, readOnly: true }),
    closeAnyway: toggle(),
    reason: longText({ most: 400 }),
    closedBy: reference({ to: 'admins', onDelete: 'keep', readOnly: true }),
    closedAt: dateTime({ readOnly: true }),
  },
  history: true,
  list: {
    columns: [
      ...(['month', 'state'] as const),
      ...(['invoiced', 'paidOut'] as const).map((field) => ({
        field,
        component: () => import('../browser/MonthAmount.tsx'),
      })),
      ...(['withoutResult', 'withoutPrice', 'withoutEmployee', 'held', 'withoutSeller'] as const).map((field) => ({
        field,
        hideEmpty: true,
      })),
      { field: 'closedAt', hidden: true, hideEmpty: true },
    ],
    filters: ['state'],
    sortable: ['month'],
    sort: { field: 'month', order: 'DESC' },
  },
  show: {
    chips: ['state'],
    groups: {
      checklist: [{ field: 'month', wide: true, component: () => import('../browser/MonthChecklist.tsx') }],
      closing: [
        ...(['invoiced', 'paidOut'] as const).map((field) => ({ field, hideEmpty: true })),
        'closedBy',
        'closedAt',
        { field: 'reason', hideEmpty: true },
      ],
    },
  },
  create: { groups: { month: ['month'] } },
  states: {
    field: 'state',
    start: 'open',
    transitions: {
      close: {
        from: 'open',
        to: 'closed',
        inputs: [{ field: 'closeAnyway', required: false, input: () => import('../../../src/pages/NoInput.tsx') }],
        values: { closedBy: me, closedAt: now, reason: null },
        question: 'resources.periods.closeQuestion',
        success: 'resources.periods.closed',
      },
      reopen: {
        from: 'closed',
        to: 'open',
        inputs: ['reason'],
        values: { closedBy: null, closedAt: null, closeAnyway: false, invoiced: null, paidOut: null },
        question: 'resources.periods.reopenQuestion',
        reauthenticate: true,
      },
    },
  },
  roles: {
    admin: {
      list: '/periods',
      form: '/add-period',
      can: ['list', 'show', 'create', 'export', 'close', 'reopen'],
    },
  },
});

export default periods;

declare module 'portal-frame' {
  interface Collections {
    periods: RecordOf<typeof periods>;
  }
}
