// On SQLite only: nothing here depends on the database.
import { readdirSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import { getCallPath } from 'portal-frame/internal';
import sharp from 'sharp';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { emailOf, PASSWORD, type Person, serverForAll, serverForTest, type TestServer, uploadsOf } from './harness.ts';
import { pdf, photo, VISIT } from './samples.ts';
import { calls } from './servedCalls.ts';
import { setRows } from './tables.ts';
import { trailOf } from './trail.ts';

const server = serverForAll({ MAX_UPLOAD_MB: '1' });
afterEach(() => vi.useRealTimers());

const add = (files: Record<string, File[]>) =>
  server.as('laboratory', 'laboratoryCreateAppointment', { body: VISIT, files });
const html = '<!doctype html><script>alert(1)</script>';
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const file = (content: string | Uint8Array<ArrayBuffer>, name: string, type: string) =>
  new File([content], name, { type });

const noPicture = (name: string) => [415, 'image', `The file ${name} is not a PNG, JPEG or WebP image.`] as const;
const broken = async () => new Uint8Array(await (await photo()).arrayBuffer()).slice(0, 300);
const program = file('MZ\x90\0program', 'order.pdf', 'application/pdf');
const many = Array.from({ length: 11 }, (_, index) => pdf(`document ${index}`));
const large = pdf('x'.repeat(1024 * 1024), 'large.pdf');

/** Rejected uploads: code, field and message. */
const refused: [string, Record<string, File[]>, readonly [number, string, string]][] = [
  ['a page named as a picture', { image: [file(html, 'me.png', 'image/png')] }, noPicture('me.png')],
  ['an SVG with a script', { image: [file(svg, 'me.svg', 'image/svg+xml')] }, noPicture('me.svg')],
  ['a PDF as a picture', { image: [pdf('x', 'photo.jpg')] }, noPicture('photo.jpg')],
  ['a truncated picture', { image: [file(await broken(), 'half.jpg', 'image/jpeg')] }, noPicture('half.jpg')],
  [
    'a program named as a PDF',
    { documents: [program] },
    [415, 'documents', 'The file order.pdf is not a PDF or an image (PNG, JPEG, WebP).'],
  ],
  ['an empty file', { documents: [file('', 'a.pdf', '')] }, [400, 'documents', 'The file a.pdf is empty.']],
  ['eleven documents', { documents: many }, [400, 'documents', 'Too many files: at most 10 are allowed here.']],
  [
    'two photos',
    { image: [await photo(), await photo()] },
    [400, 'image', 'Too many files: at most 1 are allowed here.'],
  ],
  [
    'a file of more than 1 MB',
    { documents: [large] },
    [413, 'documents', 'The file large.pdf is too large. At most 1 MB are allowed.'],
  ],
  ['a file in an unexpected field', { virus: [pdf('x')] }, [400, 'virus', 'No file is expected under the name virus.']],
];

test.each(refused)(
  'refuses %s and keeps nothing of it (spec 5.19, 9.15; ASVS 1.3.4)',
  async (_, files, [code, field, message]) => {
    const before = uploadsOf(server);
    const reply = await add({ documents: [], ...files });
    expect([reply.http, reply.message, reply.errors]).toEqual([code, message, { [field]: message }]);
    expect(uploadsOf(server)).toEqual(before);
  },
);

test('refuses bodies that are not forms', async () => {
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

const GPS = { IFD0: { Make: 'SpyCam', ImageDescription: 'secret place' }, IFD3: { GPSLatitude: '40/1 26/1 46/1' } };

test('stores a photo upright, without its location and reduced in size', async () => {
  const taken = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#123456' } })
    .jpeg()
    .withExif(GPS)
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const { data } = await add({ image: [file(new Uint8Array(taken), 'me.jpg', 'image/jpeg')] });
  const { rawPayload } = await server.file('laboratory', data.image);
  const logged = await sharp(rawPayload).metadata();
  expect([logged.width, logged.height, logged.exif, logged.orientation]).toEqual([1365, 2048, undefined, undefined]);
});

test("keeps any name of a document and never shows it in the portal's origin (ASVS 1.2.1, 5.4.1, 5.4.2)", async () => {
  const name = 'Überweisung Ñandú <1> &?#%20.pdf';
  const { data } = await add({ documents: [pdf('x', name)] });
  const reply = await server.file('laboratory', data.documents[0]);
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-disposition']).toBe(`attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
  expect(reply.headers['x-content-type-options']).toBe('nosniff');
  expect(reply.headers['content-security-policy']).toContain('sandbox');
});

test('saves a file with the extension of its content (ASVS 5.2.2)', async () => {
  const called = ['order.html', 'order.PDF', 'order', 'scan.JPEG', 'scan.pdf', 'run.exe'];
  const pictures = new Uint8Array(await (await photo()).arrayBuffer());
  const documents = called.map((name) => (name.startsWith('scan') ? file(pictures, name, '') : pdf('x', name)));
  const { data } = await add({ documents });
  const saved = ['order.html.pdf', 'order.PDF', 'order.pdf', 'scan.JPEG', 'scan.pdf.jpg', 'run.exe.pdf'];
  expect(data.documentNames ?? saved).toEqual(saved);
  const disposition = async (url: string) => (await server.file('laboratory', url)).headers['content-disposition'];
  for (const [index, name] of saved.entries())
    expect(await disposition(data.documents[index])).toContain(`filename*=UTF-8''${name}`);
  // Stored by a version that did not check names.
  await setRows(server, 'documents', { name: 'old.html' }, { name: saved[0] });
  expect(await disposition(data.documents[0])).toContain("UTF-8''old.html.pdf");
});

test('signs an address for one file and two hours (spec 3.14)', async () => {
  const { data } = await add({ documents: [pdf('one'), pdf('two')] });
  const [one, two] = data.documents as [string, string];
  const [, query] = two.split('?');
  const status = async (url: string) => (await server.file('laboratory', url)).statusCode;
  expect(await status(one)).toBe(200);
  expect(await status(one.split('?')[0] ?? '')).toBe(404);
  expect(await status(`${one.split('?')[0]}?${query}`)).toBe(404);
  expect(await status(one.replace(/e=\d+/, 'e=9999999999'))).toBe(404);
  for (const part of ['o', 'u', 'size'])
    expect(await status(one.replace(new RegExp(`([?&])${part}=`), `$1${part}=1`)), part).toBe(404);
  expect(await status('uploads/..%2f..%2fportal.sqlite/x')).toBe(404);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 + 1000 });
  const late = await server.file('laboratory', one);
  expect([late.statusCode, late.json().message]).toEqual([410, 'This link has expired. Please reload the page.']);
});

/** Cookies of a reply: name and value. */
const setBy = ({ 'set-cookie': cookies }: Record<string, unknown>) => [cookies ?? []].flat() as string[];
const cookieOf = (headers: Record<string, unknown>) => setBy(headers)[0]?.split(';')[0] ?? '';
const signInPage = (host: TestServer, person: Person, headers: Record<string, string> = {}) =>
  host.inject({
    method: 'POST',
    url: getCallPath(calls.signIn),
    headers,
    payload: { email: emailOf(person), password: PASSWORD },
  });
/** Signs in as a browser does and returns token and cookie. */
async function browse(person: Person, headers: Record<string, string> = {}, host = server) {
  const reply = await signInPage(host, person, headers);
  return {
    token: reply.json().data.userAuthToken as string,
    cookie: cookieOf(reply.headers),
    set: setBy(reply.headers),
  };
}
const ask = (address: string, headers: Record<string, string> = {}) => server.inject({ url: `/${address}`, headers });

test("opens an address only with its session's cookie or token, and uncached (ASVS 14.2.1, 14.2.2)", async () => {
  const { token, cookie } = await browse('laboratory');
  const { data } = await server.call('laboratoryCreateAppointment', {
    token,
    body: { ...VISIT, patientName: 'Jane Roe' },
    files: { image: [await photo()], documents: [pdf('x', 'Jane Roe HIV.pdf')] },
  });
  const addresses: string[] = [data.image, ...data.documents];
  expect(addresses.join(' ')).not.toMatch(/Jane|Roe|HIV/);
  const answers = (headers: Record<string, string>) =>
    Promise.all(addresses.map(async (address) => (await ask(address, headers)).statusCode));
  const others = await browse('laboratory');
  const admins = await browse('admin');
  expect(await answers({})).toEqual([401, 401]);
  const [name, proof] = cookie.split('=') as [string, string];
  for (const wrong of [others.cookie, admins.cookie, `${name}=`, `${name}=${others.cookie.split('=')[1]}`])
    expect([wrong, await answers({ cookie: wrong })]).toEqual([wrong, [401, 401]]);
  for (const wrong of [others.token, admins.token, 'x'])
    expect(await answers({ authorization: `Bearer ${wrong}` })).toEqual([401, 401]);
  // The cookie is no token: it opens files only.
  for (const headers of [{ cookie }, { authorization: `Bearer ${proof}` }])
    expect((await server.inject({ url: getCallPath(calls.laboratoryAppointments), headers })).statusCode).toBe(401);
  // Together with other cookies, as browsers send them.
  const good = { cookie: `theme=dark; ${others.cookie}; ${cookie}` };
  expect(await answers(good)).toEqual([200, 200]);
  expect(await answers({ authorization: `Bearer ${token}` })).toEqual([200, 200]);
  expect((await ask(data.image, good)).headers['cache-control']).toBe('private, no-store');
  await server.call('signOut', { token: others.token });
  expect(await answers(good)).toEqual([200, 200]);
  const out = await server.inject({
    method: 'POST',
    url: getCallPath(calls.signOut),
    headers: { ...good, authorization: `Bearer ${token}` },
  });
  expect(setBy(out.headers)).toEqual([expect.stringMatching(`^${name}=; Max-Age=0; Path=/;`)]);
  expect(await answers(good)).toEqual([410, 410]);
  expect(await answers({ authorization: `Bearer ${token}` })).toEqual([410, 410]);
  expect((await ask(data.image, good)).headers['cache-control']).toBe('no-store');
});

test('sets the cookie at sign-in and restores a lost one; a new sign-in replaces it (ASVS 3.3.2)', async () => {
  const first = await browse('laboratory');
  expect(first.set).toEqual([
    expect.stringMatching(/^files-[0-9a-f]{24}=[\w-]{43}; Max-Age=43200; Path=\/; SameSite=Strict$/),
  ]);
  const call = async (headers: Record<string, string>) => {
    const authorization = `Bearer ${first.token}`;
    const url = getCallPath(calls.laboratoryAppointments);
    return setBy((await server.inject({ url, headers: { authorization, ...headers } })).headers);
  };
  const browser = { 'sec-fetch-site': 'same-origin' };
  expect(await call({})).toEqual([]);
  expect(await call({ ...browser, cookie: first.cookie })).toEqual([]);
  for (const headers of [browser, { ...browser, cookie: `${first.cookie.split('=')[0]}=x` }])
    expect(await call(headers)).toEqual(first.set);
  // Sign-in clears only cookies of this portal, not of another portal on this machine.
  const foreign = `files-${'a'.repeat(24)}=${'b'.repeat(43)}`;
  const second = await browse('admin', { cookie: `${foreign}; ${first.cookie}` });
  const [given, ...ended] = second.set;
  expect(given).toMatch(/^files-[0-9a-f]{24}=[\w-]{43};/);
  expect(ended).toEqual([expect.stringMatching(new RegExp(`^${first.cookie.split('=')[0]}=; Max-Age=0;`))]);
});

test('binds the cookie to the host behind https; other origins get addresses without it (ASVS 3.3.1, 3.3.3)', async () => {
  const friend = 'https://friend.example.com';
  const env = { PUBLIC_URL: 'https://portal.example.com', CORS_ORIGINS: friend };
  const host = await serverForTest(env);
  const { set } = await browse('laboratory', {}, host);
  expect(set).toEqual([expect.stringMatching(/^__Host-files-\w+=\S+ Max-Age=\d+; Path=\/; Secure; SameSite=Strict$/)]);
  const files = { image: [await photo()] };
  const { data } = await host.as('laboratory', 'laboratoryCreateAppointment', { body: VISIT, files });
  const pictured = async (origin?: string) => {
    const list = await host.as('laboratory', 'laboratoryAppointments', { headers: { ...(origin && { origin }) } });
    const [{ image }] = list.data.appointments.filter(({ _id }: { _id: string }) => _id === data._id);
    const reply = await host.inject({ url: `/${image}` });
    return [reply.statusCode, reply.headers['cross-origin-resource-policy']];
  };
  expect(await pictured(friend)).toEqual([200, 'cross-origin']);
  for (const origin of [undefined, 'https://portal.example.com', 'https://evil.example.com'])
    expect(await pictured(origin)).toEqual([401, 'same-origin']);
});

test('audits each file read by record, and refuses it if that fails', async () => {
  const { db } = server.services;
  const patients: Awaited<ReturnType<typeof add>>['data'][] = [];
  for (const name of ['a', 'b', 'c'])
    patients.push((await add({ image: [await photo()], documents: [pdf(name)] })).data);
  const get = async (url: string) => (await server.file('laboratory', url)).statusCode;
  const rows = await trailOf(server, async () => {
    await Promise.all(patients.map(({ image }) => get(image)));
    await get(patients[1].documents[0]);
  });
  const logged = rows.map(({ deed, resource, record_id, account_id, details }) => [
    ...[deed, resource, record_id, account_id],
    JSON.parse(details),
  ]);
  const who = { of: 'appointments', session: expect.stringMatching(/^[0-9a-f]{24}$/) };
  const ids = expect.arrayContaining(patients.map(({ _id }) => _id));
  expect(logged).toEqual([
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

describe('malformed form', () => {
  const TYPE = 'multipart/form-data; boundary=b';
  const field = (name: string, text = 'x') =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
  const file = (name: string, text = '%PDF-1.4') =>
    `--b\r\ncontent-disposition: form-data; name="${name}"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n${text}\r\n`;
  const END = '--b--\r\n';
  test.each<[string, string, string]>([
    ['without a boundary', 'multipart/form-data', field('a') + END],
    ['with an empty boundary', 'multipart/form-data; boundary=', field('a') + END],
    ['of another content type', 'multipart/mixed; boundary=b', field('a') + END],
    ['whose boundary is missing', TYPE, 'just text'],
    ['that is empty', TYPE, ''],
    ['with only an end', TYPE, END],
    ['cut off in a header', TYPE, '--b\r\ncontent-disposition: form-da'],
    ['cut off in a field', TYPE, field('a').slice(0, -3)],
    ['cut off in a file', TYPE, file('documents').slice(0, -6)],
    ['cut off after a part', TYPE, field('a')],
    ['with a part without a name', TYPE, `--b\r\ncontent-disposition: form-data\r\n\r\nx\r\n${END}`],
    ['with a file without a name', TYPE, file('documents').replace(' name="documents";', '') + END],
    ['with a part without headers', TYPE, `--b\r\n\r\nx\r\n${END}`],
    ['with an invalid header', TYPE, `--b\r\nnonsense\r\n\r\nx\r\n${END}`],
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
  ])('is refused as a client error: %s (ASVS 15.3.6)', async (_name, type, payload) => {
    const authorization = `Bearer ${await server.tokenOf('admin')}`;
    const url = '/api/v1/admin/create-appointment';
    const headers = { authorization, 'content-type': type };
    const reply = await server.inject({ method: 'POST', url, headers, payload });
    expect([400, 413, 415]).toContain(reply.statusCode);
    expect(reply.json()).toMatchObject({ status: false, code: reply.statusCode });
    expect(readdirSync(server.services.files.incoming)).toEqual([]);
  });
});

test('refuses decompression bombs before decoding (ASVS 5.2.3)', async () => {
  const create = { width: 8, height: 8, channels: 3, background: '#446688' } as const;
  const bytes = await sharp({ create }).png().toBuffer();
  const pictureOf = (name: string) => new File([new Uint8Array(bytes)], name, { type: 'image/png' });
  // The header of a picture with 144 megapixels; its data could not be decoded.
  for (const place of [16, 20]) bytes.writeUInt32BE(12_000, place);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  const { http, errors } = await add({ image: [pictureOf('bomb.png')] });
  expect([http, errors.image]).toEqual([
    413,
    'The file bomb.png has too many pixels. At most 50 megapixels are allowed.',
  ]);
  // Below the limit, its data is decoded and refused.
  bytes.writeUInt32BE(1200, 16);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  expect((await add({ image: [pictureOf('broken.png')] })).errors.image).not.toContain('too many pixels');
});
