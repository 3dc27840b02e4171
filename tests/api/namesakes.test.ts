import { type AnyResource, defineResource, manage, reference, text } from 'portal-frame';
import { records, systemContext } from 'portal-frame/server';
import { getCollection } from 'portal-frame/server/database';
import { expect, test } from 'vitest';
import { newcomer, serverForAll } from './harness.ts';

const deals = defineResource({
  name: 'deals',
  icon: 'inventory',
  title: '{note}',
  fields: {
    note: text({ required: true }),
    laboratory: reference({ to: 'laboratories', value: 'fullName', onDelete: 'delete' }),
  },
  list: { columns: ['note'] },
  show: { groups: { one: ['note', 'laboratory'] } },
  create: { groups: [{ fields: ['note', 'laboratory'] }] },
  roles: { admin: manage },
} as never) as unknown as AnyResource;
const server = serverForAll({}, { resources: [deals] });

test('keeps the records of a laboratory when an employee of the same name is deleted', async () => {
  const api = records(systemContext(server.services));
  await newcomer(server, 'laboratory', 'twinlab', { fullName: 'Twin' });
  await api.create('deals' as never, { note: 'Contract', laboratory: 'Twin' } as never);
  const { id } = await newcomer(server, 'employee', 'namesake', { employeeCode: 'EMP-N', fullName: 'Twin' });
  expect((await server.as('admin', 'deleteEmployee', { params: { id } })).http).toBe(200);
  expect(await api.count('deals' as never)).toBe(1);
});

test('a started server reads long lists by the indexes and counts that the app names', () => {
  for (const name of ['appointments', 'archive']) expect(getCollection(server.services, name).hints).toBeDefined();
});
