import { describe, expect, test } from 'vitest';
import { loadKeys } from '../../config/app/resourceKeys.ts';
import { checkResources } from '../../config/checkResources.ts';
import type { RecordValues } from '../../config/computedValues.ts';
import type { AnyResource } from '../../config/resource.ts';
import {
  children,
  choice,
  date,
  dateTime,
  files,
  masked,
  money,
  number,
  reference,
  text,
  toggle,
} from '../../fields/index.ts';
import type { Fields } from '../../fields/kind.ts';
import { me, now, today } from '../../where/symbols.ts';
import { plugins } from '../app/server/plugins.ts';
import { changing } from './changing.ts';
import { clientOf } from './client.ts';
import { documentOf } from './documentedReplies.ts';
import { hasPlugin, serverForAll } from './harness.ts';
import { resourceOf } from './resourceOf.ts';

const title = text({ required: true });
const can = ['list', 'show', 'create', 'edit', 'delete', 'import', 'export'];
const priced = { price: { gt: 1000 } };
const tools = resourceOf(
  'tools',
  {
    title,
    price: money(),
    shelf: reference({ to: 'shelves', text: '{title}', onDelete: 'clear' }),
    /** Only expensive tools. */
    deposit: money({ required: true, when: priced, label: { en: 'Deposit', es: 'Fianza' } }),
    share: number(),
    method: choice({
      choices: ['cash', 'card'],
      values: { cash: { label: 'In cash' } },
      when: { deposit: { exists: true } },
    }),
    drawer: text({ when: { method: 'cash' } }),
    level: number({ default: 1, when: { shelf: { exists: true } } }),
    free: toggle({ when: { not: priced } }),
    manual: files({ when: { price: { exists: true } } }),
    secret: text({ read: ['admin'], when: priced }),
    plan: text({ read: ['admin'], required: true, when: { drawer: 'plan' } }),
  },
  {
    compute: {
      share: ({ price, deposit }: RecordValues) => (deposit ? Number(price) / Number(deposit) : null),
    },
    history: true,
    softDelete: true,
    title: '{title}',
    show: { groups: [] },
    edit: {
      groups: [
        { label: 'All', fields: 'title price shelf deposit method drawer level free manual secret plan'.split(' ') },
      ],
    },
    create: {
      groups: [{ label: 'All', fields: 'title price shelf deposit method drawer level free secret plan'.split(' ') }],
    },
    actions: {
      secure: { field: 'deposit', placement: 'show', bulk: true },
      reprice: { field: 'title', placement: 'show', bulk: true, value: 'Cheap', values: { price: 5 } },
      pay: { field: 'method', placement: 'row' },
      raise: { field: 'price', placement: 'show', inputs: [{ field: 'deposit', required: false }] },
    },
    roles: {
      admin: { list: '/tools', can: [...can, 'secure', 'reprice', 'pay', 'raise'] },
      worker: { list: '/our-tools', can: ['list', 'show', 'create', 'edit'] },
      branch: { list: '/their-tools', can: ['list', 'show', 'pay'] },
    },
  },
);
const shelves = resourceOf(
  'shelves',
  { title, bins: children({ resource: 'bins', field: 'shelf', columns: ['title', 'kind', 'lid'] }) },
  { title: '{title}', show: { groups: [] }, roles: { admin: { list: '/shelves', can } } },
);
const bins = resourceOf(
  'bins',
  {
    title,
    shelf: reference({ to: 'shelves', text: '{title}', onDelete: 'delete' }),
    kind: choice({ choices: ['open', 'closed'] }),
    lid: text({ required: true, when: { kind: 'closed' } }),
    filledOn: date(),
    label: text({ when: { filledOn: { lt: '2026-02-01' } } }),
  },
  { title: '{title}', show: { groups: [] }, roles: { admin: { list: '/bins', can } } },
);
/** Its hooks fill in more than the conditions allow. */
const hooked = resourceOf(
  'hooked',
  { title, kind: choice({ choices: ['a', 'b'] }), only: text({ when: { kind: 'a' } }) },
  { roles: { admin: { list: '/hooked', can } } },
);
/** A reason belongs to rejected jobs. */
const jobs = resourceOf(
  'jobs',
  { title, state: choice({ choices: ['new', 'rejected'] }), reason: text({ when: { state: 'rejected' } }) },
  {
    create: { groups: [{ label: 'All', fields: ['title'] }] },
    states: {
      field: 'state',
      start: 'new',
      transitions: {
        reject: { from: 'new', to: 'rejected', inputs: ['reason'], bulk: true },
        reopen: { from: 'rejected', to: 'new' },
      },
    },
    roles: { admin: { list: '/jobs', can: [...can, 'reject', 'reopen'] } },
  },
);
const server = serverForAll(
  {},
  {
    resources: [tools, shelves, bins, hooked, jobs],
    hooks: {
      hooked: {
        before: {
          create: () => ({ only: 'by hook' }),
          change: ({ values }) => (values.title === 'Turn' ? { kind: 'b' } : {}),
        },
        after: {
          create: async ({ records, values }) => {
            if (values.title === 'Nested') await records.create('tools', { title: 'Nested', price: 5, deposit: 9 });
          },
        },
      },
    },
  },
);
const admin = clientOf(server, 'admin', 'tools');
const ONLY_IF = 'Deposit can only be filled in if Price is more than $1,000.00.';
const csv = (content: string) => ({ file: [new File([content], 'tools.csv', { type: 'text/csv' })] });
const createTool = async (values: object = {}) =>
  (await admin.create({ title: 'Saw', price: 2000, deposit: 100, method: 'cash', drawer: 'left', ...values })).body;

