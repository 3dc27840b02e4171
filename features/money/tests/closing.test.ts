import type { CollectionRecord } from 'portal-frame';
import { records, systemContext } from 'portal-frame/server';
import { beforeAll, expect, test, vi } from 'vitest';
import { PASSWORD, serverForAll } from '../../../tests/api/harness.ts';
import { MONEY } from '../../../tests/api/moneyConfigs.ts';
import { clientOf } from '../../../tests/api/supplies.ts';
import { versionsOf } from '../../../tests/api/tables.ts';
import { visitsOf } from '../../../tests/api/visits.ts';
import refreshInvoiceState from '../server/jobs/refreshInvoiceState.ts';
import refreshPayoutState from '../server/jobs/refreshPayoutState.ts';

const server = serverForAll({}, MONEY);
const { add, assign, setStatus } = visitsOf(server);
const api = () => records(systemContext(server.services));
const admin = (name: string) => clientOf(server, 'admin', name);

beforeAll(() => {
  server.services.jobs = [refreshInvoiceState, refreshPayoutState];
});

/** States of a month's ledger entries that a filter finds, with their numbers. */
async function statesIn(month: string, filter: object = {}) {
  const { body } = await admin('ledgerEntries').list({
    filter: { month: `2026-${month}-01`, ...filter },
    range: [0, 99],
  });
  const states = (body as CollectionRecord<'ledgerEntries'>[]).map(
    (one) => one.invoiceState ?? one.payoutState ?? null,
  );
  return Object.fromEntries([...Map.groupBy(states, String)].map(([state, some]) => [state, some.length]));
}

let minute = 0;
/** Adds a completed visit in a month of 2026. */
async function visitIn(month: string, by: 'laboratory' | 'laboratory2' = 'laboratory', employee = true) {
  const at = new Date(Date.parse(`2026-${month}-05T14:00:00Z`) + ++minute * 60_000).toISOString();
  const id = await add({ appointmentDateTime: at, accountNumber: 'ACC-12345678' }, by);
  if (employee) await assign(id, 'employee', { confirmed: true });
  await setStatus(id, 'Completed');
  return id;
}
const periodOf = (month: string) => api().findOne('periods', { where: { month: `2026-${month}-01` } });
async function act(name: string, id: string, action: string, values: object = {}) {
  const { http, body } = await admin(name).send('POST', `/${id}/${action}`, values);
  return { http, body };
}
const listAll = async <N extends 'invoices' | 'payouts'>(name: N, period: string) =>
  (await api().find(name, { where: { period } as never, perPage: 100 })).records as CollectionRecord<N>[];

test('refuses an unfinished month unless confirmed, and writes invoices and payouts', async () => {
  await api().create('prices', { kind: 'visit', amount: 40, from: '2026-02-01' });
  await api().create('payRates', { kind: 'visit', amount: 15, from: '2026-01-01' });
  for (const by of ['laboratory', 'laboratory', 'laboratory2'] as const) await visitIn('02', by);
  await visitIn('02', 'laboratory', false);
  const period = await periodOf('02');
  const refused = await act('periods', period.id, 'close');
  expect([refused.http, refused.body.message]).toEqual([
    409,
    'Visits without a result: 0, without a price: 0, without an employee: 1, reports to confirm: 0, business profiles without a name and address: 0. Close it despite these open items?',
  ]);
  expect(await statesIn('02')).toEqual({ null: 7 });
  const closed = await act('periods', period.id, 'close', { closeAnyway: true });
  expect([closed.http, closed.body.state, closed.body.withoutEmployee]).toEqual([200, 'closed', 1]);
  const invoices = await listAll('invoices', period.id);
  const totals = Object.fromEntries(invoices.map(({ total, laboratory }) => [laboratory, total]));
  expect(totals).toEqual({ [server.ids.laboratory]: 120, [server.ids.laboratory2]: 40 });
  expect(invoices.map(({ number }) => number).toSorted()).toEqual([1, 2]);
  const payouts = await listAll('payouts', period.id);
  expect(payouts.map(({ employee, total, paidOn }) => [employee, total, paidOn])).toEqual([
    [server.ids.employee, 45, null],
  ]);
  await vi.waitFor(async () => expect(await statesIn('02')).toEqual({ sent: 4, due: 3 }), 10_000);
  expect(await statesIn('02', { invoiceState: 'sent' })).toEqual({ sent: 4 });
  expect(await statesIn('02', { inPayout: true })).toEqual({ due: 3 });
  expect(await statesIn('02', { invoiceState: 'paid' })).toEqual({});
});

