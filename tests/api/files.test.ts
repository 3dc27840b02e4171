import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startServer, type TestServer } from './harness.ts';
import { pdf, photo, VISIT } from './samples.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ MAX_UPLOAD_MB: '1' });
});
afterAll(() => server.close());
afterEach(() => vi.useRealTimers());

const add = (files: Record<string, File[]>) =>
  server.as('laboratory', 'laboratoryCreateAppointment', { body: VISIT, files });
const uploads = () =>
  readdirSync(join(server.config.dataDir, 'uploads'), { recursive: true })
    .map(String)
    .filter((name) => name.includes('.'));
const html = '<!doctype html><script>alert(1)</script>';
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const file = (content: string | Uint8Array<ArrayBuffer>, name: string, type: string) =>
  new File([content], name, { type });

/** What is refused, why, and at which field. */
const refused: [string, () => Promise<Record<string, File[]>>, number, string, string][] = [
  [
    'a page that calls itself a picture',
    async () => ({ image: [file(html, 'me.png', 'image/png')] }),
    415,
    'image',
    'The file me.png is not a PNG, JPEG or WebP image.',
  ],
  [
    'an SVG with a script',
    async () => ({ image: [file(svg, 'me.svg', 'image/svg+xml')] }),
    415,
    'image',
    'The file me.svg is not a PNG, JPEG or WebP image.',
  ],
  [
    'a PDF as a picture',
    async () => ({ image: [pdf('x', 'photo.jpg')] }),
    415,
    'image',
    'The file photo.jpg is not a PNG, JPEG or WebP image.',
  ],
  [
    'a picture that breaks off',
    async () => {
      const bytes = new Uint8Array(await (await photo()).arrayBuffer());
      return { image: [file(bytes.slice(0, 300), 'half.jpg', 'image/jpeg')] };
    },
    415,
    'image',
    'The file half.jpg is not a PNG, JPEG or WebP image.',
  ],
  [
    'a program that calls itself a PDF',
    async () => ({ documents: [file('MZ\x90\0program', 'order.pdf', 'application/pdf')] }),
    415,
    'documents',
    'The file order.pdf is not a PDF or an image (PNG, JPEG, WebP).',
  ],
  [
    'an empty file',
    async () => ({ documents: [file('', 'order.pdf', 'application/pdf')] }),
    400,
    'documents',
    'The file order.pdf is empty.',
  ],
  [
    'eleven documents',
    async () => ({ documents: Array.from({ length: 11 }, (_, index) => pdf(`document ${index}`)) }),
    400,
    'documents',
    'Too many files: at most 10 are allowed here.',
  ],
  [
    'two photos',
    async () => ({ image: [await photo(), await photo()] }),
    400,
    'image',
    'Too many files: at most 1 are allowed here.',
  ],
  [
    'a file of more than 1 MB',
    async () => ({ documents: [pdf('x'.repeat(1024 * 1024), 'large.pdf')] }),
    413,
    'documents',
    'The file large.pdf is too large. At most 1 MB are allowed.',
  ],
  [
    'a file under a name that is not expected',
    async () => ({ virus: [pdf('x')] }),
    400,
    'virus',
    'No file is expected under the name virus.',
  ],
];

test.each(refused)('%s is refused, and nothing of it stays', async (_, filesOf, code, field, message) => {
  const before = uploads();
  const reply = await add({ documents: [], ...(await filesOf()) });
  expect([reply.http, reply.message, reply.errors]).toEqual([code, message, { [field]: message }]);
  expect(uploads()).toEqual(before);
});

test('a refused form leaves none of its good files', async () => {
  const before = uploads();
  const files = { image: [await photo()], documents: [pdf('good')] };
  const reply = await server.as('laboratory', 'laboratoryCreateAppointment', { body: { ...VISIT, age: 'old' }, files });
  expect(reply.http).toBe(400);
  expect(uploads()).toEqual(before);
});

