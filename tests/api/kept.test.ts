import { sql } from 'kysely';
import { type Fields, reference, text } from 'portal-frame';
import { getCollection } from 'portal-frame/internal/records';
import { explainAccess } from 'portal-frame/internal/server';
import { resourceOf } from 'portal-frame/testing/helpers';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasPlugin, serverForAll } from './harness.ts';
import { KEPT } from './kept.ts';
import { withKeys } from './keys.ts';
import { expectNoLeakByCalls, READERS } from './leaks.ts';
import { clientOf } from './supplies.ts';
import { visitsOf } from './visits.ts';

const can = ['list', 'show', 'create'];
/** Refers to records of resources with an `api`. */
const receipts = resourceOf(
  'receipts',
  { title: text({ required: true }), payment: reference({ to: 'transactions', text: '{patientName}' }) } as Fields,
  {
    title: '{title}',
    show: { groups: [{ label: 'Receipt', fields: ['title', 'payment'] }] },
    roles: { admin: { can }, employee: { can } },
  },
);

const server = serverForAll({}, { resources: [receipts] });
const visits = visitsOf(server);
let payments: string[];
beforeAll(async () => {
  for (const [person, fees, status] of [
    ['laboratory', '20', 'Pending'],
    ['laboratory2', '30', 'Pending'],
    ['laboratory', '', 'Completed'],
    ['laboratory2', '', 'Rejected'],
  ] as const) {
    await visits.add({ patientName: `Patient of ${person}`, status, fees }, person);
  }
  payments = (await idsOf('transactions')) as string[];
  const [visit] = await idsOf('appointments');
  expect((await visits.assign(visit ?? '')).code).toBe(200);
  const params = { id: payments[0] ?? '' };
  expect((await server.as('admin', 'updateTransaction', { params, body: { status: 'Denied' } })).code).toBe(200);
});

const idsOf = async (table: string) =>
  (await sql<{ id: string }>`select id from ${sql.table(table)}`.execute(server.services.db)).rows.map(({ id }) => id);
const account = (person: (typeof READERS)[number]) => ({
  ...{ id: server.ids[person], role: person.replace('2', '') as 'admin', sessionId: '', reauthenticatedAt: 0 },
});

describe.each(KEPT.map(({ name }) => name))('%s', (name) => {
  test('reveals no hidden record or field in any call', async () => {
    const collection = getCollection(server.services, name);
    const ids = await idsOf(collection.table);
    expect(ids.length).toBeGreaterThan(1);
    for (const person of READERS) await expectNoLeakByCalls(server, collection, ids, person);
  });

  test.runIf(hasPlugin('apiKeys'))('reveals no hidden record or field to an API key', async () => {
    const collection = getCollection(server.services, name);
    const ids = await idsOf(collection.table);
    const byKey = withKeys(server);
    for (const person of READERS) await expectNoLeakByCalls(byKey, collection, ids, person);
  });
});

test('explains who sees a payment', async () => {
  const collection = getCollection(server.services, 'transactions');
  const asked = (person: 'admin' | 'laboratory') =>
    explainAccess(server.services, collection, payments[0] ?? '', account(person));
  expect(await asked('admin')).toEqual({ isVisible: true, reasons: ['roles.admin sees every record of transactions'] });
  expect(await asked('laboratory')).toEqual({
    isVisible: false,
    reasons: ['roles.laboratory may neither list nor show transactions'],
  });
});

test('shows a referenced payment only to admins', async () => {
  const [payment] = payments;
  const { http, body } = await clientOf(server, 'admin', 'receipts').create({ title: 'Paid', payment });
  expect([http, body.labels]).toEqual([201, { payment: expect.stringMatching(/^Patient of laboratory/) }]);
  const employee = clientOf(server, 'employee', 'receipts');
  expect((await employee.one(body.id)).body.labels).toEqual({ payment: null });
  expect((await employee.create({ title: 'Mine', payment })).http).toBe(400);
});
