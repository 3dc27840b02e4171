import simpleRest from 'ra-data-simple-rest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RecordValues } from '../../config/computedValues.ts';
import { children, image, masked, number, reference, references, text, timings, toggle } from '../../fields/index.ts';
import { records } from '../../server/records/operations/recordsApi.ts';
import { accountContext, systemContext } from '../../server/records/operations/recordsContext.ts';
import { me } from '../../where/symbols.ts';
import { API_ROOT } from '../../wire/call.ts';
import { clientOf } from './client.ts';
import { startServer, type TestServer } from './harness.ts';
import { resourceOf } from './resourceOf.ts';

const CANNOT = 'This cannot be changed here.';
/** Readable by workers, writable by admins. */
const SEEN = { read: ['admin', 'worker'], write: ['admin'] };
const admin = { list: '/x', can: ['list', 'show', 'create', 'edit', 'delete'] };
const shelves = resourceOf(
  'shelves',
  { name: text({ required: true }) },
  { roles: { admin, worker: { list: '/s', can: ['list'] } } },
);
const EDITED = 'name amount code open hours shelf shelves secret pin photo things';
/** Each worker sees their own. */
const tools = resourceOf(
  'tools',
  { name: text(), keeper: text() },
  {
    roles: {
      admin,
      worker: { list: '/t', form: '/add-t', can: ['list', 'show', 'create', 'edit'], where: { keeper: me } },
    },
  },
);
const boxes = resourceOf(
  'boxes',
  {
    name: text({ required: true }),
    amount: number({ default: 1 }),
    double: number(),
    code: text(SEEN),
    open: toggle(SEEN),
    hours: timings(SEEN),
    shelf: reference({ to: 'shelves', text: '{name}', ...SEEN }),
    shelves: references({ to: 'shelves', text: '{name}', ...SEEN }),
    secret: text({ read: ['admin'] }),
    pin: masked(SEEN),
    photo: image(SEEN),
    checked: text({ readOnly: true }),
    serial: text(),
    packed: toggle(),
    things: children({ resource: 'things', field: 'box', columns: ['title', 'state'] }),
  },
  {
    compute: { double: ({ amount }: RecordValues) => Number(amount) * 2 },
    edit: { groups: [{ label: 'All', fields: EDITED.split(' ') }] },
    actions: { pack: { field: 'packed', placement: 'row' } },
    roles: {
      admin: { ...admin, can: [...admin.can, 'pack'] },
      worker: { list: '/y', can: ['list', 'show', 'edit'] },
      branch: { can: ['pack'] },
    },
  },
);
const things = resourceOf(
  'things',
  {
    title: text({ required: true }),
    state: text(SEEN),
    box: reference({ to: 'boxes', text: '{name}', onDelete: 'delete' }),
  },
  { roles: { admin, worker: { list: '/z', can: ['list', 'show', 'create', 'edit'] }, branch: { can: ['create'] } } },
);

let server: TestServer;
let id: string;
const worker = () => clientOf(server, 'worker', 'boxes');
const stored = async () => (await clientOf(server, 'admin', 'boxes').one(id)).body;
beforeAll(async () => {
  server = await startServer({}, { resources: [shelves, boxes, things, tools] });
  const shelf = (await clientOf(server, 'admin', 'shelves').create({ name: 'Top' })).body.id;
  const { http, body } = await clientOf(server, 'admin', 'boxes').create({
    ...{ name: 'Gauze', code: 'G1', open: true, shelf, shelves: [shelf], secret: 'no', pin: '123456789' },
    hours: [{ day: 'Monday', start: '08:00', end: '12:00' }],
    things: [{ title: 'One', state: 'new' }],
  });
  expect(http).toBe(201);
  id = body.id;
});
afterAll(() => server.close());

test('accepts a whole record sent back by react-admin', async () => {
  const authorization = `Bearer ${await server.tokenOf('worker')}`;
  const provider = simpleRest('', async (url, { method = 'GET', body } = {}) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const payload = typeof body === 'string' ? { payload: body } : {};
    const reply = await server.inject({
      method: method as 'GET',
      url: `${API_ROOT}/collections${url}`,
      headers,
      ...payload,
    });
    expect(reply.json()).toMatchObject({ id });
    return { status: reply.statusCode, headers: new Headers(), body: reply.body, json: reply.json() };
  });
  const { data: previousData } = await provider.getOne('boxes', { id });
  const data = { ...previousData, name: 'Swabs', amount: 4 };
  expect((await provider.update('boxes', { id, data, previousData })).data).toMatchObject({ name: 'Swabs', double: 8 });
  expect(await stored()).toMatchObject({ name: 'Swabs', code: 'G1', secret: 'no', version: 2 });
});

