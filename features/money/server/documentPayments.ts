import type { CollectionRecord } from 'portal-frame';
import {
  getToday,
  HttpError,
  type RecordsContext,
  records,
  systemContext,
  type TransactionHookContext,
} from 'portal-frame/server';

/** Documents that are paid, with the collection of their payments and its reference. */
const PAYMENTS = {
  invoices: { payments: 'invoicePayments', field: 'invoice' },
  payouts: { payments: 'payoutPayments', field: 'payout' },
} as const;
export type DocumentName = keyof typeof PAYMENTS;

type Entry = Pick<
  CollectionRecord<'invoicePayments'>,
  'id' | 'amount' | 'paidOn' | 'reference' | 'against' | 'state'
> & {
  reason?: string | null;
};
type PaidDocument = Pick<CollectionRecord<'invoices'>, 'total' | 'paid' | 'month' | 'createdAt'>;
type PayValues = Partial<Pick<CollectionRecord<'invoices'>, 'payment' | 'paidOn' | 'paymentReference' | 'against'>>;
export type PayContext = Pick<TransactionHookContext, 'services' | 'account' | 'transaction' | 'id' | 'refuse'> & {
  action: string;
  before: PaidDocument;
  values: PayValues & { recordAgain?: boolean | null; reason?: string | null };
};

const PAYING = ['pay', 'payPart', 'setOff', 'setOffWhole', 'setOffPart'];
const toCents = (dollars: number | null | undefined) => Math.round((dollars ?? 0) * 100);

/** Returns what is not paid yet, in cents. */
export const getBalance = ({ total, paid }: Pick<PaidDocument, 'total' | 'paid'>) => toCents(total) - toCents(paid);

/** Finds the payments of a document, oldest first: those that were not removed, and the sum in cents. */
async function findPayments(context: RecordsContext, name: DocumentName, id: string) {
  const { payments, field } = PAYMENTS[name];
  const options = { where: { [field]: id }, perPage: 10_000, sort: { field: 'createdAt', order: 'ASC' } };
  const found = await records(systemContext(context)).find(payments, options as never);
  const all = found.records as unknown as Entry[];
  return {
    standing: all.filter(({ state }) => state === 'recorded'),
    cents: all.reduce((sum, { amount }) => sum + toCents(amount), 0),
  };
}

/** Refuses (400) a payment of a coming day, and one before the month and the creation of its document. */
function refusePaidOn({ services, before: { month, createdAt } }: PayContext, paidOn: string | null): void {
  const { timeZone } = services.config;
  if (!paidOn) return;
  if (paidOn > getToday(timeZone)) throw HttpError.forField('paidOn', 400, 'server.paidLater');
  const created = getToday(timeZone, Date.parse(String(createdAt)));
  if (paidOn < (month ?? created) && paidOn < created) throw HttpError.forField('paidOn', 400, 'server.paidBefore');
}

/** Refuses (409) a payment that is recorded already. */
function refuseRepeated(
  { amount, paidOn, reference }: Omit<Entry, 'id' | 'state' | 'against'>,
  standing: Entry[],
): void {
  const isSame = (other: Entry) =>
    toCents(other.amount) === toCents(amount) &&
    other.paidOn === paidOn &&
    (other.reference ?? '') === (reference ?? '');
  if (standing.some(isSame)) throw new HttpError(409, 'server.samePayment', { data: { confirm: 'recordAgain' } });
}

/** Finds the last payment that stands, which the document shows. */
async function findLast(context: PayContext, name: DocumentName) {
  const { standing, cents } = await findPayments(context, name, context.id);
  const { paidOn = null, reference: paymentReference = null, against = null } = standing.at(-1) ?? {};
  return { paid: cents / 100, paidOn, paymentReference, ...(name === 'invoices' && { against }) };
}