describe('field whose condition is false', () => {
  test('is neither required nor accepted in a new record', async () => {
    const cheap = await admin.create({ title: 'Nail', price: 5 });
    expect([cheap.http, cheap.body.deposit]).toEqual([201, null]);
    expect(await admin.create({ title: 'Nail', price: 5, deposit: null, method: '' })).toMatchObject({ http: 201 });
    const { http, body } = await admin.create({ title: 'Nail', price: 5, deposit: 100 });
    expect([http, body.message, body.data.errors]).toEqual([400, ONLY_IF, { deposit: ONLY_IF }]);
    expect(await admin.create({ title: 'Saw' })).toMatchObject({ http: 201 });
  });

  test('is explained in the language and terms of the person', async () => {
    const headers = { 'accept-language': 'es' };
    const { body } = await admin.send('POST', '', { title: 'Nail', price: 5, deposit: 100 }, headers);
    expect(body.message).toMatch(/^Fianza solo se puede rellenar si Price es mayor que .*1[.,]?000/);
    const { id } = await createTool({ method: 'card', drawer: null });
    expect((await admin.update(id, { drawer: 'left' })).body.message).toBe(
      'Drawer can only be filled in if Method is In cash.',
    );
    const bin = await clientOf(server, 'admin', 'bins').create({ title: 'Bin', label: 'Old' });
    expect(bin.body.message).toBe('Label can only be filled in if Filled On is before February 1, 2026.');
  });

  test('is required once its condition holds', async () => {
    const refused = await admin.create({ title: 'Saw', price: 2000 });
    expect([refused.http, refused.body.data.errors]).toEqual([400, { deposit: 'Deposit is required' }]);
    const { id } = (await admin.create({ title: 'Saw', price: 5 })).body;
    const partial = await admin.update(id, { price: 2000 });
    expect([partial.http, partial.body.data.errors]).toEqual([400, { deposit: 'Deposit is required' }]);
    expect(await admin.update(id, { price: 2000, deposit: 10 })).toMatchObject({ http: 200, body: { share: 200 } });
    expect(await admin.update(id, { deposit: null })).toMatchObject({ http: 400 });
    expect(await admin.update(id, { title: 'Other' })).toMatchObject({ http: 200, body: { deposit: 10 } });
  });

  test('is cleared in the write that makes the condition false, with its dependent fields', async () => {
    const { id } = await createTool();
    const { http, body } = await admin.update(id, { price: 5 });
    expect([http, body.deposit, body.method, body.drawer, body.share]).toEqual([200, null, null, null, null]);
    const [{ changes }] = (await admin.send('GET', `/${id}/history`)).body;
    expect(changes.map(({ field }: { field: string }) => field).toSorted()).toEqual(
      ['deposit', 'drawer', 'method', 'price', 'share'].toSorted(),
    );
  });

  test('may be sent unchanged by react-admin, but not with another value', async () => {
    const record = await createTool();
    const other = await admin.update(record.id, { ...record, price: 5, deposit: 200 });
    expect([other.http, other.body.data.errors]).toEqual([400, { deposit: ONLY_IF }]);
    expect((await admin.one(record.id)).body).toMatchObject({ price: 2000, deposit: 100 });
    expect(await admin.update(record.id, { ...record, price: 5 })).toMatchObject({
      http: 200,
      body: { deposit: null },
    });
    // The stored value is gone now.
    expect(await admin.update(record.id, { deposit: 100 })).toMatchObject({ http: 400 });
  });

  test('gets no default', async () => {
    expect((await admin.create({ title: 'Loose' })).body.level).toBeNull();
    expect((await admin.create({ title: 'Loose', level: 1 })).body.level).toBeNull();
    expect(await admin.create({ title: 'Loose', level: 2 })).toMatchObject({ http: 400 });
    const shelf = (await clientOf(server, 'admin', 'shelves').create({ title: 'Top' })).body.id;
    expect((await admin.create({ title: 'Shelved', shelf })).body.level).toBe(1);
  });

  test('loses its value when the reference of its condition is cleared by a delete', async () => {
    const shelf = (await clientOf(server, 'admin', 'shelves').create({ title: 'Top' })).body.id;
    const { id } = (await admin.create({ title: 'Shelved', shelf, level: 3 })).body;
    expect(await clientOf(server, 'admin', 'shelves').remove(shelf)).toMatchObject({ http: 200 });
    expect((await admin.one(id)).body).toMatchObject({ shelf: null, level: null });
  });

  test('loses its file', async () => {
    const { id } = await createTool();
    const pdf = new File(['%PDF-1.4\n%%EOF'], 'm.pdf', { type: 'application/pdf' });
    const { manual } = (await admin.upload('/files', { manual: [pdf] })).body;
    expect((await admin.update(id, { manual })).body.manual).toHaveLength(1);
    const { body } = await admin.update(id, { price: null });
    expect([body.manual ?? [], body.deposit]).toEqual([[], null]);
  });

  test('is checked against the record when the write begins, not against an outdated screen', async () => {
    const { id, version } = await createTool();
    expect(await admin.update(id, { price: 5 })).toMatchObject({ http: 200 });
    expect(await admin.update(id, { deposit: 200, version })).toMatchObject({ http: 409 });
    const late = await admin.update(id, { deposit: 200 });
    expect([late.http, late.body.data.errors]).toEqual([400, { deposit: ONLY_IF }]);
    const both = await createTool();
    const replies = await Promise.all([admin.update(both.id, { price: 5 }), admin.update(both.id, { deposit: 300 })]);
    expect(replies[0]).toMatchObject({ http: 200 });
    expect((await admin.one(both.id)).body).toMatchObject({ price: 5, deposit: null });
  });
});

