import type { AnyResource } from 'portal-frame';
import { expect, test } from 'vitest';
import books from '../fixtures/books.ts';
import copies from '../fixtures/copies.ts';
import loans from '../fixtures/loans.ts';
import type { Person } from './cast.ts';
import { serverForAll } from './harness.ts';

const server = serverForAll({}, { resources: [books, copies, loans] as unknown as AnyResource[] });

const share = (query: object, person: Person = 'admin') =>
  server.as(person, 'shareQuery', {
    body: {
      resource: 'loans',
      name: 'Science',
      roles: ['employee'],
      value: '{"filter":{"genre":"Science"}}',
      ...query,
    },
  });
const given = async (person: Person) =>
  ((await server.as(person, 'sharedQueries')).data as { name: string }[]).map(({ name }) => name);
const value = (filter: object, sort?: object) => JSON.stringify({ filter, ...(sort && { sort }) });

test('shares an admin’s saved query with a role until the share ends', async () => {
  const { code, data } = await share({ value: value({ genre: 'Science' }, { field: 'author', order: 'DESC' }) });
  expect([code, data.roles, data.by]).toEqual([200, ['employee'], 'Ada Admin']);
  expect([await given('employee'), await given('laboratory'), await given('admin')]).toEqual([
    ['Science'],
    [],
    ['Science'],
  ]);
  expect((await share({ name: 'science' })).code).toBe(409);
  expect((await server.as('employee', 'endSharedQuery', { body: { id: data._id } })).code).toBe(403);
  expect((await server.as('admin', 'endSharedQuery', { body: { id: data._id } })).code).toBe(200);
  expect((await server.as('admin', 'endSharedQuery', { body: { id: data._id } })).code).toBe(404);
  expect(await given('employee')).toEqual([]);
});

test('shares conditions only with roles that may filter by their fields', async () => {
  const conditions = (where: unknown) => ({ name: 'Dear ones', value: value({ where }) });
  const refused = [{ worth: { gt: 10 } }, { nothing: 1 }, { genre: { like: 'x' } }, 'x'];
  for (const where of refused) expect((await share(conditions(where))).code).toBe(400);
  const { code, data } = await share(conditions({ or: [{ genre: 'Science' }, { author: { contains: 'z' } }] }));
  expect([code, await given('employee')]).toEqual([200, ['Dear ones']]);
  const ofPortal = { resource: 'appointments', roles: ['laboratory'], ...conditions({ status: 'Pending' }) };
  expect((await share(ofPortal)).code).toBe(400);
  await server.as('admin', 'endSharedQuery', { body: { id: data._id } });
});

test('hides a shared query from people who could not run it (spec 13.2)', async () => {
  const refused = [
    { value: value({ worthAtLeast: 10 }) },
    { value: value({}, { field: 'worth', order: 'ASC' }) },
    { value: value({ nothing: 1 }) },
    { resource: 'copies', roles: ['laboratory'], value: value({}) },
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
    '{"filter":{},"sort":{"field":"author","order":"up"}}',
  ])
    expect((await share({ value: bad })).code).toBe(400);
  expect((await share({ resource: 'nothing' })).code).toBe(404);
  expect((await share({ roles: [] })).code).toBe(400);
  expect((await share({ roles: ['admin'], name: 'Dear', value: value({ worthAtLeast: 10 }) })).code).toBe(200);
  expect(await given('employee')).toEqual([]);
});