/** Removes all payments of a document that is reopened. */
async function removePayments(context: PayContext, name: DocumentName): Promise<void> {
  const api = records(systemContext(context));
  for (const { id } of (await findPayments(context, name, context.id)).standing)
    await api.transition(PAYMENTS[name].payments, id, 'removeAlong', { reason: context.values.reason });
}

/** Finds the amount of a payment in dollars. Refuses a part that does not fit: a credit is refunded as a whole. */
function findAmount({ action, before, values, refuse }: PayContext): PayValues {
  const balance = getBalance(before);
  if (action === 'pay') return { payment: balance / 100 };
  const payment = toCents(values.payment);
  if (action === 'payPart' && (payment <= 0 || payment >= balance)) refuse('server.notPartly', 'payment');
  return { payment: payment / 100 };
}

/**
 * Returns what an action on an invoice or payout changes in what it shows of its payments. `settle` finds the values of
 * actions that only one kind of document has. Call it before the transition.
 */
export async function preparePayment(
  name: DocumentName,
  context: PayContext,
  settle?: (context: PayContext) => Promise<PayValues | undefined>,
): Promise<object> {
  const { action, id, values } = context;
  if (action === 'unpay' || action === 'unpayPart') return findLast(context, name);
  if (action === 'reopen') {
    await removePayments(context, name);
    return { ...(await findLast(context, name)), payment: null };
  }
  if (!PAYING.includes(action)) return {};
  const { standing, cents } = await findPayments(context, name, id);
  const { paidOn = null, paymentReference: reference = null } = values;
  const paying = (await settle?.(context)) ?? findAmount(context);
  const amount = paying.payment ?? 0;
  refusePaidOn(context, paidOn);
  if (action.startsWith('pay') && values.recordAgain !== true) refuseRepeated({ amount, paidOn, reference }, standing);
  return { ...paying, paid: (cents + toCents(amount)) / 100, recordAgain: null };
}

/** Records the payment of a prepared action, after the transition. */
export async function recordPayment(name: DocumentName, context: Omit<PayContext, 'before' | 'refuse'>): Promise<void> {
  const { action, id, values } = context;
  if (!PAYING.includes(action)) return;
  const { payment, paidOn, paymentReference: reference } = values;
  const { payments, field } = PAYMENTS[name];
  const against = action.startsWith('setOff') && { against: values.against };
  const entry = { [field]: id, amount: payment ?? 0, paidOn, reference, ...against };
  await records(systemContext(context)).create(payments, entry as never, { fields: [] });
}

/** Takes the amount of a removed payment back: by an entry of its own, and at the other side of a set-off. */
async function reversePayment(context: RecordsContext, name: DocumentName, document: string, payment: Entry) {
  const api = records(systemContext(context));
  const { payments, field } = PAYMENTS[name];
  const { amount, reference, against, reason } = payment;
  const paidOn = getToday(context.services.config.timeZone);
  const entry = { [field]: document, amount: -amount, reference, ...(against && { against }), paidOn };
  const reversal = await api.create(payments, entry as never);
  await api.transition(payments, reversal.id, 'reverse', { reason });
  if (!against) return;
  const { standing } = await findPayments(context, name, against);
  const other = standing.find((one) => one.against === document && toCents(one.amount) === -toCents(amount));
  if (other) await api.transition(payments, other.id, 'remove', { reason });
}

/** Takes a removed payment back, and brings its document to the state that the others say. */
export async function takeBack(
  name: DocumentName,
  {
    action,
    id,
    values,
    ...context
  }: Pick<TransactionHookContext, 'services' | 'account' | 'transaction' | 'action'> & { id: string; values: object },
): Promise<void> {
  if (action !== 'remove' && action !== 'removeAlong') return;
  const document = String((values as Record<string, unknown>)[PAYMENTS[name].field]);
  await reversePayment(context, name, document, { ...(values as Entry), id });
  if (action === 'removeAlong') return;
  const { cents } = await findPayments(context, name, document);
  await records(systemContext(context)).transition(name, document, cents === 0 ? 'unpay' : 'unpayPart');
}