describe('conditions', () => {
  test.runIf(hasPlugin('imports'))('apply to imports, with a message per row', async () => {
    const { http, body } = await admin.upload(
      '/import',
      csv('Title,Price,Deposit,Method\nA,5,,\nB,5,100,\nC,2000,,\nD,2000,50,\nE,,,cash\n'),
      {},
    );
    expect(http).toBe(400);
    expect(
      body.data.rowErrors.map(({ row, field, message }: Record<string, unknown>) => [row, field, message]),
    ).toEqual([
      [3, 'deposit', ONLY_IF],
      [4, 'deposit', 'Deposit is required'],
      [6, 'method', 'Method can only be filled in if Deposit is not empty.'],
    ]);
    expect(await admin.upload('/import', csv('Title,Price,Deposit\nA,5,\nD,2000,50\n'), {})).toMatchObject({
      http: 200,
    });
    const found = await admin.list({ where: { title: ['A', 'D'] } });
    expect(found.body.map(({ level }: { level: unknown }) => level)).toEqual([null, null]);
    expect(await admin.upload('/import', csv('Title\nF\n'), {})).toMatchObject({ http: 200 });
  });

  test('apply to actions on one record and on many', async () => {
    const cheap = (await admin.create({ title: 'Nail', price: 5 })).body;
    const dear = await createTool();
    const refused = await admin.send('POST', `/${cheap.id}/secure`, { deposit: 9 });
    expect([refused.http, refused.body.data.errors]).toEqual([400, { deposit: ONLY_IF }]);
    const many = { ids: [cheap.id, dear.id], values: { deposit: 9 } };
    expect(await admin.send('POST', '/many/secure', many)).toMatchObject({ http: 400 });
    expect((await admin.one(dear.id)).body.deposit).toBe(100);
    const repriced = await admin.send('POST', '/many/reprice', { ids: [cheap.id, dear.id] });
    expect(repriced).toMatchObject({ http: 200 });
    expect((await admin.one(dear.id)).body).toMatchObject({ price: 5, deposit: null, method: null });
    expect(await admin.send('POST', `/${dear.id}/raise`, { price: 3000 })).toMatchObject({ http: 400 });
    expect(await admin.send('POST', `/${dear.id}/raise`, { price: 3000, deposit: 7 })).toMatchObject({ http: 200 });
  });

  test('apply to transitions, by their target state', async () => {
    const of = clientOf(server, 'admin', 'jobs');
    const { id } = (await of.create({ title: 'Paint' })).body;
    const refused = await of.send('POST', `/${id}/reject`, {});
    expect([refused.http, refused.body.data.errors]).toEqual([400, { reason: 'Reason is required' }]);
    const many = await of.send('POST', '/many/reject', { ids: [id], values: { reason: 'No time' } });
    expect(many.body).toMatchObject([{ state: 'rejected', reason: 'No time' }]);
    expect((await of.send('POST', `/${id}/reopen`, {})).body).toMatchObject({ state: 'new', reason: null });
  });

  test('apply to quick edits in a list, also with only the right to that action', async () => {
    const { id } = (await admin.create({ title: 'Nail', price: 5 })).body;
    expect(await clientOf(server, 'branch', 'tools').update(id, { method: 'cash' })).toMatchObject({ http: 400 });
    const dear = await createTool();
    expect(await clientOf(server, 'branch', 'tools').update(dear.id, { method: 'card' })).toMatchObject({
      http: 200,
      body: { drawer: null },
    });
  });

  test('apply to earlier versions, and to records restored from the bin', async () => {
    const { id } = await createTool();
    await admin.update(id, { price: 5 });
    const restored = await admin.send('POST', `/${id}/restore`, { to: 1 });
    expect(restored.body).toMatchObject({ price: 2000, deposit: 100, method: 'cash', drawer: 'left' });
    const shelf = (await clientOf(server, 'admin', 'shelves').create({ title: 'Top' })).body.id;
    const shelved = (await admin.create({ title: 'Shelved', shelf, level: 3 })).body.id;
    await admin.remove(shelved);
    await clientOf(server, 'admin', 'shelves').remove(shelf);
    const back = await admin.send('POST', `/bin/${shelved}/restore`, {});
    expect(back.body).toMatchObject({ shelf: null, level: null });
  });

  test('apply to hooks, whose values are dropped', async () => {
    const of = clientOf(server, 'admin', 'hooked');
    expect((await of.create({ title: 'B', kind: 'b' })).body.only).toBeNull();
    const { id, only } = (await of.create({ title: 'A', kind: 'a' })).body;
    expect(only).toBe('by hook');
    expect((await of.update(id, { title: 'Turn' })).body).toMatchObject({ kind: 'b', only: null });
    expect(await of.create({ title: 'Nested', kind: 'a' })).toMatchObject({ http: 201 });
    expect((await admin.list({ where: { title: 'Nested' } })).body).toMatchObject([{ price: 5, deposit: null }]);
  });

  test('apply to child rows', async () => {
    const of = clientOf(server, 'admin', 'shelves');
    const open = { title: 'A', kind: 'open' };
    const refused = await of.create({ title: 'Top', bins: [open, { ...open, lid: 'blue' }] });
    expect([refused.http, refused.body.data.errors]).toEqual([
      400,
      { 'bins.1.lid': 'Lid can only be filled in if Kind is closed.' },
    ]);
    const { id, bins } = (await of.create({ title: 'Top', bins: [{ title: 'C', kind: 'closed', lid: 'blue' }] })).body;
    const [row] = bins;
    expect((await of.update(id, { bins: [{ ...row, kind: 'open' }] })).body.bins).toMatchObject([{ lid: null }]);
    const missing = await of.update(id, { bins: [{ id: row.id, kind: 'closed' }] });
    expect(missing.body.data.errors).toEqual({ 'bins.0.lid': 'Lid is required' });
  });
});

