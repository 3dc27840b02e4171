import { listCalls } from 'portal-frame/internal/server';
import { type AuditRow, verifyAudit } from 'portal-frame/plugins/audit/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import app from '../../server/app.ts';
import supplies from '../fixtures/supplies.ts';
import { type CallInput, emailOf, hasPlugin, type Person, serverForAll } from './harness.ts';
import { pdf, photo } from './samples.ts';
import { type CallName, calls } from './servedCalls.ts';
import { clientOf } from './supplies.ts';
import { trailOf as rowsOf, type TrailRow } from './trail.ts';

const server = serverForAll({}, { resources: [supplies] });
beforeAll(async () => {
  for (const person of ['admin', 'employee', 'laboratory'] as const) await server.tokenOf(person);
});

async function allRows(): Promise<AuditRow[]> {
  await server.services.activity.flush();
  return server.services.db.selectFrom('audit').selectAll().orderBy('id').execute();
}
const entryOf = ({ deed: operation, resource, record_id, name, details }: TrailRow) => ({
  ...{ operation, resource, record: record_id, name },
  ...(JSON.parse(details) as object),
});

const trailOf = async (work: () => Promise<unknown>) => (await rowsOf(server, work)).map(entryOf);
const by = (person: Person, name: CallName, input?: CallInput) => () => server.as(person, name, input);

/** Words that only a patient's record holds. */
const SECRET = 'Xanthippe Quill';
const patient = {
  ...{ patientName: SECRET, gender: 'Female', priorityLevel: 'Low', status: 'Pending', fees: '81.5', age: '93' },
  ...{ email: 'xanthippe@secret.test', contactNumber: '+15550123987', address: '9 Secret Lane' },
  ...{ accountNumber: 'SECRET-77', dateOfBirth: '1931-02-03', appointmentDateTime: '2038-01-15T09:30' },
  specialInstructions: 'Secret instruction',
  confirmed: 'true',
};
async function addAppointment(): Promise<string> {
  const files = { image: [await photo()], documents: [pdf('secret-file')] };
  const { data } = await server.as('laboratory', 'laboratoryCreateAppointment', { body: patient, files });
  return data._id;
}

const served = listCalls(app);

test('has an audit operation for every call that shows or changes records', () => {
  expect(served.map(({ name }) => name).toSorted()).toEqual(Object.keys(calls).toSorted());
  const silent = served.flatMap(({ name, activity }) => (activity ? [] : [name]));
  const figures = ['adminDashboard', 'employeeDashboard', 'laboratoryDashboard', 'totalEarning'];
  figures.push(
    'appointmentCounts',
    'automations',
    'availability',
    'planConflicts',
    'findSlots',
    ...(hasPlugin('overview') ? ['overview', 'employeeOverview', 'laboratoryOverview'] : []),
  );
  const expected = [
    ...figures,
    'jobs',
    'reauthenticateOptions',
    ...(hasPlugin('savedQueries') ? ['sharedQueries'] : []),
    ...(hasPlugin('money') ? ['monthPreview'] : []),
  ];
  expect(silent.toSorted()).toEqual(expected.toSorted());
});

