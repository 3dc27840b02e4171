import { expect, test } from 'vitest';
import { files, image, text } from '../../fields/index.ts';
import { clientOf } from './client.ts';
import { type Person, serverForAll } from './harness.ts';
import { resourceOf } from './resourceOf.ts';
import { pdf, photo } from './samples.ts';
import { uploadsOf } from './testServer.ts';

const reports = resourceOf(
  'reports',
  { title: text({ required: true }), photo: image(), papers: files({ most: 2 }) },
  {
    list: { columns: ['title'], filters: [{ field: 'photo', name: 'hasPhoto' }] },
    roles: {
      admin: { can: ['list', 'create', 'edit', 'delete'] },
      branch: { can: ['create'] },
      worker: { can: ['list'] },
    },
  },
);

const server = serverForAll({ MAX_UPLOAD_MB: '1' }, { resources: [reports] });
const admin = clientOf(server, 'admin', 'reports');

const send = (person: Person, sent: Record<string, File[]>) =>
  clientOf(server, person, 'reports').upload('/files', sent);
const fetched = async (address: string) => (await server.file('admin', address)).statusCode;
const stored = () => uploadsOf(server).length;

test('stores uploaded files once a record names them, and deletes replaced ones', async () => {
  const { http, body } = await send('admin', { photo: [await photo()], papers: [pdf('one'), pdf('two')] });
  expect(http).toBe(200);
  expect(body).toEqual({
    photo: [expect.any(String)],
    papers: [expect.stringMatching(/^uploads\/[0-9a-f]{32}\.pdf\?/), expect.any(String)],
  });
  const record = (await admin.create({ title: 'R', photo: body.photo[0], papers: body.papers })).body;
  const names = record.papers.map((one: string) => record.fileNames[one.split(/[/?]/)[1] as string]);
  expect(names).toEqual(['one.pdf', 'two.pdf']);
  expect(JSON.stringify([body, record.papers])).not.toMatch(/one|two/);
  const saved = await server.file('admin', record.papers[0]);
  expect(saved.headers['content-disposition']).toBe("attachment; filename*=UTF-8''one.pdf");
  expect(await Promise.all([record.photo, ...record.papers].map(fetched))).toEqual([200, 200, 200]);
  expect(await fetched(record.photo.split('?')[0])).toBe(404);
  expect(stored()).toBe(3);
  expect(await admin.titles({ filter: { hasPhoto: true } })).toEqual(['R']);

  const next = (await send('admin', { photo: [await photo('#ff0000')] })).body.photo[0];
  const changed = (await admin.update(record.id, { ...record, photo: next, papers: [record.papers[1]] })).body;
  expect(changed.papers).toEqual([record.papers[1]]);
  expect(await fetched(record.photo)).toBe(404);
  expect(stored()).toBe(2);

  expect((await admin.update(record.id, { photo: null })).body.photo).toBeNull();
  expect(await admin.remove(record.id)).toMatchObject({ http: 200, body: { papers: [record.papers[1]] } });
  expect(stored()).toBe(0);
});

test('accepts only its own files and uploads of the same user for that field', async () => {
  const sent = (await send('admin', { papers: [pdf('mine'), pdf('yours')] })).body.papers;
  const theirs = (await send('branch', { photo: [await photo()] })).body.photo[0];
  const record = (await admin.create({ title: 'Mine', papers: [sent[0]] })).body;
  const refused = async (values: object) => {
    const { http, body } = await admin.create({ title: 'x', ...values });
    return [http, Object.keys(body.data?.errors ?? {})];
  };
  expect(await refused({ papers: record.papers })).toEqual([400, ['papers']]);
  expect(await refused({ photo: theirs })).toEqual([400, ['photo']]);
  expect(await refused({ photo: sent[1] })).toEqual([400, ['photo']]);
  expect(await refused({ photo: `uploads/${'0'.repeat(32)}.png/x.png` })).toEqual([400, ['photo']]);
  expect(await refused({ photo: '../../portal.sqlite' })).toEqual([400, ['photo']]);
  expect(await refused({ photo: { a: 1 } })).toEqual([400, ['photo']]);
  expect(await fetched(record.papers[0])).toBe(200);
});

test('checks uploads like others, and lets users with the right read them', async () => {
  const before = stored();
  const page = new File(['<!doctype html>'], 'me.png', { type: 'image/png' });
  expect(await send('admin', { photo: [page] })).toMatchObject({
    http: 415,
    body: { data: { errors: { photo: expect.any(String) } } },
  });
  expect(await send('admin', { photo: [pdf('no')] })).toMatchObject({ http: 415 });
  expect(await send('admin', { papers: [pdf('1'), pdf('2'), pdf('3')] })).toMatchObject({ http: 400 });
  expect(await send('admin', { title: [pdf('1')] })).toMatchObject({ http: 400 });
  expect(await send('worker', { papers: [pdf('1')] })).toMatchObject({ http: 403 });
  expect(await admin.send('POST', '/files', {})).toMatchObject({ http: 415 });
  expect(stored()).toBe(before);
});
