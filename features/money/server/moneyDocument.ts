import type { CollectionRecord, RecordOf } from 'portal-frame';
import { type DocumentFormat, defineDocument } from 'portal-frame/plugins/documents/server';
import { type RecordsContext, records, systemContext } from 'portal-frame/server';
import { findAccountNames } from 'portal-frame/server/accounts';
import { BUSINESS_SENDER } from '../../../server/outbox/businessProfile.ts';
import invoices from '../resources/invoices.ts';
import payouts from '../resources/payouts.ts';
import { findPriorities } from './findPriorities.ts';

const FIELDS = ['visitAt', 'patientCode', 'kind', 'side', 'quantity', 'rate', 'limit', 'reason'] as const;
type Entry = Pick<CollectionRecord<'ledgerEntries'>, (typeof FIELDS)[number]> & {
  /** Of a surcharge. */
  priority?: string | undefined;
  charge?: number | null;
  earning?: number | null;
};
type Invoice = RecordOf<typeof invoices>;
type Payout = RecordOf<typeof payouts>;

/** Entries of one read. A larger one would hold up other requests. */
const PAGE_SIZE = 200;

/** Finds the entries of a document that the caller sees, in the order of the visits. */
async function findEntries(
  context: RecordsContext,
  { state, createdAt }: { state?: string | null; createdAt?: unknown },
  where: object,
): Promise<Entry[]> {
  // A void document keeps the lines of its time: the month was changed after it was reopened.
  const whileValid = state === 'void' && { createdAt: { lte: createdAt } };
  const side = 'laboratory' in where || 'payer' in where ? 'charge' : 'earning';
  const found: Entry[] = [];
  for (let page = 1; ; page++) {
    const sort = { field: 'visitAt', order: 'ASC' } as const;
    const fields = [...FIELDS, side] as const;
    const options = { where: { ...where, ...whileValid, side } as never, fields, sort, page, perPage: PAGE_SIZE };
    const { records: some, totalPages } = await records(context).find('ledgerEntries', options);
    const priorities = await findPriorities(context, some as never);
    found.push(...some.map((entry) => ({ ...entry, priority: priorities.get(entry.id) }) as unknown as Entry));
    if (page >= totalPages) return found;
  }
}

const getAmount = ({ side, charge, earning }: Entry) => (side === 'charge' ? charge : earning) ?? 0;

/** Describes an entry in the words of its reader: "Waiting beyond 15 minutes". */
function describeEntry(entry: Entry, { say, number }: DocumentFormat): string {
  const { kind, side, limit, quantity, rate, reason, priority } = entry;
  const plain =
    kind === 'adjustment'
      ? say(rate < 0 ? 'documents.creditFor' : 'documents.addedFor', { reason: reason ?? '' })
      : say(`documents.lines.${side}.${kind}`, {
          _: say(`money.kinds.${kind}`),
          limit: limit === null || limit === undefined ? '' : number(limit),
        });
  const words = priority ? `${plain} (${say(`choices.${priority}`)})` : plain;
  const full = quantity < 0 ? say('documents.correction', { words }) : words;
  return reason && kind !== 'adjustment' ? `${full} (${reason})` : full;
}

/** Columns that the summary and the lines share. */
const quantity = { label: 'documents.quantity', as: 'number', value: (entry: Entry) => entry.quantity } as const;
const rate = { label: 'documents.unitPrice', as: 'money', value: (entry: Entry) => entry.rate } as const;
const amount = { label: 'documents.amount', as: 'money', value: getAmount, width: 1.2 } as const;

const summary = {
  heading: 'documents.summary',
  groupBy: ({ kind, rate: price, limit, reason, priority = '' }: Entry) =>
    `${kind} ${priority} ${price} ${limit} ${kind === 'adjustment' ? reason : ''}`,
  columns: [
    {
      label: 'documents.description',
      width: 4,
      // A group holds corrections, too.
      value: (entry: Entry, format: DocumentFormat) =>
        describeEntry({ ...entry, quantity: 1, reason: entry.kind === 'adjustment' ? entry.reason : null }, format),
    },
    { ...quantity, sum: true },
    rate,
    { ...amount, sum: true },
  ],
} as const;

const lines = {
  heading: 'documents.visits',
  columns: [
    { label: 'documents.date', as: 'moment', width: 2.3, value: (entry: Entry) => entry.visitAt },
    { label: 'documents.patient', width: 1.2, value: (entry: Entry) => entry.patientCode },
    { label: 'documents.description', width: 3, value: describeEntry },
    { ...quantity, width: 0.8 },
    { ...rate, width: 1.1 },
    amount,
  ],
} as const;

const total = (record: { total: number }) => [{ label: 'documents.total', value: record.total }];

const isCredit = ({ total: sum }: Invoice) => sum < 0;

const toTitle = (words: string, { state }: { state?: string | null }, { say }: DocumentFormat) =>
  state === 'void' ? `${words} (${say('money.states.void')})` : words;

