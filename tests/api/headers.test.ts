// On SQLite only: nothing here depends on the database.
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_ROOT } from 'portal-frame/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasPlugin, serverForAll } from './harness.ts';
import { pdf, photo, VISIT } from './samples.ts';

/** Headers and status of a reply, for any protocol. */
interface Answer {
  code: number;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
}
const METRICS_TOKEN = 'a-token-for-the-metrics';
const FRIEND = 'https://friend.example.com';
const SECRET = 'nobody is to read this';

const portalDir = mkdtempSync(join(tmpdir(), 'portal-built-'));
const env = { PUBLIC_URL: 'https://portal.example.com', CORS_ORIGINS: FRIEND, METRICS_TOKEN, EVENING_MAIL: '18:00' };
const server = serverForAll(env, { portalDir });
let port: number;
beforeAll(async () => {
  for (const folder of ['assets', '.git']) mkdirSync(join(portalDir, folder));
  const files = {
    'index.html': '<!doctype html><title>Portal</title>',
    'assets/app.js': 'export {};',
    'assets/app.css': 'p{}',
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'portal.webmanifest': '{}',
    '.git/config': SECRET,
    '.env': SECRET,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(portalDir, name), text);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as AddressInfo).port;
});
afterAll(() => rmSync(portalDir, { recursive: true }));

async function get(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const reply = await server.inject({ url, headers });
  return { code: reply.statusCode, headers: reply.headers, text: reply.body };
}
/** Sends raw text that no HTTP client would send. */
async function raw(request: string): Promise<Answer> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let said = '';
  socket.on('data', (part) => {
    said += part;
  });
  socket.on('error', () => undefined);
  socket.write(request);
  await once(socket, 'close');
  const [head = '', text = ''] = said.split('\r\n\r\n');
  const lines = head.split('\r\n').slice(1);
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(':')[0]?.toLowerCase() ?? '', line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { code: Number(head.split(' ')[1]), headers, text };
}
async function upload(kind: 'image' | 'documents'): Promise<Answer> {
  const files = { image: [await photo()], documents: [pdf('x')] };
  const { data } = await server.as('laboratory', 'laboratoryCreateAppointment', { body: VISIT, files });
  const authorization = `Bearer ${await server.tokenOf('laboratory')}`;
  return get(`/${kind === 'image' ? data.image : data.documents[0]}`, { authorization });
}
const bearer = async () => ({ authorization: `Bearer ${await server.tokenOf('admin')}` });

/** One reply of each kind. */
const ANSWERS: Record<string, () => Promise<Answer>> = {
  'the page': () => get('/'),
  'a screen’s address': () => get('/appointments'),
  'a script': () => get('/assets/app.js'),
  'a style': () => get('/assets/app.css'),
  'a picture of the portal': () => get('/favicon.svg'),
  'the manifest': () => get('/portal.webmanifest'),
  'a file that is not there': () => get('/assets/none.js'),
  'a call': async () => get(`${API_ROOT}/admin/get-profile`, await bearer()),
  'a call without a token': () => get(`${API_ROOT}/admin/get-profile`),
  'a call that does not exist': () => get(`${API_ROOT}/admin/get-everything`),
  'an address that is none': () => get(`${API_ROOT}/%zz`),
  health: () => get(`${API_ROOT}/health`),
  ...(hasPlugin('metrics') && { metrics: () => get('/metrics', { authorization: `Bearer ${METRICS_TOKEN}` }) }),
  ...(hasPlugin('openApi') && {
    'the OpenAPI page': () => get(`${API_ROOT}/docs/`),
    'the OpenAPI document': () => get(`${API_ROOT}/docs/json`),
  }),
  'a photo': () => upload('image'),
  'a document': () => upload('documents'),
  'an address of a file that is forged': () => get(`/uploads/${'0'.repeat(32)}.pdf?s=x`),
  ...(hasPlugin('patientLinks') && {
    'a patient’s page': () => get(`/visit-confirmation/${'x'.repeat(43)}`),
    'its style': () => get('/public/assets/page.css'),
  }),
  ...(hasPlugin('fhir') && {
    FHIR: async () => get(`${API_ROOT}/fhir/Appointment`, await bearer()),
    'a refusal of FHIR': () => get(`${API_ROOT}/fhir/Appointment`),
  }),
  'what is no request': () => raw('\x16\x03\x01 nonsense\r\n\r\n'),
  'a length and chunks at once': () =>
    raw(
      `POST ${API_ROOT}/auth/sign-in HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\nhost: x\r\n\r\n`,
    ),
  'two lengths': () =>
    raw(`POST ${API_ROOT}/auth/sign-in HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\n{"a":1`),
};