test.each([
  ['code', 'G2'],
  ['code', null],
  ['open', false],
  ['hours', []],
  ['shelf', null],
  ['shelves', []],
  ['pin', '987654321'],
  ['photo', 'uploads/aaaa'],
  ['checked', 'me'],
  ['double', 9],
  ['serial', 'S2'],
  ['packed', true],
])('refuses a PUT that changes the unwritable field %s to %j, and changes nothing', async (field, value) => {
  const before = await stored();
  const { http, body } = await worker().update(id, { name: 'Other', [field]: value });
  expect([http, body.message, body.data?.errors]).toEqual([400, CANNOT, { [field]: CANNOT }]);
  expect(await stored()).toEqual(before);
});

test.each([
  ['system', 'double', 9],
  ['system', 'photo', 'uploads/aaaa'],
  ['admin', 'double', 9],
])('the records API refuses, as %s, a new record with %s, which it cannot fill in', async (by, field, value) => {
  const { services, ids } = server;
  const context = by === 'system' ? systemContext(services) : await accountContext(services, ids.admin);
  const api = records(context);
  const before = await api.count('boxes');
  const refused = {
    status: 400,
    message: 'server.notWritable',
    details: { errors: { [field]: 'server.notWritable' } },
  };
  await expect(api.create('boxes', { name: 'New', [field]: value })).rejects.toMatchObject(refused);
  await expect(api.createMany('boxes', [{ name: 'New', [field]: value }])).rejects.toMatchObject(refused);
  expect(await api.count('boxes')).toBe(before);
});

test('a create ignores what a form of react-admin sends besides', async () => {
  const { http, body } = await clientOf(server, 'admin', 'boxes').create({ name: 'Sent', checked: 'me', double: 9 });
  expect([http, body.checked, body.double]).toEqual([201, null, 2]);
  const own = records(await accountContext(server.services, server.ids.admin));
  expect(await own.create('boxes', { name: 'Own', checked: 'me' })).toMatchObject({ checked: null });
});

test('lets a role with only an action right change that field and read the record', async () => {
  const branch = clientOf(server, 'branch', 'boxes');
  expect((await branch.update(id, { packed: true })).http).toBe(200);
  expect((await branch.update(id, { name: 'Mine' })).http).toBe(400);
  expect((await clientOf(server, 'branch', 'things').create({ title: 'Two', box: id })).http).toBe(201);
  expect([
    (await branch.list()).http,
    (await branch.create({ name: 'X' })).http,
    (await branch.remove(id)).http,
  ]).toEqual([403, 403, 403]);
});

test('treats an empty text as null, and accepts a whole record as a reference', async () => {
  const { shelves: before } = await stored();
  const sent = { code: '', shelves: before.map((one: string) => ({ id: one, name: 'Top' })) };
  const { http } = await clientOf(server, 'admin', 'boxes').update(id, sent);
  expect([http, await stored()]).toEqual([200, expect.objectContaining({ code: null, shelves: before })]);
});

test('refuses any value of an unreadable field, right or wrong', async () => {
  for (const secret of ['no', 'yes']) expect((await worker().update(id, { secret })).http).toBe(400);
  expect((await worker().update(id, { pin: '123456789' })).http).toBe(400);
});

test('applies the same rules to child rows', async () => {
  const [row] = (await worker().one(id)).body.things;
  const { http, body } = await worker().update(id, { things: [{ ...row, state: 'old' }] });
  expect([http, body.data.errors]).toEqual([400, { 'things.0.state': CANNOT }]);
  const good = await worker().update(id, { things: [{ ...row, title: 'Two' }] });
  expect([good.http, good.body.things[0]]).toEqual([200, expect.objectContaining({ title: 'Two', state: 'new' })]);
});

test('a record cannot be given away by the field that must name its account', async () => {
  const own = clientOf(server, 'worker', 'tools');
  const added = await own.create({ name: 'Saw' });
  expect([added.http, added.body.keeper]).toEqual([201, server.ids.worker]);
  const given = await own.update(added.body.id, { keeper: server.ids.worker2 });
  expect(given.http).toBe(400);
  expect((await own.one(added.body.id)).body.keeper).toBe(server.ids.worker);
  const api = records(await accountContext(server.services, server.ids.worker));
  await expect(api.update('tools', added.body.id, { keeper: server.ids.worker2 })).rejects.toMatchObject({
    status: 400,
  });
});