describe('audit entry of an operation', () => {
  test('is written for sign-in and sign-out (ASVS 16.3.1)', async () => {
    const rows = await trailOf(async () => server.call('signOut', { token: await server.signIn('employee2') }));
    const who = { name: 'Ben Basic', resource: 'session' };
    expect(rows).toEqual([
      { operation: 'sign-in', ...who, record: server.ids.employee2 },
      { operation: 'sign-out', ...who, record: null },
    ]);
  });

  test('is written for a creation, with the names of fields and files', async () => {
    let id = '';
    const [row, ...others] = await trailOf(async () => {
      id = await addAppointment();
    });
    const fields = [...Object.keys(patient), 'image', 'documents'];
    const who = { operation: 'create', resource: 'appointments', record: id, name: 'Northside Lab' };
    expect({ ...row, fields: [] }).toEqual({ ...who, fields: [] });
    expect((row as unknown as { fields: string[] }).fields.toSorted()).toEqual(fields.toSorted());
    expect(others).toEqual([]);
  });

  test('is written once for a list, with the number of records and the filters', async () => {
    await addAppointment();
    const rows = await trailOf(by('laboratory', 'laboratoryAppointments', { query: { page: 1, status: 'Pending' } }));
    const { data } = await server.as('laboratory', 'laboratoryAppointments', { query: { status: 'Pending' } });
    const ids = data.appointments.map(({ _id }: { _id: string }) => _id);
    const what = { operation: 'list', resource: 'appointments', record: null, name: 'Northside Lab' };
    expect(rows).toEqual([{ ...what, count: ids.length, page: 1, filters: ['status'], ids }]);
  });

  test('is written for a read of one record', async () => {
    const id = await addAppointment();
    expect(await trailOf(by('admin', 'adminAppointments', { query: { id } }))).toEqual([
      { operation: 'read', resource: 'appointments', record: id, name: 'Ada Admin' },
    ]);
    expect(await trailOf(by('admin', 'adminProfile'))).toEqual([
      { operation: 'read', resource: 'profile', record: server.ids.admin, name: 'Ada Admin' },
    ]);
  });

  test.each([
    'adminAppointments',
    'adminArchive',
    'adminEmployees',
    'adminLaboratories',
    'transactions',
    'audit',
  ] as const)('is written for an export: a large page of %s', async (name) => {
    const rows = await trailOf(by('admin', name, { query: { perPage: 1000 } }));
    const resource = served.find((one) => one.name === name)?.activity?.resource;
    expect(rows).toMatchObject([{ operation: 'export', resource, name: 'Ada Admin', count: expect.any(Number) }]);
  });

  test('is written for a change', async () => {
    const id = await addAppointment();
    const row = { operation: 'change', resource: 'appointments', record: id, name: 'Ada Admin' };
    const params = { id };
    expect(await trailOf(by('admin', 'updateAppointment', { params, body: { status: 'Completed' } }))).toEqual([
      { ...row, fields: ['status'] },
    ]);
    const assign = { params, body: { employeeId: server.ids.employee } };
    expect(await trailOf(by('admin', 'assignAppointment', assign))).toEqual([{ ...row, fields: ['employeeId'] }]);
    const upload = { params, files: { image: [await photo()] } };
    expect(await trailOf(by('employee', 'uploadTracking', upload))).toEqual([
      { ...row, name: 'Zoë Ångström', fields: ['image'] },
    ]);
  });

  test('is written for the resource of a collection', async () => {
    const admin = clientOf(server, 'admin');
    let id = '';
    const rows = await trailOf(async () => {
      id = (await admin.create({ item: 'Secret item', state: 'Ordered' })).body.id;
      await admin.list({ filter: { state: 'Ordered', q: 'Secret' } });
      await admin.send('GET', '?range=[0,999]&export=1');
      await admin.one(id);
      await admin.update(id, { quantity: 3, item: 'Secret item' });
      await admin.update(id, { quantity: 3 });
      await admin.update(id, { 'Secret key': 1 });
      await admin.remove(id);
      await admin.one(id);
    });
    const what = { resource: 'supplies', name: 'Ada Admin' };
    const one = { ...what, record: id };
    expect(rows.filter(({ operation }) => !['list', 'export', 'read', 'refused'].includes(operation))).toEqual([
      { operation: 'create', ...one, fields: ['item', 'state'] },
      { operation: 'change', ...one, fields: ['quantity'] },
      { operation: 'change', ...one },
      { operation: 'delete', ...one },
    ]);
    expect(rows.filter(({ operation }) => ['list', 'export', 'read', 'refused'].includes(operation))).toEqual([
      { operation: 'list', ...what, record: null, count: 1, filters: ['state', 'q'], ids: [id] },
      { operation: 'export', ...what, record: null, count: 1, ids: [id] },
      { operation: 'read', ...one },
      { ...one, operation: 'refused', asked: 'change', code: 400, reason: 'server.unknownField' },
      { ...one, operation: 'refused', asked: 'read', code: 404, reason: 'server.notFound' },
    ]);
  });
});

