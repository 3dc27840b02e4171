import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp, logSerializers, readConfig } from 'portal-frame/internal/server';
import { EnvironmentError } from 'portal-frame/server';
import { documentOf } from 'portal-frame/testing/helpers';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import app from '../../server/app.ts';
import { emailOf, hasPlugin, PASSWORD, serverForAll } from './harness.ts';
import { calls } from './servedCalls.ts';

const server = serverForAll();

const signIn = (email: string, password: string, language = 'en') =>
  server.call('signIn', { body: { email, password }, headers: { 'accept-language': language } });

describe('sign-in', () => {
  test('replies with the token, the role and the name (spec 3.12; ASVS 7.3.2)', async () => {
    const { data, message } = await signIn(` ${emailOf('employee').toUpperCase()} `, PASSWORD);
    expect(message).toBe('Signed in.');
    expect(data).toMatchObject({ role: 'employee', fullName: 'Zoë Ångström', timeZone: 'America/New_York' });
    const claims = JSON.parse(Buffer.from(data.userAuthToken.split('.')[1], 'base64url').toString());
    expect(claims.role).toBe('employee');
    expect(claims.exp).toBeGreaterThan(Date.now() / 1000 + 11 * 3600);
    expect(claims.exp).toBeLessThan(Date.now() / 1000 + 13 * 3600);
  });

  test('replies alike to a wrong password and an unknown account', async () => {
    const wrong = await signIn(emailOf('admin'), 'wrong');
    const nobody = await signIn('nobody@example.test', 'wrong');
    expect(wrong).toEqual(nobody);
    expect([wrong.http, wrong.message]).toEqual([400, 'The email or the password is wrong.']);
  });

  test('requires both username and password (spec 5.23)', async () => {
    const reply = await server.call('signIn', { body: {} });
    expect([reply.http, reply.errors]).toEqual([400, { email: 'Email is required', password: 'Password is required' }]);
  });

  test('refuses a deactivated account, and says so only after the right password', async () => {
    const account = server.services.db.updateTable('accounts').where('id', '=', server.ids.laboratory2);
    await account.set({ is_active: 0 }).execute();
    const email = emailOf('laboratory2');
    expect((await signIn(email, 'wrong')).message).toBe('The email or the password is wrong.');
    const reply = await signIn(email, PASSWORD);
    expect([reply.http, reply.message]).toEqual([403, 'This account is deactivated. Please ask your administrator.']);
  });
});

