import { choice, date, defineResource, longText, me, money, read, reference, text } from 'portal-frame';

/**
 * Payments of invoices, refunds of credits, and set-offs (server/money/invoicePayments.ts). The paid amount of an
 * invoice is their sum. A removed one stays, with an entry that takes it back.
 */
export default defineResource({
  name: 'invoicePayments',
  icon: 'payments',
  order: false,
  feature: 'money',
  dependsOn: ['invoices'],
  title: '{invoice} {amount}',
  fields: {
    invoice: reference({ to: 'invoices', onDelete: 'refuse', required: true }),
    amount: money({ min: -1_000_000, required: true }),
    paidOn: date({ readOnly: true }),
    reference: text({ most: 80, readOnly: true }),
    /** The invoice or credit of the same payer, of a set-off. */
    against: reference({ to: 'invoices', onDelete: 'keep', readOnly: true }),
    state: choice({
      choices: ['recorded', 'removed', 'reversal'],
      values: {
        recorded: { label: 'money.states.recorded', tone: 'success', icon: 'check' },
        removed: { label: 'money.states.removed', tone: 'default', icon: 'cancel' },
        reversal: { label: 'money.states.reversal', tone: 'warning', icon: 'cancel' },
      },
      chip: true,
      required: true,
    }),
    /** Why it was removed; its reversal says the same. */
    reason: longText({ most: 400, read: ['admin'] }),
  },
  history: true,
  list: {
    columns: [
      ...(['paidOn', 'invoice', 'amount', 'reference'] as const),
      { field: 'reason', hideEmpty: true, roles: ['admin'] },
      'state',
    ],
    filters: ['invoice', 'state', 'paidOn'],
    sortable: ['paidOn', 'amount', 'createdAt'],
    sort: { field: 'createdAt', order: 'DESC' },
    perPage: 50,
  },
  show: {
    chips: ['state'],
    groups: {
      payment: [
        ...(['invoice', 'amount', 'paidOn'] as const),
        ...(['reference', 'against'] as const).map((field) => ({ field, hideEmpty: true })),
        { field: 'reason', hideEmpty: true, roles: ['admin'] },
      ],
    },
  },
  states: {
    field: 'state',
    start: 'recorded',
    transitions: {
      remove: {
        ...({ from: 'recorded', to: 'removed', inputs: ['reason'], reauthenticate: true } as const),
        question: 'resources.invoicePayments.removeQuestion',
        success: 'resources.invoicePayments.removed',
      },
      /** Along with all others of an invoice that is reopened. */
      removeAlong: { from: 'recorded', to: 'removed', inputs: ['reason'], serverOnly: true },
      reverse: { from: 'recorded', to: 'reversal', inputs: ['reason'], serverOnly: true },
    },
  },
  roles: {
    admin: { list: '/invoice-payments', can: [read, 'remove'] },
    laboratory: { list: '/laboratory-invoice-payments', can: read, where: { 'invoice.laboratory': me } },
  },
});
