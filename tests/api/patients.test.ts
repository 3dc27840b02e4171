import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { type Fields, reference, text } from 'portal-frame';
import { syncToConfigs } from 'portal-frame/internal/server';
import { records, systemContext } from 'portal-frame/server';
import { resourceOf } from 'portal-frame/testing/helpers';
import { describe, expect, test } from 'vitest';
import { deleteExpired } from '../../server/patients/retention.ts';
import { serverForAll, serverForTest, type TestServer } from './harness.ts';
import { pdf, photo, VISIT } from './samples.ts';
import { clientOf } from './supplies.ts';
import { rowsOf, tablesOf } from './tables.ts';
import { visitsOf } from './visits.ts';

const server = serverForAll();

const ROE = {
  patientName: 'Jane Roe',
  dateOfBirth: '1980-05-06',
  email: 'jane@example.test',
  contactNumber: '+15550001',
};
const visits = visitsOf(server);
const add = (values: object, files = {}) => visits.add({ fees: '50', ...values }, 'laboratory', files);
const db = () => server.services.db;
const pathsOf = async () => {
  const found: string[] = [];
  for await (const { path } of server.services.files.storage.list()) found.push(path);
  return found;
};
const prove = () => server.as('admin', 'reauthenticate', { body: { password: 'Correct-horse-7' } });
/** All tables except those that hold ids only. */
const everything = async () => {
  const tables = (await tablesOf(server)).filter((name) => !/^(audit|events|sessions|accounts)/.test(name));
  return JSON.stringify(await Promise.all(tables.map((name) => rowsOf(server, name))));
};

test('finds one patient’s data by name, exports and deletes it, and records the id', async () => {
  const first = await add(ROE, {
    image: [await photo()],
    documents: [pdf('x', 'Roe:HIV.pdf'), pdf('x', 'Roe:HIV.pdf')],
  });
  const second = await add({ ...ROE, patientName: ' jane ROE', email: 'other@example.test' });
  const namesake = await add({ ...ROE, dateOfBirth: '1999-01-01', email: '', contactNumber: '' });
  const anna = await add({ patientName: 'Jane Roebuck' }, { documents: [pdf('kept')] });
  await visits.assign(first);
  const note = { key: 'a-report-1', kind: 'note', note: 'Jane Roe has moved' };
  expect((await server.as('employee', 'reportVisit', { params: { id: first }, body: note })).http).toBe(200);

  const params = { id: first };
  const { data } = await server.as('admin', 'patientRecords', { params });
  const listed = data.map((one: Record<string, unknown>) => [one._id, one.sameBirthDate, one.sameContact, one.files]);
  expect(listed.toSorted()).toEqual(
    [
      [first, true, true, 3],
      [second, true, true, 0],
      [namesake, false, false, 0],
    ].toSorted(),
  );

  const body = { appointments: [first, second] };
  const exported = async (payload: object) =>
    server.inject({
      method: 'POST',
      url: `/api/v1/admin/export-patient/${first}`,
      headers: { authorization: `Bearer ${await server.tokenOf('admin')}` },
      payload,
    });
  // A stolen token is not enough.
  expect((await exported(body)).json().data).toMatchObject({ reauthenticate: true });
  await prove();
  // Another patient's appointment is not included.
  expect((await exported({ appointments: [first, anna] })).statusCode).toBe(409);
  expect((await server.as('admin', 'deletePatient', { params, body: { appointments: [anna] } })).http).toBe(409);

  const zip = await exported(body);
  expect([zip.statusCode, zip.headers['content-type'], zip.headers['cache-control']]).toEqual([
    200,
    'application/zip',
    'no-store',
  ]);
  const entries = unzipSync(zip.rawPayload);
  expect(Object.keys(entries).toSorted()).toEqual(
    [
      `files/${first}/document-1 Roe_HIV.pdf`,
      `files/${first}/document-2 Roe_HIV.pdf`,
      `files/${first}/photo.jpg`,
      'patient.json',
    ].toSorted(),
  );
  const json = JSON.parse(new TextDecoder().decode(entries['patient.json']));
  expect(json.appointments.map(({ id }: { id: string }) => id).toSorted()).toEqual([first, second].toSorted());
  expect([json.transactions.length, json.notifications.length > 0]).toEqual([2, true]);
  expect(json.reports.map((one: { note: string }) => one.note)).toEqual(['Jane Roe has moved']);
  expect(new TextDecoder().decode(entries[`files/${first}/document-1 Roe_HIV.pdf`])).toContain('%PDF-1.4');

  // An old notification without appointment, and one that only looks like it.
  await db()
    .updateTable('notifications')
    .set({ appointment_id: null })
    .where('appointment_id', 'in', [first, anna])
    .execute();
  const before = await pathsOf();
  const payments = await db().selectFrom('transactions').select('amount_cents').execute();
  const reply = await server.as('admin', 'deletePatient', { params, body });
  expect([reply.http, reply.data, reply.message]).toEqual([
    200,
    { deleted: 2, pending: 0 },
    'Deleted: 2 appointments of this patient.',
  ]);
  const left = await everything();
  for (const word of [first, second, ROE.email]) expect(left).not.toContain(word);
  const names = await db().selectFrom('transactions').select('patient_name').execute();
  expect(names.map((one) => one.patient_name).toSorted()).toEqual(['', '', 'Jane Roe', 'Jane Roebuck']);
  expect(await db().selectFrom('transactions').select('amount_cents').execute()).toEqual(payments);
  const bodies = (await db().selectFrom('notifications').select('body').execute()).map((one) => one.body).join();
  expect(bodies.match(/Jane Roe\b/g)).toHaveLength(1);
  expect(bodies).toContain('Jane Roebuck');
  expect(await pathsOf()).toHaveLength(before.length - 3);

  const seen = (await server.as('admin', 'audit', { query: { recordId: first } })).data.entries;
  const done = seen.filter(({ operation }: { operation: string }) => operation !== 'refused');
  expect(done.map(({ operation, recordName }: Record<string, string>) => [operation, recordName ?? null])).toEqual([
    ['delete', null],
    ['export', null],
    ['list', null],
    ['change', null],
    ['change', null],
    ['create', null],
  ]);
  expect((await server.as('admin', 'deletePatient', { params, body })).http).toBe(404);
});

