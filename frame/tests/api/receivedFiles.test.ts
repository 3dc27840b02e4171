// On SQLite only: nothing here depends on the database.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { files, image, text } from '../../fields/index.ts';
import { markReceived } from '../../server/files/fileStore.ts';
import { defineEndpoint } from '../../server/http/endpoints.ts';
import { records } from '../../server/records/operations/recordsApi.ts';
import { systemContext, transaction, trustedContext } from '../../server/records/operations/recordsContext.ts';
import { API_ROOT, call, failureTexts } from '../../wire/call.ts';
import { clientOf } from './client.ts';
import { encoded, formOf } from './form.ts';
import { serverForAll } from './harness.ts';
import { resourceOf } from './resourceOf.ts';
import { pdf, photo } from './samples.ts';
import { placeOf, uploadsOf } from './testServer.ts';

const scans = resourceOf(
  'scans',
  { title: text({ required: true }), photo: image(), papers: files({ most: 2 }) },
  { list: { columns: ['title'] }, roles: { admin: { can: ['list', 'create', 'edit', 'delete'] } } },
);

/** Stores the files of a call with the rights of its caller, of a hook or of the system. */
const scan = defineEndpoint({
  call: call({
    method: 'POST',
    path: '/scans/scan',
    roles: ['admin'],
    summary: 'Creates a scan.',
    body: z.object({
      by: z.enum(['caller', 'hook', 'system']),
      id: z.string().optional(),
      swap: z.string().optional(),
    }),
    files: { photo: { accepts: 'image', maxFiles: 1 }, papers: { accepts: 'document', maxFiles: 3 } },
    data: z.object({ id: z.string() }),
    failure: failureTexts('errors.load'),
  }),
  handle: async ({ body, files: sent, ...input }, services) =>
    transaction({ ...input, services }, async (tx) => {
      const context = { caller: tx, hook: trustedContext(tx), system: systemContext(tx) }[body.by];
      const values = { photo: (body.swap ? sent.papers : sent.photo)[0] ?? null, papers: body.swap ? [] : sent.papers };
      const api = records(context);
      const { id } = body.id
        ? await api.update('scans', body.id, values)
        : await api.create('scans', { title: body.by, ...values });
      return { data: { id: String(id) } };
    }),
});
const people = resourceOf(
  'people',
  { email: text({ required: true }), photo: image() },
  { api: {}, table: { name: 'accounts', columns: { photo: 'image' }, where: { role: 'worker', deleted_at: null } } },
);
/** A table of the frame with a text column that can stand for a file. */
const parcels = resourceOf(
  'parcels',
  { account: text({ required: true }), photo: image() },
  {
    api: {},
    table: {
      name: 'reset_codes',
      columns: { account: 'account_id', photo: 'code_hash' },
      stamps: { version: 'tries', createdAt: 'created_at', changedAt: 'expires_at' },
      writable: true,
    },
  },
);
const server = serverForAll({}, { resources: [scans, people, parcels], endpoints: { scan } });
const admin = clientOf(server, 'admin', 'scans');
const send = async (values: object, sent: Record<string, File[]>) => {
  const { payload, type } = await encoded(formOf(values, sent));
  const headers = { authorization: `Bearer ${await server.tokenOf('admin')}`, 'content-type': type };
  const reply = await server.inject({ method: 'POST', url: `${API_ROOT}/scans/scan`, headers, payload });
  const body = reply.json();
  return { http: reply.statusCode, body, id: String(body.data?.id) };
};
const statusOf = async (address: string) => (await server.file('admin', address)).statusCode;

test.each(['caller', 'hook', 'system'])('stores the files that a call received, as the %s', async (by) => {
  const { id } = await send({ by }, { photo: [await photo()], papers: [pdf('one'), pdf('two')] });
  const made = (await admin.one(id)).body;
  expect(await Promise.all([made.photo, ...made.papers].map(statusOf))).toEqual([200, 200, 200]);
  expect(Object.values(made.fileNames)).toContain('two.pdf');
  expect((await send({ by, id }, { photo: [await photo('#00ff00')] })).http).toBe(200);
  const changed = (await admin.one(id)).body;
  expect([await statusOf(made.photo), await statusOf(changed.photo)]).toEqual([404, 200]);
  await admin.remove(id);
  expect(uploadsOf(server)).toEqual([]);
});

