// On SQLite only: nothing here depends on the database.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from '@20minutes/s3rver';
import { createFileStore, readConfig } from 'portal-frame/internal/server';
import { runFile } from 'portal-frame/testing/helpers';
import { expectOutput } from 'portal-frame/testing/output';
import { afterAll, beforeAll, expect, test } from 'vitest';
import app from '../../server/app.ts';
import { createTestDatabase, hasPlugin, serverForAll, serverForTest, uploadsOf } from './harness.ts';
import { pdf, photo, VISIT } from './samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'portal-s3-'));
let s3: S3rver;
/** Stands between the portal and the bucket, and can be cut. */
let wire: Server;
const sockets = new Set<Socket>();
/** Accepts connections or not, and breaks the next ones after this many bytes. */
const line = { up: true, breaks: [] as number[] };
const BEFORE = { ...process.env };

function carry(socket: Socket, port: number): void {
  if (!line.up) return void socket.destroy();
  let left = line.breaks.shift() ?? Number.POSITIVE_INFINITY;
  const other = connect(port, '127.0.0.1');
  for (const one of [socket, other]) {
    sockets.add(one);
    one
      .on('error', () => undefined)
      .on('close', () => {
        sockets.delete(one);
        socket.destroy();
        other.destroy();
      });
  }
  socket.on('data', (chunk) => {
    left -= chunk.length;
    if (left < 0) socket.resetAndDestroy();
    else other.write(chunk);
  });
  other.pipe(socket);
}
const cut = () => {
  for (const one of sockets) one.destroy();
};

beforeAll(async () => {
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' });
  // It reads a bucket's own address without the slash that the client signs, and so takes no list's signature.
  const signatures = { allowMismatchedSignatures: true };
  const options = { address: '127.0.0.1', port: 0, silent: true, directory: folder, ...signatures };
  s3 = new S3rver({ ...options, configureBuckets: [{ name: 'uploads', configs: [] }] });
  const { port } = await s3.run();
  wire = createServer((socket) => carry(socket, port)).listen(0, '127.0.0.1');
  await once(wire, 'listening');
});
afterAll(async () => {
  cut();
  wire.close();
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
  process.env = BEFORE;
});

const server = serverForAll(() => ({ FILES_URL: bucketUrl('portal') }));

const bucketUrl = (prefix: string, bucket = 'uploads') =>
  `s3://${bucket}/${prefix}?endpoint=http://127.0.0.1:${(wire.address() as AddressInfo).port}`;
const store = (prefix: string, dataDir = server.config.dataDir) =>
  createFileStore(readConfig({ DATA_DIR: dataDir, FILES_URL: bucketUrl(prefix) }, app));
async function pathsOf(files = server.services.files): Promise<string[]> {
  const found: string[] = [];
  for await (const { path } of files.storage.list()) found.push(path);
  return found.toSorted();
}
const onDisk = () => uploadsOf(server);
const add = async (files: Record<string, File[]>) =>
  server.as('laboratory', 'laboratoryCreateAppointment', { body: VISIT, files });
const large = (bytes: number) =>
  new File([`%PDF-1.4\n${'x'.repeat(bytes)}\n%%EOF\n`], 'large.pdf', { type: 'application/pdf' });
const get = (address: string) => server.file('laboratory', address);

test('stores, serves and deletes uploads in the bucket only', async () => {
  const sent = pdf('in the bucket');
  const { data } = await add({ image: [await photo()], documents: [sent] });
  expect(await pathsOf()).toHaveLength(2);
  expect(onDisk()).toEqual([]);
  const reply = await get(data.documents[0]);
  expect([reply.statusCode, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
    200,
    'application/pdf',
    'private, no-store',
  ]);
  expect(reply.rawPayload.equals(Buffer.from(await sent.arrayBuffer()))).toBe(true);
  // Another machine that has nothing but the bucket.
  const elsewhere = store('portal', mkdtempSync(join(folder, 'machine-')));
  const path = data.documents[0].split(/[/?]/)[1] as string;
  const found = await elsewhere.storage.get(path);
  expect(found && (await buffer(found.content)).length).toBe(sent.size);
  expect(await elsewhere.storage.get(elsewhere.newPath('pdf'))).toBeNull();
});

test('gives up after one try on a bucket that never answers', async () => {
  let taken = 0;
  const silent = createServer((socket) => {
    taken += 1;
    socket.on('error', () => undefined);
    sockets.add(socket);
  }).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const env = { DATA_DIR: server.config.dataDir, FILES_URL: `s3://uploads/x?endpoint=${endpoint}` };
  const { storage: place, newPath } = createFileStore(readConfig(env, app));
  const path = newPath('pdf');
  await expect(place.put(path, new URL('../../package.json', import.meta.url).pathname)).rejects.toThrow('away');
  expect(taken).toBe(1);
  await Promise.all([
    expect(place.get(path)).rejects.toThrow('away'),
    expect(place.remove([path])).rejects.toThrow('away'),
  ]);
  silent.close();
});

