import { expect, test } from 'vitest';
import { hasPlugin, serverForEach } from '../../../tests/api/harness.ts';
import { MONEY } from '../../../tests/api/moneyConfigs.ts';
import { visitsOf } from '../../../tests/api/visits.ts';
import { monthsOf } from './months.ts';

const server = serverForEach({}, MONEY);
const { add, setStatus } = visitsOf(server);
const { api, admin, price, closeMonth, visitOn, reopen } = monthsOf(server);

const periodOf = (month: string) => api().findOne('periods', { where: { month: `${month}-01` } });
const preview = async (month: string, person: 'admin' | 'employee' | 'laboratory' = 'admin') =>
  server.as(person, 'monthPreview', { params: { id: (await periodOf(month)).id } });

test('tells what a month lacks, and what closing it would invoice and pay, without writing', async () => {
  await price({ amount: 40, laboratory: server.ids.laboratory });
  const [first] = [await visitOn('2026-02-05'), await visitOn('2026-02-06')];
  const pending = await add({ appointmentDateTime: '2026-02-07T10:00' });
  const unpriced = await add({ appointmentDateTime: '2026-02-08T10:00' }, 'laboratory2');
  await setStatus(unpriced, 'Completed');
  // A rate that is entered later is settled by the closing.
  await admin('payRates').create({ kind: 'visit', amount: 15, from: '2026-01-01' });
  const credit = hasPlugin('adjustments') ? 2.5 : 0;
  if (credit) await admin('adjustments').create({ visit: first, change: 'credit', amount: credit, reason: 'Late' });
  const entries = await api().count('ledgerEntries');
  const { data } = await preview('2026-02');
  expect(await api().count('ledgerEntries')).toBe(entries);
  expect(data.checklist).toEqual({ withoutResult: 1, withoutPrice: 1, withoutEmployee: 1, held: 0, withoutSeller: 0 });
  expect(data.unpriced.map(({ _id }: { _id: string }) => _id)).toEqual([unpriced]);
  const amounts = (sums: { _id: string; amount: number }[]) => sums.map(({ _id, amount }) => [_id, amount]);
  expect(amounts(data.invoices)).toEqual([[server.ids.laboratory, 80 - credit]]);
  expect(amounts(data.payouts)).toEqual([[server.ids.employee, 30]]);
  for (const { name } of [...data.invoices, ...data.payouts]) expect(name).toMatch(/[A-Z]\w+/);
  await setStatus(pending, 'Completed');
  await closeMonth('2026-02');
  const { records: invoices } = await api().find('invoices', {});
  expect(invoices.map(({ total }) => total)).toEqual([120 - credit]);
  expect(await periodOf('2026-02')).toMatchObject({ invoiced: 120 - credit, paidOut: 30 });
  await reopen('2026-02');
  expect(await periodOf('2026-02')).toMatchObject({ invoiced: null, paidOut: null });
});