test('what is not a form is told so', async () => {
  const reply = await server.inject({
    method: 'POST',
    url: '/api/v1/laboratory/add-appointment',
    headers: { authorization: `Bearer ${await server.signIn('laboratory')}`, 'content-type': 'application/json' },
    payload: JSON.stringify(VISIT),
  });
  expect([reply.statusCode, reply.json().message]).toEqual([
    415,
    'The files must be sent as a form (multipart/form-data).',
  ]);
});

test('a photo is kept upright, without the place it was taken at, and not larger than need be', async () => {
  const taken = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#123456' } })
    .jpeg()
    .withExif({ IFD0: { Make: 'SpyCam' }, IFD3: { GPSLatitude: '40/1 26/1 46/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const { data } = await add({ image: [file(new Uint8Array(taken), 'me.jpg', 'image/jpeg')] });
  const { rawPayload } = await server.inject({ url: `/${data.image}` });
  const told = await sharp(rawPayload).metadata();
  expect([told.width, told.height, told.exif, told.orientation]).toEqual([1365, 2048, undefined, undefined]);
});

test('a document keeps its name, whatever that is, and is never shown in our origin', async () => {
  const name = 'Überweisung Ñandú <1> &?#%20.pdf';
  const { data } = await add({ documents: [pdf('x', name)] });
  const reply = await server.inject({ url: `/${data.documents[0]}` });
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-disposition']).toBe(`attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
  expect(reply.headers['x-content-type-options']).toBe('nosniff');
  expect(reply.headers['content-security-policy']).toContain('sandbox');
});

test('a file is saved under the ending of what it is, whatever it was called', async () => {
  const called = ['order.html', 'order.PDF', 'order', 'scan.JPEG', 'scan.pdf', 'run.exe'];
  const pictures = new Uint8Array(await (await photo()).arrayBuffer());
  const documents = called.map((name) => (name.startsWith('scan') ? file(pictures, name, '') : pdf('x', name)));
  const { data } = await add({ documents });
  const saved = ['order.html.pdf', 'order.PDF', 'order.pdf', 'scan.JPEG', 'scan.pdf.jpg', 'run.exe.pdf'];
  expect(data.documentNames ?? saved).toEqual(saved);
  const disposition = async (url: string) => (await server.inject({ url: `/${url}` })).headers['content-disposition'];
  for (const [index, name] of saved.entries())
    expect(await disposition(data.documents[index])).toContain(`filename*=UTF-8''${name}`);
  // One that was kept before names were looked at.
  await server.services.db
    .updateTable('documents')
    .set({ name: 'old.html' })
    .where('name', '=', saved[0] as string)
    .execute();
  expect(await disposition(data.documents[0])).toContain("UTF-8''old.html.pdf");
});

test('an address is good for what it was signed for, and for two hours', async () => {
  const { data } = await add({ documents: [pdf('one'), pdf('two')] });
  const [one, two] = data.documents as [string, string];
  const [, query] = two.split('?');
  const status = async (url: string) => (await server.inject({ url: `/${url}` })).statusCode;
  expect(await status(one)).toBe(200);
  expect(await status(one.split('?')[0] ?? '')).toBe(404);
  expect(await status(`${one.split('?')[0]}?${query}`)).toBe(404);
  expect(await status(one.replace(/e=\d+/, 'e=9999999999'))).toBe(404);
  for (const part of ['o', 'u', 'size'])
    expect(await status(one.replace(new RegExp(`([?&])${part}=`), `$1${part}=1`)), part).toBe(404);
  expect(await status('uploads/..%2f..%2fportal.sqlite/x')).toBe(404);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 + 1000 });
  const late = await server.inject({ url: `/${one}` });
  expect([late.statusCode, late.json().message]).toEqual([410, 'This link has expired. Please reload the page.']);
});

test('an address is good for the session it was given to, and nothing is kept of what it gives', async () => {
  const token = await server.signIn('laboratory');
  const other = await server.signIn('laboratory');
  const { data } = await server.call('laboratoryCreateAppointment', {
    token,
    body: { ...VISIT, patientName: 'Jane Roe' },
    files: { image: [await photo()], documents: [pdf('x', 'Jane Roe HIV.pdf')] },
  });
  const addresses: string[] = [data.image, ...data.documents];
  expect(addresses.join(' ')).not.toMatch(/Jane|Roe|HIV/);
  const answers = () =>
    Promise.all(
      addresses.map(async (address) => {
        const { statusCode, headers } = await server.inject({ url: `/${address}` });
        return [statusCode, headers['cache-control']];
      }),
    );
  const good = [200, 'private, no-store'];
  expect(await answers()).toEqual([good, good]);
  await server.call('signOut', { token: other });
  expect(await answers()).toEqual([good, good]);
  await server.call('signOut', { token });
  expect(await answers()).toEqual([
    [410, 'no-store'],
    [410, 'no-store'],
  ]);
});

test('who was shown which file stands in the audit trail, by the record; what cannot be told of is not shown', async () => {
  const { db, audit } = server.services;
  const patients = [];
  for (const name of ['a', 'b', 'c'])
    patients.push((await add({ image: [await photo()], documents: [pdf(name)] })).data);
  const last = async () =>
    (
      await db
        .selectFrom('audit')
        .select((of) => of.fn.max('id').as('id'))
        .executeTakeFirstOrThrow()
    ).id;
  await audit.flush();
  const before = await last();
  const get = async (url: string) => (await server.inject({ url: `/${url}` })).statusCode;
  await Promise.all(patients.map(({ image }) => get(image)));
  await get(patients[1].documents[0]);
  const rows = await db.selectFrom('audit').selectAll().where('id', '>', before).orderBy('id').execute();
  const told = rows.map(({ deed, resource, record_id, account_id, details }) => [
    ...[deed, resource, record_id, account_id],
    JSON.parse(details),
  ]);
  const who = { of: 'appointments', session: expect.stringMatching(/^[0-9a-f]{24}$/) };
  const ids = expect.arrayContaining(patients.map(({ _id }) => _id));
  expect(told).toEqual([
    ['list', 'photos', null, server.ids.laboratory, { ...who, count: 3, ids }],
    ['read', 'documents', patients[1]._id, server.ids.laboratory, who],
  ]);
  const { data } = await server.as('admin', 'audit', { query: { recordId: patients[1]._id } });
  const kinds = data.entries.map(({ resource }: { resource: string }) => resource);
  expect(kinds).toEqual(['documents', 'photos', 'appointments']);

  await sql`alter table audit rename to audit_away`.execute(db);
  const refusals = await Promise.all([get(patients[0].image), get(patients[0].documents[0])]);
  await sql`alter table audit_away rename to audit`.execute(db);
  expect(refusals).toEqual([500, 500]);
});

const GPS = { IFD0: { Make: 'SpyCam', ImageDescription: 'secret place' }, IFD3: { GPSLatitude: '40/1 26/1 46/1' } };
const XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><exif:GPSLatitude>40,26.46N secret place</exif:GPSLatitude></x:xmpmeta>';

test.each(['jpeg', 'png', 'webp'] as const)(
  'a %s among documents is kept upright, in its size and without the place',
  async (type) => {
    // Its left third is red, as it is to be seen once it stands upright.
    const red = await sharp({ create: { width: 2400, height: 1000, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer();
    const taken = await sharp({ create: { width: 2400, height: 3000, channels: 3, background: '#ffffff' } })
      .composite([{ input: red, gravity: 'south' }])
      .toFormat(type)
      .withExif(GPS)
      .withXmp(XMP)
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(taken.includes('secret place')).toBe(true);
    const { data } = await add({ documents: [file(new Uint8Array(taken), `scan.${type}`, `image/${type}`)] });
    const { rawPayload } = await server.inject({ url: `/${data.documents[0]}` });
    const { width, height, exif, xmp, iptc, orientation } = await sharp(rawPayload).metadata();
    expect([width, height, exif, xmp, iptc, orientation]).toEqual([
      3000,
      2400,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(rawPayload.includes('secret place')).toBe(false);
    const pixel = await sharp(rawPayload)
      .extract({ left: 500, top: 1200, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer();
    expect([...pixel].map((one) => Math.round(one / 50))).toEqual([5, 0, 0]);
  },
);

test('an upload is on the disk as it was sent', async () => {
  const sent = pdf('on disk');
  const { data } = await add({ documents: [sent] });
  const path = data.documents[0].split(/[/?]/)[1] as string;
  const kept = readFileSync(join(server.config.dataDir, 'uploads', path.slice(0, 2), path));
  expect(kept.equals(Buffer.from(await sent.arrayBuffer()))).toBe(true);
});

describe('a form that is none', () => {
  const TYPE = 'multipart/form-data; boundary=b';
  const field = (name: string, text = 'x') =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
  const file = (name: string, text = '%PDF-1.4') =>
    `--b\r\ncontent-disposition: form-data; name="${name}"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n${text}\r\n`;
  const END = '--b--\r\n';
  test.each<[string, string, string]>([
    ['without a boundary', 'multipart/form-data', field('a') + END],
    ['with an empty boundary', 'multipart/form-data; boundary=', field('a') + END],
    ['of another kind', 'multipart/mixed; boundary=b', field('a') + END],
    ['whose boundary never comes', TYPE, 'just text'],
    ['that is empty', TYPE, ''],
    ['that only ends', TYPE, END],
    ['cut off in a head', TYPE, '--b\r\ncontent-disposition: form-da'],
    ['cut off in a field', TYPE, field('a').slice(0, -3)],
    ['cut off in a file', TYPE, file('documents').slice(0, -6)],
    ['cut off behind a part', TYPE, field('a')],
    ['with a part without a name', TYPE, `--b\r\ncontent-disposition: form-data\r\n\r\nx\r\n${END}`],
    ['with a file without a name', TYPE, file('documents').replace(' name="documents";', '') + END],
    ['with a part without a head', TYPE, `--b\r\n\r\nx\r\n${END}`],
    ['with a head that is none', TYPE, `--b\r\nnonsense\r\n\r\nx\r\n${END}`],
    ['with a name twice', TYPE, field('gender') + field('gender') + END],
    ['with a file twice', TYPE, file('image') + file('image') + END],
    ['with names of prototypes', TYPE, field('__proto__') + file('constructor') + END],
    ['with too many fields', TYPE, field('a').repeat(500) + END],
    ['with too many files', TYPE, file('documents').repeat(200) + END],
    [
      'with an unknown encoding',
      TYPE,
      field('a').replace('\r\n\r\n', '\r\ncontent-transfer-encoding: x\r\n\r\n') + END,
    ],
  ])('%s is refused, and is no fault of ours', async (_name, type, payload) => {
    const authorization = `Bearer ${await server.tokenOf('admin')}`;
    const url = '/api/v1/admin/create-appointment';
    const headers = { authorization, 'content-type': type };
    const reply = await server.inject({ method: 'POST', url, headers, payload });
    expect([400, 413, 415]).toContain(reply.statusCode);
    expect(reply.json()).toMatchObject({ status: false, code: reply.statusCode });
    expect(readdirSync(server.services.files.incoming)).toEqual([]);
  });
});

test('pictures that unpack to far more than they are get refused before they do, and hold up nobody', async () => {
  const create = { width: 12_000, height: 12_000, channels: 3, background: '#446688' } as const;
  const bytes = await sharp({ create, limitInputPixels: false }).png({ compressionLevel: 9 }).toBuffer();
  expect(bytes.length).toBeLessThan(1024 * 1024);
  const bomb = () => new File([new Uint8Array(bytes)], 'bomb.png', { type: 'image/png' });
  const before = process.memoryUsage.rss();
  const replies = await Promise.all(Array.from({ length: 8 }, () => add({ image: [bomb()] })));
  for (const { http, errors } of replies)
    expect([http, errors.image]).toEqual([
      413,
      'The file bomb.png has too many pixels. At most 50 megapixels are allowed.',
    ]);
  expect((process.memoryUsage.rss() - before) / 1024 ** 2).toBeLessThan(200);
});
