import { sql } from 'kysely';
import { getCollection, toCollectionDb } from 'portal-frame/server/database';
import { expect, test } from 'vitest';
import moneyChange from '../../server/changes/001_money.ts';
import { serverForEach } from './harness.ts';
import { MONEY } from './moneyConfigs.ts';
import { monthsOf } from './months.ts';
import { clientOf } from './supplies.ts';
import { visitsOf } from './visits.ts';

const server = serverForEach({}, MONEY);
const { setStatus } = visitsOf(server);
const { api, price, prove, act, closeMonth, reopen, visitOn } = monthsOf(server);

/** Closes February with one visit, and returns its invoice. */
async function invoiceOf(amount = 50) {
  await price({ amount });
  await visitOn('2026-02-05');
  await closeMonth('2026-02');
  return api().findOne('invoices', {});
}
const current = (id: string) => api().findOne('invoices', id);
/** Records a part payment by the current version of the invoice. */
async function payPart(id: string, payment: number, values: object = {}) {
  const { version } = await current(id);
  return act('invoices', id, 'payPart', {
    payment,
    version,
    paidOn: '2026-03-01',
    paymentReference: 'ACH 1',
    ...values,
  });
}
/** Payments of an invoice, oldest first: amount, state and reference. */
async function paymentsOf(invoice: string) {
  const sort = { field: 'createdAt', order: 'ASC' } as const;
  return (await api().find('invoicePayments', { where: { invoice }, sort })).records;
}
const listOf = async (invoice: string) => (await paymentsOf(invoice)).map(({ amount, state }) => [amount, state]);
const remove = (id: string, values: object = { reason: 'Bounced' }) => act('invoicePayments', id, 'remove', values);

test('keeps each payment with its date and reference, and their sum as paid', async () => {
  const { id } = await invoiceOf();
  await payPart(id, 20);
  await payPart(id, 10.5, { paidOn: '2026-03-09', paymentReference: 'Check 7' });
  const paid = await act('invoices', id, 'pay', { paidOn: '2026-04-01', paymentReference: 'ACH 2' });
  expect(paid.body).toMatchObject({ state: 'paid', paid: 50, balance: 0 });
  expect((await paymentsOf(id)).map(({ amount, paidOn, reference }) => [amount, paidOn, reference])).toEqual([
    [20, '2026-03-01', 'ACH 1'],
    [10.5, '2026-03-09', 'Check 7'],
    [19.5, '2026-04-01', 'ACH 2'],
  ]);
});

test('removes a payment with a reason and proof, once, and shows its reversal', async () => {
  const { id } = await invoiceOf();
  await payPart(id, 20);
  await act('invoices', id, 'pay', { paidOn: '2026-04-01', paymentReference: 'ACH 2' });
  const [first, second] = await paymentsOf(id);
  expect((await remove(second?.id ?? '')).http).toBe(403);
  await prove();
  for (const values of [{}, { reason: '' }]) expect((await remove(second?.id ?? '', values)).http).toBe(400);
  const replies = await Promise.all([1, 2].map(() => remove(second?.id ?? '')));
  expect(replies.map(({ http }) => http).toSorted()).toEqual([200, 409]);
  expect(await current(id)).toMatchObject({
    ...{ state: 'partlyPaid', paid: 20, balance: 30, paidOn: '2026-03-01', paymentReference: 'ACH 1' },
  });
  expect(await listOf(id)).toEqual([
    [20, 'recorded'],
    [30, 'removed'],
    [-30, 'reversal'],
  ]);
  // A reversal cannot be removed.
  expect((await remove((await paymentsOf(id))[2]?.id ?? '')).http).toBe(409);
  await remove(first?.id ?? '');
  expect(await current(id)).toMatchObject({
    state: 'sent',
    paid: 0,
    balance: 50,
    paidOn: null,
    paymentReference: null,
  });
  await reopen('2026-02');
});

