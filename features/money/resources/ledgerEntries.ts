import {
  choice,
  date,
  dateTime,
  defineResource,
  me,
  money,
  number,
  type RecordOf,
  read,
  reference,
  text,
  toggle,
} from 'portal-frame';
import { LEDGER_KINDS, labelValues, OUTCOMES, SIDES } from '../wire/moneyKinds.ts';
import { INVOICE_STATE, PAYOUT_STATE, toInvoiceKey, toPayoutKey } from './documentStates.ts';

const internal = ['admin'] as const;
const cents = (readers: readonly ('admin' | 'employee' | 'laboratory')[]) => money({ min: -1_000_000, read: readers });
const measures = [{ sum: 'charge' }, { sum: 'earning' }, { sum: 'margin' }] as const;
const filters = ['month', 'from', 'to', 'laboratory', 'employee'] as const;
const listed = [...filters, 'visit', 'kind', 'outcome', 'side', 'day'] as const;
const charged = ['admin', 'laboratory'] as const;
const earned = ['admin', 'employee'] as const;
const states = ['invoiceState', 'invoiced', 'payoutState', 'inPayout'] as const;
const cards = 'secondary' as const;
const perRole = { filters, display: 'table', roles: internal } as const;

/** Charges and earnings of visits, written by rules (server/ledgerRules.ts). A correction is a reversal and a new entry. */
const ledgerEntries = defineResource({
  name: 'ledgerEntries',
  icon: 'payments',
  order: false,
  feature: 'money',
  appendOnly: true,
  dependsOn: ['invoices', 'payouts'],
  title: '{patientCode}',
  fields: {
    /** Empty for an adjustment of an invoice. */
    visit: reference({ to: 'appointments', onDelete: 'keep', text: '{appointmentDateTime}', exported: false }),
    visitAt: dateTime({ required: true }),
    /** Ends as the account number of the patient does. */
    patientCode: text({ personal: true, required: true, most: 40 }),
    laboratory: reference({ to: 'laboratories', onDelete: 'keep' }),
    /** The laboratory's name when the entry was written. */
    payer: text({ most: 200, read: internal, exported: false }),
    /** Its name now. */
    payerName: text({ lookup: 'laboratory.fullName', fallback: 'payer', read: internal }),
    employee: reference({ to: 'employees', onDelete: 'keep' }),
    side: choice({ choices: SIDES, values: labelValues(SIDES, 'sides'), required: true }),
    outcome: choice({ choices: OUTCOMES, values: labelValues(OUTCOMES, 'outcomes'), chip: true, required: true }),
    kind: choice({ choices: LEDGER_KINDS, values: labelValues(LEDGER_KINDS, 'kinds'), required: true }),
    quantity: number({ required: true }),
    rate: money({ min: -1_000_000, required: true, decimals: 3 }),
    charge: cents(charged),
    earning: cents(earned),
    margin: cents(internal),
    /** Id of the price or rate. */
    rule: text({ required: true, most: 64, read: internal, exported: false }),
    limit: number(),
    since: date({ required: true }),
    /** Why an admin waived, added or credited it. */
    reason: text({ most: 400 }),
    own: toggle(),
    /** First day of the month in which it is invoiced or paid out. */
    month: date({ month: true, required: true }),
    invoice: reference({ to: 'invoices', value: 'key', onDelete: 'keep', read: charged }),
    invoiceState: choice({ ...INVOICE_STATE, lookup: 'invoice.state', deferred: true, chip: true, read: charged }),
    payout: reference({ to: 'payouts', value: 'key', onDelete: 'keep', read: earned }),
    payoutState: choice({ ...PAYOUT_STATE, lookup: 'payout.state', deferred: true, chip: true, read: earned }),
  },
  compute: {
    margin: ({ charge, earning }) => ((charge ?? 0) * 100 - (earning ?? 0) * 100) / 100,
    invoice: ({ side, month, laboratory, payer }) =>
      side === 'charge' ? toInvoiceKey({ month, laboratory, payer }) : null,
    payout: ({ side, month, employee }) => (side === 'earning' ? toPayoutKey({ month, employee }) : null),
  },
  list: {
    columns: [
      'visitAt',
      { field: 'patientCode', cards, secondary: ['kind', 'payerName', 'laboratory', 'employee'] },
      { field: 'payerName', cards },
      { field: 'laboratory', cards, roles: ['employee', 'laboratory'] },
      ...(['employee', 'kind'] as const).map((field) => ({ field, cards })),
      ...(['charge', 'earning'] as const).map((field) => ({ field, hideEmpty: true })),
      { field: 'month', label: 'money.state', component: () => import('../browser/EntryState.tsx') },
      {
        ...{ field: 'rate', label: 'money.explanation', hidden: true, cards: false },
        component: () => import('../browser/Explanation.tsx'),
      },
      { field: 'outcome', hidden: true, cards: false },
    ],
    filters: [
      ...(['month', 'laboratory', 'employee', 'visit', 'kind', 'outcome', 'side'] as const),
      { field: 'payer', operator: 'equals', roles: ['admin'] },
      { field: 'invoiceState', choices: ['sent', 'partlyPaid', 'paid'], roles: charged },
      { field: 'invoiceState', name: 'invoiced', operator: 'exists', roles: charged },
      { field: 'payoutState', choices: ['due', 'partlyPaid', 'paid'], roles: earned },
      { field: 'payoutState', name: 'inPayout', operator: 'exists', roles: earned },
      { field: 'visitAt', name: 'day' },
      { field: 'visitAt', name: 'from', operator: 'gte' },
      { field: 'visitAt', name: 'to', operator: 'lte' },
    ],
    sortable: ['visitAt'],
    sort: { field: 'visitAt', order: 'DESC' },
    perPage: 25,
    totals: ['totals', 'ownPay', 'ownCharges'],
  },
  show: {
    chips: ['invoiceState', 'payoutState'],
    groups: {
      amount: [
        { field: 'rate', wide: true, component: () => import('../browser/Explanation.tsx') },
        {
          field: 'kind',
          label: 'money.adjust',
          wide: true,
          roles: ['admin'],
          component: () => import('../browser/EntryTools.tsx'),
        },
      ],
      entry: [
        ...(['visitAt', 'patientCode', 'payerName'] as const),
        { field: 'laboratory', roles: ['employee', 'laboratory'] },
        ...(['employee', 'outcome', 'month'] as const),
        ...(['charge', 'earning'] as const).map((field) => ({ field, hideEmpty: true })),
      ],
    },
  },
  reports: {
    byEmployee: { measures, groupBy: 'employee', ...perRole },
    byLaboratory: { measures, groupBy: 'payerName', ...perRole },
    byWeek: { measures, groupBy: { field: 'visitAt', by: 'week', last: 12 }, ...perRole },
    outcomes: {
      groupBy: 'employee',
      splitBy: 'outcome',
      where: { kind: ['visit', 'couldNotDraw', 'noShow'], side: 'earning' },
      ...perRole,
    },
    totals: { measures, display: 'figure', filters: [...listed, 'payer', ...states], roles: internal },
    ownPay: {
      measures: [{ sum: 'earning' }],
      display: 'figure',
      filters: listed,
      roles: ['employee'],
    },
    ownCharges: {
      measures: [{ sum: 'charge' }],
      display: 'figure',
      filters: listed,
      roles: ['laboratory'],
    },
  },
  roles: {
    admin: { list: '/ledger', reports: '/money-reports', can: read },
    employee: { list: '/employee-ledger', can: read, where: { employee: me, side: 'earning' } },
    laboratory: { list: '/laboratory-ledger', can: read, where: { laboratory: me, side: 'charge' } },
  },
});

export default ledgerEntries;

declare module 'portal-frame' {
  interface Collections {
    ledgerEntries: RecordOf<typeof ledgerEntries>;
  }
}
