import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { getCollection } from 'portal-frame/internal/records';
import { getServerTexts, records, systemContext } from 'portal-frame/server';
import { expect, test } from 'vitest';
import { hasPlugin, serverForAll } from '../../../tests/api/harness.ts';
import { sendImport } from '../../../tests/api/importing.ts';
import { csvOf, goodRows, HEAD } from '../../../tests/api/importRows.ts';
import { MONEY } from '../../../tests/api/moneyConfigs.ts';
import { withOrders } from '../../../tests/api/orderConfigs.ts';
import { clientOf } from '../../../tests/api/supplies.ts';
import { together } from '../../../tests/api/together.ts';
import { visitsOf } from '../../../tests/api/visits.ts';
import { settleVisits } from '../server/settleVisits.ts';
import { explainEntry } from '../wire/explainEntry.ts';

const server = serverForAll({}, together(withOrders(), MONEY));
const { add, assign, change, setStatus } = visitsOf(server);
const api = () => records(systemContext(server.services));

/** Lines of a visit, oldest first: side, kind, quantity and amount. */
async function linesOf(visit: string) {
  const { records: found } = await api().find('ledgerEntries', {
    where: { visit },
    sort: { field: 'createdAt', order: 'ASC' },
    perPage: 100,
  });
  return found.map(({ side, kind, quantity, charge, earning }) => [side, kind, quantity, charge ?? earning]);
}

let minute = 0;
/** Adds a visit of the first employee on a past day of May 2026. */
async function visitOf(values: object = {}): Promise<string> {
  const at = new Date(Date.UTC(2026, 4, 5, 14) + ++minute * 3_600_000).toISOString();
  const id = await add({ appointmentDateTime: at, accountNumber: 'ACC-12345678', ...values });
  await assign(id, 'employee', { confirmed: true });
  return id;
}
const price = async (values: object) => {
  const { http, body } = await clientOf(server, 'admin', 'prices').create({ from: '2026-01-01', ...values });
  expect([http, body]).toEqual([201, expect.anything()]);
  return body;
};
const rate = (values: object) => api().create('payRates', { from: '2026-01-01', ...values } as never);

const reportAbsence = async (id: string) => {
  const body = { key: randomUUID(), kind: 'couldNotDraw', reason: 'notHome' };
  return (await server.as('employee', 'reportVisit', { params: { id }, body })).http;
};

test('writes no entry without prices and rates', async () => {
  const id = await visitOf();
  await setStatus(id, 'Completed');
  expect(await linesOf(id)).toEqual([]);
});

test('charges and pays a completed visit once, and reverses it afterwards', async () => {
  await price({ kind: 'visit', amount: 40 });
  await price({ kind: 'visit', amount: 42.5, laboratory: server.ids.laboratory });
  await price({ kind: 'priority', priority: 'Urgent', amount: 15 });
  await rate({ kind: 'visit', amount: 18.25 });
  const id = await visitOf({ priorityLevel: 'Urgent' });
  await setStatus(id, 'Completed');
  const written = [
    ['charge', 'visit', 1, 42.5],
    ['charge', 'priority', 1, 15],
    ['earning', 'visit', 1, 18.25],
  ];
  expect((await linesOf(id)).toSorted()).toEqual(written.toSorted());
  await setStatus(id, 'Completed');
  // Also without a transaction of the caller.
  await settleVisits(systemContext(server.services), [id]);
  expect(await linesOf(id)).toHaveLength(3);
  await setStatus(id, 'Pending');
  const reversed = written.map(([side, kind, quantity, amount]) => [side, kind, -Number(quantity), -Number(amount)]);
  expect((await linesOf(id)).toSorted()).toEqual([...written, ...reversed].toSorted());
  const { total } = await api().aggregate('ledgerEntries', { where: { visit: id }, measures: [{ sum: 'margin' }] });
  expect(total).toMatchObject({ sum_margin: 0 });
});

test('explains an amount in words and names the visit and the rule', async () => {
  const id = await visitOf();
  await setStatus(id, 'Completed');
  const found = await api().findOne('ledgerEntries', { where: { visit: id, side: 'charge' } });
  const said = (language: string) => explainEntry(found, getServerTexts(language).translate);
  expect(said('en')).toBe('Visit: 1 × $42.50 = $42.50 (own price since 2026-01-01)');
  expect(said('es')).toBe('Visita: 1 × $42.50 = $42.50 (precio propio desde 2026-01-01)');
  const reversed = { ...found, kind: 'waiting' as const, limit: 15, quantity: -12, rate: 0.5, charge: -6, own: false };
  expect(explainEntry(reversed, getServerTexts('en').translate)).toBe(
    'Reversal of Minute of waiting: 12 × $0.50 = $6.00 (general price since 2026-01-01), after 15 free minutes',
  );
  expect(found).toMatchObject({ visit: id, patientCode: '••••5678', month: '2026-05-01', margin: 42.5 });
  expect(await api().findOne('prices', found.rule)).toMatchObject({ amount: 42.5 });
});