test('retries a file after its connection breaks in the middle', async () => {
  cut();
  line.breaks = [100_000, 200_000];
  const { http, data } = await add({ documents: [large(900_000)] });
  expect([http, line.breaks]).toEqual([200, []]);
  expect((await get(data.documents[0])).rawPayload).toHaveLength(large(900_000).size);
});

test('refuses an upload while the bucket is down, keeps nothing, and accepts it afterwards', async () => {
  const count = async () => (await server.services.db.selectFrom('appointments').select('id').execute()).length;
  const { data } = await add({ documents: [pdf('before')] });
  const before = { appointments: await count(), paths: await pathsOf() };
  line.up = false;
  cut();
  const { http, message } = await add({ documents: [pdf('meanwhile')] });
  expect([http, message]).toEqual([503, 'The service is busy. Please try again in a moment.']);
  expect((await get(data.documents[0])).statusCode).toBe(503);
  expect((await server.as('laboratory', 'laboratoryAppointments')).http).toBe(200);
  line.up = true;
  expect({ appointments: await count(), paths: await pathsOf() }).toEqual(before);
  expect(onDisk()).toEqual([]);
  expect((await add({ documents: [pdf('after')] })).http).toBe(200);
  expect((await get(data.documents[0])).statusCode).toBe(200);
});

test.runIf(hasPlugin('patientData'))(
  'deletes the files of a deleted patient once the bucket answers again',
  async () => {
    const { data } = await add({ documents: [pdf('pending')] });
    const params = { id: data._id };
    const before = await pathsOf();
    line.up = false;
    cut();
    const deleted = await server.as('admin', 'deletePatient', { params, body: { appointments: [data._id] } });
    expect([deleted.http, deleted.data]).toEqual([200, { deleted: 1, pending: 1 }]);
    expect(deleted.message).toContain('Still pending: 1 files');
    expectOutput('Files could not be removed, and the removal is tried again');
    line.up = true;
    await expect.poll(async () => (await pathsOf()).length, { interval: 500 }).toBe(before.length - 1);
  },
);

test('reports a missing bucket as storage that an administrator must fix', async () => {
  const other = await serverForTest({ FILES_URL: bucketUrl('x', 'nowhere') });
  const input = { body: VISIT, files: { documents: [pdf('x')] } };
  const { http, message } = await other.as('laboratory', 'laboratoryCreateAppointment', input);
  expect([http, message]).toEqual([507, 'Files cannot be stored at the moment. Please tell your administrator.']);
});

const run = async (...words: string[]) => {
  const env = { ...process.env, DATA_DIR: server.config.dataDir, FILES_URL: bucketUrl('portal'), DATABASE_URL: '' };
  const { code, out, err } = await runFile('frame/commands/plugin-command.ts', words, { env }).end;
  return [code, out + err];
};

test.runIf(hasPlugin('backup'))('backs up the files of the bucket, and restores them into another', async () => {
  const { backup, restore } = app.commands ?? {};
  const place = join(folder, 'backup');
  const named = await pathsOf();
  const files = `and ${named.length} files`;
  expect(await (await backup?.())?.default({ app, config: server.config }, [place])).toMatch(
    new RegExp(`${files}: \\S+$`),
  );
  const fresh = await createTestDatabase();
  const dataDir = mkdtempSync(join(folder, 'restored-'));
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: fresh.url, FILES_URL: bucketUrl('restored') }, app);
  expect(await (await restore?.())?.default({ app, config }, [place])).toContain(files);
  await fresh.drop();
  expect(await pathsOf(store('restored'))).toEqual(named);
});

test.runIf(hasPlugin('backup'))('moves all files between bucket and folder with npm run files:move', async () => {
  const named = await pathsOf();
  expect(await run('files-move', 'folder', '--remove')).toEqual([
    0,
    expect.stringContaining(`${named.length} files copied`),
  ]);
  expect(onDisk()).toHaveLength(named.length);
  expect(await pathsOf()).toEqual([]);
  expect((await run('files-move', 'bucket', '--remove'))[1]).toContain(`${named.length} files copied`);
  expect([onDisk(), await pathsOf()]).toEqual([[], named]);
  expect((await run('files-move', 'elsewhere'))[0]).toBe(1);
});

test.each([
  's3://',
  'https://bucket/x',
  's3://key:secret@bucket/x',
  's3://bucket/x?endpoint=http://files.example.com',
  's3://bucket/x?endpont=https://files.example.com',
])('refuses to start with FILES_URL=%s', (FILES_URL) => {
  expect(() => readConfig({ DATA_DIR: folder, FILES_URL }, app)).toThrow('FILES_URL must be an address such as s3://');
});
