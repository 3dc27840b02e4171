import { findTransitionTo } from 'portal-frame';
import { findPage, getCollection, toRecords, toWireRecord } from 'portal-frame/internal/records';
import {
  type Account,
  getMonthRange,
  HttpError,
  records,
  type Services,
  systemContext,
  type TimeRange,
  transaction,
} from 'portal-frame/server';
import { getRequestedPage } from 'portal-frame/wire';
import type { WireTransaction } from '../../src/wire/transactionApi.ts';
import type { Handlers } from './handler.ts';

/** The call has no pages (spec 7), so this is its limit. */
const MOST = 10_000;

export const transactionHandlers: Handlers<
  'transactions' | 'totalEarning' | 'recentTransaction' | 'updateTransaction'
> = {
  async transactions({ account, query }, services) {
    return replyWith(services, account, getRequestedPage(query) ?? { page: 1, perPage: MOST });
  },

  async totalEarning(_, services) {
    return { data: await earnedIn(services, getMonthRange(services.config.timeZone)) };
  },

  recentTransaction: ({ account }, services) => replyWith(services, account, { page: 1, perPage: 1 }),

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
};

/** The audit entry names the appointments, as they name the patients. */
async function replyWith(services: Services, account: Account, page: { page: number; perPage: number }) {
  const context = { services, collection: getCollection(services, 'transactions'), account };
  const { rows } = await findPage(context, page);
  return {
    data: (await toRecords(context, rows)).map(toWireRecord<WireTransaction>),
    auditedIds: rows.map(({ id, appointment_id }) => String(appointment_id ?? id)),
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
