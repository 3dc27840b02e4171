// Jobs and calls create and change appointments through the records API, with all that follows.

import { accountContext, records, systemContext, transaction, trustedContext } from 'portal-frame/server';
import { beforeEach, describe, expect, test } from 'vitest';
import { hasPlugin, serverForAll } from './harness.ts';
import { MONEY } from './moneyConfigs.ts';
import { clientOf } from './supplies.ts';
import { rowOf, rowsOf } from './tables.ts';
import { readTrail } from './trail.ts';
import { visitsOf } from './visits.ts';

const NEW_VISIT = {
  patientName: 'Zoë Muñoz',
  gender: 'Female',
  priorityLevel: 'High',
  status: 'Pending',
  appointmentDateTime: '2033-05-05T10:00:00.000Z',
  accountNumber: 'A-1234',
  laboratory: 'Natera',
} as const;
const server = serverForAll({}, MONEY);
const { add, assign } = visitsOf(server);
const system = () => systemContext(server.services, 'night job');
const api = () => records(system());
const asPerson = async (person: 'admin' | 'laboratory' | 'employee') =>
  records(await accountContext(server.services, server.ids[person]));
const create = (values: object = {}) => api().create('appointments', { ...NEW_VISIT, ...values });
const createMany = (count: number, values: object = {}) =>
  api().createMany(
    'appointments',
    Array.from({ length: count }, (_, at) => ({ ...NEW_VISIT, patientName: `Bulk ${at}`, ...values })),
  );
const row = (id: string) => rowOf(server, 'appointments', { id });
const titlesOf = async (person: 'admin' | 'employee' | 'employee2' | 'laboratory') =>
  (await rowsOf(server, 'notifications', { account_id: server.ids[person] }, 'id')).map(({ title }) => title);
const counts = async () =>
  Promise.all(
    (['appointments', 'transactions', 'notifications', 'events', 'audit', 'audit_records'] as const).map(
      async (table) => (await rowsOf(server, table as 'appointments')).length,
    ),
  );
/** Kinds and amounts that a visit is charged. */
const chargesOf = async (visit: string) => {
  const { body } = await clientOf(server, 'admin', 'ledgerEntries').list({ filter: { visit } });
  return (body as { kind: string; charge: number }[]).map(({ kind, charge }) => [kind, charge]);
};
const lastEvent = async () => (await rowsOf(server, 'events', {}, 'id')).at(-1)?.id ?? 0;
const eventsSince = async (id: number, resource = 'appointments') =>
  (await rowsOf(server, 'events', { resource }, 'id')).filter((event) => event.id > id);

beforeEach(async () => {
  await server.services.db.deleteFrom('notifications').execute();
});

test('creates a visit from a job with payment, notice, search words, live event and audit entry', async () => {
  const heard = await lastEvent();
  const { id } = await create({ fees: 20, employee: server.ids.employee, specialInstructions: 'Ring twice' });
  expect(await row(id)).toMatchObject({
    ...{ patient_name: 'Zoë Muñoz', patient_key: 'zoe munoz', status: 'Pending', fees_cents: 2000, version: 1 },
    ...{ laboratory: 'Natera', laboratory_id: null, employee_id: server.ids.employee, instructions: 'Ring twice' },
    ...{ email: '', image: null, tracking_image: null, visit_state: null, dispatched_at: null },
  });
  const payments = await rowsOf(server, 'transactions', { appointment_id: id });
  expect(payments).toMatchObject([{ patient_name: 'Zoë Muñoz', account_number: 'A-1234', amount_cents: 2000 }]);
  expect(payments).toMatchObject([{ status: 'Pending', before_visit: null }]);
  expect([await titlesOf('employee'), await titlesOf('admin')]).toEqual([['Appointment assigned'], []]);
  const { data } = await server.as('admin', 'find', { body: { text: 'munoz zoe' } });
  expect(JSON.stringify(data)).toContain(id);
  const events = await eventsSince(heard);
  expect(events).toMatchObject([{ record_id: id, deed: 'create' }]);
  expect(JSON.parse(String(events[0]?.audience)).toSorted()).toEqual(['admin', server.ids.employee].toSorted());
  const [entry, ...others] = await readTrail(server, { record_id: id });
  expect([entry?.deed, entry?.account_id, others]).toEqual(['create', null, []]);
  expect(JSON.parse(String(entry?.details))).toMatchObject({
    actor: 'night job',
    fields: expect.arrayContaining(['patientName', 'fees']),
  });
});

