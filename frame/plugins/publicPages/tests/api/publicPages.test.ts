// On SQLite only: nothing here depends on the database.
import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyResource } from '../../../../config/resource.ts';
import { defineResource } from '../../../../config/resource.ts';
import {
  choice,
  date,
  dateTime,
  email,
  longText,
  money,
  number,
  reference,
  text,
  toggle,
} from '../../../../fields/index.ts';
import { clientOf } from '../../../../tests/api/client.ts';
import { serverForAll } from '../../../../tests/api/harness.ts';
import { LINK_PATH } from '../../publicPaths.ts';
import { createLinkAddress, createLinkToken } from '../../server/recordLink.ts';
import { createFormToken, isProof } from '../../server/spamProtection.ts';

const kinds = defineResource({
  name: 'kinds',
  icon: 'inventory',
  title: '{title}',
  fields: { title: text({ required: true }), cost: money({ read: ['admin'] }), open: toggle() },
  list: { columns: ['title'] },
  create: { groups: [{ label: 'Kind', fields: ['title', 'cost', 'open'] }] },
  roles: {
    admin: { can: ['list', 'create', 'edit', 'delete'] },
    public: { list: '/public/kinds', can: ['list'], where: { open: true } },
  },
});
const requests = defineResource({
  name: 'requests',
  icon: 'inventory',
  title: '{name}',
  fields: {
    kind: reference({ to: 'kinds', required: true }),
    name: text({ required: true, most: 60 }),
    email: email({ required: true }),
    day: date(),
    visitAt: dateTime(),
    seats: number({ default: 2 }),
    note: longText(),
    website: text(),
    priority: text({ write: ['admin'] }),
    secret: text({ read: ['admin'], write: ['admin'] }),
    state: choice({ choices: ['Asked', 'Accepted', 'Withdrawn'] }),
  },
  states: {
    field: 'state',
    start: 'Asked',
    transitions: {
      accept: { from: 'Asked', to: 'Accepted', inputs: ['day'] },
      withdraw: { from: ['Asked', 'Accepted'], to: 'Withdrawn', label: 'Withdraw' },
    },
  },
  links: {
    mine: {
      days: 7,
      fields: ['kind', 'name', 'state', 'day', 'visitAt'],
      transitions: ['accept'],
      where: { state: { not: 'Withdrawn' } },
    },
  },
  list: { columns: ['name'] },
  history: true,
  create: {
    groups: [
      {
        label: 'Request',
        fields: [
          'kind',
          'name',
          'email',
          'note',
          'website',
          'priority',
          'seats',
          { field: 'visitAt', roles: ['admin'] },
        ],
      },
    ],
  },
  roles: {
    admin: { can: ['list', 'show', 'create', 'edit', 'delete', 'accept', 'withdraw'] },
    public: { form: '/public/request', can: ['create'] },
  },
});

const server = serverForAll({}, { resources: [kinds, requests] as unknown as AnyResource[] });
const admin = clientOf(server, 'admin', 'requests');
const ids = { open: '', closed: '' };
let address = 0;

beforeAll(async () => {
  const add = async (values: object) => (await clientOf(server, 'admin', 'kinds').create(values)).body.id as string;
  ids.open = await add({ title: 'Drill <b>bold</b>', cost: 777, open: true });
  ids.closed = await add({ title: 'Hidden kind', cost: 888, open: false });
});

/** Asks from a network of its own. */
const ask = (method: 'GET' | 'POST', url: string, form?: Record<string, string>, headers = {}) =>
  server.inject({
    ...{ method, url, remoteAddress: `10.1.${Math.floor(address / 250)}.${(address++ % 250) + 1}` },
    headers: { ...(form && { 'content-type': 'application/x-www-form-urlencoded' }), ...headers },
    ...(form && { payload: new URLSearchParams(form).toString() }),
  });
const tokenIn = (body: string) => /name="_token" value="([^"]+)"/.exec(body)?.[1] ?? '';
function prove(token: string): string {
  for (let number = 0; ; number++) if (isProof(token, String(number))) return String(number);
}
/** Sends a form that was opened `wait` milliseconds ago. */
async function sendForm(values: Record<string, string>, { wait = 3_050, proof = true } = {}) {
  const token = createFormToken(server.config, '/public/request', Date.now() - wait);
  const form = { _token: token, _proof: proof ? prove(token) : '1', ...values };
  return { form, reply: await ask('POST', '/public/request', form) };
}
const good = () => ({ kind: ids.open, name: 'Vera', email: 'vera@guest.test', note: 'Soon' });
const countRequests = async () => (await admin.list({ range: [0, 999] })).body.length as number;

