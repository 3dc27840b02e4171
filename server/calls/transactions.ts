import { findPage, getCollection, toRecords, toWireRecord } from 'portal-frame/internal/records';
import {
  type Account,
  getMonthRange,
  records,
  type Services,
  systemContext,
  type TimeRange,
} from 'portal-frame/server';
import { getRequestedPage } from 'portal-frame/wire';
import type { WireTransaction } from '../../src/wire/transactionApi.ts';
import { moveTo } from './engine.ts';
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
    const changed = await moveTo('transactions', params.id, body.status, calling, services);
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