test.each(['caller', 'hook', 'system'])('refuses more files than the field takes, as the %s', async (by) => {
  const { http, body } = await send({ by }, { papers: [pdf('1'), pdf('2'), pdf('3')] });
  expect([http, Object.keys(body.data?.errors ?? {})]).toEqual([400, ['papers']]);
  expect(uploadsOf(server)).toEqual([]);
});

test('refuses an object that only looks like a received file', async () => {
  const { id } = await send({ by: 'caller' }, { photo: [await photo()] });
  const { photo: address } = (await admin.one(id)).body;
  const forged = { path: String(address).split(/[/?]/)[1], name: 'x.png', size: 1 };
  expect(await admin.create({ title: 'Forged', photo: forged })).toMatchObject({ http: 400 });
  expect(await admin.update(id, { papers: [forged] })).toMatchObject({ http: 400 });
  const asHook = transaction(systemContext(server.services), (tx) =>
    records(trustedContext(tx)).create('scans', { title: 'Forged', photo: forged }),
  );
  await expect(asHook).rejects.toThrow('gave "photo"');
  const asSystem = records(systemContext(server.services)).create('scans', { title: 'Forged', photo: forged });
  await expect(asSystem).rejects.toMatchObject({ status: 400, details: { errors: { photo: expect.any(String) } } });
});

test('discards the replaced file of an existing table', async () => {
  const api = records(systemContext(server.services));
  const receive = (letter: string) => {
    const file = { path: `${letter.repeat(32)}.png`, name: 'me.png', size: 1 };
    const place = placeOf(server.config, file.path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, 'x');
    markReceived(file, 'image');
    return file;
  };
  const [first, second] = [receive('c'), receive('d')];
  const areStored = () => [first, second].map(({ path }) => existsSync(placeOf(server.config, path)));
  const { id } = await api.create('parcels', { account: server.ids.admin, photo: first });
  await api.update('parcels', String(id), { account: server.ids.worker });
  expect(areStored()).toEqual([true, true]);
  const failing = transaction(systemContext(server.services), async (tx) => {
    await records(tx).update('parcels', String(id), { photo: second });
    throw new Error('too bad');
  });
  await expect(failing).rejects.toThrow('too bad');
  expect(areStored()).toEqual([true, true]);
  await api.update('parcels', String(id), { photo: second });
  expect(areStored()).toEqual([false, true]);
});

test.each(['scans', 'people'])('refuses a received file that another record of %s has', async (name) => {
  const api = records(systemContext(server.services));
  const file = { path: `${name === 'scans' ? 'a' : 'b'}`.repeat(32).concat('.png'), name: 'me.png', size: 1 };
  markReceived(file, 'image');
  const add = (title: string, to = api) =>
    to.create(name, name === 'scans' ? { title, photo: file } : { email: `${title}@example.test`, photo: file });
  const failing = transaction(systemContext(server.services), async (tx) => {
    await add('first', records(tx));
    await add('second', records(tx));
  });
  await expect(failing).rejects.toThrow('The file "me.png" was given twice');
  // Rolled back, the file is free again.
  const { id } = await add('first');
  await expect(add('second')).rejects.toThrow('The file "me.png" was given twice');
  await api.delete(name, String(id));
});

test.each(['caller', 'hook', 'system'])('refuses a document in the field of an image, as the %s', async (by) => {
  const before = uploadsOf(server);
  const { http, body } = await send({ by, swap: 'yes' }, { papers: [pdf('one')] });
  expect([http, Object.keys(body.data?.errors ?? {})]).toEqual([400, ['photo']]);
  expect(uploadsOf(server)).toEqual(before);
});
