import { records, systemContext } from 'portal-frame/server';
import { API_ROOT } from 'portal-frame/wire';
import { expect, test } from 'vitest';
import { PASSWORD, serverForEach } from './harness.ts';
import { MONEY } from './moneyConfigs.ts';
import { clientOf } from './supplies.ts';
import { visitsOf } from './visits.ts';

const server = serverForEach({}, MONEY);
const { add, assign, change, setStatus } = visitsOf(server);
const api = () => records(systemContext(server.services));
const admin = (name: string) => clientOf(server, 'admin', name);
const price = (values: object) => admin('prices').create({ kind: 'visit', from: '2026-01-01', ...values });
const prove = () => server.as('admin', 'reauthenticate', { body: { password: PASSWORD } });
const act = (name: string, id: string, action: string, values: object = {}) =>
  admin(name).send('POST', `/${id}/${action}`, values);

async function closeMonth(month: string) {
  const { id } = await api().findOne('periods', { where: { month: `${month}-01` } });
  expect((await act('periods', id, 'close', { closeAnyway: true })).body.state).toBe('closed');
}
async function reopen(month: string) {
  await prove();
  const { id } = await api().findOne('periods', { where: { month: `${month}-01` } });
  expect((await act('periods', id, 'reopen', { reason: 'Wrong price' })).body.state).toBe('open');
}

let minute = 0;
/** Adds a completed visit of the first employee. */
async function visitOn(day: string) {
  const id = await add({ appointmentDateTime: `${day}T10:${String(minute++ % 60).padStart(2, '0')}` });
  await assign(id, 'employee', { confirmed: true });
  await setStatus(id, 'Completed');
  return id;
}

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

test('reverses entries even if no price is valid on that day any more', async () => {
  const { body } = await price({ amount: 40, to: '2026-02-28' });
  const moved = await visitOn('2026-02-05');
  await change(moved, { appointmentDateTime: '2026-03-07T10:00', status: 'Pending', confirmed: true });
  const undone = await visitOn('2026-02-06');
  const { version } = await api().findOne('prices', body.id);
  await admin('prices').send('DELETE', `/${body.id}`, { version });
  await setStatus(undone, 'Pending');
  for (const visit of [moved, undone])
    expect(await linesOf({ visit })).toEqual([
      ['2026-02', 1, 40],
      ['2026-02', -1, -40],
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
      url: `${API_ROOT}/common/money-document/${id}/csv`,
      headers: { authorization: `Bearer ${await server.tokenOf('admin')}` },
      payload: { resource: 'invoices' },
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
  await prove();
  const params = { params: { id: erased }, body: { appointments: [erased] } };
  expect((await server.as('admin', 'deletePatient', params)).http).toBe(200);
  const { version, visits } = await api().findOne('trips', body.id);
  expect(visits).toEqual([kept]);
  expect((await admin('trips').update(body.id, { day: '2026-02-06', visits, version })).http).toBe(200);
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

test('refuses payments that do not fit, and a second payment by the same click', async () => {
  await price({ amount: 50 });
  await visitOn('2026-02-05');
  await closeMonth('2026-02');
  const { id, version } = await api().findOne('invoices', {});
  const paid = { paidOn: '2026-03-01', paymentReference: 'ACH 1' };
  for (const payment of [-5, 0, 50, 50.01, 1e9, '20', null, 0.001])
    expect([payment, (await act('invoices', id, 'payPart', { payment, version, ...paid })).http]).toEqual([
      payment,
      400,
    ]);
  // Sent twice, it would count twice.
  const bare = await act('invoices', id, 'payPart', { payment: 20, ...paid });
  expect([bare.http, bare.body.message]).toEqual([
    400,
    'Send the version of the record: this action counts each time that it runs.',
  ]);
  for (const [action, values] of [
    ['payPart', { payment: 20, version }],
    ['pay', {}],
  ] as const) {
    const replies = await Promise.all([1, 2].map(() => act('invoices', id, action, { ...values, ...paid })));
    expect(replies.map(({ http }) => http).toSorted()).toEqual([200, 409]);
  }
  expect(await api().findOne('invoices', id)).toMatchObject({ paid: 50, balance: 0 });
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

test('refuses to restore a version of a price from before the closing', async () => {
  const { body } = await price({ amount: 50 });
  const { body: changed } = await admin('prices').update(body.id, { amount: 70, version: body.version });
  await visitOn('2026-02-05');
  await closeMonth('2026-02');
  const restored = await admin('prices').send('POST', `/${body.id}/restore`, {
    to: body.version,
    version: changed.version,
  });
  expect(restored.http).toBe(409);
});

test('reopens a month without invoices', async () => {
  const { body } = await admin('periods').create({ month: '2025-12-01' });
  await closeMonth('2025-12');
  await reopen('2025-12');
  expect((await act('periods', body.id, 'close')).http).toBe(200);
});

test('voids more invoices at once than a request may change', async () => {
  const { body } = await admin('periods').create({ month: '2025-12-01' });
  const invoices = Array.from({ length: 501 }, (_, at) => {
    const numbered = { number: at + 1, payer: `Payer ${at}`, month: '2025-12-01', period: body.id };
    return { ...numbered, total: 1, paid: 0, dueOn: '2026-01-31' };
  });
  await api().createMany('invoices', invoices as never);
  const { records: all } = await api().find('invoices', { fields: ['state'], perPage: 1000 });
  const ids = all.map(({ id }) => id);
  await api().transitionMany('invoices', ids, 'void');
  expect(await api().count('invoices', { where: { state: 'void' } })).toBe(501);
  const asPerson = await admin('invoices').send('POST', '/many/pay', { ids, values: { paidOn: '2026-01-01' } });
  expect([asPerson.http, asPerson.body.message]).toEqual([400, 'At most 500 records can be changed at a time.']);
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