test('finds the account of a laboratory by its name, and the name by its account', async () => {
  const { full_name: name } = await rowOf(server, 'accounts', { id: server.ids.laboratory });
  const expected = { laboratory: name, laboratory_id: server.ids.laboratory };
  expect(await row((await create({ laboratory: name })).id)).toMatchObject(expected);
  const byAccount = await create({ laboratory: null, laboratoryAccount: server.ids.laboratory });
  expect(await row(byAccount.id)).toMatchObject(expected);
  const before = await counts();
  for (const values of [{ laboratory: 'Nobody' }, { laboratory: null }, { laboratoryAccount: server.ids.employee }])
    await expect(create({ laboratory: null, ...values })).rejects.toMatchObject({ status: 400 });
  expect(await counts()).toEqual(before);
});

test.runIf(hasPlugin('money'))('settles a visit that is created as completed', async () => {
  await clientOf(server, 'admin', 'prices').create({ kind: 'visit', amount: 40, from: '2026-01-01' });
  const { id } = await create({ fees: 20, status: 'Completed', appointmentDateTime: '2026-05-05T10:00:00.000Z' });
  const payment = await rowOf(server, 'transactions', { appointment_id: id });
  expect(payment).toMatchObject({ status: 'Completed', before_visit: 'Pending' });
  expect(await chargesOf(id)).toEqual([['visit', 40]]);
});

test('sends one summary per employee for many visits, and few live events', async () => {
  const heard = await lastEvent();
  const made = await createMany(60, { fees: 5, employee: server.ids.employee });
  expect(made.map(({ patientName }) => patientName).slice(0, 2)).toEqual(['Bulk 0', 'Bulk 1']);
  expect(made.map(({ id }) => id)).toEqual(made.map(({ id }) => id).toSorted());
  expect(await titlesOf('employee')).toEqual(['Appointments assigned']);
  for (const { id } of made.slice(-2))
    expect(await rowsOf(server, 'transactions', { appointment_id: id })).toMatchObject([{ amount_cents: 500 }]);
  expect(await eventsSince(heard)).toMatchObject([{ record_id: null }]);
  expect(await eventsSince(heard, 'transactions')).toMatchObject([{ record_id: null }]);
  expect(await readTrail(server, { record_id: made[59]?.id ?? '' })).toMatchObject([{ deed: 'create' }]);
});

describe('failed creation of visits', () => {
  const untouched = async (write: () => Promise<unknown>, refusal: object | string = { status: 400 }) => {
    const before = await counts();
    const attempt = expect(write()).rejects;
    await (typeof refusal === 'string' ? attempt.toThrow(refusal) : attempt.toMatchObject(refusal));
    expect(await counts()).toEqual(before);
  };

  test('writes nothing if a job stops in the middle', () =>
    untouched(
      () =>
        transaction(system(), async (tx) => {
          await records(tx).create('appointments', { ...NEW_VISIT, fees: 5, employee: server.ids.employee });
          await records(tx).createMany('appointments', [NEW_VISIT, NEW_VISIT]);
          throw new Error('killed');
        }),
      'killed',
    ));

  test.each([2, 1])('writes nothing if one visit names an absent employee (%i)', (count) =>
    untouched(() => createMany(count, { employee: 'nobody' })),
  );

  test('writes nothing if a value is too long or missing', async () => {
    await untouched(() => create({ patientName: 'x'.repeat(201) }));
    await untouched(() => create({ patientName: '' }));
    await untouched(() => create({ specialInstructions: 'x'.repeat(4001) }));
  });

  test('writes nothing for a role without the right, or another laboratory', async () => {
    const employee = await asPerson('employee');
    await untouched(() => employee.create('appointments', NEW_VISIT), { status: 403 });
    const laboratory = await accountContext(server.services, server.ids.laboratory);
    const theirs = { ...NEW_VISIT, laboratory: 'Other', laboratoryAccount: server.ids.laboratory2 };
    await untouched(() => transaction(laboratory, (tx) => records(trustedContext(tx)).create('appointments', theirs)));
    await untouched(() =>
      transaction(laboratory, (tx) => records(trustedContext(tx)).createMany('appointments', [theirs, theirs])),
    );
  });
});

