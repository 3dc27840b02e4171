import { findTransitionTo } from 'portal-frame';
import {
  getMonthRange,
  HttpError,
  records,
  type Services,
  systemContext,
  type TimeRange,
  toWireRecord,
  transaction,
} from 'portal-frame/server';
import { getCollection } from 'portal-frame/server/database';
import { getRequestedPage } from 'portal-frame/wire';
import type { WireTransaction } from '../../src/wire/transactionApi.ts';
import { findDuePayments } from '../store/openPayments.ts';
import type { SomeHandlers } from './handler.ts';

/** The call has no pages (spec 7), so this is its limit. */
const MOST = 10_000;
/** As in spec 3. */
const WIRE_FIELDS = ['patientName', 'accountNumber', 'dateAndTime', 'amount', 'status'] as const;

export const transactionHandlers = {
  transactions: ({ query }, services) => replyWith(services, getRequestedPage(query) ?? { perPage: MOST }),

  async totalEarning(_, services) {
    return { data: await earnedIn(services, getMonthRange(services.config.timeZone)) };
  },

  recentTransaction: (_, services) => replyWith(services, { perPage: 1 }),

  async updateTransaction({ params, body, ...calling }, services) {
    const { resource } = getCollection(services, 'transactions');
    const transition = findTransitionTo(resource, calling.account.role, body.status);
    if (!transition) throw new HttpError(403, 'server.forbidden');
    const changed = await transaction({ ...calling, services }, async (tx) => {
      const record = await records(tx).transition('transactions', params.id, transition.name);
      await tx.note(tx.db, { nested: [] });
      return record;
    });
    return { message: 'toasts.transactionUpdated', data: toWireRecord<WireTransaction>(changed) };
  },
} satisfies SomeHandlers;

/** Answers with payments. The audit entry holds the ids of their appointments, which lead to the patients. */
async function replyWith(services: Services, page: { page?: number; perPage: number }) {
  const fields = [...WIRE_FIELDS, 'appointment'] as const;
  const { records: found } = await records(systemContext(services)).find('transactions', { ...page, fields });
  const open = found.flatMap(({ id, status }) => (status === 'Pending' ? id : []));
  const due = await findDuePayments(services.db, open);
  return {
    data: found.map(({ appointment, ...record }) =>
      toWireRecord<WireTransaction>({ ...record, due: due.has(record.id) }),
    ),
    shownIds: found.map(({ id, appointment }) => appointment ?? id),
  };
}

/** Sums the transactions completed in a time range, in dollars. */
export async function earnedIn(services: Services, { from, to }: TimeRange): Promise<number> {
  const { total } = await records(systemContext(services)).aggregate('transactions', {
    where: {
      status: 'Completed',
      dateAndTime: { gte: new Date(from).toISOString(), lt: new Date(to).toISOString() },
    },
    measures: [{ sum: 'amount' }],
  });
  return total.sum_amount ?? 0;
}
