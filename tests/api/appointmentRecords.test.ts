// Jobs and hooks write appointments through the records API, with all that follows from a change.

import { defineResource, reference, text } from 'portal-frame';
import { defineHooks, records, systemContext, transaction } from 'portal-frame/server';
import { beforeEach, expect, test } from 'vitest';
import { serverForAll } from './harness.ts';
import { MONEY } from './moneyConfigs.ts';
import { rowOf } from './tables.ts';
import { visitsOf } from './visits.ts';

/** Each ticket sets the status of its visit. */
const tickets = defineResource({
  name: 'tickets',
  icon: 'inventory',
  fields: { title: text({ required: true }), visit: reference({ to: 'appointments', text: '{patientName}' }) },
  list: { columns: ['title'] },
  create: { groups: [{ label: 'Ticket', fields: ['title', 'visit'] }] },
  roles: { admin: { list: '/tickets', can: ['list', 'create'] } },
});
const hooks = {
  ...MONEY.hooks,
  tickets: defineHooks(tickets, {
    after: {
      create: ({ values, records: api }) => api.update('appointments', values.visit ?? '', { status: 'Completed' }),
    },
  }),
};
const server = serverForAll({}, { resources: [...(MONEY.resources ?? []), tickets as never], hooks });
const { add, assign } = visitsOf(server);
const system = () => systemContext(server.services, 'night job');
const api = () => records(system());
const visitOf = async (values: object = {}) => {
  const id = await add({ fees: '20', appointmentDateTime: '2026-05-05T10:00', ...values });
  await assign(id, 'employee', { confirmed: true });
  return id;
};
const row = (id: string) => rowOf(server, 'appointments', { id });
const noticesOf = async (person: 'admin' | 'employee' | 'employee2' | 'laboratory') =>
  (
    await server.services.db
      .selectFrom('notifications')
      .select('title')
      .where('account_id', '=', server.ids[person])
      .orderBy('id')
      .execute()
  ).map(({ title }) => title);
const auditSince = (id: number) =>
  server.services.db
    .selectFrom('audit')
    .select(['deed', 'resource', 'record_id', 'details'])
    .where('id', '>', id)
    .orderBy('id')
    .execute();
const eventsSince = (id: number) =>
  server.services.db.selectFrom('events').selectAll().where('id', '>', id).orderBy('id').execute();
const lastOf = async (table: 'audit' | 'events') =>
  Number(
    (
      await server.services.db
        .selectFrom(table)
        .select(({ fn }) => fn.max('id').as('id'))
        .executeTakeFirst()
    )?.id ?? 0,
  );

beforeEach(async () => {
  await server.services.db.deleteFrom('notifications').execute();
});

test('counts the version, settles payment and ledger, and notifies when a job completes a visit', async () => {
  await api().create('prices', { kind: 'visit', amount: 40, from: '2026-01-01' } as never);
  const id = await visitOf();
  const before = await row(id);
  await server.services.db.deleteFrom('notifications').execute();
  const [audited, heard] = [await lastOf('audit'), await lastOf('events')];
  await api().update('appointments', id, { status: 'Completed' });
  const after = await row(id);
  expect(after).toMatchObject({ status: 'Completed', version: before.version + 1, completed_by_report: null });
  expect(after.dispatched_at).toBeGreaterThanOrEqual(before.updated_at);
  expect(after.updated_at).toBeGreaterThanOrEqual(before.updated_at);
  expect(await rowOf(server, 'transactions', { appointment_id: id })).toMatchObject({
    status: 'Completed',
    before_visit: 'Pending',
  });
  const { records: entries } = await api().find('ledgerEntries', { where: { visit: id } });
  expect(entries.map(({ kind, charge }) => [kind, charge])).toEqual([['visit', 40]]);
  expect([await noticesOf('laboratory'), await noticesOf('employee')]).toEqual([
    [expect.any(String)],
    [expect.any(String)],
  ]);
  const [entry, ...others] = await auditSince(audited);
  expect(entry).toMatchObject({ deed: 'change', resource: 'appointments', record_id: id });
  expect(JSON.parse(String(entry?.details))).toMatchObject({
    actor: 'night job',
    fields: expect.arrayContaining(['status']),
  });
  expect(others.map(({ resource }) => resource)).toContain('transactions');
  const events = JSON.stringify(await eventsSince(heard));
  for (const one of [id, server.ids.laboratory, server.ids.employee]) expect(events).toContain(one);
});

test('lets a hook of another resource complete a visit in its own transaction', async () => {
  const id = await visitOf();
  const before = await row(id);
  await api().create('tickets', { title: 'Done', visit: id } as never);
  expect(await row(id)).toMatchObject({ status: 'Completed', version: before.version + 1 });
  expect(await rowOf(server, 'transactions', { appointment_id: id })).toMatchObject({ status: 'Completed' });
});

test('keeps the former employee and sends one summary each when a job reassigns visits', async () => {
  const ids = [await visitOf(), await visitOf(), await visitOf()];
  await server.services.db.deleteFrom('notifications').execute();
  await api().updateMany('appointments', ids, { employee: server.ids.employee2 } as never);
  for (const id of ids)
    expect(await row(id)).toMatchObject({
      employee_id: server.ids.employee2,
      former_employee_id: server.ids.employee,
      dispatched_at: expect.any(Number),
    });
  expect([await noticesOf('employee2'), await noticesOf('employee')]).toEqual([
    ['Appointments assigned'],
    ['Appointments taken off your list'],
  ]);
});

test('changes the account of a visit when a job names another laboratory', async () => {
  const id = await visitOf();
  await api().update('appointments', id, { laboratory: 'Natera' });
  expect(await row(id)).toMatchObject({ laboratory: 'Natera', laboratory_id: null });
});

test('reopens the payment when a job reopens an archived visit', async () => {
  const id = await visitOf();
  await api().update('appointments', id, { status: 'Completed' });
  await api().update('archive', id, { status: 'Pending' });
  expect(await rowOf(server, 'transactions', { appointment_id: id })).toMatchObject({ status: 'Pending' });
});

test('refuses an outdated version', async () => {
  const id = await visitOf();
  const { version } = await row(id);
  await api().update('appointments', id, { status: 'Completed', version } as never);
  const late = api().update('appointments', id, { status: 'Rejected', version } as never);
  await expect(late).rejects.toMatchObject({ status: 409, message: 'server.stale' });
});

test('writes nothing if the last step fails', async () => {
  const [one, other] = [await visitOf(), await visitOf()];
  const payment = await rowOf(server, 'transactions', { appointment_id: other });
  await api().update('transactions', payment.id, { status: 'Completed' });
  const rows = () => Promise.all([row(one), row(other), rowOf(server, 'transactions', { appointment_id: one })]);
  const before = await rows();
  const [audited, heard] = [await lastOf('audit'), await lastOf('events')];
  const write = transaction(system(), async (tx) => {
    await records(tx).update('appointments', one, { status: 'Completed' });
    await records(tx).update('appointments', other, { fees: 30 });
  });
  // The fees of the other visit are paid already, which its payments tell at the end of the transaction.
  await expect(write).rejects.toMatchObject({ status: 409, message: 'server.paid' });
  expect(await rows()).toEqual(before);
  expect([await auditSince(audited), await eventsSince(heard)]).toEqual([[], []]);
});
