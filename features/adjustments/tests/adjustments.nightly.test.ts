import { API_ROOT } from 'portal-frame/wire';
import { expect, test } from 'vitest';
import { serverForEach } from '../../../tests/api/harness.ts';
import { MONEY } from '../../../tests/api/moneyConfigs.ts';
import { clientOf } from '../../../tests/api/supplies.ts';
import { visitsOf } from '../../../tests/api/visits.ts';
import { monthsOf } from '../../money/tests/months.ts';

const server = serverForEach({}, MONEY);
const { change: changeVisit } = visitsOf(server);
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

test('waives a line with a reason by a reversal, and charges it again once that is withdrawn', async () => {
  await price({ amount: 40 });
  const visit = await visitOn('2026-02-05');
  const { http, body } = await adjust({ visit, change: 'waive', kind: 'visit', reason: 'Our delay' });
  expect(http).toBe(201);
  const waived = [
    ['2026-02', 'visit', 40, null],
    ['2026-02', 'visit', -40, 'Our delay'],
  ];
  expect(await entriesOf()).toEqual(waived);
  // A later change of the visit charges nothing.
  await changeVisit(visit, { priorityLevel: 'Urgent' });
  expect(await entriesOf()).toEqual(waived);
  expect((await withdraw(body.id)).body.state).toBe('withdrawn');
  expect((await withdraw(body.id)).http).toBe(409);
  expect(await entriesOf()).toEqual([...waived, ['2026-02', 'visit', 40, null]]);
});

test('credits the payer of an invoice on the next one, with the reason on the paper', async () => {
  await price({ amount: 40 });
  await visitOn('2026-02-05');
  await closeMonth('2026-02');
  const invoice = await api().findOne('invoices', {});
  const { body } = await adjust({ invoice: invoice.id, change: 'credit', amount: 10 });
  await adjust({ invoice: invoice.id, change: 'add', amount: 4, reason: 'Courier' });
  await withdraw((await adjust({ invoice: invoice.id, change: 'add', amount: 3 })).body.id);
  await closeMonth('2026-03');
  expect([await totals('2026-02'), await totals('2026-03')]).toEqual([[40], [-6]]);
  expect(await api().findOne('ledgerEntries', { where: { rule: body.id } })).toMatchObject({
    ...{ laboratory: invoice.laboratory, visit: null, charge: -10, reason: 'Goodwill', month: '2026-03-01' },
  });
  const { id } = await api().findOne('invoices', { where: { month: '2026-03-01' } });
  const paper = await server.inject({
    method: 'POST',
    url: `${API_ROOT}/documents/invoice/${id}/csv`,
    headers: { authorization: `Bearer ${await server.tokenOf('laboratory')}` },
    payload: {},
  });
  for (const words of ['Credit: Goodwill', 'Courier']) expect(paper.body).toContain(words);
});

test('asks before the same amount is added or credited again, also at once', async () => {
  await price({ amount: 40 });
  const visit = await visitOn('2026-02-05');
  await closeMonth('2026-02');
  const invoice = (await api().findOne('invoices', {})).id;
  for (const about of [{ visit }, { invoice }]) {
    const credit = (values = {}) => adjust({ ...about, change: 'credit', amount: 20, ...values });
    const replies = (await Promise.all([credit(), credit()])).map(({ http }) => http);
    expect(replies.toSorted()).toEqual([201, 409]);
    const known = await credit({ recordAgain: true });
    expect([known.http, known.body.recordAgain]).toEqual([201, null]);
    expect([(await credit({ amount: 21 })).http, (await credit({ change: 'add' })).http]).toEqual([201, 201]);
  }
  const pay = { visit, side: 'earning', change: 'credit', amount: 20 };
  expect((await adjust(pay)).http).toBe(201);
});

test('adjusts the pay of a visit, whose employee sees the reason', async () => {
  await admin('payRates').create({ kind: 'visit', amount: 15, from: '2026-01-01' });
  const visit = await visitOn('2026-02-05');
  await adjust({ visit, side: 'earning', change: 'add', amount: 5, reason: 'Long way' });
  const { body } = await clientOf(server, 'employee', 'ledgerEntries').list();
  expect(body.map(({ earning, reason }: Record<string, unknown>) => [earning, reason]).toSorted()).toEqual([
    [15, null],
    [5, 'Long way'],
  ]);
});

test('refuses adjustments without a reason, amount, line or right', async () => {
  await price({ amount: 40 });
  const visit = await visitOn('2026-02-05');
  for (const values of [
    { visit, change: 'credit', amount: 5, reason: '' },
    { visit, change: 'credit' },
    ...[0, -5, 0.001, 'x', 1e9].map((amount) => ({ visit, change: 'credit', amount })),
    { visit, change: 'waive' },
    { visit, change: 'waive', kind: 'mile' },
    { visit: 'none', change: 'waive', kind: 'visit' },
    { change: 'credit', amount: 5 },
    { visit, change: 'gift', amount: 5 },
  ])
    expect([values, (await adjust(values)).http]).toEqual([values, 400]);
  const right = { visit, change: 'credit', amount: 5, reason: 'x' };
  for (const person of ['employee', 'laboratory'] as const)
    expect((await clientOf(server, person, 'adjustments').create(right)).http).toBe(403);
  const { body } = await adjust(right);
  expect((await withdraw(body.id, {})).http).toBe(400);
  expect((await admin('adjustments').update(body.id, { amount: 1, version: body.version })).http).toBe(400);
  // Waived once, the line is gone.
  const waiver = { visit, change: 'waive', kind: 'visit' };
  expect([(await adjust(waiver)).http, (await adjust(waiver)).http]).toEqual([201, 400]);
});