describe('envelope of every reply (spec 3.13)', () => {
  const post = (payload: string, type = 'application/json') =>
    server.inject({ method: 'POST', url: '/api/v1/auth/sign-in', payload, headers: { 'content-type': type } });
  const get = (url: string) => server.inject({ url });
  const large = JSON.stringify({ email: 'x'.repeat(1_100_000) });
  const [none, odd] = ['This does not exist.', 'The request could not be understood.'];
  test.each([
    ['an unknown call', () => get('/api/v1/admin/get-everything'), 404, none],
    ['a wrong method', () => server.inject({ method: 'DELETE', url: '/api/v1/auth/sign-in' }), 404, none],
    ['invalid JSON', () => post('{"email":'), 400, odd],
    ['a list instead of an object', () => post('[1,2]'), 400, undefined],
    ['another type', () => post('<a/>', 'text/xml'), 415, odd],
    ['more than 1 MB', () => post(large), 413, 'This is too large to be sent.'],
    ['an invalid path', () => get('/api/v1/%zz'), 400, odd],
    ['the health call', () => get('/api/v1/health'), 200, 'OK'],
  ])('is used for %s', async (_, send, code, message) => {
    const reply = await send();
    const envelope = reply.json();
    expect([reply.statusCode, envelope.code, envelope.status]).toEqual([code, code, code === 200]);
    if (message) expect(envelope.message).toBe(message);
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  test('hides the cause of an internal error (ASVS 13.4.2, 16.5.1)', async () => {
    await server.services.db.schema.alterTable('notifications').renameTo('elsewhere').execute();
    const reply = await server.as('admin', 'notifications');
    await server.services.db.schema.alterTable('elsewhere').renameTo('notifications').execute();
    expect([reply.http, reply.message, reply.data]).toEqual([
      500,
      'Something went wrong on our side. Please try again.',
      null,
    ]);
    expect((await server.as('admin', 'notifications')).http).toBe(200);
  });
});

test.runIf(hasPlugin('openApi'))('shows every call on the OpenAPI page (ASVS 2.1.1, 8.1.1)', async () => {
  expect((await server.inject({ url: '/api/v1/docs/' })).statusCode).toBe(200);
  const { paths } = await documentOf(server.app);
  const listed = Object.entries(paths as Record<string, Record<string, { operationId: string }>>)
    .filter(([path]) => !path.startsWith('/api/v1/collections/'))
    .flatMap(([, methods]) => Object.values(methods).map(({ operationId }) => operationId));
  // Routes besides calls.
  const others = ['health', 'events'].concat(
    ...(hasPlugin('patientData') ? ['exportPatient'] : []),
    ...(hasPlugin('calendarFeed') ? ['calendarFeed', 'secretCalendarFeed'] : []),
    ...[
      ...(hasPlugin('money') ? ['invoice', 'statement'] : []),
      ...(hasPlugin('requisitions') ? ['requisition'] : []),
    ].map((name) => ['Pdf', 'Csv', 'Preview'].map((format) => name + format)),
    ...(hasPlugin('fhir') ? ['fhirAppointment', 'fhirAppointments', 'fhirAppointmentsByPost', 'fhirMetadata'] : []),
  );
  expect(listed.sort()).toEqual([...Object.keys(calls), ...others].sort());
  const create = paths['/api/v1/laboratory/add-appointment'].post.requestBody.content['multipart/form-data'].schema;
  expect(Object.keys(create.properties)).toEqual(expect.arrayContaining(['patientName', 'image', 'documents']));
});

test('sends HSTS only if the public address is https', async () => {
  const { headers } = await server.inject({ url: '/api/v1/health' });
  expect(headers['strict-transport-security']).toBeUndefined();
});

/** Runs the server with a log and returns what was logged. */
async function logged(level: string) {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const app = await buildApp(server.services, { level, serializers: logSerializers, stream });
  onTestFinished(() => app.close());
  return { app, lines };
}

test('logs method and route, but no query, body, name or token (ASVS 14.2.4, 16.2.5)', async () => {
  const { app, lines } = await logged('trace');
  const token = await server.signIn('admin');
  const headers = { authorization: `Bearer ${token}` };
  const url = '/api/v1/admin/get-appointments?labortary=Secret%20Lab&id=secret-id';
  await app.inject({ url, headers });
  const body = { email: 'secret@example.test', password: 'secret-password' };
  await app.inject({ method: 'POST', url: '/api/v1/auth/sign-in', payload: body });
  await app.inject({ method: 'POST', url: '/api/v1/admin/delete-employee/secret-record', headers });
  const log = lines.join();
  expect(log).toContain('/api/v1/admin/get-appointments');
  expect(log).not.toMatch(/secret/i);
  expect(log).not.toContain(token);
});

test('logs only time, address and route of refused, throttled and failed requests (ASVS 16.2.1, 16.2.2, 16.2.4, 16.3.2, 16.3.3, 16.3.4, 16.4.1)', async () => {
  const { app, lines } = await logged('warn');
  const inject = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ url, headers: { 'x-forwarded-for': '203.0.113.77', ...headers } });
  for (const path of ['admin/get-profile?secret=1', 'employee/get-profile'])
    await inject(`/api/v1/${path}`, { authorization: 'Bearer secret\r\n{"level":60}' });
  const body = { email: 'secret@example.test', password: 'secret' };
  for (let tries = 0; tries < 7; tries++)
    await app.inject({
      method: 'POST',
      url: '/api/v1/auth/sign-in',
      payload: body,
      headers: { 'x-forwarded-for': '203.0.113.78' },
    });
  await server.services.db.schema.alterTable('notifications').renameTo('elsewhere').execute();
  await inject('/api/v1/common/get-notifications', { authorization: `Bearer ${await server.signIn('admin')}` });
  await server.services.db.schema.alterTable('elsewhere').renameTo('notifications').execute();
  const listed = lines.map((line) => {
    const { level, time, req, code, reason, address } = JSON.parse(line);
    return { level, code, reason, address, at: typeof time, req };
  });
  const route = (method: string, path: string) => ({ method, route: `/api/v1${path}` });
  const refused = { level: 40, at: 'number' };
  expect(listed).toEqual([
    {
      ...{ ...refused, code: 401, reason: 'server.unauthorized', address: '203.0.113.77' },
      req: route('GET', '/admin/get-profile'),
    },
    {
      ...{ ...refused, code: 401, reason: 'server.unauthorized', address: '203.0.113.77' },
      req: route('GET', '/employee/get-profile'),
    },
    ...Array(2).fill({
      ...{ ...refused, code: 429, reason: 'server.tooMany', address: '203.0.113.78' },
      req: route('POST', '/auth/sign-in'),
    }),
    {
      ...{ level: 50, code: undefined, reason: undefined, address: '203.0.113.77', at: 'number' },
      req: route('GET', '/common/get-notifications'),
    },
  ]);
  expect(lines.join()).not.toMatch(/secret/);
});

describe('settings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-config-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const read = (env: Record<string, string>) => readConfig({ DATA_DIR: folder, ...env }, app);

  test.each([
    ['PORT', '99999', 'PORT must be an integer from 0 to 65535, but it is "99999".'],
    ['PORT', 'eighty', 'PORT must be an integer from 0 to 65535, but it is "eighty".'],
    ['TIME_ZONE', 'Mars/Olympus', 'TIME_ZONE must be a time zone such as America/New_York, but it is "Mars/Olympus".'],
    ['DEMO', 'yes', 'DEMO must be on or off, but it is "yes".'],
    ['TOKEN_SECRET', 'short', 'TOKEN_SECRET must be at least 32 characters.'],
    ['SMTP_URL', 'http://mail', 'SMTP_URL must be an address such as smtp://user:password@host:587.'],
    ['ADMIN_EMAIL', 'me', 'ADMIN_EMAIL must be an e-mail address, but it is "me".'],
    ...['1', '0', '127.1', '0x7f.1', '1/8', 'true'].map((value): [string, string, string] => [
      ...(['TRUST_PROXY', value] as const),
      `TRUST_PROXY must be a list of addresses and networks such as 10.0.0.0/8, but it is "${value}".`,
    ]),
    ['DATABASE_URL', 'mysql://x', 'DATABASE_URL must be an address such as postgres://user:password@host:5432/name.'],
  ])('stop the start in one line: %s=%s', (name, value, message) => {
    expect(() => read({ [name]: value })).toThrow(new EnvironmentError(message));
  });

  test('include a secret that is generated once and kept', () => {
    const { tokenSecret } = read({});
    expect(tokenSecret.length).toBeGreaterThanOrEqual(32);
    expect(read({}).tokenSecret).toBe(tokenSecret);
  });
});
