import { sql } from 'kysely';
import { getCollection, toCollectionDb } from 'portal-frame/server/database';
import { describe, expect, test } from 'vitest';
import moneyChange from '../../../server/changes/001_money.ts';
import payoutChange from '../../../server/changes/002_payoutPayments.ts';
import { serverForEach } from '../../../tests/api/harness.ts';
import { MONEY } from '../../../tests/api/moneyConfigs.ts';
import { clientOf } from '../../../tests/api/supplies.ts';
import { visitsOf } from '../../../tests/api/visits.ts';
import { monthsOf } from './months.ts';

const server = serverForEach({}, MONEY);
const { setStatus } = visitsOf(server);
const { api, price, prove, act, closeMonth, reopen, visitOn } = monthsOf(server);

const DOCUMENTS = [
  {
    name: 'invoices',
    payments: 'invoicePayments',
    field: 'invoice',
    open: 'sent',
    readers: ['laboratory', 'laboratory2'],
  },
  { name: 'payouts', payments: 'payoutPayments', field: 'payout', open: 'due', readers: ['employee', 'employee2'] },
] as const;
type Kind = (typeof DOCUMENTS)[number];

/** Helpers for payments of one kind of document. */
function paymentsOf({ name, payments, field }: Pick<Kind, 'name' | 'payments' | 'field'>) {
  const current = (id: string) => api().findOne(name, id);
  /** Payments of a document, oldest first. */
  const list = async (id: string) => {
    const sort = { field: 'createdAt', order: 'ASC' } as const;
    return (await api().find(payments, { where: { [field]: id } as never, sort })).records;
  };
  return {
    ...{ current, list },
    /** Closes February with one visit, and returns its document. */
    async add(amount = 50) {
      await price({ amount });
      await api().create('payRates', { kind: 'visit', amount, from: '2026-01-01' });
      await visitOn('2026-02-05');
      await closeMonth('2026-02');
      return api().findOne(name, {});
    },
    /** Records a part payment by the current version of the document. */
    async payPart(id: string, payment: number, values: object = {}) {
      const { version } = await current(id);
      const first = { payment, version, paidOn: '2026-03-01', paymentReference: 'ACH 1' };
      return act(name, id, 'payPart', { ...first, ...values });
    },
    pay: (id: string, paidOn = '2026-04-01') => act(name, id, 'pay', { paidOn, paymentReference: 'ACH 2' }),
    listAmounts: async (id: string) => (await list(id)).map(({ amount, state }) => [amount, state]),
    remove: (id: string, values: object = { reason: 'Bounced' }) => act(payments, id, 'remove', values),
  };
}

/** Runs a change of server/changes as a start does. */
async function runChange({ after }: typeof moneyChange) {
  const { services } = server;
  const place = (name: string) => {
    const collection = getCollection(services, name);
    const columns = collection.columns.map(({ name: field, valueColumn }) => [field, valueColumn]);
    return { table: collection.table, columns: Object.fromEntries(columns) };
  };
  if (typeof after !== 'function') throw new Error('The change has no function.');
  await services.db
    .transaction()
    .execute((db) => after({ db: toCollectionDb(db), kind: services.store.kind, place } as never));
}
const clear = (name: string) =>
  sql`delete from ${sql.table(getCollection(server.services, name).table)}`.execute(server.services.db);