describe.each(Object.entries(ANSWERS))('%s', (_, answer) => {
  test('has its type and all security headers', async () => {
    const { headers, text } = await answer();
    expect(headers['strict-transport-security']).toMatch(/^max-age=(3153600\d|\d{9,}); ?includeSubDomains/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['access-control-allow-origin']).toBeUndefined();
    const policy = String(headers['content-security-policy']);
    const of = (name: string) => new RegExp(`(?:^|;) ?${name} ([^;]+)`).exec(policy)?.[1];
    expect([of('base-uri'), of('frame-ancestors')]).toEqual(["'none'", "'none'"]);
    expect(of('object-src') ?? of('default-src')).toBe("'none'");
    expect(of('script-src') ?? of('default-src')).not.toMatch(/unsafe|\*|https?:/);
    if (text === '') return;
    const type = String(headers['content-type']);
    expect(type).toMatch(/^[a-z]+\/[\w.+-]+(;|$)/);
    if (/^text\/|\+xml|\/xml/.test(type)) expect(type).toMatch(/charset=utf-8/i);
  });
});

test('refuses an ambiguous request length and closes the connection (ASVS 4.2.1)', async () => {
  for (const name of ['a length and chunks at once', 'two lengths'])
    expect([name, (await ANSWERS[name]?.())?.code]).toEqual([name, 400]);
});

test('lets only CORS_ORIGINS read replies (ASVS 3.4.2)', async () => {
  const ask = (origin: string, method: 'GET' | 'OPTIONS') =>
    server.inject({
      method,
      url: `${API_ROOT}/admin/get-profile`,
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    });
  for (const method of ['GET', 'OPTIONS'] as const) {
    expect((await ask(FRIEND, method)).headers['access-control-allow-origin']).toBe(FRIEND);
    for (const origin of ['https://evil.example', `${FRIEND}.evil.example`, 'http://friend.example.com', 'null'])
      expect((await ask(origin, method)).headers['access-control-allow-origin']).toBeUndefined();
    expect((await ask(FRIEND, method)).headers['access-control-allow-credentials']).toBeUndefined();
  }
});

test('lists no folders, serves no dot files and refuses TRACE (ASVS 13.4.1, 13.4.3, 13.4.4)', async () => {
  expect((await get('/assets/')).code).toBe(404);
  for (const url of ['/.git/config', '/.git/', '/.env', '/assets/../.env', '/%2egit/config'])
    expect([url, (await get(url)).text.includes(SECRET)]).toEqual([url, false]);
  for (const url of ['/', `${API_ROOT}/health`]) {
    const { code, text } = await raw(
      `TRACE ${url} HTTP/1.1\r\nhost: x\r\nx-mine: ${SECRET}\r\nconnection: close\r\n\r\n`,
    );
    expect([code, text.includes(SECRET)]).toEqual([404, false]);
  }
});

test('does not redirect HTTP to HTTPS, which would hide a leaked request (ASVS 3.7.2)', async () => {
  const headers = { 'x-forwarded-proto': 'http', host: 'portal.example.com' };
  for (const url of [`${API_ROOT}/health`, `${API_ROOT}/admin/get-profile`, '/'])
    expect((await get(url, headers)).headers.location).toBeUndefined();
});
