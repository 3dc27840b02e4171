import { monthRange, type Range } from '../../frame/server/base/time.ts';
import { wireOf } from '../../frame/server/calls/wireOf.ts';
import type { Account } from '../../frame/server/http/handler.ts';
import { firstOf, pageOf, sumOf } from '../../frame/server/records/operations/recordsApi.ts';
import { recordsOf } from '../../frame/server/records/read/findRecords.ts';
import { collectionOf } from '../../frame/server/records/schema/collection.ts';
import type { Row } from '../../frame/server/records/schema/collectionDb.ts';
import type { Values } from '../../frame/server/records/schema/recordRow.ts';
import type { Services } from '../../frame/server/services.ts';
import { pageIn } from '../../frame/wire/binding.ts';
import type { WireTransaction } from '../../src/wire/transactions.ts';
import { moveTo } from './engine.ts';
import type { Handlers } from './handler.ts';

/** The call has no pages (spec 7): what is older than these newest ones is not shown. */
const MOST = 10_000;

export const transactionHandlers: Handlers<
  'transactions' | 'totalEarning' | 'recentTransaction' | 'updateTransaction'
> = {
  async transactions({ account, query }, services) {
    const asked = pageIn(query);
    if (!asked) return newest(services, account, MOST);
    const { sort } = collectionOf(services, 'transactions').resource.list;
    const { rows } = await pageOf(services, 'transactions', account, { ...asked, sort });
    return repliedWith(rows, await recordsOf(services, collectionOf(services, 'transactions'), rows, account));
  },

  async totalEarning(_, services) {
    return { data: await earnedIn(services, monthRange(services.config.timeZone)) };
  },

  recentTransaction: ({ account }, services) => newest(services, account, 1),

  async updateTransaction({ params, body, ...calling }, services) {
    const changed = await moveTo('transactions', params.id, body.status, calling, services);
    return { message: 'toasts.transactionUpdated', data: wireOf<WireTransaction>(changed) };
  },
};

/** The trail names the appointments whose patients they name. */
async function newest(services: Services, account: Account, most: number) {
  const { rows, records } = await firstOf(services, 'transactions', account, { most });
  return repliedWith(rows, records);
}

const repliedWith = (rows: readonly Row[], records: readonly Values[]) => ({
  data: records.map((one) => wireOf<WireTransaction>(one)),
  given: rows.map(({ id, appointment_id }) => String(appointment_id ?? id)),
});

/** What the Completed transactions of that time come to, in dollars. */
export const earnedIn = (services: Services, { from, to }: Range): Promise<number> =>
  sumOf(services, 'transactions', 'amount', [
    ['status', 'equals', 'Completed'],
    ['dateAndTime', 'from', new Date(from).toISOString()],
    ['dateAndTime', 'to', new Date(to - 1).toISOString()],
  ]);
