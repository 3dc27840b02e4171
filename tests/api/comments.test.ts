import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from 'portal-frame/internal/server';
import { createBackup, restoreBackup } from 'portal-frame/plugins/backup/testing';
import { openStore } from 'portal-frame/server/storage';
import { expect, onTestFinished, test } from 'vitest';
import { commentsOn } from '../../examples/plugin-comments/tests/commentServer.ts';
import app from '../../server/app.ts';
import { createTestDatabase, hasPlugin, serverForAll } from './harness.ts';
import { storedContent } from './tables.ts';
import { visitsOf } from './visits.ts';

const server = serverForAll();
const { ask, read, add, textsOf } = commentsOn(server);
const visits = visitsOf(server);
const onVisit = { resource: 'appointments' };
const inArchive = { resource: 'archive' };

test('comments on a visit follow its laboratory and its employee', async () => {
  const id = await visits.add();
  await visits.assign(id);
  expect((await add('laboratory', id, { text: 'Ring twice.' }, onVisit)).code).toBe(201);
  expect((await add('employee', id, { text: 'I will.' }, onVisit)).code).toBe(201);
  expect(await textsOf('admin', id, onVisit)).toEqual(['Ring twice.', 'I will.']);
  for (const person of ['laboratory2', 'employee2'] as const) expect((await read(person, id, onVisit)).code).toBe(404);
  await visits.change(id, { employeeId: server.ids.employee2, confirmed: true });
  expect([(await read('employee', id, onVisit)).code, (await read('employee2', id, onVisit)).code]).toEqual([404, 200]);
});

test('the archive shows the comments of the visit', async () => {
  const id = await visits.add();
  await add('laboratory', id, { text: 'Before' }, onVisit);
  expect((await read('laboratory', id, inArchive)).code).toBe(404);
  await visits.setStatus(id, 'Completed');
  await add('admin', id, { text: 'After' }, inArchive);
  for (const place of [onVisit, inArchive]) expect(await textsOf('laboratory', id, place)).toEqual(['Before', 'After']);
  const found = await ask('laboratory', 'POST', 'comments/find', { ...inArchive, body: { text: 'before' } });
  expect(found.data).toMatchObject([{ id, record: { patientName: expect.any(String) } }]);
  expect((await ask('laboratory2', 'POST', 'comments/find', { ...inArchive, body: { text: 'before' } })).data).toEqual(
    [],
  );
});

test.runIf(hasPlugin('patientData'))('a deleted patient’s comments go with the visits', async () => {
  const id = await visits.add({ patientName: 'Jane Unforgettable' });
  const other = await visits.add({ patientName: 'John Stays' });
  await add('laboratory', id, { text: 'Unforgettable words' }, onVisit);
  await add('laboratory', other, { text: 'Other words' }, onVisit);
  await server.as('admin', 'reauthenticate', { body: { password: 'Correct-horse-7' } });
  const { http } = await server.as('admin', 'deletePatient', { params: { id }, body: { appointments: [id] } });
  expect([http, await storedContent(server)]).toEqual([200, expect.not.stringContaining('Unforgettable')]);
  expect(await textsOf('laboratory', other, onVisit)).toEqual(['Other words']);
});

test.runIf(hasPlugin('backup'))('a restored backup has the comments', async () => {
  const id = await visits.add();
  await add('laboratory', id, { text: 'Kept in a backup' }, onVisit);
  const folder = await mkdtemp(join(tmpdir(), 'comments-'));
  const database = await createTestDatabase();
  onTestFinished(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });
  await createBackup(server.services, join(folder, 'backup'));
  const config = readConfig({ DATA_DIR: join(folder, 'restored'), DATABASE_URL: database.url }, app);
  await restoreBackup(config, join(folder, 'backup'));
  const store = await openStore(config);
  const rows = await store.db.selectFrom('comments').where('record_id', '=', id).selectAll().execute();
  await store.close();
  expect(rows).toMatchObject([{ text: 'Kept in a backup', resource: 'appointments' }]);
});