describe('refused operations (ASVS 16.3.2)', () => {
  test('are recorded for missing rights, hidden records and invalid forms (ASVS 16.3.3)', async () => {
    const id = await addAppointment();
    const refused = (name: string, code: number, reason: string) => ({
      ...{ operation: 'refused', asked: 'change', resource: 'appointments', record: id, name, code, reason },
    });
    const update = { params: { id }, body: { status: 'Completed' } };
    expect((await trailOf(by('laboratory2', 'updateAppointment', update))).at(-1)).toEqual(
      refused('O’Hara & Søn <Lab>', 403, 'server.forbidden'),
    );
    const files = { image: [await photo()] };
    expect(await trailOf(by('employee', 'uploadTracking', { params: { id }, files }))).toEqual([
      refused('Zoë Ångström', 404, 'server.notFound'),
    ]);
    expect(await trailOf(by('admin', 'updateAppointment', { params: { id }, body: { status: SECRET } }))).toEqual([
      refused('Ada Admin', 400, 'validation.status'),
    ]);
  });

  test('are recorded with the account of a failed sign-in, if there is one', async () => {
    const body = { email: emailOf('employee2'), password: 'wrong' };
    const row = {
      operation: 'refused',
      asked: 'sign-in',
      resource: 'session',
      name: '',
      code: 400,
      reason: 'server.wrongCredentials',
    };
    expect(await trailOf(() => server.call('signIn', { body }))).toEqual([{ ...row, record: server.ids.employee2 }]);
    const nobody = { ...body, email: 'secret-patient@example.test' };
    expect(await trailOf(() => server.call('signIn', { body: nobody }))).toEqual([{ ...row, record: null }]);
  });

  test('are recorded with valid ids only', async () => {
    const params = { id: `${SECRET} <b>` };
    const [row] = await trailOf(by('admin', 'updateAppointment', { params, body: { status: 'Completed' } }));
    expect(row).toMatchObject({ operation: 'refused', record: null });
  });

  test('are not recorded without a session', async () => {
    expect(await trailOf(() => server.call('adminAppointments'))).toEqual([]);
  });
});

test('stores no value of a record (ASVS 14.2.4)', async () => {
  const text = JSON.stringify(await allRows());
  const { confirmed: _, ...told } = patient;
  for (const value of Object.values(told).filter((one) => !['Low', 'Pending', 'Female', '93'].includes(one)))
    expect(text).not.toContain(value);
  expect(text).not.toMatch(/secret-file|Quill|secret-patient|Secret/);
});

