import { choice, date, defineResource, me, money, type RecordOf, read, reference, text } from 'portal-frame';
import { PAYOUT_STATE, toPayoutKey } from './documentStates.ts';
import { computeBalance, paidFields, payTransitions, relatedPayments } from './paidDocuments.ts';

/** Pay of an employee for a month, written when the month is closed. */
const payouts = defineResource({
  name: 'payouts',
  icon: 'payments',
  order: false,
  feature: 'money',
  title: '{employee} {month}',
  fields: {
    employee: reference({ to: 'employees', onDelete: 'keep', readOnly: true }),
    month: date({ month: true, readOnly: true }),
    period: reference({ to: 'periods', onDelete: 'refuse', readOnly: true, exported: false }),
    total: money({ min: -1_000_000, required: true, readOnly: true, default: 0 }),
    state: choice({ ...PAYOUT_STATE, chip: true, required: true }),
    /** Names the payout in its ledger entries. */
    key: text({ readOnly: true, most: 300, exported: false }),
    ...paidFields,
  },
  compute: {
    balance: computeBalance,
    key: (payout) => (payout.state === 'void' ? null : toPayoutKey(payout)),
  },
  automations: { refreshState: { on: { create: true, transition: true }, job: 'refresh payout state' } },
  history: true,
  list: {
    columns: [
      ...(['employee', 'month', 'total', 'balance', 'state'] as const),
      ...(['paidOn', 'paymentReference'] as const).map((field) => ({ field, hideEmpty: true })),
    ],
    filters: ['state', 'month', 'employee'],
    tabs: [
      { name: 'due', where: { state: ['due', 'partlyPaid'] }, label: 'money.states.due' },
      { name: 'all', label: 'resources.appointments.tabs.all' },
    ],
    sortable: ['month', 'total'],
    sort: { field: 'month', order: 'DESC' },
    perPage: 50,
  },
  show: {
    chips: ['state'],
    groups: {
      payout: [
        'employee',
        'month',
        'total',
        'paid',
        'balance',
        'paidOn',
        { field: 'paymentReference', hideEmpty: true },
      ],
      statement: [{ field: 'month', wide: true, component: () => import('../browser/StatementPaper.tsx') }],
    },
    related: [
      relatedPayments('payoutPayments', 'payout'),
      {
        ...{ resource: 'ledgerEntries', field: 'payout', sort: 'visitAt', perPage: 1000 },
        columns: ['visitAt', 'patientCode', 'rate', 'earning'],
      },
    ],
  },
  states: {
    field: 'state',
    start: 'due',
    transitions: {
      ...payTransitions('due'),
      void: { from: 'due', to: 'void', serverOnly: true },
    },
  },
  roles: {
    admin: { list: '/payouts', can: [read, 'pay', 'payPart', 'reopen'] },
    employee: { list: '/employee-payouts', can: read, where: { employee: me, state: ['due', 'partlyPaid', 'paid'] } },
  },
});

export default payouts;

declare module 'portal-frame' {
  interface Collections {
    payouts: RecordOf<typeof payouts>;
  }
}