test('reveals nothing about a field to a role that may not read it', async () => {
  const worker = clientOf(server, 'worker', 'tools');
  const made = await worker.create({ title: 'Nail', price: 5, secret: 'x' });
  expect(JSON.stringify(made.body)).not.toMatch(/Secret can|more than/);
  const { id } = await createTool({ secret: 'code' });
  const update = await worker.update(id, { price: 5, secret: 'code' });
  expect(JSON.stringify(update.body)).not.toMatch(/Secret can|more than/);
  // Clears the field for the system.
  expect(await worker.update(id, { price: 6 })).toMatchObject({ http: 200 });
  expect((await admin.one(id)).body).toMatchObject({ secret: null });
  // A required field that the worker may not know blocks nothing.
  const dear = await createTool();
  expect(await worker.update(dear.id, { drawer: 'plan' })).toMatchObject({ http: 200 });
});

test.runIf(hasPlugin('openApi'))('declares a conditional field as optional, with its condition', async () => {
  const { Tools, ToolsCreate } = (await documentOf(server.app)).components.schemas;
  expect(ToolsCreate.required).toEqual(['title']);
  expect(JSON.stringify(Tools.properties.deposit)).toContain('null');
  expect(JSON.stringify(ToolsCreate.properties.deposit)).toContain('Only if price is more than 1000.');
});

