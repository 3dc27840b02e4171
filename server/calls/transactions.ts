import { getMonthRange, type TimeRange } from '../../frame/server/base/time.ts';
import { toWireRecord } from '../../frame/server/calls/wireRecord.ts';
import type { Account } from '../../frame/server/http/callHandler.ts';
import { findPage, findRecords, sumField } from '../../frame/server/records/operations/recordsApi.ts';
import { toRecords } from '../../frame/server/records/read/findRecords.ts';
import { getCollection } from '../../frame/server/records/schema/collection.ts';
import type { CollectionRow } from '../../frame/server/records/schema/collectionDb.ts';
import type { RecordValues } from '../../frame/server/records/schema/recordRow.ts';
import type { Services } from '../../frame/server/services.ts';
import { getRequestedPage } from '../../frame/wire/binding.ts';
import type { WireTransaction } from '../../src/wire/transactionApi.ts';
import { moveTo } from './engine.ts';
import type { Handlers } from './handler.ts';

/** The call has no pages (spec 7), so this is its limit. */
const MOST = 10_000;

export const transactionHandlers: Handlers<
  'transactions' | 'totalEarning' | 'recentTransaction' | 'updateTransaction'
> = {
  async transactions({ account, query }, services) {
    const asked = getRequestedPage(query);
    if (!asked) return newest(services, account, MOST);
    const { sort } = getCollection(services, 'transactions').resource.list;
    const { rows } = await findPage(services, 'transactions', account, { ...asked, sort });
    return repliedWith(
      rows,
      await toRecords({ services, collection: getCollection(services, 'transactions'), account }, rows),
    );
  },

  async totalEarning(_, services) {
    return { data: await earnedIn(services, getMonthRange(services.config.timeZone)) };
  },

  recentTransaction: ({ account }, services) => newest(services, account, 1),

  async updateTransaction({ params, body, ...calling }, services) {
    const changed = await moveTo('transactions', params.id, body.status, calling, services);
    return { message: 'toasts.transactionUpdated', data: toWireRecord<WireTransaction>(changed) };
  },
};

/** The audit entry names the appointments, as they name the patients. */
async function newest(services: Services, account: Account, most: number) {
  const { rows, records } = await findRecords(services, 'transactions', account, { most });
  return repliedWith(rows, records);
}

const repliedWith = (rows: readonly CollectionRow[], records: readonly RecordValues[]) => ({
  data: records.map((one) => toWireRecord<WireTransaction>(one)),
  auditedIds: rows.map(({ id, appointment_id }) => String(appointment_id ?? id)),
});

/** Sums the transactions completed in a time range, in dollars. */
export const earnedIn = (services: Services, { from, to }: TimeRange): Promise<number> =>
  sumField(services, 'transactions', 'amount', {
    status: 'Completed',
    dateAndTime: { gte: new Date(from).toISOString(), lt: new Date(to).toISOString() },
  });
