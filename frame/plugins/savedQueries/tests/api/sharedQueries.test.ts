import { type AnyResource, choice, defineResource, money, text } from 'portal-frame';
import { expect, test } from 'vitest';
import { type Person, serverForAll } from '../../../../tests/api/harness.ts';

/** Only admins read its value. */
const things = defineResource({
  name: 'things',
  icon: 'inventory',
  fields: {
    maker: text({ required: true }),
    genre: choice({ choices: ['Science', 'Law'] }),
    worth: money({ read: ['admin'] }),
  },
  list: {
    columns: ['maker', 'genre', 'worth'],
    filters: ['genre', { field: 'worth', name: 'worthAtLeast', operator: 'gte', label: 'Worth at least' }],
    sortable: ['maker', 'worth'],
  },
  title: '{maker}',
  roles: { admin: { list: '/things', can: ['list'] }, worker: { list: '/our-things', can: ['list'] } },
});

const server = serverForAll({}, { resources: [things as unknown as AnyResource] });

const share = (query: object, person: Person = 'admin') =>
  server.as(person, 'shareQuery', {
    body: {
      resource: 'things',
      name: 'Science',
      roles: ['worker'],
      value: '{"filter":{"genre":"Science"}}',
      ...query,
    },
  });
const given = async (person: Person) =>
  ((await server.as(person, 'sharedQueries')).data as { name: string }[]).map(({ name }) => name);
const value = (filter: object, sort?: object) => JSON.stringify({ filter, ...(sort && { sort }) });

test('shares an admin’s saved query with a role until the share ends', async () => {
  const { code, data } = await share({ value: value({ genre: 'Science' }, { field: 'maker', order: 'DESC' }) });
  expect([code, data.roles, data.by]).toEqual([200, ['worker'], 'Ada Admin']);
  expect([await given('worker'), await given('branch'), await given('admin')]).toEqual([['Science'], [], ['Science']]);
  expect((await share({ name: 'science' })).code).toBe(409);
  expect((await server.as('worker', 'endSharedQuery', { body: { id: data._id } })).code).toBe(403);
  expect((await server.as('admin', 'endSharedQuery', { body: { id: data._id } })).code).toBe(200);
  expect((await server.as('admin', 'endSharedQuery', { body: { id: data._id } })).code).toBe(404);
  expect(await given('worker')).toEqual([]);
});

test('shares conditions only with roles that may filter by their fields', async () => {
  const conditions = (where: unknown) => ({ name: 'Dear ones', value: value({ where }) });
  const refused = [{ worth: { gt: 10 } }, { nothing: 1 }, { genre: { like: 'x' } }, 'x'];
  for (const where of refused) expect((await share(conditions(where))).code).toBe(400);
  const { code, data } = await share(conditions({ or: [{ genre: 'Science' }, { maker: { contains: 'z' } }] }));
  expect([code, await given('worker')]).toEqual([200, ['Dear ones']]);
  await server.as('admin', 'endSharedQuery', { body: { id: data._id } });
});

test('hides a shared query from people who could not run it (spec 13.2)', async () => {
  const refused = [
    { value: value({ worthAtLeast: 10 }) },
    { value: value({}, { field: 'worth', order: 'ASC' }) },
    { value: value({ nothing: 1 }) },
    { roles: ['branch'], value: value({}) },
  ];
  for (const query of refused) {
    const { code, message } = await share(query);
    expect([code, message]).toEqual([400, expect.stringContaining('cannot use this query')]);
  }
  for (const bad of [
    '',
    '[]',
    '{"filter":1}',
    '{"filter":{},"more":1}',
    '{"filter":{},"sort":{"field":"maker","order":"up"}}',
  ])
    expect((await share({ value: bad })).code).toBe(400);
  expect((await share({ resource: 'nothing' })).code).toBe(404);
  expect((await share({ roles: [] })).code).toBe(400);
  expect((await share({ roles: ['admin'], name: 'Dear', value: value({ worthAtLeast: 10 }) })).code).toBe(200);
  expect(await given('worker')).toEqual([]);
});
