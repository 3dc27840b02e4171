import { getServerTexts } from 'portal-frame/server';
import { expect, test } from 'vitest';
import { serverForEach } from '../../../tests/api/harness.ts';
import { MONEY } from '../../../tests/api/moneyConfigs.ts';
import { monthsOf } from '../../money/tests/months.ts';
import { explainEntry } from '../../money/wire/explainEntry.ts';

const server = serverForEach({}, MONEY);
const { api, admin, price, act, closeMonth, visitOn } = monthsOf(server);
const adjust = (values: object) => admin('adjustments').create({ reason: 'Goodwill', ...values });
const withdraw = (id: string, values: object = { withdrawal: 'Error' }) => act('adjustments', id, 'withdraw', values);

/** Entries of the ledger, oldest first: month, side, kind, amount and reason. */
async function entriesOf(where: object = {}) {
  const sort = { field: 'createdAt', order: 'ASC' } as const;
  const { records: found } = await api().find('ledgerEntries', { where, sort, perPage: 100 });
  return found.map(({ month, kind, charge, earning, reason }) => [month.slice(0, 7), kind, charge ?? earning, reason]);
}
const totals = async (month: string) => {
  const sort = { field: 'number', order: 'ASC' } as const;
  const { records: found } = await api().find('invoices', { where: { month: `${month}-01` }, sort });
  return found.map(({ total }) => total);
};

test('adds and credits amounts of a visit, in its month or the next that is open', async () => {
  await price({ amount: 40 });
  const visit = await visitOn('2026-02-05');
  await adjust({ visit, change: 'add', amount: 7.5, reason: 'Parking' });
  await closeMonth('2026-02');
  const { body } = await adjust({ visit, change: 'credit', amount: 12.25, reason: 'Came late' });
  const credited = ['2026-03', 'adjustment', -12.25, 'Came late'];
  expect(await entriesOf()).toEqual([
    ['2026-02', 'visit', 40, null],
    ['2026-02', 'adjustment', 7.5, 'Parking'],
    credited,
  ]);
  await closeMonth('2026-03');
  expect([await totals('2026-02'), await totals('2026-03')]).toEqual([[47.5], [-12.25]]);
  await withdraw(body.id);
  expect((await entriesOf()).at(-1)?.slice(0, 3)).toEqual(['2026-04', 'adjustment', 12.25]);
  const entry = await api().findOne('ledgerEntries', { where: { charge: -12.25 } });
  expect(explainEntry(entry, getServerTexts('en').translate)).toBe('Credit: $12.25. Came late');
});