test('asks before the same payment is recorded a second time, from another window too', async () => {
  const { id, version } = await invoiceOf();
  const values = { payment: 20, version, paidOn: '2026-03-01', paymentReference: 'ACH 1' };
  const replies = await Promise.all([1, 2].map(() => act('invoices', id, 'payPart', values)));
  expect(replies.map(({ http }) => http).toSorted()).toEqual([200, 409]);
  const again = await payPart(id, 20);
  expect([again.http, again.body.message]).toEqual([409, expect.stringContaining('The same payment is recorded')]);
  expect((await payPart(id, 20, { recordAgain: true })).body).toMatchObject({ paid: 40, state: 'partlyPaid' });
  // The answer was for that payment alone.
  expect((await payPart(id, 2, { recordAgain: false })).http).toBe(200);
  expect((await payPart(id, 2)).http).toBe(409);
});

test('refuses payments that do not fit, and dates that are still to come', async () => {
  const { id } = await invoiceOf();
  for (const payment of [-5, 0, 50, 50.01, 1e9])
    expect([payment, (await payPart(id, payment)).http]).toEqual([payment, 400]);
  for (const paidOn of ['2199-01-01', '0001-01-01', '2026-01-31', 'soon', null])
    expect((await payPart(id, 5, { paidOn })).http).toBe(400);
  expect((await act('invoices', id, 'pay', { paidOn: '2199-01-01', paymentReference: 'x' })).http).toBe(400);
  expect(await listOf(id)).toEqual([]);
  // A closed month is about visits: its documents stay as they are.
  expect((await payPart(id, 5, { paidOn: '2026-02-20' })).http).toBe(200);
  expect(await current(id)).toMatchObject({ total: 50, paid: 5 });
});

test('refuses to pay out before the month, or on a day that is still to come', async () => {
  await api().create('payRates', { kind: 'visit', amount: 15, from: '2026-01-01' });
  await invoiceOf();
  const { id } = await api().findOne('payouts', {});
  const pay = (paidOn: string) => act('payouts', id, 'pay', { paidOn, paymentReference: 'ACH 9' });
  for (const paidOn of ['2199-01-01', '2026-01-31', '0001-01-01'])
    expect([paidOn, (await pay(paidOn)).http]).toEqual([paidOn, 400]);
  expect((await pay('2026-02-01')).body.state).toBe('paid');
});

test('lets only admins record and remove payments, by actions alone', async () => {
  const { id } = await invoiceOf();
  await payPart(id, 20);
  const [payment] = await paymentsOf(id);
  const { version } = await current(id);
  for (const person of ['employee', 'laboratory'] as const) {
    const values = { payment: 1, version, paidOn: '2026-03-01', paymentReference: '1' };
    expect((await clientOf(server, person, 'invoices').send('POST', `/${id}/payPart`, values)).http).toBe(403);
    const removing = clientOf(server, person, 'invoicePayments').send('POST', `/${payment?.id}/remove`, {
      reason: 'x',
    });
    expect((await removing).http).toBe(403);
  }
  const admin = clientOf(server, 'admin', 'invoicePayments');
  const others = [
    await admin.create({ invoice: id, amount: 5 }),
    await admin.update(payment?.id ?? '', { amount: 5, version: 1 }),
    await admin.send('DELETE', `/${payment?.id}`, {}),
    await act('invoices', id, 'unpay'),
  ];
  for (const { http } of others) expect([400, 403, 404]).toContain(http);
  // A laboratory sees the payments of its own invoices.
  const seen = async (person: 'laboratory' | 'laboratory2') =>
    (await clientOf(server, person, 'invoicePayments').list()).body.map(({ amount }: { amount: number }) => amount);
  expect([await seen('laboratory'), await seen('laboratory2')]).toEqual([[20], []]);
});