/** Says how and until when an invoice is paid. */
function toPaymentNotes(invoice: Invoice, { say }: DocumentFormat, sender: Record<string, unknown> | undefined) {
  if (invoice.state === 'void') return [];
  if (isCredit(invoice))
    return invoice.balance === 0 ? [] : [{ label: say('documents.terms'), lines: [say('documents.creditTerms')] }];
  const bank = String(sender?.bank ?? '').split('\n');
  const ways = [...bank, String(sender?.paymentLink ?? '')].filter(Boolean);
  const terms = sender?.terms ? [{ label: say('documents.terms'), lines: [String(sender.terms)] }] : [];
  if (ways.length === 0) return terms;
  const named = say('documents.reference', { number: invoice.number });
  return [...terms, { label: say('documents.howToPay'), lines: [...ways, named] }];
}

/** Invoice or credit to a laboratory or payer. */
export const invoiceDocument = defineDocument(invoices, {
  name: 'invoice',
  roles: ['admin', 'laboratory'],
  sender: { ...BUSINESS_SENDER, expected: ['name', 'address', 'phone', 'email', 'taxNumber', 'terms', 'bank'] },
  fileName: ({ number }) => `invoice-${number}`,
  title: (invoice, format) =>
    toTitle(format.say(isCredit(invoice) ? 'documents.credit' : 'documents.invoice', invoice), invoice, format),
  headline(invoice, { say, money, day }) {
    if (invoice.state === 'void') return undefined;
    if (isCredit(invoice))
      return say(invoice.balance === 0 ? 'documents.creditSettled' : 'documents.credited', {
        amount: money(-invoice.total),
      });
    if (invoice.balance === 0) return say('documents.paid', { amount: money(invoice.total) });
    return say('documents.due', { amount: money(invoice.balance ?? invoice.total), day: day(invoice.dueOn ?? '') });
  },
  facts: [
    { label: 'documents.number', value: ({ number }) => String(number) },
    { label: 'documents.issued', as: 'day', value: ({ createdAt }, { toDay }) => toDay(String(createdAt)) },
    {
      label: 'documents.dueOn',
      as: 'day',
      value: (invoice) => (isCredit(invoice) || invoice.state === 'void' ? '' : invoice.dueOn),
    },
    { label: 'documents.month', as: 'month', value: ({ month }) => month },
  ],
  async addressees({ laboratory, payer }, { services }, { say }) {
    const where = { id: laboratory ?? '' };
    const fields = ['fullName', 'address', 'email', 'contactNumber'] as const;
    const found = laboratory
      ? (await records(systemContext(services)).find('laboratories', { where, fields, perPage: 1 })).records[0]
      : undefined;
    const all = [payer ?? found?.fullName, ...(found?.address ?? '').split('\n'), found?.contactNumber, found?.email];
    return [{ label: say('documents.billTo'), lines: all.filter((line): line is string => Boolean(line)) }];
  },
  rows: (invoice, context) => {
    const { month, laboratory, payer } = invoice;
    return findEntries(context, invoice as never, { month, ...(laboratory ? { laboratory } : { payer }) });
  },
  tables: [
    {
      ...summary,
      totals: ({ total: sum, paid, balance, state }) => [
        { label: 'documents.subtotal', value: sum },
        { label: 'documents.total', value: sum },
        ...(paid !== 0 ? [{ label: sum < 0 ? 'documents.settled' : 'documents.paidSoFar', value: -paid }] : []),
        ...((sum > 0 || paid !== 0) && state !== 'void'
          ? [{ label: sum < 0 ? 'documents.creditLeft' : 'documents.balance', value: balance }]
          : []),
      ],
    },
    { ...lines, totals: total },
  ],
  notes: toPaymentNotes,
});

const payTotals = (
  { total: sum, paid, balance, state, paidOn }: Payout,
  _rows: readonly Entry[],
  { day, say }: DocumentFormat,
) => [
  {
    label: 'documents.payState',
    as: 'text' as const,
    value: state === 'paid' && paidOn ? say('documents.paidOn', { day: day(paidOn) }) : say(`money.states.${state}`),
  },
  { label: 'documents.totalPay', value: sum },
  ...(state === 'partlyPaid'
    ? [
        { label: 'documents.paidSoFar', value: -paid },
        { label: 'documents.payLeft', value: balance },
      ]
    : []),
];

/** Statement of an employee's pay for a month. */
export const statementDocument = defineDocument(payouts, {
  name: 'statement',
  roles: ['admin', 'employee'],
  sender: { ...BUSINESS_SENDER, expected: ['name', 'address', 'phone', 'taxNumber'] },
  fileName: ({ month }) => `statement-${month?.slice(0, 7)}`,
  title: (payout, format) =>
    toTitle(format.say('documents.statement', { month: format.month(payout.month ?? '') }), payout, format),
  facts: [
    { label: 'documents.month', as: 'month', value: ({ month }) => month },
    { label: 'documents.issued', as: 'day', value: ({ createdAt }, { toDay }) => toDay(String(createdAt)) },
  ],
  async addressees({ employee }, { services }, { say }) {
    // Not by the records API, because statements of deleted employees keep the name.
    const names = await findAccountNames(services.db, [employee ?? '']);
    return [{ label: say('documents.employee'), lines: [names.get(employee ?? '') ?? ''] }];
  },
  rows: ({ month, employee, ...payout }, context) => findEntries(context, payout as never, { month, employee }),
  tables: [
    { ...summary, totals: payTotals },
    { ...lines, totals: total },
  ],
});