test('lists only records and columns of the public role, escaped, with their count', async () => {
  const { statusCode, body, headers } = await ask('GET', '/public/kinds');
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'text/html; charset=utf-8',
    'no-store',
  ]);
  expect(headers['set-cookie']).toBeUndefined();
  expect(body).toContain('Drill &#60;b&#62;bold');
  for (const hidden of ['Hidden kind', '777', '888', ids.open]) expect(body).not.toContain(hidden);
  expect(body).not.toMatch(/<script|\/assets\/(?!page\.css)/);
  for (const page of ['0', '-1', 'x', '99999999', "1' or 1"])
    expect((await ask('GET', `/public/kinds?page=${encodeURIComponent(page)}`)).statusCode).toBe(404);
  expect((await ask('GET', '/public/kinds', undefined, { 'accept-language': 'es' })).body).toContain('lang="es"');
});

test('offers only records that the public sees and fields that it may set', async () => {
  const { body } = await ask('GET', '/public/request');
  expect(body).toContain(`value="${ids.open}"`);
  expect(body).not.toContain(ids.closed);
  for (const name of ['priority', 'secret', 'state']) expect(body).not.toContain(`name="${name}"`);
  expect(tokenIn(body)).toMatch(/^\w+\.[\w-]{22}\.[\w-]{43}$/);
  expect(body).toContain('name="seats" step="0.01" value="2"');
  expect(body).toMatch(/<label for="name">Name<span class="required" aria-hidden="true"> \*<\/span>/);
  expect(body).toContain('<label for="note">Note<');
  expect((await ask('GET', '/public/assets/proof.js')).headers['content-type']).toBe('text/javascript; charset=utf-8');
});

test('creates a record once, without an author, with an audit entry', async () => {
  const before = await countRequests();
  const { form, reply } = await sendForm(good());
  expect([reply.statusCode, reply.body.includes('Thank you')]).toEqual([200, true]);
  const [made] = (await admin.list({ range: [0, 0] })).body;
  expect(made).toMatchObject({ name: 'Vera', kind: ids.open, createdBy: null, state: 'Asked', priority: null });
  const trail = await server.services.db
    .selectFrom('audit')
    .select(['account_id', 'details'])
    .where('deed', '=', 'create')
    .where('resource', '=', 'requests')
    .execute();
  expect(trail.map(({ account_id, details }) => [account_id, JSON.parse(String(details)).actor])).toEqual([
    [null, 'public'],
  ]);
  const again = await ask('POST', '/public/request', form);
  expect([again.statusCode, again.body.includes('sent already')]).toEqual([400, true]);
  expect(await countRequests()).toBe(before + 1);
});

