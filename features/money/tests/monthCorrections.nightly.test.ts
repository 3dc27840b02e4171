import { systemContext } from 'portal-frame/server';
import { API_ROOT } from 'portal-frame/wire';
import { expect, test } from 'vitest';
import { serverForEach } from '../../../tests/api/harness.ts';
import { MONEY } from '../../../tests/api/moneyConfigs.ts';
import { visitsOf } from '../../../tests/api/visits.ts';
import { prepareMonth, writeDocuments } from '../server/closeMonth.ts';
import { monthsOf } from './months.ts';

const server = serverForEach({}, MONEY);
const { add, assign, change, setStatus } = visitsOf(server);
const { api, admin, price, prove, act, closeMonth, reopen, visitOn } = monthsOf(server);

/** Lines of the ledger, oldest first: month, quantity and amount. */
async function linesOf(where: object = {}) {
  const sort = { field: 'createdAt', order: 'ASC' } as const;
  const { records: found } = await api().find('ledgerEntries', { where, sort, perPage: 100 });
  return found.map(({ month, quantity, charge, earning }) => [month.slice(0, 7), quantity, charge ?? earning]);
}
async function totalsOf(name: 'invoices' | 'payouts') {
  const { records: found } = await api().find(name, { sort: { field: 'createdAt', order: 'ASC' }, perPage: 100 });
  return found.map(({ month, total, state }) => [month?.slice(0, 7), total, state]);
}

test('applies a price corrected after reopening when the month is closed again', async () => {
  const { body } = await price({ amount: 40 });
  await visitOn('2026-02-05');
  await closeMonth('2026-02');
  await reopen('2026-02');
  const { version } = await api().findOne('prices', body.id);
  expect((await admin('prices').update(body.id, { amount: 50, version })).http).toBe(200);
  await closeMonth('2026-02');
  expect(await totalsOf('invoices')).toEqual([
    ['2026-02', 40, 'void'],
    ['2026-02', 50, 'sent'],
  ]);
});

test('pays visits by a rate entered later, and charges nothing by a deleted price', async () => {
  const { body } = await price({ amount: 40 });
  await visitOn('2026-02-05');
  await admin('payRates').create({ kind: 'visit', amount: 15, from: '2026-01-01' });
  const { version } = await api().findOne('prices', body.id);
  await admin('prices').send('DELETE', `/${body.id}`, { version });
  await closeMonth('2026-02');
  expect([await totalsOf('payouts'), await totalsOf('invoices')]).toEqual([[['2026-02', 15, 'due']], []]);
});

test('books a reversal in the month of its entry, or in the next open one', async () => {
  await price({ amount: 40 });
  const move = async (id: string, day: string) => {
    const moved = await change(id, { appointmentDateTime: `${day}T10:00`, status: 'Pending', confirmed: true });
    expect(moved.http).toBe(200);
    await setStatus(id, 'Completed');
  };
  const early = await visitOn('2026-01-05');
  await closeMonth('2026-01');
  const id = await visitOn('2026-04-05');
  await move(id, '2026-02-07');
  await move(early, '2026-04-08');
  expect(await linesOf({ visit: id })).toEqual([
    ['2026-04', 1, 40],
    ['2026-04', -1, -40],
    ['2026-02', 1, 40],
  ]);
  expect(await linesOf({ visit: early })).toEqual([
    ['2026-01', 1, 40],
    ['2026-02', -1, -40],
    ['2026-04', 1, 40],
  ]);
});

test('marks a void invoice and keeps its lines', async () => {
  await price({ amount: 40 });
  const visit = await visitOn('2026-02-05');
  await closeMonth('2026-02');
  await reopen('2026-02');
  await setStatus(visit, 'Pending');
  for (const day of ['2026-02-06', '2026-02-07']) await visitOn(day);
  await closeMonth('2026-02');
  const { records: found } = await api().find('invoices', { sort: { field: 'number', order: 'ASC' } });
  const sums = [];
  for (const { id } of found) {
    const { body } = await server.inject({
      method: 'POST',
      url: `${API_ROOT}/documents/invoice/${id}/csv`,
      headers: { authorization: `Bearer ${await server.tokenOf('admin')}` },
      payload: {},
    });
    const amounts = body
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.split(',').at(-1)));
    sums.push(amounts.reduce((sum, amount) => sum + amount, 0));
  }
  expect([found.map(({ state, total }) => [state, total]), sums]).toEqual([
    [
      ['void', 40],
      ['sent', 80],
    ],
    [40, 80],
  ]);
});