test('lets a laboratory create only its own visits, and notifies admins', async () => {
  const { full_name: name } = await rowOf(server, 'accounts', { id: server.ids.laboratory });
  const laboratory = await asPerson('laboratory');
  const named = { ...NEW_VISIT, laboratoryAccount: server.ids.laboratory2, employee: server.ids.employee };
  const { id } = await laboratory.create('appointments', named);
  expect(await row(id)).toMatchObject({ laboratory: name, laboratory_id: server.ids.laboratory, employee_id: null });
  expect(await titlesOf('admin')).toEqual(['New appointment']);
  await laboratory.createMany('appointments', [NEW_VISIT, NEW_VISIT]);
  expect(await titlesOf('admin')).toEqual(['New appointment', 'Appointments imported']);
});

test('refuses employees and laboratories a change of state without a visit report', async () => {
  const { id } = await create({
    employee: server.ids.employee,
    laboratory: null,
    laboratoryAccount: server.ids.laboratory,
  });
  for (const person of ['employee', 'laboratory'] as const) {
    const changed = (await asPerson(person)).update('appointments', String(id), { visitState: 'done' });
    await expect(changed).rejects.toMatchObject({ status: expect.any(Number) });
  }
  expect(await row(String(id))).toMatchObject({ visit_state: null });
});

describe('change by a job', () => {
  const visitOf = async () => {
    const id = await add({ fees: '20', appointmentDateTime: '2026-05-05T10:00' });
    await assign(id, 'employee', { confirmed: true });
    await server.services.db.deleteFrom('notifications').execute();
    return id;
  };

  test('counts the version, settles payment and ledger, and notifies when it completes a visit', async () => {
    const id = await visitOf();
    const before = await row(id);
    const heard = await lastEvent();
    await api().update('appointments', id, { status: 'Completed' });
    const after = await row(id);
    expect(after).toMatchObject({ status: 'Completed', version: before.version + 1, completed_by_report: null });
    expect(after.dispatched_at).toBeGreaterThanOrEqual(before.updated_at);
    expect(after.updated_at).toBeGreaterThanOrEqual(before.updated_at);
    expect(await rowsOf(server, 'transactions', { appointment_id: id })).toMatchObject([
      { status: 'Completed', before_visit: 'Pending' },
    ]);
    if (hasPlugin('money')) expect(await chargesOf(id)).toEqual([['visit', 40]]);
    for (const person of ['laboratory', 'employee'] as const) expect(await titlesOf(person)).toHaveLength(1);
    const entry = (await readTrail(server, { record_id: id })).at(-1);
    expect(entry).toMatchObject({ deed: 'change', resource: 'appointments' });
    expect(JSON.parse(String(entry?.details))).toMatchObject({
      actor: 'night job',
      fields: expect.arrayContaining(['status']),
    });
    const events = JSON.stringify(await eventsSince(heard));
    for (const one of [id, server.ids.laboratory, server.ids.employee]) expect(events).toContain(one);
  });

  test('keeps the former employee and sends one summary each when it reassigns visits', async () => {
    const ids = [await visitOf(), await visitOf(), await visitOf()];
    await api().updateMany('appointments', ids, { employee: server.ids.employee2 } as never);
    for (const id of ids)
      expect(await row(id)).toMatchObject({
        employee_id: server.ids.employee2,
        former_employee_id: server.ids.employee,
        dispatched_at: expect.any(Number),
      });
    expect([await titlesOf('employee2'), await titlesOf('employee')]).toEqual([
      ['Appointments assigned'],
      ['Appointments taken off your list'],
    ]);
  });

  test('removes the account of a visit when it names another laboratory, and changes its search key', async () => {
    const id = await visitOf();
    await api().update('appointments', id, { laboratory: 'Natera', patientName: 'Zoë After' });
    expect(await row(id)).toMatchObject({ laboratory: 'Natera', laboratory_id: null, patient_key: 'zoe after' });
  });

  test('reopens the payment when it reopens an archived visit', async () => {
    const id = await visitOf();
    await api().update('appointments', id, { status: 'Completed' });
    await api().update('archive', id, { status: 'Pending' });
    expect(await rowsOf(server, 'transactions', { appointment_id: id })).toMatchObject([{ status: 'Pending' }]);
  });
});