describe.each(DOCUMENTS)('payments of $name', (kind) => {
  const { add, current, list, payPart, pay, listAmounts, remove } = paymentsOf(kind);

  test('keeps each payment with its date and reference, and their sum as paid', async () => {
    const { id } = await add();
    await payPart(id, 20);
    await payPart(id, 10.5, { paidOn: '2026-03-09', paymentReference: 'Check 7' });
    expect((await pay(id)).body).toMatchObject({ state: 'paid', paid: 50, balance: 0 });
    expect((await list(id)).map(({ amount, paidOn, reference }) => [amount, paidOn, reference])).toEqual([
      [20, '2026-03-01', 'ACH 1'],
      [10.5, '2026-03-09', 'Check 7'],
      [19.5, '2026-04-01', 'ACH 2'],
    ]);
  });

  test('removes a payment with a reason and proof, once, and shows its reversal', async () => {
    const { id } = await add();
    await payPart(id, 20);
    await pay(id);
    const [first, second] = await list(id);
    expect((await remove(second?.id ?? '')).http).toBe(403);
    await prove();
    for (const values of [{}, { reason: '' }]) expect((await remove(second?.id ?? '', values)).http).toBe(400);
    const replies = await Promise.all([1, 2].map(() => remove(second?.id ?? '')));
    expect(replies.map(({ http }) => http).toSorted()).toEqual([200, 409]);
    expect(await current(id)).toMatchObject({
      ...{ state: 'partlyPaid', paid: 20, balance: 30, paidOn: '2026-03-01', paymentReference: 'ACH 1' },
    });
    expect(await listAmounts(id)).toEqual([
      [20, 'recorded'],
      [30, 'removed'],
      [-30, 'reversal'],
    ]);
    // A reversal cannot be removed.
    expect((await remove((await list(id))[2]?.id ?? '')).http).toBe(409);
    await remove(first?.id ?? '');
    const open = { state: kind.open, paid: 0, balance: 50, paidOn: null, paymentReference: null };
    expect(await current(id)).toMatchObject(open);
    await reopen('2026-02');
  });

  test('asks before the same payment is recorded a second time, from another window too', async () => {
    const { id, version } = await add();
    const values = { payment: 20, version, paidOn: '2026-03-01', paymentReference: 'ACH 1' };
    const replies = await Promise.all([1, 2].map(() => act(kind.name, id, 'payPart', values)));
    expect(replies.map(({ http }) => http).toSorted()).toEqual([200, 409]);
    const again = await payPart(id, 20);
    expect([again.http, again.body.message]).toEqual([409, expect.stringContaining('The same payment is recorded')]);
    expect(again.body.data).toMatchObject({ confirm: 'recordAgain' });
    expect((await payPart(id, 20, { recordAgain: true })).body).toMatchObject({ paid: 40, state: 'partlyPaid' });
    // The answer was for that payment alone.
    expect((await payPart(id, 2, { recordAgain: false })).http).toBe(200);
    expect((await payPart(id, 2)).http).toBe(409);
  });

  test('refuses payments that do not fit, and dates that are still to come', async () => {
    const { id } = await add();
    for (const payment of [-5, 0, 50, 50.01, 1e9])
      expect([payment, (await payPart(id, payment)).http]).toEqual([payment, 400]);
    for (const paidOn of ['2199-01-01', '0001-01-01', '2026-01-31', 'soon', null])
      expect((await payPart(id, 5, { paidOn })).http).toBe(400);
    for (const paidOn of ['2199-01-01', '2026-01-31', '0001-01-01'])
      expect([paidOn, (await pay(id, paidOn)).http]).toEqual([paidOn, 400]);
    expect(await listAmounts(id)).toEqual([]);
    // A closed month is about visits: its documents stay as they are.
    expect((await payPart(id, 5, { paidOn: '2026-02-20' })).http).toBe(200);
    expect(await current(id)).toMatchObject({ total: 50, paid: 5 });
  });

  test('lets only admins record and remove payments, by actions alone', async () => {
    const { id } = await add();
    await payPart(id, 20);
    const [payment] = await list(id);
    const { version } = await current(id);
    for (const person of ['employee', 'laboratory'] as const) {
      const values = { payment: 1, version, paidOn: '2026-03-01', paymentReference: '1' };
      expect((await clientOf(server, person, kind.name).send('POST', `/${id}/payPart`, values)).http).toBe(403);
      const removing = clientOf(server, person, kind.payments).send('POST', `/${payment?.id}/remove`, {
        reason: 'x',
      });
      expect((await removing).http).toBe(403);
    }
    const admin = clientOf(server, 'admin', kind.payments);
    const others = [
      await admin.create({ [kind.field]: id, amount: 5 }),
      await admin.update(payment?.id ?? '', { amount: 5, version: 1 }),
      await admin.send('DELETE', `/${payment?.id}`, {}),
      await act(kind.name, id, 'unpay'),
    ];
    for (const { http } of others) expect([400, 403, 404]).toContain(http);
    // Laboratories and employees see the payments of their own documents.
    const [own, other] = kind.readers;
    const readAmounts = async (person: (typeof kind.readers)[number]) =>
      (await clientOf(server, person, kind.payments).list()).body.map(({ amount }: { amount: number }) => amount);
    expect([await readAmounts(own), await readAmounts(other)]).toEqual([[20], []]);
    expect((await clientOf(server, own, kind.name).list()).body).toMatchObject([{ state: 'partlyPaid', balance: 30 }]);
  });

  test('reopens a paid document with proof and a reason, once', async () => {
    const { id } = await add();
    await payPart(id, 20);
    await pay(id, '2026-03-02');
    expect((await act(kind.name, id, 'reopen', { reason: 'Wrong' })).http).toBe(403);
    await prove();
    expect((await act(kind.name, id, 'reopen', {})).http).toBe(400);
    const done = await act(kind.name, id, 'reopen', { reason: 'Wrong bank' });
    const open = { state: kind.open, paidOn: null, paymentReference: null };
    expect([done.http, done.body]).toEqual([200, expect.objectContaining(open)]);
    expect((await act(kind.name, id, 'reopen', { reason: 'Again' })).http).toBe(409);
    expect(await listAmounts(id)).toEqual([
      [20, 'removed'],
      [30, 'removed'],
      [-20, 'reversal'],
      [-30, 'reversal'],
    ]);
    await reopen('2026-02');
  });
});

