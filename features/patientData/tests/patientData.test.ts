import { unzipSync } from 'fflate';
import { documentOf } from 'portal-frame/testing/helpers';
import { expect, test } from 'vitest';
import { hasPlugin, serverForAll } from '../../../tests/api/harness.ts';
import { pdf, photo } from '../../../tests/api/samples.ts';
import { storedContent, storedPaths } from '../../../tests/api/tables.ts';
import { visitsOf } from '../../../tests/api/visits.ts';

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
const pathsOf = () => storedPaths(server);
const everything = () => storedContent(server);

const prove = () => server.as('admin', 'reauthenticate', { body: { password: 'Correct-horse-7' } });

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

test.runIf(hasPlugin('openApi'))('documents the export as a ZIP file', async () => {
  const { paths } = await documentOf(server.app);
  const { responses } = paths['/api/v1/admin/export-patient/{id}'].post;
  expect(Object.keys(responses[200].content)).toEqual(['application/zip']);
});
