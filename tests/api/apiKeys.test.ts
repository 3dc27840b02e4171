import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { files } from 'portal-frame';
import { getCallPath } from 'portal-frame/internal';
import { API_ROOT } from 'portal-frame/wire';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import supplies from '../fixtures/supplies.ts';
import { resolved } from '../roles.ts';
import { type Person, serverForAll, serverForTest, type TestServer } from './harness.ts';
import { createApiKey } from './keys.ts';
import { pdf, VISIT } from './samples.ts';
import { type CallName, calls, getCall } from './servedCalls.ts';
import { trailOf } from './trail.ts';

/** The collection of the commands in docs/programs.md. */
const WITH_LEAFLET = {
  ...supplies,
  fields: { ...supplies.fields, leaflet: files({ most: 1 }) },
  create: { groups: [{ label: 'Supply', fields: ['item', 'quantity', 'state', 'leaflet'] }] },
};

const resources = [supplies] as never;
const server = serverForAll({}, { resources });

const DAYS = 30;
const createKey = (person: Person, scope: object = {}, on: TestServer = server) =>
  createApiKey(on, person, { name: 'Nightly export', access: 'read', days: DAYS, ...scope });
const ask = (token: string, url: string, on: TestServer = server) =>
  on.inject({ url: `${API_ROOT}${url}`, headers: { authorization: `Bearer ${token}` } });
const send = (token: string, url: string, payload: object, headers: object = {}) =>
  server.inject({
    method: 'POST',
    url: `${API_ROOT}${url}`,
    headers: { authorization: `Bearer ${token}`, ...headers },
    payload,
  });
const LIST = '/collections/supplies';

