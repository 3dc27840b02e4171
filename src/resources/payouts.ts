import { choice, date, defineResource, longText, me, money, read, reference, text, today } from 'portal-frame';
import { PAYOUT_STATE, toPayoutKey } from './money/documentStates.ts';

/** Pay of an employee for a month, written when the month is closed. */
export default defineResource({
  name: 'payouts',
  icon: 'payments',
  order: false,
  feature: 'money',
  title: '{employee} {month}',
  fields: {
    employee: reference({ to: 'employees', onDelete: 'keep', readOnly: true }),
    month: date({ month: true, readOnly: true }),
    period: reference({ to: 'periods', onDelete: 'refuse', readOnly: true }),
    total: money({ min: -1_000_000, required: true, readOnly: true, default: 0 }),
    state: choice({ ...PAYOUT_STATE, chip: true, required: true }),
    /** Names the payout in its ledger entries. */
    key: text({ readOnly: true, most: 300 }),
    paidOn: date({ default: today, when: { state: 'paid' } }),
    paymentReference: text({ most: 80 }),
    /** Why it was reopened. */
    reason: longText({ most: 400, read: ['admin'] }),
  },
  compute: { key: (payout) => (payout.state === 'void' ? null : toPayoutKey(payout)) },
  automations: { refreshState: { on: { create: true, transition: true }, job: 'refresh payout state' } },
  history: true,
  list: {
    columns: [
      ...(['employee', 'month', 'total', 'state'] as const),
      ...(['paidOn', 'paymentReference'] as const).map((field) => ({ field, hideEmpty: true })),
    ],
    filters: ['state', 'month', 'employee'],
    tabs: [
      { name: 'due', where: { state: 'due' }, label: 'money.states.due' },
      { name: 'all', label: 'resources.appointments.tabs.all' },
    ],
    sortable: ['month', 'total'],
    sort: { field: 'month', order: 'DESC' },
    perPage: 50,
  },
  show: {
    chips: ['state'],
    groups: {
      payout: ['employee', 'month', 'total', 'paidOn', { field: 'paymentReference', hideEmpty: true }],
      statement: [{ field: 'month', wide: true, component: () => import('../pages/money/StatementPaper.tsx') }],
    },
    related: [
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
      pay: { from: 'due', to: 'paid', inputs: ['paidOn', 'paymentReference'], bulk: true },
      reopen: {
        ...({ from: 'paid', to: 'due', inputs: ['reason'], reauthenticate: true } as const),
        values: { paymentReference: null },
        question: 'resources.payouts.reopenQuestion',
      },
      void: { from: 'due', to: 'void', serverOnly: true },
    },
  },
  roles: {
    admin: { list: '/payouts', can: [read, 'pay', 'reopen'] },
    employee: { list: '/employee-payouts', can: read, where: { employee: me, state: ['due', 'paid'] } },
  },
});