const keys = await loadKeys(plugins);
describe('validation of conditions at the start', () => {
  const errorsOf = (fields: Fields, more: object = {}): string => {
    const things = resourceOf('things', { title, secret: text({ read: ['admin'] }), ...fields }, more);
    const known = { 'things.ts': things, 'tools.ts': tools, 'shelves.ts': shelves, 'bins.ts': bins };
    try {
      checkResources(known as Record<string, AnyResource>, { roles: server.services.app.roles, keys });
      return '';
    } catch (cause) {
      return (cause as Error).message;
    }
  };
  const both = { roles: { admin: { can: ['list'] }, worker: { can: ['list'] } } };
  test.each<[string, Fields, object?]>([
    ['fields.a.when.titel: found "titel"', { a: text({ when: { titel: 'x' } }) }],
    ['fields.a.when.n: found "x"', { n: number(), a: text({ when: { n: 'x' } }) }],
    ['fields.a.when: found {}, expected at least one condition', { a: text({ when: {} }) }],
    ['fields.a.when.title.above', { a: text({ when: { title: { above: 1 } } }) }],
    [
      'found "tool.price", expected a field of things itself, as forms load no other record',
      { tool: reference({ to: 'tools', text: '{title}' }), a: text({ when: { 'tool.price': 5 } }) },
    ],
    [
      'found "bins.title", expected a field of things itself',
      {
        bins: children({ resource: 'bins', field: 'shelf', columns: ['title'] }),
        a: text({ when: { bins: { some: { title: 'x' } } } }),
      },
    ],
    ['fields.a.when.c: found "c"', { c: { ...number(), compute: () => 1 }, a: text({ when: { c: 1 } }) }],
    ['found "createdAt"', { a: text({ when: { createdAt: { exists: true } } }) }],
    ['fields.a.when.m: found "m"', { m: masked(), a: text({ when: { m: { exists: true } } }) }],
    ['expected one of exists', { at: dateTime(), a: text({ when: { at: '2026-01-01' } }) }],
    ['found "me", expected a fixed value', { a: text({ when: { title: me } }) }],
    ['found "now", expected', { at: text(), a: text({ when: { at: { in: [now, today] } } }) }],
    ['fields.a.when: found "a"', { a: { ...number({ when: { title: 'x' } }), compute: () => 1 } }],
    [
      'fields.a.when: found "a needs b needs c needs a", expected conditions that do not need each other.',
      { a: text({ when: { b: 'x' } }), b: text({ when: { c: 'x' } }), c: text({ when: { a: 'x' } }) },
    ],
    ['found "a needs a"', { a: text({ when: { a: 'x' } }) }],
    [
      'fields.a.when: found "secret", expected a field that worker may read; else fields.a.read and write without worker.',
      { a: text({ when: { secret: 'x' } }) },
      both,
    ],
    [
      'expected a field that worker may read',
      { a: text({ read: ['admin'], write: ['admin', 'worker'], when: { secret: 'x' } }) },
      both,
    ],
    [
      'fields.s.when: found "s", expected another field',
      { s: choice({ choices: ['x'], when: { title: 'x' } }) },
      { states: { field: 's', start: 'x', transitions: {} } },
    ],
  ])('%s', (expected, fields, more) => expect(errorsOf(fields, more)).toContain(expected));

  test('accepts all other conditions', () => {
    expect(
      errorsOf(
        {
          a: text({ read: ['admin'], when: { secret: 'x' } }),
          at: dateTime(),
          b: text({ when: { at: { exists: true } } }),
        },
        both,
      ),
    ).toBe('');
  });
});

test('leaves existing records valid when a conditional field is added', async () => {
  const db = await changing();
  const bare = resourceOf('things', { title, price: number() });
  const when = { price: { gt: 1000 } };
  const more = { deposit: number({ required: true, when }), level: number({ default: 1, when }) };
  await db.start(bare);
  await db.add('things', { title: 'Nail', price: 5 });
  await db.start(resourceOf('things', { title, price: number(), ...more }));
  expect(await db.read('things')).toMatchObject([{ title: 'Nail', deposit: null, level: null }]);
  await db.close();
});