test('follows every kind of change: bulk, single, laboratory, priority and visit report', async () => {
  const ids = [await visitOf(), await visitOf()];
  const appointments = ids.map((_id) => ({ _id, status: 'Completed' }));
  expect((await server.as('admin', 'setStatusMany', { body: { appointments } })).http).toBe(200);
  for (const id of ids) expect(await linesOf(id)).toHaveLength(2);
  const [id = ''] = ids;
  await change(id, { priorityLevel: 'Urgent' });
  expect(await linesOf(id)).toHaveLength(3);
  await change(id, { status: 'Pending' });
  expect(await linesOf(id)).toHaveLength(6);
  await price({ kind: 'noShow', amount: 10 });
  const failed = await visitOf();
  expect(await reportAbsence(failed)).toBe(200);
  expect(await linesOf(failed)).toEqual([['charge', 'noShow', 1, 10]]);
  // The failed attempt stays when the visit is moved.
  await change(failed, { appointmentDateTime: '2038-06-01T10:00', confirmed: true });
  expect(await linesOf(failed)).toHaveLength(1);
});

const inHours = (hours: number) => add({ appointmentDateTime: new Date(Date.now() + hours * 3_600_000).toISOString() });

test('charges a late cancellation by patient or laboratory only within the hours of the price', async () => {
  await price({ kind: 'cancelledLate', amount: 20, limit: 24 });
  for (const cancelledBy of ['patient', 'laboratory']) {
    const [late, early] = [await inHours(2), await inHours(72)];
    for (const id of [late, early]) await change(id, { cancelReason: 'Ill', cancelledBy });
    expect(await linesOf(late)).toEqual([['charge', 'cancelledLate', 1, 20]]);
    expect(await linesOf(early)).toEqual([]);
  }
});

test('charges no timely cancellation that is written again when it would be late', async () => {
  const values = { cancelReason: 'Ill', cancelledBy: 'patient' };
  const [cancelled, entered] = [await inHours(72), await inHours(72)];
  await change(cancelled, values);
  const inPast = (hours: number) => Date.now() - hours * 3_600_000;
  const store = (id: string, columns: object) =>
    server.services.db.updateTable('appointments').set(columns).where('id', '=', id).execute();
  await store(cancelled, { scheduled_at: inPast(-22), dispatched_at: inPast(3) });
  const rejected = { status: 'Rejected', cancelled_by: 'patient', dispatched_at: null } as const;
  await store(entered, { ...rejected, scheduled_at: inPast(-22), created_at: inPast(3) });
  for (const id of [cancelled, entered]) {
    const body = { status: 'Rejected', ...values };
    await server.as('admin', 'updateAppointment', { params: { id }, body });
    await change(id, { ...body, cancelReason: 'Very ill', address: '2 Oak St' });
    await server.as('admin', 'setStatusMany', { body: { appointments: [{ _id: id, status: 'Rejected' }] } });
    const { employee, appointmentDateTime } = await api().findOne('appointments', id);
    await api().update('appointments', id, { status: 'Rejected', employee, appointmentDateTime });
    await api().update('appointments', id, { employee: server.ids.employee });
    await api().update('appointments', id, { employee: server.ids.employee2 });
    expect(await linesOf(id)).toEqual([]);
  }
});

test('charges no late cancellation of our own, or without an answer', async () => {
  const [own, unsaid] = [await inHours(2), await inHours(2)];
  expect((await change(own, { cancelReason: 'Our phlebotomist is ill', cancelledBy: 'business' })).http).toBe(200);
  await setStatus(unsaid, 'Rejected');
  for (const id of [own, unsaid]) expect(await linesOf(id)).toEqual([]);
  // Corrected later, and taken back with the status.
  expect((await change(unsaid, { cancelledBy: 'patient' })).http).toBe(200);
  expect(await linesOf(unsaid)).toEqual([['charge', 'cancelledLate', 1, 20]]);
  for (const body of [{ status: 'Pending' }, { cancelledBy: 'patient' }])
    expect((await change(unsaid, body)).data.cancelledBy).toBeUndefined();
  expect((await change(unsaid, { cancelReason: 'Ill', cancelledBy: 'nobody' })).http).toBe(400);
});

