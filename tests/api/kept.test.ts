import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AnyResource, defineResource } from '../../frame/config/resource.ts';
import { reference, text } from '../../frame/fields/index.ts';
import { collectionOf } from '../../frame/server/collections/ask.ts';
import { explain } from '../../frame/server/collections/explain.ts';
import { serverForAll } from './harness.ts';
import { KEPT } from './kept.ts';
import { expectNoLeakByCalls, READERS } from './leaks.ts';
import { clientOf } from './supplies.ts';

const can = ['list', 'show', 'create'] as const;
const groups = [{ label: 'Receipt', fields: ['title', 'payment'] as const }];
/** Refers to records whose calls are their own. */
const receipts = defineResource({
  name: 'receipts',
  icon: 'payments',
  fields: { title: text({ required: true }), payment: reference({ to: 'transactions', text: '{patientName}' }) },
  list: { columns: ['title', 'payment'] },
  show: { title: 'title', groups },
  create: { groups },
  roles: { admin: { list: '/receipts', can }, employee: { list: '/employee-receipts', can } },
});

/** What migrations made, by table. */
const INDEXES: Record<string, string[]> = {
  accounts: ['accounts_email', 'accounts_employee_code', 'accounts_name', 'accounts_role', 'accounts_username'],
  appointments: [
    ...['archived_created_at', 'created_at', 'employee_id_created_at', 'employee_id_patient_key'],
    ...['employee_id_scheduled_at', 'laboratory_created_at', 'laboratory_id_created_at', 'laboratory_id_patient_key'],
    ...['laboratory_id_scheduled_at', 'laboratory_patient_key', 'patient_key', 'priority_created_at', 'scheduled_at'],
    ...['status_created_at', 'status_patient_key', 'tracked_created_at'],
  ]
    .map((order) => `appointments_by_${order}`)
    .concat('appointments_done_scheduled_at', 'appointments_pending_scheduled_at'),
  transactions: ['transactions_appointment', 'transactions_dated', 'transactions_earned'],
  notifications: ['notifications_account', 'notifications_appointment'],
};

const server = serverForAll({}, { resources: [receipts as unknown as AnyResource] });
let payments: string[];
beforeAll(async () => {
  for (const [person, fees, status] of [
    ['laboratory', '20', 'Pending'],
    ['laboratory2', '30', 'Pending'],
    ['laboratory', '', 'Completed'],
    ['laboratory2', '', 'Rejected'],
  ] as const) {
    const body = {
      ...{ patientName: `Patient of ${person}`, gender: 'Female', priorityLevel: 'High', status },
      ...{ appointmentDateTime: '2038-01-15T09:30', fees },
    };
    expect((await server.as(person, 'laboratoryCreateAppointment', { body })).code).toBe(200);
  }
  payments = (await idsOf('transactions')) as string[];
  const [visit] = await idsOf('appointments');
  const assigned = { params: { id: visit ?? '' }, body: { employeeId: server.ids.employee } };
  expect((await server.as('admin', 'assignAppointment', assigned)).code).toBe(200);
  const params = { id: payments[0] ?? '' };
  expect((await server.as('admin', 'updateTransaction', { params, body: { status: 'Denied' } })).code).toBe(200);
});

const idsOf = async (table: string) =>
  (await sql<{ id: string }>`select id from ${sql.table(table)}`.execute(server.services.db)).rows.map(({ id }) => id);
const account = (person: (typeof READERS)[number]) => ({
  ...{ id: server.ids[person], role: person.replace('2', '') as 'admin', sessionId: '', reauthenticatedAt: 0 },
});

describe.each(KEPT.map(({ name }) => name))('%s', (name) => {
  test('gives nobody a record, or a field, that is not for them, whatever the call', async () => {
    const collection = collectionOf(server.services, name);
    const ids = await idsOf(collection.table);
    expect(ids.length).toBeGreaterThan(1);
    for (const person of READERS) await expectNoLeakByCalls(server, collection, ids, person);
  });

  test('stands in its own table, with no second one, and with no more indexes than migrations made', async () => {
    const { db, kind } = server.services.store;
    const { table } = collectionOf(server.services, name);
    const tables = (await db.introspection.getTables()).map((one) => one.name);
    expect(tables).toContain(table);
    expect(tables.filter((one) => [`c_${name}`, `x_${name}`].some((made) => one.startsWith(made)))).toEqual([]);
    const indexes =
      kind === 'sqlite'
        ? sql<{
            name: string;
          }>`select name from sqlite_master where type = 'index' and sql is not null and tbl_name = ${table}`
        : sql<{ name: string }>`select indexname as name from pg_indexes where tablename = ${table}`;
    const made = (await indexes.execute(db)).rows.map((one) => one.name).filter((one) => !one.endsWith('_pkey'));
    // The words by which appointments are found are an index on PostgreSQL alone.
    expect(made.filter((one) => one !== 'appointments_found').toSorted()).toEqual(INDEXES[table]);
  });
});

test('explain says who sees a payment', async () => {
  const collection = collectionOf(server.services, 'transactions');
  const asked = (person: 'admin' | 'laboratory') =>
    explain(server.services, collection, payments[0] ?? '', account(person));
  expect(await asked('admin')).toEqual({ sees: true, because: ['roles.admin sees every record of transactions'] });
  expect(await asked('laboratory')).toEqual({
    sees: false,
    because: ['roles.laboratory may neither list nor show transactions'],
  });
});

test('a payment that another record refers to is shown to admins alone, and named by them alone', async () => {
  const [payment] = payments;
  const { http, body } = await clientOf(server, 'admin', 'receipts').create({ title: 'Paid', payment });
  expect([http, body.labels]).toEqual([201, { payment: expect.stringMatching(/^Patient of laboratory/) }]);
  const employee = clientOf(server, 'employee', 'receipts');
  expect((await employee.one(body.id)).body.labels).toEqual({ payment: null });
  expect((await employee.create({ title: 'Mine', payment })).http).toBe(400);
});
