import type { CollectionRecord } from 'portal-frame';
import { defineHooks, records, systemContext, type TransactionHookContext } from 'portal-frame/server';
import invoices from '../../src/resources/invoices.ts';
import { findPayments, recordPayment, refusePaidOn, refuseRepeated, removePayments } from '../money/invoicePayments.ts';

type Invoice = Pick<
  CollectionRecord<'invoices'>,
  'number' | 'laboratory' | 'payer' | 'total' | 'paid' | 'state' | 'paidOn' | 'paymentReference' | 'against'
>;
type Context = Pick<TransactionHookContext, 'services' | 'account' | 'transaction' | 'id' | 'refuse'>;

const PAYING = ['pay', 'payPart', 'setOff', 'setOffWhole', 'setOffPart'];
const toCents = (dollars: number) => Math.round(dollars * 100);
const getBalance = ({ total, paid }: Pick<Invoice, 'total' | 'paid'>) => toCents(total) - toCents(paid);

/** Settles the other side of a set-off by the balance of this one. Refuses one that it cannot settle. */
async function setOffOther({ id, refuse, ...context }: Context, own: Invoice, values: Partial<Invoice>) {
  const api = records(systemContext(context));
  const found = await api.find('invoices', { where: { id: values.against ?? '' }, perPage: 1, lock: true });
  const [other] = found.records;
  const isOpen = other?.state === 'sent' || other?.state === 'partlyPaid';
  const isPayer = own.laboratory
    ? other?.laboratory === own.laboratory
    : !other?.laboratory && other?.payer === own.payer;
  if (!other || !isOpen || !isPayer) return refuse('server.noSetOff', 'against');
  const [balance, against] = [getBalance(own), getBalance(other)];
  if (Math.sign(balance) !== -Math.sign(against)) return refuse('server.noSetOff', 'against');
  if (Math.abs(balance) > Math.abs(against)) return refuse('server.setOffOther', 'against');
  const paidBy = { paidOn: values.paidOn ?? null, paymentReference: String(own.number ?? ''), against: id };
  const action = balance === -against ? 'setOffWhole' : 'setOffPart';
  await api.transition('invoices', other.id, action, { ...paidBy, payment: -balance / 100 });
  return { payment: balance / 100, paymentReference: String(other.number ?? '') };
}

/** Finds the last payment that stands, which the invoice shows. */
async function findLast(context: Context) {
  const { standing, cents } = await findPayments(context, context.id);
  const { paidOn = null, reference: paymentReference = null, against = null } = standing.at(-1) ?? {};
  return { paid: cents / 100, paidOn, paymentReference, against };
}

/** Finds the amount of a payment, which is refused if it does not fit. A credit is refunded as a whole. */
async function findPayment(context: Context, action: string, before: Invoice, values: Record<string, unknown>) {
  const balance = getBalance(before);
  if (action === 'setOff') return setOffOther(context, before, values);
  const payment = action === 'pay' ? balance : toCents(Number(values.payment ?? 0));
  if (action === 'payPart' && (payment <= 0 || payment >= balance)) context.refuse('server.notPartly', 'payment');
  return { payment: payment / 100 };
}

export default defineHooks(invoices, {
  before: {
    async transition(context) {
      const { action, id, before, values } = context;
      const untyped = context as unknown as Context;
      if (action === 'unpay' || action === 'unpayPart') return findLast(untyped);
      if (action === 'reopen') {
        await removePayments(context, id, String(values.reason));
        return { ...(await findLast(untyped)), payment: null };
      }
      if (!PAYING.includes(action)) return {};
      const { standing, cents } = await findPayments(context, id);
      const { paidOn = null, paymentReference = null } = values;
      const paying = await findPayment(untyped, action, before as Invoice, values);
      refusePaidOn(context, before as never, paidOn);
      if (action.startsWith('pay') && values.recordAgain !== true)
        refuseRepeated({ amount: paying.payment, paidOn, reference: paymentReference }, standing);
      return { ...paying, paid: (cents + toCents(paying.payment)) / 100, recordAgain: null };
    },
  },
  after: {
    async transition({ action, id, values, ...context }) {
      if (!PAYING.includes(action)) return;
      const { payment, paidOn, paymentReference: reference } = values;
      const against = action.startsWith('setOff') ? values.against : null;
      await recordPayment(context, id, { amount: payment ?? 0, paidOn, reference, against } as never);
    },
  },
});
