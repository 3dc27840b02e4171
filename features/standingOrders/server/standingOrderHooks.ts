import { sql } from 'kysely';
import { defineHooks, HttpError, records, systemContext, type TransactionHookContext } from 'portal-frame/server';
import { acquireLock, type StoredRecord } from 'portal-frame/server/database';
import { addDays } from 'portal-frame/wire';
import { isSamePatient } from '../../../server/calls/sameVisits.ts';
import standingOrders from '../resources/standingOrders.ts';
import { listOccurrences, type Recurrence } from './listOccurrences.ts';

type Order = Recurrence & Pick<StoredRecord<'standingOrders'>, 'patientName' | 'dateOfBirth' | 'laboratory'>;
type Context = Pick<TransactionHookContext, 'services' | 'account' | 'transaction' | 'db'>;

/** Days of two orders that are compared. */
const COMPARED_DAYS = 366;

/** True if two orders have a visit of one patient at the same time. */
function hasSameVisit(one: Order, other: Order): boolean {
  if (one.laboratory !== other.laboratory || !isSamePatient(one, other)) return false;
  const [, from = ''] = [one.from, other.from].toSorted();
  const listOf = (order: Order) => listOccurrences(order, { from, to: addDays(from, COMPARED_DAYS) }, () => false);
  const times = new Set(listOf(one).map(({ day, time }) => `${day} ${time}`));
  return listOf(other).some(({ day, time }) => times.has(`${day} ${time}`));
}

/** Throws an HttpError (409) if the visits of an order are those of another one, and were not before the change. */
async function askForSame(context: Context, own: string | undefined, now: Order, before?: Order): Promise<void> {
  const { laboratory, from } = now;
  await acquireLock(context.db, context.services.store.kind, sql`hashtext(${`standing orders ${laboratory}`})`);
  const { records: others } = await records(systemContext(context)).find('standingOrders', {
    where: { and: [{ laboratory, id: { not: own ?? '' } }, { or: [{ until: null }, { until: { gte: from } }] }] },
    perPage: 10_000,
  });
  if (others.some((other) => hasSameVisit(now, other as Order) && !(before && hasSameVisit(before, other as Order))))
    throw new HttpError(409, 'server.sameStandingOrder', { errors: { patientName: 'server.sameStandingOrder' } });
}

/** Asks before an order is entered twice; `namesake` answers that it is of another patient. */
export default defineHooks(standingOrders, {
  before: {
    async create({ values, ...context }) {
      if (!values.namesake) await askForSame(context, undefined, values as never);
    },
    async change({ id, values, before, ...context }) {
      const now = { ...before, ...values };
      if (!now.namesake) await askForSame(context, id, now as never, before as never);
    },
  },
});