test('the records API deletes an appointment with its files, notices and the name in its payment', async () => {
  const files = (await pathsOf()).length;
  const id = await add({ patientName: 'Rita Record' }, { image: [await photo()], documents: [pdf('rita')] });
  expect(await pathsOf()).toHaveLength(files + 2);
  expect(await everything()).toContain('Rita Record');
  await records(systemContext(server.services)).delete('appointments', id);
  const left = await everything();
  for (const word of [id, 'Rita Record']) expect(left).not.toContain(word);
  expect(await pathsOf()).toHaveLength(files);
});

test('deletes finished appointments after RETENTION_YEARS, each with an entry; off by default', async () => {
  const old = { ...VISIT, appointmentDateTime: '2015-01-15T09:30' };
  const [done, open, young] = [
    await add({ ...old, patientName: 'Old Done', status: 'Completed' }, { documents: [pdf('old')] }),
    await add({ ...old, patientName: 'Old Open' }),
    await add({ patientName: 'Young', status: 'Completed' }),
  ];
  expect(server.config.retentionYears).toBe(0);
  expect(await deleteExpired(server.services)).toBe(0);
  const services = { ...server.services, config: { ...server.config, retentionYears: 10 } };
  const files = await pathsOf();
  expect(await deleteExpired(services, Date.UTC(2026, 0, 1))).toBe(1);
  expect(await pathsOf()).toHaveLength(files.length - 1);
  const ids = (await db().selectFrom('appointments').select('id').execute()).map(({ id }) => id);
  expect([ids.includes(done), ids.includes(open), ids.includes(young)]).toEqual([false, true, true]);
  const rows = await db().selectFrom('audit').selectAll().where('record_id', '=', done).execute();
  expect(rows.map(({ deed: done, account_id: by, details }) => [done, by, JSON.parse(details)])).toContainEqual([
    'delete',
    null,
    { fields: [], reason: 'retention' },
  ]);
  expect(await deleteExpired(services, Date.UTC(2026, 0, 1))).toBe(0);
});

describe('deleted patient', () => {
  const visit = reference({ to: 'appointments', text: '{patientName}', required: true, onDelete: 'delete' });
  const notes = resourceOf('patientNotes', { visit, note: text({ required: true }) } as Fields, {
    history: true,
    list: { columns: ['note'], search: ['note'] },
  });
  const LATER = Date.UTC(2026, 0, 1);
  const SECRET = 'Quixotic-Zebrafish';
  let other: TestServer;

  async function withNote() {
    other = await serverForTest({}, { resources: [notes] });
    const old = { patientName: SECRET, appointmentDateTime: '2015-01-15T09:30', status: 'Completed' };
    const visit = await visitsOf(other).add(old);
    const client = clientOf(other, 'admin', 'patientNotes');
    const { body } = await client.create({ visit, note: `${SECRET} was here` });
    expect((await client.update(body.id, { note: `${SECRET} was there` })).http).toBe(200);
    return { ...other.services, config: { ...other.config, retentionYears: 10 } };
  }
  /** All texts except the audit trail, which holds ids. */
  async function texts() {
    const tables = await other.services.db.introspection.getTables();
    const all = tables.filter(({ name }) => !/^(audit|events|accounts)/.test(name));
    const rows = await Promise.all(
      all.map(({ name, columns }) => {
        const textual = columns.filter(({ dataType }) => /text|char/i.test(dataType));
        const names = sql.join(textual.map((column) => sql.ref(column.name)));
        return textual.length > 0 && sql`select ${names} from ${sql.table(name)}`.execute(other.services.db);
      }),
    );
    return JSON.stringify(rows);
  }

  test('is gone after RETENTION_YEARS from referring records, history and search index', async () => {
    const services = await withNote();
    expect(await texts()).toContain(SECRET);
    expect(await deleteExpired(services, LATER)).toBe(1);
    expect(await texts()).not.toContain(SECRET);
  });

  test('is gone from a resource without a config', async () => {
    const services = await withNote();
    const without = {
      ...services,
      resources: services.resources.filter(({ name }) => name !== 'patientNotes'),
      collections: services.collections.filter(({ resource }) => resource.name !== 'patientNotes'),
    };
    const changes = [{ name: '1', dropped: ['patientNotes'] }];
    const start = { zone: services.config.timeZone, changes };
    await syncToConfigs(services.store, { ...start, resources: without.resources });
    expect(await deleteExpired(without, LATER)).toBe(1);
    await syncToConfigs(services.store, { ...start, resources: services.resources });
    expect(await texts()).not.toContain(SECRET);
  });

  test('is gone from the free pages of SQLite’s file', async () => {
    const services = await withNote();
    if (services.store.kind !== 'sqlite') return;
    await deleteExpired(services, LATER);
    await sql`pragma wal_checkpoint(truncate)`.execute(services.db);
    const file = readFileSync(join(other.config.dataDir, 'portal.sqlite'), 'latin1').toLowerCase();
    expect(file).not.toContain(SECRET.toLowerCase());
    expect(file).not.toContain(SECRET.toLowerCase().replace('-', ' '));
  });
});
