import type { CollectionRecord } from 'portal-frame';
import { getToday, HttpError, type RecordsContext, records, systemContext } from 'portal-frame/server';

type Payment = CollectionRecord<'invoicePayments'>;
type New = Pick<Payment, 'amount' | 'paidOn' | 'reference' | 'against'>;

const toCents = (dollars: number | null | undefined) => Math.round((dollars ?? 0) * 100);
const ALL = { perPage: 10_000, sort: { field: 'createdAt', order: 'ASC' } } as const;

/** Finds the payments of an invoice, oldest first: those that were not removed, and the sum in cents. */
export async function findPayments(context: RecordsContext, invoice: string) {
  const { records: all } = await records(systemContext(context)).find('invoicePayments', {
    where: { invoice },
    ...ALL,
  });
  return {
    standing: all.filter(({ state }) => state === 'recorded'),
    cents: all.reduce((sum, { amount }) => sum + toCents(amount), 0),
  };
}

/** Refuses (400) a payment of a coming day, and one before the month and the creation of its invoice or payout. */
export function refusePaidOn(
  { services }: Pick<RecordsContext, 'services'>,
  { month, createdAt }: { month?: string | null; createdAt: string },
  paidOn: string | null | undefined,
): void {
  const { timeZone } = services.config;
  if (!paidOn) return;
  if (paidOn > getToday(timeZone)) throw HttpError.forField('paidOn', 400, 'server.paidLater');
  const created = getToday(timeZone, Date.parse(createdAt));
  if (paidOn < (month ?? created) && paidOn < created) throw HttpError.forField('paidOn', 400, 'server.paidBefore');
}

/** Refuses (409) a payment that is recorded already. */
export function refuseRepeated(
  { amount, paidOn, reference }: Omit<New, 'against'>,
  standing: readonly Payment[],
): void {
  const isSame = (other: Payment) =>
    toCents(other.amount) === toCents(amount) &&
    other.paidOn === paidOn &&
    (other.reference ?? '') === (reference ?? '');
  if (standing.some(isSame)) throw new HttpError(409, 'server.samePayment');
}

/** Records a payment of an invoice, in the transaction of the context. */
export async function recordPayment(context: RecordsContext, invoice: string, payment: New): Promise<void> {
  await records(systemContext(context)).create('invoicePayments', { invoice, ...payment }, { fields: [] });
}

/** Takes the amount of a removed payment back: by an entry of its own, and at the other side of a set-off. */
export async function reversePayment(context: RecordsContext, payment: Payment): Promise<void> {
  const api = records(systemContext(context));
  const { invoice, amount, reference, against, reason } = payment;
  const paidOn = getToday(context.services.config.timeZone);
  const reversal = await api.create('invoicePayments', { invoice, amount: -amount, reference, against, paidOn });
  await api.transition('invoicePayments', reversal.id, 'reverse', { reason });
  if (!against) return;
  const { standing } = await findPayments(context, against);
  const other = standing.find((one) => one.against === invoice && toCents(one.amount) === -toCents(amount));
  if (other) await api.transition('invoicePayments', other.id, 'remove', { reason });
}

/** Brings an invoice to the state that its payments say, after one was removed. */
export async function refreshPaid(context: RecordsContext, invoice: string): Promise<void> {
  const { cents } = await findPayments(context, invoice);
  await records(systemContext(context)).transition('invoices', invoice, cents === 0 ? 'unpay' : 'unpayPart');
}

/** Removes all payments of an invoice that is reopened. */
export async function removePayments(context: RecordsContext, invoice: string, reason: string): Promise<void> {
  const api = records(systemContext(context));
  for (const { id } of (await findPayments(context, invoice)).standing)
    await api.transition('invoicePayments', id, 'removeAlong', { reason });
}
