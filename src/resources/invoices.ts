import { choice, date, defineResource, me, money, number, read, reference, text, today } from 'portal-frame';
import { INVOICE_STATE, toInvoiceKey } from './money/documentStates.ts';

const amount = () => money({ min: -1_000_000, required: true, readOnly: true, default: 0 });

/** Invoices to laboratories, with numbers without gaps. Written when a month is closed. */
export default defineResource({
  name: 'invoices',
  icon: 'description',
  order: false,
  feature: 'money',
  title: '{number}',
  fields: {
    number: number({ integer: true, unique: true, readOnly: true }),
    laboratory: reference({ to: 'laboratories', onDelete: 'keep', readOnly: true }),
    payer: text({ most: 200, readOnly: true }),
    month: date({ month: true, readOnly: true }),
    period: reference({ to: 'periods', onDelete: 'refuse', readOnly: true, read: ['admin'] }),
    total: amount(),
    paid: amount(),
    balance: money({ min: -1_000_000 }),
    dueOn: date({ readOnly: true }),
    state: choice({ ...INVOICE_STATE, chip: true, required: true }),
    /** Names the invoice in its ledger entries. */
    key: text({ readOnly: true, most: 300 }),
    payment: money({ read: ['admin'] }),
    paidOn: date({ default: today, when: { state: ['partlyPaid', 'paid'] } }),
    paymentReference: text({ most: 80 }),
  },
  compute: {
    balance: ({ total, paid }) => Math.round((total - paid) * 100) / 100,
    key: (invoice) => (invoice.state === 'void' ? null : toInvoiceKey(invoice)),
  },
  history: true,
  automations: {
    send: { on: { create: true }, where: { laboratory: { exists: true } }, job: 'mail invoice' },
    refreshState: { on: { create: true, transition: true }, job: 'refresh invoice state' },
  },
  list: {
    columns: [{ field: 'payer', secondary: ['month'] }, 'number', 'month', 'total', 'balance', 'dueOn', 'state'],
    filters: ['state', 'month', 'laboratory'],
    tabs: [
      { name: 'open', where: { state: ['sent', 'partlyPaid'] }, label: 'money.states.open' },
      { name: 'late', where: { state: ['sent', 'partlyPaid'], dueOn: { lt: today } }, label: 'money.late' },
      { name: 'all', label: 'resources.appointments.tabs.all' },
    ],
    sortable: ['number', 'month', 'dueOn', 'total'],
    sort: { field: 'number', order: 'DESC' },
    perPage: 50,
  },
  find: { secondary: ['payer', 'month'] },
  show: {
    chips: ['state'],
    primaryActions: ['pay'],
    groups: {
      invoice: [
        ...(['payer', 'month', 'total', 'paid', 'balance', 'dueOn', 'paidOn'] as const),
        { field: 'paymentReference', hideEmpty: true },
      ],
      statement: [{ field: 'month', wide: true, component: () => import('../pages/money/Statement.tsx') }],
    },
    related: [
      {
        ...{ resource: 'ledgerEntries', field: 'invoice', sort: 'visitAt', perPage: 1000 },
        columns: ['visitAt', 'patientCode', 'rate', 'charge'],
      },
    ],
  },
  states: {
    field: 'state',
    start: 'sent',
    transitions: {
      payPart: {
        ...({ from: ['sent', 'partlyPaid'], to: 'partlyPaid', requireVersion: true } as const),
        inputs: ['payment', 'paidOn', 'paymentReference'],
      },
      pay: { from: ['sent', 'partlyPaid'], to: 'paid', inputs: ['paidOn', 'paymentReference'], bulk: true },
      void: { from: 'sent', to: 'void', serverOnly: true },
    },
  },
  roles: {
    admin: { list: '/invoices', can: [read, 'pay', 'payPart'] },
    laboratory: { list: '/laboratory-invoices', can: read, where: { laboratory: me } },
  },
});