test('takes back both sides of a set-off', async () => {
  await price({ amount: 40 });
  const visit = await visitOn('2026-02-05');
  await closeMonth('2026-02');
  await setStatus(visit, 'Pending');
  await closeMonth('2026-03');
  const { records: both } = await api().find('invoices', { sort: { field: 'number', order: 'ASC' } });
  const [invoice, credit] = both.map(({ id }) => id) as [string, string];
  const { version } = await current(invoice);
  const done = await act('invoices', invoice, 'setOff', { against: credit, version, paidOn: '2026-04-01' });
  expect([done.body.state, (await current(credit)).state]).toEqual(['paid', 'paid']);
  await prove();
  await remove((await paymentsOf(credit))[0]?.id ?? '');
  for (const [id, amount] of [
    [invoice, 40],
    [credit, -40],
  ] as const) {
    expect(await listOf(id)).toEqual([
      [amount, 'removed'],
      [-amount, 'reversal'],
    ]);
    expect(await current(id)).toMatchObject({ state: 'sent', paid: 0, balance: amount, against: null });
  }
});

test('reopens a paid invoice and a paid payout with proof and a reason', async () => {
  await clientOf(server, 'admin', 'payRates').create({ kind: 'visit', amount: 15, from: '2026-01-01' });
  const { id } = await invoiceOf();
  await payPart(id, 20);
  const paid = { paidOn: '2026-03-02', paymentReference: 'ACH 2' };
  await act('invoices', id, 'pay', paid);
  const payout = await api().findOne('payouts', {});
  expect((await act('payouts', payout.id, 'pay', paid)).body.state).toBe('paid');
  const documents = [
    ['invoices', id, 'sent'],
    ['payouts', payout.id, 'due'],
  ] as const;
  for (const [name, one] of documents) expect((await act(name, one, 'reopen', { reason: 'Wrong' })).http).toBe(403);
  await prove();
  for (const [name, one, state] of documents) {
    expect((await act(name, one, 'reopen', {})).http).toBe(400);
    const done = await act(name, one, 'reopen', { reason: 'Wrong bank' });
    expect([done.http, done.body]).toEqual([
      200,
      expect.objectContaining({ state, paidOn: null, paymentReference: null }),
    ]);
    expect((await act(name, one, 'reopen', { reason: 'Again' })).http).toBe(409);
  }
  expect(await listOf(id)).toEqual([
    [20, 'removed'],
    [30, 'removed'],
    [-20, 'reversal'],
    [-30, 'reversal'],
  ]);
  await reopen('2026-02');
});

test('opens data of before: one payment of each invoice that is paid, and totals of closed months', async () => {
  const { id } = await invoiceOf();
  await payPart(id, 20, { paymentReference: 'Check 3' });
  const { services } = server;
  // As the earlier schema had it.
  const month = await api().findOne('periods', { where: { month: '2026-02-01' } });
  await api().update('periods', month.id, { invoiced: null, paidOut: null } as never);
  await sql`delete from ${sql.table(getCollection(services, 'invoicePayments').table)}`.execute(services.db);
  const place = (name: string) => {
    const collection = getCollection(services, name);
    const columns = collection.columns.map(({ name: field, valueColumn }) => [field, valueColumn]);
    return { table: collection.table, columns: Object.fromEntries(columns) };
  };
  const { after } = moneyChange;
  if (typeof after !== 'function') throw new Error('The change has no function.');
  await services.db
    .transaction()
    .execute((db) => after({ db: toCollectionDb(db), kind: services.store.kind, place } as never));
  expect(
    (await paymentsOf(id)).map(({ amount, state, reference, paidOn }) => [amount, state, reference, paidOn]),
  ).toEqual([[20, 'recorded', 'Check 3', '2026-03-01']]);
  expect(await api().findOne('periods', month.id)).toMatchObject({ invoiced: 50, paidOut: 0 });
  await prove();
  expect((await remove(id)).http).toBe(200);
  expect(await current(id)).toMatchObject({ state: 'sent', paid: 0, balance: 50 });
});