test('takes back both sides of a set-off', async () => {
  const { current, list, listAmounts, remove } = paymentsOf(DOCUMENTS[0]);
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
  await remove((await list(credit))[0]?.id ?? '');
  for (const [id, amount] of [
    [invoice, 40],
    [credit, -40],
  ] as const) {
    expect(await listAmounts(id)).toEqual([
      [amount, 'removed'],
      [-amount, 'reversal'],
    ]);
    expect(await current(id)).toMatchObject({ state: 'sent', paid: 0, balance: amount, against: null });
  }
});

test('opens data of before: one payment of each invoice that is paid, and totals of closed months', async () => {
  const { add, current, list, payPart, remove } = paymentsOf(DOCUMENTS[0]);
  const { id } = await add();
  await payPart(id, 20, { paymentReference: 'Check 3' });
  // As the earlier schema had it.
  const month = await api().findOne('periods', { where: { month: '2026-02-01' } });
  await api().update('periods', month.id, { invoiced: null, paidOut: null } as never);
  await clear('invoicePayments');
  await runChange(moneyChange);
  expect((await list(id)).map(({ amount, state, reference, paidOn }) => [amount, state, reference, paidOn])).toEqual([
    [20, 'recorded', 'Check 3', '2026-03-01'],
  ]);
  expect(await api().findOne('periods', month.id)).toMatchObject({ invoiced: 50, paidOut: 50 });
  await prove();
  expect((await remove(id)).http).toBe(200);
  expect(await current(id)).toMatchObject({ state: 'sent', paid: 0, balance: 50 });
});

test('opens data of before: one payment of each payout that is paid', async () => {
  const { add, current, list, pay, remove } = paymentsOf(DOCUMENTS[1]);
  const { id } = await add();
  await pay(id);
  // As the earlier schema had it.
  const { table, columns } = getCollection(server.services, 'payouts');
  const column = (field: string) => sql.ref(columns.find(({ name }) => name === field)?.valueColumn ?? '');
  await sql`update ${sql.table(table)} set ${column('paid')} = null, ${column('payment')} = null`.execute(
    server.services.db,
  );
  await clear('payoutPayments');
  await runChange(payoutChange);
  expect((await list(id)).map(({ amount, state, reference, paidOn }) => [amount, state, reference, paidOn])).toEqual([
    [50, 'recorded', 'ACH 2', '2026-04-01'],
  ]);
  expect(await current(id)).toMatchObject({ state: 'paid', paid: 50, balance: 0 });
  await prove();
  expect((await remove(id)).http).toBe(200);
  expect(await current(id)).toMatchObject({ state: 'due', paid: 0, balance: 50 });
});