test("stores who cancelled with the specification's call, and charges it", async () => {
  const reject = (id: string, values: object) =>
    server.as('admin', 'updateAppointment', { params: { id }, body: { status: 'Rejected', ...values } });
  const [patient, business] = [await inHours(2), await inHours(2)];
  const { data } = await reject(patient, { cancelReason: 'Ill', cancelledBy: 'patient' });
  expect(data).toMatchObject({ status: 'Rejected', cancelReason: 'Ill', cancelledBy: 'patient' });
  expect((await reject(business, { cancelledBy: 'nobody' })).http).toBe(400);
  await reject(business, { cancelledBy: 'business' });
  expect(await linesOf(patient)).toEqual([['charge', 'cancelledLate', 1, 20]]);
  expect(await linesOf(business)).toEqual([]);
});

test('charges the absence of a patient once, who also cancelled late, in either order', async () => {
  const cancel = async (id: string) => (await change(id, { cancelReason: 'Ill', cancelledBy: 'patient' })).http;
  const [absent, cancelled] = [await visitOf(), await visitOf()];
  expect([await reportAbsence(absent), await cancel(absent)]).toEqual([200, 200]);
  expect(await linesOf(absent)).toEqual([['charge', 'noShow', 1, 10]]);
  expect([await cancel(cancelled), await reportAbsence(cancelled)]).toEqual([200, 200]);
  expect(await linesOf(cancelled)).toEqual([
    ['charge', 'cancelledLate', 1, 20],
    ['charge', 'cancelledLate', -1, -20],
    ['charge', 'noShow', 1, 10],
  ]);
});

test('charges no late cancellation after a charged failed trip, unless somebody set out again', async () => {
  const cancelled: string[] = [];
  for (const isStarted of [false, true]) {
    const id = await visitOf();
    await reportAbsence(id);
    const soon = new Date(Date.now() + 0.5 * 3_600_000).toISOString();
    expect((await change(id, { appointmentDateTime: soon, confirmed: true })).http).toBe(200);
    const body = { key: randomUUID(), kind: 'started' };
    if (isStarted) expect((await server.as('employee', 'reportVisit', { params: { id }, body })).http).toBe(200);
    expect((await change(id, { cancelReason: 'Ill', cancelledBy: 'patient' })).http).toBe(200);
    cancelled.push(id);
  }
  const [once = '', twice = ''] = cancelled;
  expect(await linesOf(once)).toEqual([['charge', 'noShow', 1, 10]]);
  expect(await linesOf(twice)).toEqual([
    ['charge', 'noShow', 1, 10],
    ['charge', 'cancelledLate', 1, 20],
  ]);
  // Waiving the failed trip does not charge the cancellation instead.
  if (!hasPlugin('adjustments')) return;
  await clientOf(server, 'admin', 'adjustments').create({
    visit: once,
    change: 'waive',
    side: 'charge',
    kind: 'noShow',
    reason: 'Ours',
  });
  expect(await linesOf(once)).toEqual([
    ['charge', 'noShow', 1, 10],
    ['charge', 'noShow', -1, -10],
  ]);
});

test('charges tests and tubes of an order, also of a late tube', async () => {
  const kind = await api().create('tubeKinds', {
    name: 'EDTA',
    cap: 'lavender',
    additive: 'K2',
    drawOrder: 5,
    volume: 4,
    minimum: 2,
  });
  const ordered = await api().create('tests', { name: 'CBC', loinc: '57021-8', tubeKind: kind.id, volume: 1 });
  await price({ kind: 'test', amount: 3 });
  await price({ kind: 'tube', amount: 1.25 });
  const id = await visitOf();
  const order = await api().create('testOrders', { appointment: id, tests: [ordered.id] });
  const draw = (label: string) =>
    api().create('drawnTubes', { testOrder: order.id, label, tubeKind: kind.id, drawnAt: '2026-05-05T14:00:00.000Z' });
  await draw('T-1');
  await setStatus(id, 'Completed');
  expect(await linesOf(id)).toContainEqual(['charge', 'test', 1, 3]);
  expect(await linesOf(id)).toContainEqual(['charge', 'tube', 1, 1.25]);
  await draw('T-2');
  expect(await linesOf(id)).toContainEqual(['charge', 'tube', -1, -1.25]);
  expect(await linesOf(id)).toContainEqual(['charge', 'tube', 2, 2.5]);
});

/** The charges of a completed visit with one test. */
const CHARGES = [
  ['charge', 'test', 1, 3],
  ['charge', 'visit', 1, 42.5],
];
const chargesOf = async (id: string) => (await linesOf(id)).filter(([side]) => side === 'charge').toSorted();

