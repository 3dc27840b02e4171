// On SQLite only: nothing here depends on the database.
import { beforeAll, describe, expect, test } from 'vitest';
import { children, choice, number, reference, text } from '../../fields/index.ts';
import { API_ROOT } from '../../wire/call.ts';
import { clientOf } from './client.ts';
import { hasPlugin, serverForAll } from './harness.ts';
import { resourceOf } from './resourceOf.ts';

const can = ['list', 'show', 'create', 'edit', 'delete'];
const lines = resourceOf(
  'lines',
  { title: text({ required: true }), box: reference({ to: 'boxes', text: '{name}', onDelete: 'delete' }) },
  { roles: { admin: { list: '/lines', can } } },
);
const boxes = resourceOf(
  'boxes',
  {
    name: text({ required: true, renamedFrom: 'title' }),
    amount: number({ default: 1 }),
    state: choice({ choices: ['open', 'shut'] }),
    reason: text(),
    secret: text({ read: ['admin'], write: ['admin'] }),
    lines: children({ resource: 'lines', field: 'box', columns: ['title'] }),
  },
  {
    create: { groups: [{ label: 'All', fields: ['name', 'amount', 'secret', 'lines'] }] },
    history: true,
    softDelete: true,
    states: {
      field: 'state',
      start: 'open',
      transitions: { shut: { from: 'open', to: 'shut', inputs: ['reason'], bulk: true } },
    },
    roles: {
      admin: { list: '/boxes', can: [...can, 'shut', 'import'] },
      worker: { list: '/own', can: ['list', 'create', 'edit'] },
    },
  },
);
const server = serverForAll({}, { resources: [boxes, lines] });
const admin = () => clientOf(server, 'admin', 'boxes');
let id: string;
let line: { id: string };
beforeAll(async () => {
  const { http, body } = await admin().create({ name: 'Gauze', lines: [{ title: 'One' }] });
  expect(http).toBe(201);
  id = body.id;
  line = body.lines[0];
});

const misspelt = (name: string, near: string) => `There is no field “${name}”. Did you mean “${near}”?`;
const unknown = (name: string) => `There is no field “${name}”.`;

describe('unknown field', () => {
  test.each([
    ['POST', '', { name: 'Swabs', bogus: 1 }, 'bogus', unknown('bogus')],
    ['POST', '', { name: 'Swabs', amuont: 2 }, 'amuont', misspelt('amuont', 'amount')],
    ['PUT', '/{id}', { amuont: 2 }, 'amuont', misspelt('amuont', 'amount')],
    ['PUT', '/{id}', { name: 'Swabs', lines: [{ titel: 'Two' }] }, 'lines.0.titel', misspelt('titel', 'title')],
    ['POST', '/{id}/shut', { reasn: 'x' }, 'reasn', misspelt('reasn', 'reason')],
    ['POST', '/{id}/shut', { amount: 5 }, 'amount', unknown('amount')],
    ['POST', '/many/shut', { ids: [], vaules: {} }, 'vaules', misspelt('vaules', 'values')],
    ['POST', '/{id}/restore', { to: 1, vresion: 1 }, 'vresion', misspelt('vresion', 'version')],
    ['POST', '/bin/{id}/restore', { vresion: 1 }, 'vresion', misspelt('vresion', 'version')],
  ] as const)('is refused in %s %s %j', async (method, path, body, field, message) => {
    const before = (await admin().one(id)).body;
    const reply = await admin().send(method, path.replace('{id}', id), body);
    expect([reply.http, reply.body.message, reply.body.data?.errors]).toEqual([400, message, { [field]: message }]);
    expect([(await admin().list()).range, (await admin().one(id)).body]).toEqual(['boxes 0-0/1', before]);
  });

  test('is refused in the values of a bulk action', async () => {
    const reply = await admin().send('POST', '/many/shut', { ids: [id], values: { reasn: 'x' } });
    expect([reply.http, reply.body.message]).toEqual([400, misspelt('reasn', 'reason')]);
  });

  test.runIf(hasPlugin('imports'))('is refused in a form with a file', async () => {
    const file = new File(['Name\nA'], 'a.csv', { type: 'text/csv' });
    const reply = await admin().upload('/import', { file: [file] }, { dryRum: true });
    expect([reply.http, reply.body.message]).toEqual([400, misspelt('dryRum', 'dryRun')]);
  });

  test('is refused without suggesting a field that the person may not read', async () => {
    const worker = clientOf(server, 'worker', 'boxes');
    expect((await worker.create({ name: 'X', secrte: 'y' })).body.message).toBe(unknown('secrte'));
    expect((await admin().create({ name: 'X', secrte: 'y' })).body.message).toBe(misspelt('secrte', 'secret'));
  });

  test('is named by its first characters, however long it is', async () => {
    const { http, body } = await admin().create({ name: 'X', ['b'.repeat(50_000)]: 1 });
    expect([http, body.message]).toEqual([400, unknown('b'.repeat(100))]);
  });

  test('is refused by calls of the frame and of apps, at any depth', async () => {
    const authorization = `Bearer ${await server.tokenOf('admin')}`;
    const send = async (path: string, payload: object) =>
      (await server.inject({ method: 'POST', url: API_ROOT + path, headers: { authorization }, payload })).json();
    expect(await send('/admin/share-query', { namme: 'x' })).toMatchObject({
      code: 400,
      message: misspelt('namme', 'name'),
    });
  });
});

test('accepts former names, and a whole record sent back', async () => {
  const { body } = await admin().one(id);
  const sent = { ...body, fileNames: {}, name: 'Swabs', lines: [{ ...line, title: 'Two' }] };
  expect((await admin().update(id, sent)).body).toMatchObject({ name: 'Swabs', lines: [{ title: 'Two' }] });
  expect((await admin().update(id, { title: 'Gauze' })).body).toMatchObject({ name: 'Gauze' });
});