describe('submission of a form', () => {
  test('refuses spam: too fast, no proof, or a missing or foreign token; thanks a trap', async () => {
    const before = await countRequests();
    expect((await sendForm(good(), { wait: 0 })).reply.body).toContain('That was very fast');
    expect((await sendForm(good(), { proof: false })).reply.body).toContain('was not sent');
    expect((await ask('POST', '/public/request', good())).body).toContain('open for too long');
    const foreign = createLinkToken(server.config, { resource: 'requests', link: 'x', recordId: 'y', expiresAt: 1 });
    expect((await ask('POST', '/public/request', { ...good(), _token: foreign })).body).toContain('open for too long');
    expect((await ask('POST', '/public/request', { ...good(), _website: 'spam' })).body).toContain('Thank you');
    expect(await countRequests()).toBe(before);
  });

  test('accepts a form with a field called website', async () => {
    const before = await countRequests();
    const { reply } = await sendForm({ ...good(), website: 'https://vera.guest.test' });
    expect([reply.statusCode, await countRequests()]).toEqual([200, before + 1]);
    expect((await admin.list({ range: [0, 0] })).body[0]).toMatchObject({ website: 'https://vera.guest.test' });
  });

  test('shows invalid values at their field, and keeps the input', async () => {
    const { reply } = await sendForm({ ...good(), email: 'no address', name: '"><script>x' });
    expect(reply.statusCode).toBe(400);
    expect(reply.body).toContain('id="email-error"');
    expect(reply.body).toContain('value="&#34;&#62;&#60;script&#62;x"');
  });

  test('refuses hidden references, long texts and large bodies, and ignores fields of others', async () => {
    const before = await countRequests();
    expect((await sendForm({ ...good(), kind: ids.closed })).reply.statusCode).toBe(400);
    expect((await sendForm({ ...good(), name: 'x'.repeat(61) })).reply.statusCode).toBe(400);
    expect((await ask('POST', '/public/request', { note: 'x'.repeat(70_000) })).statusCode).toBe(413);
    expect(await countRequests()).toBe(before);
    const { reply } = await sendForm({
      ...good(),
      name: 'Sly',
      priority: 'high',
      secret: 's',
      state: 'Accepted',
      id: 'x',
    });
    expect(reply.statusCode).toBe(200);
    const [made] = (await admin.list({ filter: {}, range: [0, 0] })).body;
    expect(made).toMatchObject({ name: 'Sly', priority: null, secret: null, state: 'Asked' });
  });

  test('refuses other content types and methods, and the API', async () => {
    const reply = await server.inject({ method: 'POST', url: '/public/request', payload: { name: 'x' } });
    expect(reply.statusCode).toBe(415);
    expect((await server.inject({ method: 'PUT', url: '/public/request' })).statusCode).toBe(404);
    for (const name of ['kinds', 'requests'])
      for (const path of ['', '/find', `/${ids.open}`, `/${ids.open}/history`])
        expect((await server.inject({ method: 'GET', url: `/api/v1/collections/${name}${path}` })).statusCode).not.toBe(
          200,
        );
  });

  test('refuses forms beyond the limit of a network', async () => {
    const token = createFormToken(server.config, '/public/request', Date.now() - 3_050);
    const payload = new URLSearchParams({ ...good(), _token: token, _proof: prove(token) }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const send = () =>
      server.inject({ method: 'POST', url: '/public/request', remoteAddress: '10.9.9.9', headers, payload });
    const codes: number[] = [];
    for (let round = 0; round < 22; round++) codes.push((await send()).statusCode);
    expect(codes[0]).toBe(200);
    expect(codes.at(-1)).toBe(429);
  });
});

describe('magic link', () => {
  const add = async (values: object = {}) => (await admin.create({ ...good(), ...values })).body.id as string;
  const linkTo = (recordId: string, days = 7) =>
    createLinkAddress(
      { tokenSecret: server.config.tokenSecret, port: 80 },
      { resource: 'requests', link: 'mine', recordId, days },
    );

  test('shows only its fields, and changes nothing when it is opened', async () => {
    const id = await add({ priority: 'urgent', secret: 'hush', visitAt: '2026-11-28T16:00:00.000Z' });
    const { statusCode, body, headers } = await ask('GET', linkTo(id));
    expect([statusCode, headers['x-robots-tag']]).toEqual([200, 'noindex']);
    expect(body).toMatch(/Drill[\s\S]*Vera[\s\S]*Asked[\s\S]*Nov 28, 2026, 11:00 AM[\s\S]*<button>Accept<\/button>/);
    for (const hidden of ['vera@guest.test', 'urgent', 'hush', 'Withdraw', 'Soon']) expect(body).not.toContain(hidden);
    expect((await admin.one(id)).body).toMatchObject({ state: 'Asked', version: 1 });
  });

  test('runs only its own transitions, with their inputs', async () => {
    const id = await add();
    const url = linkTo(id);
    expect((await ask('POST', url, { _action: 'withdraw' })).statusCode).toBe(404);
    const missing = await ask('POST', url, { _action: 'accept' });
    expect([missing.statusCode, missing.body.includes('id="day-error"')]).toEqual([400, true]);
    const done = await ask('POST', url, { _action: 'accept', day: '2026-12-01', priority: 'high', name: 'Eve' });
    expect([done.statusCode, done.body.includes('Done. Thank you.')]).toEqual([200, true]);
    expect((await admin.one(id)).body).toMatchObject({
      state: 'Accepted',
      day: '2026-12-01',
      name: 'Vera',
      priority: null,
    });
    // The second of two clicks succeeded too; another day was not stored.
    const again = await ask('POST', url, { _action: 'accept', day: '2026-12-01' });
    expect([again.statusCode, again.body.includes('Done. Thank you.')]).toEqual([200, true]);
    expect((await ask('POST', url, { _action: 'accept', day: '2026-12-02' })).statusCode).toBe(409);
    expect((await admin.one(id)).body).toMatchObject({ day: '2026-12-01', version: 2 });
  });

  test('ends with its time, its record and its condition, always with the same reply', async () => {
    const id = await add();
    expect((await ask('GET', linkTo(id))).statusCode).toBe(200);
    const ended = [linkTo(id, -1), linkTo('no-such-record'), `${LINK_PATH}/${'x'.repeat(80)}`, `${linkTo(id)}x`];
    const other = createLinkAddress(
      { tokenSecret: 'another secret of thirty-two letters', port: 80 },
      { resource: 'requests', link: 'mine', recordId: id, days: 7 },
    );
    const bodies = new Set<string>();
    for (const url of [...ended, other]) {
      const { statusCode, body } = await ask('GET', url);
      expect([url, statusCode]).toEqual([url, 404]);
      bodies.add(body);
    }
    expect(bodies.size).toBe(1);
    await admin.send('POST', `/${id}/withdraw`, {});
    expect((await ask('GET', linkTo(id))).statusCode).toBe(404);
    expect((await ask('POST', linkTo(id), { _action: 'accept', day: '2026-12-01' })).statusCode).toBe(404);
    const gone = await add();
    await admin.remove(gone);
    expect((await ask('GET', linkTo(gone))).statusCode).toBe(404);
  });

  test('delays guesses from a network, but not its valid links', async () => {
    const url = linkTo(await add());
    const from = (path: string) => server.inject({ method: 'GET', url: path, remoteAddress: '10.7.7.7' });
    const codes: number[] = [];
    for (let round = 0; round < 45; round++) codes.push((await from(`${LINK_PATH}/guess${round}`)).statusCode);
    expect([codes[0], codes.at(-1)]).toEqual([404, 429]);
    expect((await from(url)).statusCode).toBe(200);
  });
});
