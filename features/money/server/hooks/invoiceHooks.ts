import type { CollectionRecord } from 'portal-frame';
import { defineHooks, records, systemContext } from 'portal-frame/server';
import invoices from '../../resources/invoices.ts';
import { getBalance, type PayContext, preparePayment, recordPayment } from '../documentPayments.ts';

type Invoice = Pick<CollectionRecord<'invoices'>, 'number' | 'laboratory' | 'payer' | 'total' | 'paid'>;

/** Settles the other side of a set-off by the balance of this one. Refuses one that it cannot settle. */
async function setOffOther({ id, action, refuse, before, values, ...context }: PayContext) {
  if (action !== 'setOff') return undefined;
  const own = before as PayContext['before'] & Invoice;
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
  const transition = balance === -against ? 'setOffWhole' : 'setOffPart';
  await api.transition('invoices', other.id, transition, { ...paidBy, payment: -balance / 100 });
  return { payment: balance / 100, paymentReference: String(other.number ?? '') };
}

export default defineHooks(invoices, {
  before: { transition: (context) => preparePayment('invoices', context as never, setOffOther) },
  after: { transition: (context) => recordPayment('invoices', context as never) },
});