test('refuses a price that changes a closed month, and accepts a later one', async () => {
  const found = await api().findOne('prices', { where: { kind: 'visit' } });
  const change = await admin('prices').update(found.id, { amount: 50, version: found.version });
  expect([change.http, change.body.message]).toEqual([
    409,
    'The month 2026-02 is closed, and this change would alter it. Choose days after it, or reopen it.',
  ]);
  expect((await admin('prices').create({ kind: 'test', amount: 3, from: '2026-02-28' })).http).toBe(409);
  const ended = await admin('prices').update(found.id, { to: '2026-02-28', version: found.version });
  expect([ended.http, ended.body.to]).toEqual([200, '2026-02-28']);
  const next = await admin('prices').create({ kind: 'visit', amount: 50, from: '2026-03-01' });
  expect(next.http).toBe(201);
  expect((await admin('prices').create({ kind: 'visit', amount: 60, from: '2026-03-15' })).http).toBe(409);
  expect((await admin('prices').update(found.id, { to: '2026-02-20', version: ended.body.version })).http).toBe(409);
});

test('books a change after the closing in the next month', async () => {
  const [entry] = (await api().find('ledgerEntries', { where: { month: '2026-02-01', side: 'earning' } })).records;
  await setStatus(entry?.visit ?? '', 'Pending');
  const { records: reversals } = await api().find('ledgerEntries', {
    where: { visit: entry?.visit, quantity: { lt: 0 } },
  });
  expect(reversals.map(({ month }) => month)).toEqual(['2026-03-01', '2026-03-01']);
  await setStatus(entry?.visit ?? '', 'Completed');
});

test('completes one of two concurrent closings, and skips no number', async () => {
  for (const by of ['laboratory', 'laboratory2'] as const) await visitIn('03', by);
  const { id } = await periodOf('03');
  const replies = await Promise.all([act('periods', id, 'close'), act('periods', id, 'close')]);
  expect(replies.map(({ http }) => http).toSorted()).toEqual([200, 409]);
  const { records: all } = await api().find('invoices', { sort: { field: 'number', order: 'ASC' }, perPage: 100 });
  expect(all.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
});

test('marks invoices paid in part and in full, and payouts with date and reference', async () => {
  const { id: period } = await periodOf('03');
  const invoice = (await listAll('invoices', period)).find(({ laboratory }) => laboratory === server.ids.laboratory2);
  const pay = { paidOn: '2026-04-20', paymentReference: 'ACH 77' };
  const { version } = await api().findOne('invoices', invoice?.id ?? '');
  expect((await act('invoices', invoice?.id ?? '', 'payPart', { payment: 500, version, ...pay })).http).toBe(400);
  const part = await act('invoices', invoice?.id ?? '', 'payPart', { payment: 20, version, ...pay });
  expect([part.body.state, part.body.paid, part.body.balance]).toEqual(['partlyPaid', 20, 30]);
  const whole = await act('invoices', invoice?.id ?? '', 'pay', pay);
  expect([whole.body.state, whole.body.balance, whole.body.paymentReference]).toEqual(['paid', 0, 'ACH 77']);
  const ids = (await listAll('payouts', period)).map((one) => one.id);
  const paid = await admin('payouts').send('POST', '/many/pay', { ids, values: pay });
  expect([paid.http, paid.body[0].state]).toEqual([200, 'paid']);
  await vi.waitFor(async () => expect(await statesIn('03')).toEqual({ paid: 7, sent: 1 }), 10_000);
});

test('reopens only after reauthentication and before payments, with an audit entry', async () => {
  const february = await periodOf('02');
  const bare = await act('periods', february.id, 'reopen', { reason: 'Wrong price' });
  expect([bare.http, bare.body.data.reauthenticate]).toEqual([403, true]);
  await server.as('admin', 'reauthenticate', { body: { password: PASSWORD } });
  const reopened = await act('periods', february.id, 'reopen', { reason: 'Wrong price' });
  expect([reopened.http, reopened.body.state, reopened.body.reason]).toEqual([200, 'open', 'Wrong price']);
  for (const name of ['invoices', 'payouts'] as const)
    for (const { state, balance } of await listAll(name, february.id)) expect([state, balance]).toEqual(['void', 0]);
  await vi.waitFor(async () => expect(Object.keys(await statesIn('02'))).toEqual(['null']), 10_000);
  const march = await periodOf('03');
  expect((await act('periods', march.id, 'reopen', { reason: 'Late' })).body.message).toBe(
    'An invoice or payout of this month is paid, so it stays closed.',
  );
  expect((await versionsOf(server, february.id)).map(({ action }) => action)).toContain('reopen');
});
