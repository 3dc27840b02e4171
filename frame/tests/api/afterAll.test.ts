import { beforeEach, expect, test } from 'vitest';
import { defineResource } from '../../config/resource.ts';
import { number, text } from '../../fields/index.ts';
import { records } from '../../server/records/operations/recordsApi.ts';
import { systemContext, transaction } from '../../server/records/operations/recordsContext.ts';
import { defineHooks } from '../../server/records/write/runHooks.ts';
import { clientOf } from './client.ts';
import { serverForAll } from './harness.ts';

const title = text({ required: true });
const base = {
  icon: 'inventory',
  list: { columns: ['title'] },
  create: { groups: [{ label: 'All', fields: ['title'] }] },
  roles: { admin: { list: '/list', can: ['list', 'create', 'edit', 'delete'] } },
} as const;
const orders = defineResource({
  ...base,
  name: 'orders',
  fields: { title, size: number() },
});
const totals = defineResource({ ...base, name: 'totals', fields: { title } });
const pings = defineResource({ ...base, name: 'pings', fields: { title } });
const pongs = defineResource({ ...base, name: 'pongs', fields: { title } });

const runs: string[][] = [];
const hooks = {
  orders: defineHooks(orders, {
    async afterAll({ changes, records: api, account, refuse }) {
      runs.push(changes.map(({ operation, values }) => `${account.role} ${operation} ${values.title}`));
      if (changes.some(({ values }) => values.title === 'refused')) refuse('server.stale');
      for (const { id, operation } of changes) if (operation === 'create') await api.update('orders', id, { size: 1 });
      await api.create('totals', { title: `${changes.length} orders` });
    },
  }),
  pings: defineHooks(pings, { afterAll: ({ records: api }) => api.create('pongs', { title: 'x' }) }),
  pongs: defineHooks(pongs, { afterAll: ({ records: api }) => api.create('pings', { title: 'x' }) }),
};
const server = serverForAll({}, { resources: [orders, totals, pings, pongs] as never, hooks });
const system = () => systemContext(server.services, 'a job');
const titles = async (name: string) =>
  (await records(system()).find(name, { sort: { field: 'id', order: 'ASC' } })).records.map((one) => one.title);
const auditRows = () => server.services.db.selectFrom('audit').select(['deed', 'resource']).orderBy('id').execute();

beforeEach(() => {
  runs.length = 0;
});

test('runs once with all changes of a transaction, but not for its own changes', async () => {
  await transaction(system(), async (tx) => {
    const { id } = await records(tx).create('orders', { title: 'One' });
    await records(tx).create('orders', { title: 'Two' });
    await records(tx).update('orders', id, { title: 'One and a half' });
    expect(runs).toEqual([]);
  });
  expect(runs).toEqual([['(system) create One', '(system) create Two', '(system) change One and a half']]);
  expect(await titles('totals')).toEqual(['3 orders']);
  const { records: found } = await records(system()).find('orders', { fields: ['size'] });
  expect(found.map(({ size }) => size)).toEqual([1, 1]);
});

test('shares the audit entry and the commit of the request', async () => {
  const admin = clientOf(server, 'admin', 'orders');
  await admin.list();
  const before = await auditRows();
  expect((await admin.create({ title: 'By HTTP' })).http).toBe(201);
  expect(runs).toEqual([['admin create By HTTP']]);
  expect((await auditRows()).slice(before.length)).toEqual([
    { deed: 'create', resource: 'orders' },
    { deed: 'change', resource: 'orders' },
    { deed: 'create', resource: 'totals' },
  ]);
});

test('rolls everything back if the hook refuses', async () => {
  const [orderTitles, before] = [await titles('orders'), await auditRows()];
  const write = transaction(system(), async (tx) => {
    await records(tx).create('orders', { title: 'fine' });
    await records(tx).create('orders', { title: 'refused' });
  });
  await expect(write).rejects.toMatchObject({ status: 409 });
  expect([await titles('orders'), await auditRows()]).toEqual([orderTitles, before]);
});

test('runs before the audit entry of a call, whose nested entries replace the hook’s entries', async () => {
  const notes: unknown[] = [];
  const note = async (_: unknown, extras: unknown) => void notes.push(extras);
  await transaction({ ...system(), note }, async (tx) => {
    await records(tx).create('orders', { title: 'Noted' });
    await tx.note(tx.db);
  });
  const operations = (notes as { nested: { operation: string; resource: string }[] }[]).map(({ nested }) =>
    nested.map(({ operation, resource }) => `${operation} ${resource}`),
  );
  expect(operations).toEqual([['create orders', 'change orders', 'create totals']]);
  expect(runs).toHaveLength(1);
});

test('stops hooks that trigger each other endlessly', async () => {
  await expect(records(system()).create('pings', { title: 'x' })).rejects.toThrow('for ever');
  expect([await titles('pings'), await titles('pongs')]).toEqual([[], []]);
});
