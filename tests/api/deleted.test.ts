import { existsSync } from 'node:fs';
import { saveResetCode } from 'portal-frame/internal/server';
import { beforeEach, describe, expect, it } from 'vitest';
import { emailOf, newcomer, PASSWORD, placeOf, serverForAll } from './harness.ts';
import { photo } from './samples.ts';
import { rowOf, rowsOf, setRows } from './tables.ts';
import { trailOf } from './trail.ts';
import { visitsOf } from './visits.ts';

const server = serverForAll();
/** An employee who is gone in every test. */
let gone: string;
let made = 0;

const added = async (code: string) => (await newcomer(server, 'employee', code, { employeeCode: code })).id;
const remove = (id: string) => server.as('admin', 'deleteEmployee', { params: { id } });
const visits = visitsOf(server);
const book = (values: object = {}) => visits.book({ confirmed: true, ...values });
async function unassigned(): Promise<string> {
  const { data } = await book();
  await setRows(server, 'appointments', { employee_id: null }, { id: data._id });
  return data._id;
}

describe.each(['deleted', 'inactive'] as const)('a %s employee', (how) => {
  let code: string;
  beforeEach(async () => {
    code = `EMP-${how}-${++made}`;
    gone = await added(code);
    if (how === 'deleted') await remove(gone);
    else await setRows(server, 'accounts', { is_active: 0 }, { id: gone });
  });
  const refused = { http: 400, errors: { employeeId: 'This employee does not exist or is not active.' } };

  it('is not assigned, by id or by code, nor given a new appointment', async () => {
    const id = await unassigned();
    for (const employeeId of [gone, code]) {
      for (const confirmed of [false, true])
        expect(
          await server.as('admin', 'assignAppointment', { params: { id }, body: { employeeId, confirmed } }),
        ).toMatchObject(refused);
      expect(await book({ employeeId })).toMatchObject(refused);
    }
    const row = await server.services.db.selectFrom('appointments').selectAll().where('id', '=', id).execute();
    expect(row).toMatchObject([{ employee_id: null, version: 1 }]);
  });
});

it('leaves no appointment with an employee who is deleted during its assignment', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await unassigned();
    const employeeId = await added(`RACE-${round}`);
    await Promise.all([
      server.as('admin', 'assignAppointment', { params: { id }, body: { employeeId } }),
      remove(employeeId),
    ]);
    const rows = server.services.db.selectFrom('appointments').select('employee_id').where('id', '=', id);
    expect(await rows.execute()).toEqual([{ employee_id: null }]);
  }
});

it('unassigns the pending visits of a deleted employee, and notifies no deleted account', async () => {
  const { db } = server.services;
  const { id } = await newcomer(server, 'employee', 'leaving', { employeeCode: 'LEAVING' });
  const add = async (change: object = {}) => {
    const { data } = await book({ employeeId: 'LEAVING', confirmed: true });
    if (Object.keys(change).length > 0) await setRows(server, 'appointments', change, { id: data._id });
    return data._id as string;
  };
  const pending = [await add(), await add({ visit_state: 'started' })];
  const kept = [
    await add({ status: 'Completed' }),
    await add({ visit_state: 'done' }),
    await add({ tracking_image: 'x' }),
  ];
  const trail = await trailOf(server, async () => expect((await remove(id)).http).toBe(200));
  const entries = trail.map(({ deed, resource, record_id }) => `${deed} ${resource} ${record_id}`);
  expect(entries.toSorted()).toEqual(
    [`delete employees ${id}`, ...pending.map((one) => `change appointments ${one}`)].toSorted(),
  );
  for (const one of pending)
    expect(await rowOf(server, 'appointments', { id: one })).toMatchObject({
      ...{ employee_id: null, former_employee_id: id, visit_state: null, version: 2 },
      dispatched_at: expect.any(Number),
    });
  for (const one of kept)
    expect(await rowOf(server, 'appointments', { id: one })).toMatchObject({ employee_id: id, version: 1 });
  expect(await db.selectFrom('notifications').select('id').where('account_id', '=', id).execute()).toEqual([]);
});

it('keeps the employee of a visit that is completed during the deletion', async () => {
  const employee = await added('EMP-late');
  const id = await unassigned();
  await setRows(server, 'appointments', { employee_id: employee }, { id });
  let deletion: Promise<unknown> = Promise.resolve();
  await server.services.db.transaction().execute(async (db) => {
    await db.updateTable('appointments').set({ status: 'Completed' }).where('id', '=', id).execute();
    deletion = remove(employee);
    // Time to wait for the row.
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  expect(await deletion).toMatchObject({ http: 200 });
  expect((await rowOf(server, 'appointments', { id })).employee_id).toBe(employee);
});

describe('deleted account', () => {
  it('keeps only its name and its code, in every table (ASVS 7.4.2)', async () => {
    const { db } = server.services;
    const token = await server.signIn('employee2');
    const id = server.ids.employee2;
    const body = {
      ...{ fullName: 'Ben Basic', email: emailOf('employee2'), username: 'employee2', about: 'Secret words' },
      ...{ contactNumber: '+15551234321', address: '7 Secret Street', gender: 'Male' },
    };
    const form = await server.call('updateProfile', { token, body, files: { image: [await photo()] } });
    expect(form.http).toBe(200);
    await saveResetCode(db, id, '', 60_000, () => 'secret-hash');
    const note = { account_id: id, title: 'Secret', body: 'Jane Roe', is_read: 0, created_at: 1 };
    await db
      .insertInto('notifications')
      .values({ id: 'e'.repeat(24), resource: null, record_id: null, appointment_id: null, ...note })
      .execute();
    const path = placeOf(server.config, (await rowOf(server, 'accounts', { id })).image ?? '');
    expect(existsSync(path)).toBe(true);

    expect((await remove(id)).http).toBe(200);
    expect(existsSync(path)).toBe(false);
    expect((await server.call('employeeProfile', { token })).code).toBe(401);
    const signIn = { email: emailOf('employee2'), password: PASSWORD };
    expect((await server.call('signIn', { body: signIn })).code).toBe(400);
    // Whatever tables there will be: what hangs on an account goes with it.
    for (const { name, columns } of await db.introspection.getTables()) {
      if (name.startsWith('audit') || !columns.some((column) => column.name === 'account_id')) continue;
      expect([name, await rowsOf(server, name as 'sessions', { account_id: id })]).toEqual([name, []]);
    }
    const row = await rowOf(server, 'accounts', { id });
    const left = Object.entries(row).filter(([, value]) => value !== '' && value !== null);
    expect(left.map(([column]) => column).toSorted()).toEqual(
      [
        ...['id', 'role', 'full_name', 'employee_code', 'employee_key', 'created_at', 'deleted_at'],
        ...['is_active', 'is_notification'],
      ].toSorted(),
    );
  });
});