describe('search for readers of a record', () => {
  const ids = (entries: { resource: string; operation: string; name: string }[]) =>
    entries.map(({ resource, operation, name }) => `${name}: ${operation} ${resource}`);
  /** Finds the audit entries of a record, without its creation. */
  const seen = async (recordId: string) =>
    ids((await server.as('admin', 'audit', { query: { recordId } })).data.entries);

  test('finds each way to read a patient', async () => {
    const id = await addAppointment();
    const other = await addAppointment();
    await server.as('laboratory', 'laboratoryAppointments');
    await server.as('admin', 'adminAppointments', { query: { perPage: 1000 } });
    await server.as('admin', 'transactions');
    await server.as('admin', 'notifications');
    await server.as('admin', 'adminAppointments', { query: { id } });
    await server.as('laboratory2', 'laboratoryAppointments');
    await server.as('admin', 'adminAppointments', { query: { id: other } });
    expect(await seen(id)).toEqual([
      'Ada Admin: read appointments',
      'Ada Admin: list notifications',
      'Ada Admin: list transactions',
      'Ada Admin: export appointments',
      'Northside Lab: list appointments',
      'Northside Lab: create appointments',
    ]);
    // To look who saw a patient names the patient.
    expect((await seen(id))[0]).toBe('Ada Admin: list audit');
  });

  test('finds a repeated list by its reference to the first entry', async () => {
    const made = [await addAppointment(), await addAppointment(), await addAppointment()];
    const rows = await trailOf(async () => {
      await server.as('laboratory', 'laboratoryAppointments');
      await server.as('laboratory', 'laboratoryAppointments');
      await server.as('admin', 'adminToday');
    });
    expect(rows[0]).toMatchObject({ ids: expect.arrayContaining(made) });
    expect(rows[1]).toEqual({ ...rows[0], ids: undefined, same: expect.any(Number) });
    const query = { recordId: made[1] as string, name: 'Northside', operation: 'list' };
    const { data } = await server.as('admin', 'audit', { query });
    expect(data.entries).toHaveLength(2);
    expect(data.entries[0].details.ids).toEqual(data.entries[1].details.ids);
    expect(data.entries[0].details.names[0]).toBe(SECRET);
  });

  test('leaves out automatic requests on demand', async () => {
    await server.as('admin', 'notifications');
    await server.as('admin', 'adminProfile');
    const newest = async (query: object) =>
      ids((await server.as('admin', 'audit', { query: { ...query } })).data.entries);
    expect(await newest({})).toContain('Ada Admin: list notifications');
    const asked = await newest({ portal: 'False' });
    expect(asked).toHaveLength(25);
    for (const what of ['Ada Admin: list notifications', 'Ada Admin: read profile']) expect(asked).not.toContain(what);
  });

  test('reports an index that differs from its rows', async () => {
    const { db } = server.services;
    const one = await db.selectFrom('audit_records').selectAll().limit(1).executeTakeFirstOrThrow();
    await db
      .deleteFrom('audit_records')
      .where('record_id', '=', one.record_id)
      .where('audit_id', '=', one.audit_id)
      .execute();
    expect((await verifyAudit(server.services)).broken?.reason).toContain('audit_records');
    await db.insertInto('audit_records').values(one).execute();
    expect((await verifyAudit(server.services)).broken).toBeUndefined();
  });
});

describe('audit list for admins', () => {
  test('is sorted newest first, by pages, with person and address', async () => {
    const rows = await allRows();
    const { data } = await server.as('admin', 'audit');
    expect(data.entries[0]).toMatchObject({ _id: String(rows.length), address: '127.0.0.1' });
    expect(data.entries).toHaveLength(25);
    expect(data.totalPages).toBe(Math.ceil(rows.length / 25));
    const { data: second } = await server.as('admin', 'audit', { query: { page: 2 } });
    expect(Number(second.entries[0]._id)).toBe(rows.length + 1 - 25);
  });

  test.each([
    ['name', { name: 'angstrom' }, { name: 'Zoë Ångström' }],
    ['operation', { operation: 'delete' }, { operation: 'delete' }],
    ['resource', { resource: 'supplies' }, { resource: 'supplies' }],
    ['id', { id: '3' }, { _id: '3' }],
  ] as const)('filters by %s', async (_what, query, shown) => {
    const { data } = await server.as('admin', 'audit', { query });
    expect(data.entries.length).toBeGreaterThan(0);
    for (const one of data.entries) expect(one).toMatchObject(shown);
  });

  test('filters by record and by day', async () => {
    const id = await addAppointment();
    const { data } = await server.as('admin', 'audit', { query: { recordId: id } });
    expect(data.entries).toMatchObject([{ operation: 'create', recordId: id }]);
    expect((await server.as('admin', 'audit', { query: { day: '2001-01-01' } })).data.entries).toEqual([]);
  });
});