describe('API key', () => {
  test('acts with the rows of its account, and is named in the audit trail', async () => {
    const { token } = await createKey('laboratory2', { access: 'write' });
    const visit = (person: Person) =>
      server.as(person, 'laboratoryCreateAppointment', { body: { ...VISIT, fees: '1.50' }, files: {} });
    const foreign = (await visit('laboratory')).data._id as string;
    const body = { ...VISIT, fees: '2.50' };
    let own = '';
    const trail = await trailOf(server, async () => {
      const made = await server.call('laboratoryCreateAppointment', { token, body, files: {} });
      expect(made.http).toBe(200);
      own = made.data._id;
    });
    expect(trail).toHaveLength(1);
    expect(trail[0]).toMatchObject({ account_id: server.ids.laboratory2, deed: 'create', record_id: own });
    expect(JSON.parse(trail[0]?.details ?? '')).toMatchObject({ key: 'Nightly export' });
    const { data } = await server.call('laboratoryAppointments', { token });
    const ids = data.appointments.map(({ _id }: { _id: string }) => _id);
    expect([ids.includes(own), ids.includes(foreign)]).toEqual([true, false]);
    expect((await server.call('adminAppointments', { token })).http).toBe(403);
  });

  test('is shown once and stored as a hash', async () => {
    const { token } = await createKey('admin');
    expect(token).toMatch(/^key_[0-9a-f]{24}_[\w-]{43}$/);
    const secret = token.slice(-43);
    const rows = await server.services.db.selectFrom('api_keys').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
    const listed = await server.as('admin', 'apiKeys');
    expect(JSON.stringify(listed)).not.toContain(secret);
    expect(listed.data[0]).toMatchObject({ name: 'Nightly export', account: 'Ada Admin', lastUsed: null });
    expect((await ask(token, LIST)).statusCode).toBe(200);
    expect((await server.as('admin', 'apiKeys')).data[0].lastUsed).toEqual(expect.any(String));
  });

  test('changes nothing with read access, and reaches no resource beyond its scope', async () => {
    const reader = await createKey('admin');
    expect((await send(reader.token, LIST, { item: 'Gauze' })).statusCode).toBe(403);
    const { token } = await createKey('admin', { access: 'write', resources: ['supplies'] });
    expect((await send(token, LIST, { item: 'Gauze' })).statusCode).toBe(201);
    for (const url of ['/admin/get-appointments', '/admin/get-audit', '/common/get-shared-queries'])
      expect([url, (await ask(token, url)).statusCode]).toEqual([url, 403]);
  });

  test('ends when it is revoked, expires, or its account is deactivated or deleted', async () => {
    const { token, _id } = await createKey('admin');
    expect((await server.as('admin', 'revokeApiKey', { params: { id: _id } })).http).toBe(200);
    expect((await server.as('admin', 'revokeApiKey', { params: { id: _id } })).http).toBe(404);
    const dying = await createKey('laboratory');
    const profile = async () => (await ask(dying.token, '/laboratory/get-profile')).statusCode;
    expect([(await ask(token, LIST)).statusCode, await profile()]).toEqual([401, 200]);
    const account = server.services.db.updateTable('accounts').where('id', '=', server.ids.laboratory);
    await account.set({ is_active: 0 }).execute();
    expect(await profile()).toBe(401);
    await account.set({ is_active: 1 }).execute();
    expect(await profile()).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (DAYS * 24 * 60 + 1) * 60_000 });
    expect(await profile()).toBe(401);
    vi.useRealTimers();
  });

  test('is refused if one character differs', async () => {
    const { token } = await createKey('admin');
    for (const wrong of [`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, token.toUpperCase(), `${token}A`])
      expect((await ask(wrong, LIST)).statusCode).toBe(401);
  });

  test('opens the files that its account may see', async () => {
    const { token } = await createKey('laboratory', { access: 'write' });
    const body = { ...VISIT, fees: '1' };
    const files = { documents: [pdf('x', 'order.pdf')] };
    const { data } = await server.call('laboratoryCreateAppointment', { token, body, files });
    const one = await server.call('laboratoryAppointments', { token, query: { id: data._id } });
    const address = JSON.stringify(one.data).match(/uploads\/[^"]+/)?.[0] ?? '';
    expect(address).not.toBe('');
    const open = (headers: object) => server.inject({ url: `/${address}`, headers: { ...headers } });
    expect((await open({ authorization: `Bearer ${token}` })).statusCode).toBe(200);
    expect((await open({})).statusCode).toBe(401);
    const other = await createKey('laboratory');
    expect((await open({ authorization: `Bearer ${other.token}` })).statusCode).toBe(401);
  });
});

const personal = (Object.keys(calls) as CallName[]).filter((name) => {
  const { personal: isPersonal, reauthenticate, roles } = resolved(getCall(name));
  return roles !== 'public' && (isPersonal || reauthenticate === 'always');
});

test.each(personal)('refuses a key the call %s', async (name) => {
  const { roles, path, method } = resolved(getCall(name));
  const person = (roles.includes('admin') ? 'admin' : roles[0]) as Person;
  const { token } = await createKey(person, { access: 'write' });
  const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, part]) => [part, 'f'.repeat(24)]));
  const url = getCallPath(getCall(name), params);
  const headers = { authorization: `Bearer ${token}` };
  expect((await server.inject({ method, url, headers, payload: method === 'GET' ? undefined : {} })).statusCode).toBe(
    403,
  );
});

test('refuses a key the event stream', async () => {
  const { token } = await createKey('admin');
  expect((await ask(token, '/common/events')).statusCode).toBe(401);
});

test.each([
  ['neither account nor role', { accountId: undefined }, 'accountId'],
  ['an unknown account', { accountId: 'f'.repeat(24) }, 'accountId'],
  ['a role of people', { accountId: undefined, role: 'employee' }, 'role'],
  ['an unknown resource', { resources: ['moon'] }, 'resources'],
  ['no end', { days: 0 }, 'days'],
])('refuses a key with %s', async (_, wrong, field) => {
  const body = { name: 'x', accountId: server.ids.admin, access: 'read', resources: [], days: 1, ...wrong };
  const { http, errors } = await server.as('admin', 'createApiKey', { body });
  expect([http, Object.keys(errors)]).toEqual([400, [field]]);
});

test('accepts a key while people need a second factor', async () => {
  const own = await serverForTest({}, { resources });
  const { token } = await createKey('admin', {}, own);
  Object.assign(own.config, { secondFactor: ['admin'] });
  const { email, password } = { email: 'admin@example.test', password: 'x' };
  expect((await own.call('signIn', { body: { email, password } })).http).toBe(400);
  expect((await ask(token, LIST, own)).statusCode).toBe(200);
});

test('limits the requests of each key per minute', async () => {
  const own = await serverForTest({ API_KEY_PER_MINUTE: '3' }, { resources });
  const [one, other] = [await createKey('admin', {}, own), await createKey('admin', {}, own)];
  const codes = [];
  for (let at = 0; at < 4; at++) codes.push((await ask(one.token, LIST, own)).statusCode);
  const refused = await ask(one.token, LIST, own);
  expect(codes).toEqual([200, 200, 200, 429]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask(other.token, LIST, own)).statusCode).toBe(200);
});

test('runs the commands of docs/programs.md as written', async () => {
  const own = await serverForTest({}, { resources: [WITH_LEAFLET] as never });
  const { token } = await createApiKey(own, 'admin');
  await own.app.listen({ port: 0, host: '127.0.0.1' });
  const [, , commands = ''] = readFileSync('docs/programs.md', 'utf8').split('```sh\n');
  const [script = ''] = commands.split('```');
  const folder = mkdtempSync(join(tmpdir(), 'curl-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const leaflet = Buffer.from(await pdf('leaflet').arrayBuffer());
  writeFileSync(join(folder, 'leaflet.pdf'), leaflet);
  const { port } = own.app.server.address() as AddressInfo;
  const env = { ...process.env, PORTAL: `http://127.0.0.1:${port}`, KEY: token };
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, env });
  expect(stdout).toMatch(/content-range: supplies \*\/0/i);
  const read = (name: string) => readFileSync(join(folder, name));
  const parse = (name: string) => JSON.parse(read(name).toString());
  expect(parse('changes.json')).toMatchObject([
    { item: 'Gauze', quantity: 20 },
    { item: 'Tape', quantity: 3, version: 2 },
  ]);
  expect(read('copy.pdf')).toEqual(leaflet);
  expect(parse('openapi.json').paths).toHaveProperty('/api/v1/collections/supplies/files.post');
});
