// On SQLite only: nothing here depends on the database.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { children, choice, defineResource, type Fields, number, reference, text } from 'portal-frame';
import { loadResources } from 'portal-frame/internal/server';
import { getPageRoles } from 'portal-frame/roles';
import { resourceOf } from 'portal-frame/testing/helpers';
import { API_ROOT } from 'portal-frame/wire';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import supplies from '../fixtures/supplies.ts';
import { type Person, serverForAll, serverForTest } from './harness.ts';
import { createApiKey } from './keys.ts';
import { askAssistant } from './leakScopes.ts';
import { VISIT } from './samples.ts';
import { clientOf } from './supplies.ts';
import { trailOf } from './trail.ts';

const NAME = 'Penelope Patient';
let url: string;
const open: Client[] = [];
const server = serverForAll({}, { resources: [supplies] as never });
beforeAll(async () => {
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});

/** Connects the SDK's client with a key of its own. */
async function connect(person: Person = 'admin', scope: object = {}) {
  const { token } = await createApiKey(server, person, { mcp: 'codes', access: 'write', ...scope });
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}${API_ROOT}/mcp`), { requestInit }) as never);
  open.push(client);
  const call = async (name: string, input: object = {}) => {
    const { content, isError = false } = await client.callTool({ name, arguments: input as Record<string, unknown> });
    const [{ text }] = content as [{ text: string }];
    // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of it.
    return { isError, text, data: (isError ? undefined : JSON.parse(text)) as any };
  };
  const toolNames = async () => (await client.listTools()).tools.map(({ name }) => name);
  return { client, token, call, toolNames };
}
const countSupplies = async () => (await clientOf(server, 'admin', 'supplies').list({})).body.length as number;

describe('tools of a key', () => {
  test('match its scope and the rights of its account', async () => {
    const admin = await connect('admin', { resources: ['supplies'] });
    expect(await admin.toolNames()).toEqual([
      ...['find_supplies', 'get_supplies', 'create_supplies', 'update_supplies', 'delete_supplies', 'confirm_change'],
    ]);
    const reader = await connect('admin', { resources: ['supplies'], access: 'read' });
    expect(await reader.toolNames()).toEqual(['find_supplies', 'get_supplies']);
    const laboratory = await connect('laboratory', { resources: ['supplies', 'admins'] });
    expect(await laboratory.toolNames()).toEqual(['find_supplies', 'get_supplies']);
    const all = await (await connect()).toolNames();
    expect(all).toEqual(expect.arrayContaining(['find_appointments', 'get_appointments']));
    expect(all).not.toContain('update_appointments');
  });

  test('describe their input', async () => {
    const { client } = await connect('admin', { resources: ['supplies'] });
    const { tools } = await client.listTools();
    const create = tools.find(({ name }) => name === 'create_supplies');
    expect(create?.inputSchema.properties?.values).toMatchObject({
      required: ['item'],
      properties: { state: { anyOf: [{ enum: ['In stock', 'Ordered'] }, { type: 'null' }] } },
    });
  });
});

test('accepts only keys made for assistants, which other calls refuse', async () => {
  const post = (token: string, path = '/mcp') =>
    server.inject({
      method: 'POST',
      url: API_ROOT + path,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
      payload: path === '/mcp' ? { jsonrpc: '2.0', id: 1, method: 'tools/list' } : {},
    });
  const { token } = await createApiKey(server, 'admin');
  expect((await post(token)).statusCode).toBe(403);
  expect((await post(await server.tokenOf('admin'))).statusCode).toBe(403);
  expect((await post('nonsense')).statusCode).toBe(401);
  const assistant = await connect();
  expect((await post(assistant.token)).statusCode).toBe(200);
  expect((await post(assistant.token, '/collections/supplies/find')).statusCode).toBe(403);
  const profile = { url: `${API_ROOT}/admin/get-profile`, headers: { authorization: `Bearer ${assistant.token}` } };
  expect((await server.inject(profile)).statusCode).toBe(403);
  expect((await server.inject({ url: `${API_ROOT}/mcp` })).statusCode).toBe(405);
});

describe('change by an assistant', () => {
  test('is previewed without any change, and made once after confirmation', async () => {
    const { call } = await connect('admin', { resources: ['supplies'] });
    const before = await countSupplies();
    const preview = await call('create_supplies', { values: { item: 'Gauze', quantity: 5 } });
    expect(preview.data.after).toMatchObject({ item: 'Gauze', quantity: 5, state: 'In stock' });
    expect(await countSupplies()).toBe(before);
    const { change } = preview.data;
    const trail = await trailOf(server, async () => {
      const [one, other] = [await call('confirm_change', { change }), await call('confirm_change', { change })];
      expect(one.data).toMatchObject({ item: 'Gauze' });
      expect(other.data.id).toBe(one.data.id);
    });
    expect(await countSupplies()).toBe(before + 1);
    expect(trail).toHaveLength(1);
    expect(trail[0]).toMatchObject({ account_id: server.ids.admin, deed: 'create', resource: 'supplies' });
    expect(JSON.parse(trail[0]?.details ?? '')).toMatchObject({ key: 'Key of admin' });
  });

  test('shows the record before and after, and is refused if the record has changed since', async () => {
    const { call } = await connect('admin', { resources: ['supplies'] });
    const { change } = (await call('create_supplies', { values: { item: 'Tape', quantity: 1 } })).data;
    const { id } = (await call('confirm_change', { change })).data;
    const [first, second] = [
      await call('update_supplies', { id, values: { quantity: 2 } }),
      await call('update_supplies', { id, values: { quantity: 3 } }),
    ];
    expect([first.data.before.quantity, first.data.after.quantity]).toEqual([1, 2]);
    const removal = await call('delete_supplies', { id });
    expect((await call('confirm_change', { change: first.data.change })).data.quantity).toBe(2);
    for (const { data } of [second, removal])
      expect((await call('confirm_change', { change: data.change })).isError).toBe(true);
    const again = await call('delete_supplies', { id });
    expect((await call('confirm_change', { change: again.data.change })).isError).toBe(false);
    expect((await call('get_supplies', { id })).isError).toBe(true);
  });

  test('is refused with the reason at the field before confirmation', async () => {
    const { call } = await connect('admin', { resources: ['supplies'] });
    const refused = await call('create_supplies', { values: { quantity: -1 } });
    expect(refused.isError).toBe(true);
    expect(refused.text).toMatch(/"item"/);
    expect((await call('create_supplies', { values: { itme: 'x' } })).text).toMatch(/item/);
    expect((await call('update_supplies', { values: {} })).isError).toBe(true);
    expect((await call('find_supplies', { where: { moon: 1 } })).isError).toBe(true);
    expect((await call('find_supplies', { perPage: 1000 })).text).toMatch(/perPage/);
    expect((await call('find_moons')).isError).toBe(true);
  });

  test('cannot be confirmed with another key, after its time, or with a changed token', async () => {
    const [one, other] = [await connect(), await connect()];
    const { change } = (await one.call('create_supplies', { values: { item: 'Swabs' } })).data;
    expect((await other.call('confirm_change', { change })).isError).toBe(true);
    expect((await one.call('confirm_change', { change: `${change.slice(0, -2)}AA` })).isError).toBe(true);
    const now = Date.now() + 16 * 60_000;
    vi.useFakeTimers({ toFake: ['Date'], now });
    expect((await one.call('confirm_change', { change })).isError).toBe(true);
    vi.useRealTimers();
    const reader = await connect('admin', { access: 'read' });
    expect((await reader.call('confirm_change', { change })).isError).toBe(true);
  });
});

describe('patients', () => {
  let id: string;
  beforeAll(async () => {
    const body = { ...VISIT, patientName: NAME, fees: '1' };
    id = (await server.as('laboratory', 'laboratoryCreateAppointment', { body, files: {} })).data._id;
  });

  test('appear as a code, the same for the same person, and cannot be searched by name', async () => {
    const { call } = await connect();
    const found = await call('find_appointments', { where: { id } });
    expect(found.data.total).toBe(1);
    const [visit] = found.data.records;
    expect(visit.patientName).toMatch(/^code-[0-9a-f]{12}$/);
    expect((await call('get_appointments', { id })).data.patientName).toBe(visit.patientName);
    const all = await call('find_appointments', { perPage: 100 });
    expect(all.text).not.toContain('Penelope');
    for (const where of [{ patientName: NAME }, { or: [{ id: 'x' }, { patientName: { startsWith: 'P' } }] }])
      expect((await call('find_appointments', { where })).isError).toBe(true);
    expect((await call('find_appointments', { sort: { field: 'patientName', order: 'ASC' } })).isError).toBe(true);
    expect((await call('find_drawnTubes', { where: { 'patient.patientName': NAME } })).isError).toBe(true);
  });

  test('are marked in every collection that names them', async () => {
    const marked = ['patientName', 'patientCode', 'dateOfBirth', 'email', 'contactNumber', 'accountNumber', 'address'];
    const all = await loadResources({ roles: getPageRoles() });
    const naming = all.filter(({ fields }) => fields.patientName || fields.patientCode);
    expect(naming.map(({ name }) => name)).toEqual(expect.arrayContaining(['appointments', 'transactions']));
    for (const { name, fields } of naming) {
      const open = marked.filter((field) => fields[field] && !fields[field].personal);
      expect([name, open]).toEqual([name, []]);
    }
  });

  test('appear by name if the key may see names', async () => {
    const { call } = await connect('admin', { mcp: 'names' });
    const { data } = await call('find_appointments', { where: { patientName: { startsWith: 'penelope' } } });
    expect(data.records[0]).toMatchObject({ id, patientName: NAME });
    expect(data.records[0]).not.toHaveProperty('documents');
  });

  test('appear only to accounts that may see them', async () => {
    const { call } = await connect('laboratory2');
    expect((await call('get_appointments', { id })).isError).toBe(true);
    expect((await call('find_appointments', { where: { id } })).data.total).toBe(0);
  });

  test('records each call in the audit trail, also refused ones', async () => {
    const { call } = await connect();
    const trail = await trailOf(server, async () => {
      await call('find_appointments', { where: { id } });
      await call('get_appointments', { id });
      await call('find_appointments', { where: { patientName: NAME } });
      await call('create_supplies', { values: { item: 'Dry' } });
    });
    expect(trail.map(({ deed, resource }) => `${deed} ${resource}`)).toEqual([
      'list appointments',
      'read appointments',
      expect.stringMatching(/appointments$/),
      'read supplies',
    ]);
  });
});

test('counts each tool call towards the limit of the key', async () => {
  const own = await serverForTest({ API_KEY_PER_MINUTE: '5' }, { resources: [supplies] as never });
  const { token } = await createApiKey(own, 'admin', { mcp: 'codes' });
  const find = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'find_supplies' } });
  const reply = await own.inject({
    method: 'POST',
    url: `${API_ROOT}/mcp`,
    headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
    payload: [1, 2, 3, 4, 5, 6].map(find),
  });
  const results = (reply.json() as { result: { isError?: boolean } }[]).map(({ result }) => result.isError ?? false);
  expect(results.filter(Boolean)).toHaveLength(2);
});

describe('unreadable fields and references', () => {
  const people = defineResource({
    name: 'people',
    icon: 'inventory',
    title: '{name}',
    fields: { name: text({ personal: true, required: true, unique: true }) },
    list: { columns: ['name'] },
    create: { groups: [{ label: 'Person', fields: ['name'] }] },
    roles: { admin: { list: '/people', form: '/add-person', can: ['list', 'create'] } },
  });
  const visits = defineResource({
    name: 'visits',
    icon: 'inventory',
    title: '{state}',
    fields: {
      person: reference({ to: 'people', value: 'name' }),
      state: choice({ choices: ['Open', 'Done'], default: 'Open' }),
      margin: text({ read: ['admin'] }),
    },
    list: { columns: ['state'] },
    create: { groups: [{ label: 'Visit', fields: ['person', 'state', 'margin'] }] },
    roles: {
      admin: { list: '/visits', form: '/add-visit', can: ['list', 'create', 'edit'] },
      laboratory: { list: '/laboratory-visits', can: ['list'] },
    },
  });

  test('cannot be used to guess a name, and are not listed', async () => {
    const own = await serverForTest({}, { resources: [people, visits] as never });
    await clientOf(own, 'admin', 'people').create({ name: NAME });
    await clientOf(own, 'admin', 'visits').create({ person: NAME });
    const post = async (person: Person, method: string, params: object) => {
      const { token } = await createApiKey(own, person, { mcp: 'codes' });
      return askAssistant(own, token, method, params);
    };
    const call = (name: string, input: object) => post('admin', 'tools/call', { name, arguments: input });
    const { content } = await call('find_visits', {});
    expect(content[0].text).toMatch(/"person":"code-/);
    const refused = [
      await call('find_visits', { where: { person: NAME } }),
      await call('find_visits', { where: { person: { startsWith: 'P' } } }),
      await call('find_visits', { sort: { field: 'person', order: 'ASC' } }),
      await call('create_visits', { values: { person: NAME } }),
    ];
    for (const { isError, content } of refused)
      expect([isError, content[0].text]).toEqual([true, expect.stringContaining('may not use “person”')]);
    const { tools } = await post('laboratory', 'tools/list', {});
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(['find_visits']));
    expect(JSON.stringify(tools)).not.toContain('margin');
    expect(JSON.stringify((await post('admin', 'tools/list', {})).tools)).toContain('margin');
  });
});

describe('values derived from personal ones', () => {
  type Values = Record<string, unknown>;
  const computed = (compute: (values: Values) => unknown, more: object = {}) => ({ compute, ...more }) as never;
  const hours = resourceOf(
    'hours',
    { subject: reference({ to: 'subjects' }), amount: number({ personal: true }) },
    { create: { groups: [{ label: 'Hours', fields: ['subject', 'amount'] }] } },
  );
  const subjects = resourceOf(
    'subjects',
    {
      code: text(computed(() => 'S-1', { personal: false })),
      name: text({ personal: true }),
      initials: text(computed(({ name }) => String(name ?? '').slice(0, 2))),
      shown: text(computed(({ initials }) => `~${initials}`)),
      rows: children({ resource: 'hours', field: 'subject', columns: ['amount'] }),
      total: number({ rollup: { of: 'rows', sum: 'amount' } }),
      count: number({ rollup: { of: 'rows', count: true } }),
      twice: number(computed(({ total }) => Number(total ?? 0) * 2)),
    } as Fields,
    {
      list: { columns: ['code', 'shown', 'total'], sortable: ['shown', 'total', 'twice', 'count'], filters: ['count'] },
      create: { groups: [{ label: 'Subject', fields: ['name', 'rows'] }] },
    },
  );
  const trials = resourceOf(
    'trials',
    {
      subject: reference({ to: 'subjects' }),
      named: text({ lookup: 'subject.name' }),
      greeting: text(computed(({ named }) => `Dear ${named}`)),
    } as Fields,
    { create: { groups: [{ label: 'Trial', fields: ['subject'] }] } },
  );

  test('are codes, and neither searched nor sorted by', async () => {
    const own = await serverForTest({}, { resources: [hours, subjects, trials] as never });
    const { body } = await clientOf(own, 'admin', 'subjects').create({ name: NAME, rows: [{ amount: 37 }] } as never);
    await clientOf(own, 'admin', 'trials').create({ subject: body.id } as never);
    const { token } = await createApiKey(own, 'admin', { mcp: 'codes' });
    const call = (name: string, input: object) => askAssistant(own, token, 'tools/call', { name, arguments: input });
    const code = expect.stringMatching(/^code-[0-9a-f]{12}$/);
    const [subject] = JSON.parse((await call('find_subjects', {})).content[0].text).records;
    const coded = ['name', 'initials', 'shown', 'total', 'twice', 'createdBy', 'changedBy'];
    expect(subject).toMatchObject({ code: 'S-1', count: 1, ...Object.fromEntries(coded.map((name) => [name, code])) });
    expect(JSON.parse((await call('find_trials', {})).content[0].text).records[0]).toMatchObject({
      named: code,
      greeting: code,
    });
    for (const where of [{ total: { gt: 3 } }, { twice: 74 }, { shown: { startsWith: '~P' } }])
      expect([where, (await call('find_subjects', { where })).isError]).toEqual([where, true]);
    for (const field of ['total', 'shown'])
      expect((await call('find_subjects', { sort: { field, order: 'ASC' } })).isError).toBe(true);
    expect((await call('find_trials', { where: { 'subject.total': { gt: 3 } } })).isError).toBe(true);
    expect((await call('find_subjects', { where: { count: 1 } })).isError ?? false).toBe(false);
  });
});