test('keeps the share of a visit when another visit of its trip is erased', async () => {
  await price({ kind: 'mile', amount: 1.04 });
  const [erased, kept] = [await visitOn('2026-02-05'), await visitOn('2026-02-05')];
  const trip = { employee: server.ids.employee, day: '2026-02-05', miles: 80, visits: [erased, kept] };
  const { body } = await admin('trips').create(trip);
  await api().delete('appointments', erased);
  const { version, visits } = await api().findOne('trips', body.id);
  expect(visits).toEqual([kept]);
  expect((await admin('trips').update(body.id, { miles: 80, visits, version })).http).toBe(200);
  await closeMonth('2026-02');
  // Invoices stay without the patient.
  expect(await totalsOf('invoices')).toEqual([['2026-02', 83.2, 'sent']]);
});

test('changes no entry when an employee or a laboratory is deleted', async () => {
  await price({ amount: 40 });
  await price({ amount: 60, laboratory: server.ids.laboratory });
  await admin('payRates').create({ kind: 'visit', amount: 15, from: '2026-01-01' });
  const id = await visitOn('2026-02-05');
  await closeMonth('2026-02');
  await prove();
  for (const [call, person] of [
    ['deleteEmployee', 'employee'],
    ['deleteLaboratory', 'laboratory'],
  ] as const)
    expect((await server.as('admin', call, { params: { id: server.ids[person] } })).http).toBe(200);
  expect((await change(id, { priorityLevel: 'Urgent' })).http).toBe(200);
  expect((await linesOf({ visit: id })).map(([, , amount]) => amount).toSorted()).toEqual([15, 60]);
  expect((await admin('invoices').list()).body[0].payer).toMatch(/\w/);
});

test('books a visit by its local day, at ends of months and clock changes', async () => {
  await price({ amount: 40, from: '2025-01-01' });
  const times = ['2026-03-31T23:30', '2026-03-01T00:00', '2026-03-08T03:30', '2025-11-02T01:30', '2025-10-31T23:59'];
  for (const at of times) {
    const id = await add({ appointmentDateTime: at });
    await setStatus(id, 'Completed');
    expect(await linesOf({ visit: id })).toEqual([[at.slice(0, 7), 1, 40]]);
  }
});

/** Charges a visit of February, and takes it back after the closing: February is invoiced, March is a credit. */
async function creditOf(amount: number) {
  await price({ amount });
  const visit = await visitOn('2026-02-05');
  await closeMonth('2026-02');
  await setStatus(visit, 'Rejected');
  await closeMonth('2026-03');
  const { records: found } = await api().find('invoices', { sort: { field: 'number', order: 'ASC' } });
  return found;
}

test('refunds a credit as a whole, also together with invoices, and never calls it late', async () => {
  const [invoice, credit] = await creditOf(165.01);
  expect(credit).toMatchObject({ total: -165.01, balance: -165.01, dueOn: null, state: 'sent' });
  const where = { dueOn: { lt: '2199-01-01' } };
  const { body: late } = await admin('invoices').list({ where });
  expect(late.map(({ id }: { id: string }) => id)).toEqual([invoice?.id]);
  const part = (payment: number, version = credit?.version) =>
    act('invoices', credit?.id ?? '', 'payPart', {
      payment,
      version,
      paidOn: '2026-04-01',
      paymentReference: 'Check 1',
    });
  for (const payment of [10, -65.01, -165.01, -200, -0.001, 0])
    expect([payment, (await part(payment)).http]).toEqual([payment, 400]);
  const ids = [invoice?.id, credit?.id];
  const paid = await admin('invoices').send('POST', '/many/pay', {
    ids,
    values: { paidOn: '2026-04-02', paymentReference: 'ACH 2' },
  });
  expect([paid.http, paid.body.map((one: { balance: number; state: string }) => [one.balance, one.state])]).toEqual([
    200,
    [
      [0, 'paid'],
      [0, 'paid'],
    ],
  ]);
});

test('sets a credit off against an invoice of the same payer', async () => {
  const [invoice, credit] = await creditOf(40);
  const other = await add({ appointmentDateTime: '2026-04-05T10:00' }, 'laboratory2');
  const more = [await visitOn('2026-04-06'), await visitOn('2026-04-07')];
  for (const id of [other, ...more]) await setStatus(id, 'Completed');
  await closeMonth('2026-04');
  const { records: april } = await api().find('invoices', { where: { month: '2026-04-01' } });
  const foreign = april.find(({ laboratory }) => laboratory === server.ids.laboratory2);
  const own = april.find(({ laboratory }) => laboratory === server.ids.laboratory);
  const setOff = (id = '', against = '', version = 1) =>
    act('invoices', id, 'setOff', { against, version, paidOn: '2026-05-01' });
  for (const against of [foreign?.id, credit?.id, 'none']) expect((await setOff(credit?.id, against)).http).toBe(400);
  expect((await setOff(own?.id, invoice?.id)).http).toBe(400);
  // The larger one would keep a balance.
  expect((await setOff(own?.id, credit?.id)).http).toBe(400);
  const done = await setOff(credit?.id, own?.id, credit?.version);
  expect([done.http, done.body.balance, done.body.state, done.body.paymentReference]).toEqual([
    200,
    0,
    'paid',
    String(own?.number),
  ]);
  expect(await api().findOne('invoices', own?.id ?? '')).toMatchObject({ paid: 40, balance: 40, state: 'partlyPaid' });
  expect((await setOff(credit?.id, own?.id, 2)).http).toBe(409);
});

