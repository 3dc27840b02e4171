import { expect, test } from 'vitest';
import { defineResource } from '../../config/resource.ts';
import { number, reference, text } from '../../fields/index.ts';
import { records } from '../../server/records/operations/recordsApi.ts';
import {
  accountContext,
  systemContext,
  transaction,
  trustedContext,
} from '../../server/records/operations/recordsContext.ts';
import { defineHooks } from '../../server/records/write/runHooks.ts';
import { me } from '../../where/symbols.ts';
import { serverForAll } from './harness.ts';

const base = { icon: 'inventory', list: { columns: ['title'] } } as const;
const title = text({ required: true });
const shelves = defineResource({
  ...base,
  name: 'shelves',
  fields: { title },
  create: { groups: [{ label: 'Shelf', fields: ['title'] }] },
  roles: { admin: { list: '/shelves', can: ['list', 'create'] } },
});
const boxes = defineResource({
  ...base,
  name: 'boxes',
  fields: {
    title,
    shelf: reference({ to: 'shelves' }),
    seen: number({ integer: true }),
    keeper: text({ readOnly: true }),
  },
  history: true,
  create: { groups: [{ label: 'Box', fields: ['title', 'shelf'] }] },
  roles: {
    admin: { list: '/boxes', can: ['list', 'show', 'create'] },
    worker: { list: '/our-boxes', can: ['list', 'show', 'create'], where: { keeper: me } },
  },
});
const labels = defineResource({
  ...base,
  name: 'labels',
  fields: { code: text({ required: true, unique: true }) },
  list: { columns: ['code'] },
  roles: { admin: { list: '/labels', can: ['list'] } },
});
const hooks = {
  boxes: defineHooks(boxes, {
    before: {
      async create({ values, records: api, refuse }) {
        if (values.title === 'refused') refuse('server.stale');
        return { seen: await api.count('boxes') };
      },
    },
  }),
};
const server = serverForAll({}, { resources: [shelves, boxes, labels] as never, hooks });
const system = () => systemContext(server.services);
const api = () => records(system());
const listOf = (count: number, values: object = {}) =>
  Array.from({ length: count }, (_, at) => ({ title: `Box ${at}`, ...values }));
const count = () => api().count('boxes');

test('runs the hook for every record before it inserts any', async () => {
  const before = await count();
  const made = await api().createMany('boxes', listOf(3));
  expect(made.map(({ title: name, seen }) => [name, seen])).toEqual([0, 1, 2].map((at) => [`Box ${at}`, before]));
  const versions = await server.services.db.selectFrom('collection_history').selectAll().execute();
  expect(JSON.stringify(versions)).toContain(String(made[2]?.id));
});

test('creates many records with different fields in code that writes as a hook', async () => {
  const shelf = (await api().create('shelves', { title: 'Shelf' })).id;
  const values = listOf(200).map((one, at) => ({ ...one, keeper: server.ids.worker, ...(at % 2 && { shelf }) }));
  const worker = await accountContext(server.services, server.ids.worker);
  const heard = (await server.services.db.selectFrom('events').selectAll().execute()).length;
  const made = await transaction(worker, (tx) => records(trustedContext(tx)).createMany('boxes', values));
  expect(made).toMatchObject(values);
  const events = (await server.services.db.selectFrom('events').selectAll().orderBy('id').execute()).slice(heard);
  expect(events).toMatchObject([{ resource: 'boxes', record_id: null }]);
  expect(JSON.parse(String(events[0]?.audience)).toSorted()).toEqual(['admin', server.ids.worker].toSorted());
  const entries = server.services.db.selectFrom('audit').selectAll().where('record_id', '=', String(made[1]?.id));
  expect((await entries.execute()).map(({ details }) => JSON.parse(details).fields)).toEqual([
    ['title', 'keeper', 'shelf'],
  ]);
});

test('creates all or none', async () => {
  const before = await count();
  const worker = await accountContext(server.services, server.ids.worker);
  const asHook = (list: object[]) =>
    transaction(worker, (tx) => records(trustedContext(tx)).createMany('boxes', list as never));
  const own = { keeper: server.ids.worker };
  await expect(asHook([...listOf(2, own), { title: 'Theirs', keeper: server.ids.admin }])).rejects.toMatchObject({
    ...{ status: 400, message: 'server.unseen', details: { index: 2 } },
  });
  const refusedLast = asHook([...listOf(2, own), { title: 'refused', ...own }]);
  await expect(refusedLast).rejects.toMatchObject({ status: 409, details: { index: 2 } });
  await expect(asHook([...listOf(1, own), { title: 'Absent', ...own, shelf: 'none' }])).rejects.toMatchObject({
    ...{ status: 400, details: { errors: { shelf: 'server.noSuchRecord' }, index: 1 } },
  });
  const untitled = { status: 400, details: { errors: { title: expect.anything() }, index: 1 } };
  await expect(api().createMany('boxes', [{ title: 'One' }, { title: '' }])).rejects.toMatchObject(untitled);
  const misspelled = api().createMany('boxes', [{ title: 'One' }, { titel: 'Two' }] as never);
  await expect(misspelled).rejects.toMatchObject({ status: 400, details: { index: 1 } });
  expect(await api().createMany('boxes', [])).toEqual([]);
  expect(await count()).toBe(before);
});

test('names the record whose unique value is taken', async () => {
  await api().create('labels', { code: 'A' });
  const taken = { status: 409, details: { errors: { code: 'server.valueTaken' }, index: 2 } };
  const codes = ['B', 'C', 'a', 'D'].map((code) => ({ code }));
  await expect(api().createMany('labels', codes)).rejects.toMatchObject(taken);
  await expect(transaction(system(), (tx) => records(tx).createMany('labels', codes))).rejects.toMatchObject(taken);
});

test('returns only ids without `fields`, and the named fields with it', async () => {
  const bare = await api().createMany('boxes', listOf(2), { fields: [] });
  expect(bare).toEqual([{ id: expect.any(String) }, { id: expect.any(String) }]);
  expect(await api().findOne('boxes', String(bare[1]?.id))).toMatchObject({ title: 'Box 1' });
  const named = await api().create('boxes', { title: 'Named' }, { fields: ['title'] });
  expect(named).toEqual({ id: expect.any(String), title: 'Named' });
});

test('keeps the given order in lists', async () => {
  const titles = ['C', 'A', 'D', 'B'].map((one) => `Order ${one}`);
  const made = await api().createMany(
    'boxes',
    titles.map((title) => ({ title })),
  );
  expect(made.map(({ title }) => title)).toEqual(titles);
  const where = { title: { startsWith: 'Order ' } };
  const found = await api().find('boxes', { where, sort: { field: 'id', order: 'ASC' } });
  expect(found.records.map(({ title }) => title)).toEqual(titles);
});
