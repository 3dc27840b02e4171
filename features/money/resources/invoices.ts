import {
  choice,
  date,
  dateTime,
  defineResource,
  me,
  money,
  now,
  number,
  type RecordOf,
  read,
  reference,
  text,
  today,
} from 'portal-frame';
import { INVOICE_DELIVERY, INVOICE_STATE, toInvoiceKey } from './documentStates.ts';
import { computeBalance, paidFields, payTransitions, relatedPayments } from './paidDocuments.ts';

const mail = { field: 'sendAt', placement: 'show', values: { sendAt: now }, success: 'money.sending' } as const;
const sendable = { laboratory: { exists: true }, state: ['sent', 'partlyPaid', 'paid'] } as const;

/** Invoices to laboratories, with numbers without gaps. Written when a month is closed. */
const invoices = defineResource({
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
    period: reference({ to: 'periods', onDelete: 'refuse', readOnly: true, read: ['admin'], exported: false }),
    total: money({ min: -1_000_000, required: true, readOnly: true, default: 0 }),
    ...paidFields,
    dueOn: date({ readOnly: true }),
    state: choice({ ...INVOICE_STATE, chip: true, required: true }),
    /** Names the invoice in its ledger entries. */
    key: text({ readOnly: true, most: 300, exported: false }),
    /** The invoice or credit of the same payer that settled it. */
    against: reference({
      to: 'invoices',
      text: '{number} · {payer}',
      where: { state: ['sent', 'partlyPaid'] },
      onDelete: 'keep',
      read: ['admin'],
      when: { state: ['partlyPaid', 'paid'] },
    }),
    /** Set once a mail is accepted or the paper is downloaded for the post. */
    delivery: choice({ ...INVOICE_DELIVERY, chip: true, readOnly: true, default: 'notSent' }),
    deliveredOn: date({ readOnly: true }),
    /** A new time mails the invoice again. */
    sendAt: dateTime({ readOnly: true, read: ['admin'], exported: false }),
    remindedOn: date({ readOnly: true }),
  },
  compute: {
    balance: computeBalance,
    key: (invoice) => (invoice.state === 'void' ? null : toInvoiceKey(invoice)),
  },
  history: true,
  automations: {
    send: {
      on: { create: true, update: ['sendAt'] },
      where: { laboratory: { exists: true } },
      job: 'mail invoice',
    },
    tellVoid: {
      on: { transition: ['void'] },
      where: { laboratory: { exists: true }, delivery: 'mailed' },
      job: 'mail void invoice',
    },
    remind: { on: { update: ['remindedOn'] }, where: { laboratory: { exists: true } }, job: 'mail reminder' },
    refreshState: { on: { create: true, transition: true }, job: 'refresh invoice state' },
  },
  list: {
    columns: [
      { field: 'payer', secondary: ['month'] },
      'number',
      'month',
      'total',
      'balance',
      'dueOn',
      'delivery',
      'state',
    ],
    filters: ['state', 'delivery', 'month', 'laboratory'],
    tabs: [
      { name: 'open', where: { state: ['sent', 'partlyPaid'] }, label: 'money.states.open' },
      {
        name: 'late',
        where: { state: ['sent', 'partlyPaid'], dueOn: { lt: today }, balance: { gt: 0 } },
        label: 'money.late',
      },
      { name: 'all', label: 'resources.appointments.tabs.all' },
    ],
    sortable: ['number', 'month', 'dueOn', 'total'],
    sort: { field: 'number', order: 'DESC' },
    perPage: 50,
  },
  find: { secondary: ['payer', 'month'] },
  show: {
    chips: ['state', 'delivery'],
    primaryActions: ['pay'],
    groups: {
      invoice: [
        ...(['payer', 'month', 'total', 'paid', 'balance', 'dueOn', 'paidOn'] as const),
        { field: 'paymentReference', hideEmpty: true },
        { field: 'against', hideEmpty: true },
        { field: 'deliveredOn', hideEmpty: true },
        { field: 'remindedOn', hideEmpty: true },
      ],
      statement: [{ field: 'month', wide: true, component: () => import('../browser/InvoicePaper.tsx') }],
    },
    related: [
      relatedPayments('invoicePayments', 'invoice'),
      {
        ...{ resource: 'ledgerEntries', field: 'invoice', sort: 'visitAt', perPage: 1000 },
        columns: ['visitAt', 'patientCode', 'rate', 'charge'],
      },
    ],
  },
  actions: {
    send: { ...mail, when: { ...sendable, delivery: 'notSent' }, label: 'money.send' },
    sendAgain: { ...mail, when: { ...sendable, delivery: ['mailed', 'posted'] }, label: 'money.sendAgain' },
    post: {
      ...({ field: 'delivery', placement: 'show' } as const),
      values: { delivery: 'posted', deliveredOn: today },
      when: { delivery: ['notSent', 'mailed'], state: ['sent', 'partlyPaid', 'paid'] },
      label: 'money.post',
      success: 'money.posted',
      component: () => import('../browser/PostInvoice.tsx'),
    },
    remind: {
      ...({ field: 'remindedOn', placement: 'show', values: { remindedOn: today } } as const),
      when: { laboratory: { exists: true }, state: ['sent', 'partlyPaid'], dueOn: { lt: today } },
      label: 'money.remind',
      success: 'money.reminding',
      bulk: true,
    },
  },
  states: {
    field: 'state',
    start: 'sent',
    transitions: {
      ...payTransitions('sent'),
      /** Settles it against another of the payer with an opposite balance, at least as large. */
      setOff: {
        ...({ from: ['sent', 'partlyPaid'], to: 'paid', requireVersion: true } as const),
        inputs: ['against', 'paidOn'],
      },
      setOffPart: {
        ...({ from: ['sent', 'partlyPaid'], to: 'partlyPaid', serverOnly: true } as const),
        inputs: ['payment', 'paidOn', 'paymentReference', 'against'],
      },
      setOffWhole: {
        ...({ from: ['sent', 'partlyPaid'], to: 'paid', serverOnly: true } as const),
        inputs: ['payment', 'paidOn', 'paymentReference', 'against'],
      },
      void: { from: 'sent', to: 'void', serverOnly: true },
    },
  },
  roles: {
    admin: {
      list: '/invoices',
      can: [read, 'pay', 'payPart', 'setOff', 'reopen', 'send', 'sendAgain', 'post', 'remind'],
    },
    laboratory: { list: '/laboratory-invoices', can: read, where: { laboratory: me } },
  },
});

export default invoices;

declare module 'portal-frame' {
  interface Collections {
    invoices: RecordOf<typeof invoices>;
  }
}