test('uses a part of a larger credit for a smaller invoice', async () => {
  const [, credit] = await creditOf(40);
  await api().update('prices', (await api().findOne('prices', {})).id, { to: '2026-03-31' });
  await price({ amount: 15, from: '2026-04-01' });
  await visitOn('2026-04-06');
  await closeMonth('2026-04');
  const {
    records: [invoice],
  } = await api().find('invoices', { where: { month: '2026-04-01' } });
  const values = { against: credit?.id, version: invoice?.version, paidOn: '2026-05-01' };
  expect((await act('invoices', invoice?.id ?? '', 'setOff', values)).body.state).toBe('paid');
  expect(await api().findOne('invoices', credit?.id ?? '')).toMatchObject({
    paid: -15,
    balance: -25,
    state: 'partlyPaid',
  });
});

test('invoices entries that were added between the preparation and the closing', async () => {
  await price({ amount: 40 });
  await visitOn('2026-02-05');
  const period = await api().findOne('periods', { where: { month: '2026-02-01' } });
  const prepared = await prepareMonth(systemContext(server.services), '2026-02-01');
  await visitOn('2026-02-06');
  await writeDocuments(systemContext(server.services), { id: period.id, month: '2026-02-01' }, prepared);
  expect(await totalsOf('invoices')).toEqual([['2026-02', 80, 'sent']]);
});

test('reopens a month without invoices', async () => {
  const { body } = await admin('periods').create({ month: '2025-12-01' });
  await closeMonth('2025-12');
  await reopen('2025-12');
  expect((await act('periods', body.id, 'close')).http).toBe(200);
});

test('charges the miles of a trip entered while its visit is completed', async () => {
  await price({ kind: 'mile', amount: 1 });
  for (const day of ['03', '04', '05', '06', '07', '08']) {
    const id = await add({ appointmentDateTime: `2026-02-${day}T10:00` });
    await assign(id, 'employee', { confirmed: true });
    const trip = { employee: server.ids.employee, day: `2026-02-${day}`, miles: 9, visits: [id] };
    const [{ http }, reply] = await Promise.all([admin('trips').create(trip), setStatus(id, 'Completed')]);
    expect([http, reply.http, await linesOf({ visit: id })]).toEqual([201, 200, [['2026-02', 9, 9]]]);
  }
});

test('lets a price begin or end on the days beside a closed month', async () => {
  const first = await price({ amount: 40, from: '2026-01-01', to: '2026-03-31' });
  await visitOn('2026-02-05');
  await closeMonth('2026-02');
  const change = async (values: object) => {
    const { version } = await api().findOne('prices', first.body.id);
    return (await admin('prices').update(first.body.id, { ...values, version })).http;
  };
  // Only January has another price then.
  expect(await change({ from: '2026-02-01' })).toBe(200);
  expect(await change({ from: '2026-02-02' })).toBe(409);
  expect(await change({ to: '2026-02-28' })).toBe(200);
  expect(await change({ to: '2026-02-27' })).toBe(409);
});

test('refuses overlapping days, also concurrently, and fractions of a cent', async () => {
  const made = async (...values: object[]) => {
    const replies = await Promise.all(values.map((one) => price(one)));
    return replies.map(({ http }) => http).toSorted();
  };
  expect(await made({ amount: 0.985 }, { amount: -1 }, { amount: 1e12 }, { amount: null })).toEqual([
    400, 400, 400, 400,
  ]);
  expect(await made({ amount: 1, from: '2026-03-01', to: '2026-02-01' })).toEqual([400]);
  const may = { amount: 1.15, from: '2026-05-31' };
  expect(await made(may, may, may)).toEqual([201, 409, 409]);
  expect(await made({ ...may, from: '2026-05-01', to: '2026-05-31' })).toEqual([409]);
  expect(await made({ ...may, from: '2026-05-01', to: '2026-05-30' })).toEqual([201]);
});