test('settles new visits once, with the tests of their orders', async () => {
  const { records: catalogue } = await api().find('tests', { fields: ['name'] });
  const status = 'Completed';
  const id = await add({ appointmentDateTime: '2026-05-09T09:00', status, 'tests[0]': catalogue[0]?.id });
  expect(await chargesOf(id)).toEqual(CHARGES);
});

test.runIf(hasPlugin('appointmentImport'))('settles imported visits once, with the tests of their orders', async () => {
  const visit = { Status: 'Completed', Priority: 'High', 'Date & Time': '2026-05-09 11:00', Tests: 'CBC' };
  const file = csvOf([{ ...goodRows(1)[0], ...visit }], [...HEAD, 'Tests']);
  const sent = await sendImport(server, file, { confirmed: true });
  expect([sent.http, sent.data.errorCount]).toEqual([200, 0]);
  const imported = await api().findOne('ledgerEntries', {
    where: { kind: 'test' },
    sort: { field: 'createdAt', order: 'DESC' },
  });
  expect(await chargesOf(imported.visit ?? '')).toEqual(CHARGES);
});

test('keeps the lines of a failed attempt when the visit is reassigned', async () => {
  const { ids } = server;
  for (const reassign of [
    (id: string) => change(id, { employeeId: ids.employee2, confirmed: true }),
    (id: string) =>
      server.as('admin', 'assignMany', {
        body: { appointments: [{ _id: id, employeeId: ids.employee2 }], confirmed: true },
      }),
  ]) {
    const id = await visitOf();
    expect(await reportAbsence(id)).toBe(200);
    expect((await reassign(id)).http).toBe(200);
    expect(await linesOf(id)).toEqual([['charge', 'noShow', 1, 10]]);
    await setStatus(id, 'Completed');
    expect(await linesOf(id)).toContainEqual(['charge', 'visit', 1, 42.5]);
    expect(await linesOf(id)).toContainEqual(['charge', 'noShow', 1, 10]);
  }
});

test('pays the employee who drew, even after a reassignment', async () => {
  const own = await rate({ kind: 'visit', amount: 21, employee: server.ids.employee2 });
  const give = (id: string) => change(id, { employeeId: server.ids.employee2, confirmed: true });
  const report = (person: 'employee' | 'employee2', id: string) =>
    server.as(person, 'reportVisit', { params: { id }, body: { key: randomUUID(), kind: 'done' } });
  const id = await visitOf();
  expect((await report('employee', id)).http).toBe(200);
  expect((await give(id)).http).toBe(200);
  await setStatus(id, 'Completed');
  const earnings = async (of: string) => (await linesOf(of)).filter(([side]) => side === 'earning');
  expect(await earnings(id)).toEqual([['earning', 'visit', 1, 18.25]]);
  // Without a report it is the visit's employee.
  const unreported = await visitOf();
  expect((await give(unreported)).http).toBe(200);
  await setStatus(unreported, 'Completed');
  expect(await earnings(unreported)).toEqual([['earning', 'visit', 1, 21]]);
  // The last report counts.
  const twice = await visitOf();
  await report('employee', twice);
  await give(twice);
  await report('employee2', twice);
  await setStatus(twice, 'Completed');
  expect(await earnings(twice)).toEqual([['earning', 'visit', 1, 21]]);
  await api().delete('payRates', own.id);
});

test('refuses every update and delete of an entry, also by the system', async () => {
  const { id } = await api().findOne('ledgerEntries', { where: { kind: 'visit' } });
  for (const write of [
    () => api().update('ledgerEntries', id, { quantity: 2 }),
    () => api().delete('ledgerEntries', id),
  ])
    await expect(write()).rejects.toMatchObject({ status: 409 });
  const { table } = getCollection(server.services, 'ledgerEntries');
  const { db } = server.services;
  for (const change of [sql`update ${sql.table(table)} set real_quantity = 2`, sql`delete from ${sql.table(table)}`])
    await expect(change.execute(db)).rejects.toThrow('append-only');
  const admin = clientOf(server, 'admin', 'ledgerEntries');
  expect((await admin.create({})).http).toBe(403);
});

test('shows employees only their earnings and laboratories only their charges', async () => {
  const listOf = async (person: 'employee' | 'laboratory') =>
    (await clientOf(server, person, 'ledgerEntries').list()).body as Record<string, unknown>[];
  const own = await listOf('employee');
  expect(own.length).toBeGreaterThan(0);
  for (const entry of own) expect(entry).not.toMatchObject({ side: 'charge' });
  for (const entry of own) expect('charge' in entry || 'margin' in entry).toBe(false);
  for (const entry of await listOf('laboratory')) expect('earning' in entry).toBe(false);
});
