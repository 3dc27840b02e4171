// On SQLite only: nothing here depends on the database.
import simpleRest from 'ra-data-simple-rest';
import { beforeAll, describe, expect, test } from 'vitest';
import { text } from '../../fields/index.ts';
import { API_ROOT } from '../../wire/call.ts';
import { EVENTS_PATH } from '../../wire/events.ts';
import { clientOf } from './client.ts';
import { serverForAll } from './harness.ts';
import { resourceOf } from './resourceOf.ts';

const books = resourceOf(
  'books',
  { title: text({ required: true }) },
  {
    list: { columns: ['title'], filters: ['title'], sortable: ['title'], search: ['title'] },
    reports: { all: { label: 'All' } },
    softDelete: true,
    roles: { admin: { list: '/books', can: ['list', 'create', 'edit', 'delete'] } },
  },
);
const server = serverForAll({}, { resources: [books] });
let id: string;
beforeAll(async () => {
  id = (await clientOf(server, 'admin', 'books').create({ title: 'Emma' })).body.id;
});

/** Sends a request below /api/v1 as the admin. */
async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: string | object) {
  const sent = payload === undefined ? {} : { payload };
  const type = payload === undefined ? 'text/plain' : 'application/json';
  const headers = { authorization: `Bearer ${await server.tokenOf('admin')}`, 'content-type': type };
  return server.inject({ method, url: `${API_ROOT}${path}`, headers, ...sent });
}
const misspelt = (name: string, near: string) => `There is no parameter “${name}”. Did you mean “${near}”?`;
const unknown = (name: string) => `There is no parameter “${name}”.`;

describe('unknown query parameter', () => {
  test.each([
    ['GET', '/collections/books?srot=%5B%22title%22,%22ASC%22%5D', misspelt('srot', 'sort')],
    ['GET', '/collections/books?range=%5B0,9%5D&_sort=title', misspelt('_sort', 'sort')],
    ['GET', '/collections/books?bogus=1', unknown('bogus')],
    ['GET', '/collections/books?bogus', unknown('bogus')],
    ['GET', '/collections/books/bin?page=2', misspelt('page', 'range')],
    ['GET', '/collections/books/reports/all?filters=1', misspelt('filters', 'filter')],
    ['POST', '/collections/books/find?sort=1', unknown('sort')],
    ['POST', '/collections/books?dryRun=1', unknown('dryRun')],
    ['GET', '/common/get-notifications?page=1', unknown('page')],
    ['GET', '/admin/get-audit?recordsId=1', misspelt('recordsId', 'recordId')],
    ['POST', '/auth/sign-out?all=1', unknown('all')],
    ['GET', `${EVENTS_PATH}?sinse=1`, misspelt('sinse', 'since')],
  ] as const)('is refused in %s %s', async (method, path, message) => {
    const reply = await send(method, path, method === 'GET' ? undefined : {});
    expect([reply.statusCode, reply.json().message]).toEqual([400, message]);
    expect(Object.values(reply.json().data.errors)).toEqual([message]);
  });

  test.each(['PUT', 'DELETE'] as const)('is refused in %s of a record without any change', async (method) => {
    const reply = await send(method, `/collections/books/${id}?version=7`, { title: 'Persuasion' });
    expect([reply.statusCode, reply.json().message]).toEqual([400, unknown('version')]);
    expect((await clientOf(server, 'admin', 'books').one(id)).body).toMatchObject({ title: 'Emma', version: 1 });
  });

  test('is refused in the body of a POST that replaces a query', async () => {
    const reply = await send('POST', '/collections/books/find', { fitler: '{"q":"Emma"}' });
    expect([reply.statusCode, reply.json().message]).toEqual([400, misspelt('fitler', 'filter')]);
  });

  test('is refused in the language of the caller, and only after sign-in', async () => {
    const url = `${API_ROOT}/collections/books?srot=1`;
    const headers = { authorization: `Bearer ${await server.tokenOf('admin')}`, 'accept-language': 'es' };
    expect((await server.inject({ url, headers })).json().message).toBe(
      'No hay ningún parámetro “srot”. ¿Quería decir “sort”?',
    );
    expect((await server.inject({ url })).statusCode).toBe(401);
  });
});

test('accepts every call of ra-data-simple-rest', async () => {
  const provider = simpleRest('', async (url, { method = 'GET', body } = {}) => {
    const reply = await send(method as 'GET', `/collections${url}`, body as string | undefined);
    expect([url, reply.statusCode]).toEqual([url, method === 'POST' ? 201 : 200]);
    const headers = new Headers({ 'content-range': String(reply.headers['content-range'] ?? '') });
    return { status: reply.statusCode, headers, body: reply.body, json: reply.json() };
  });
  const page = {
    pagination: { page: 1, perPage: 10 },
    sort: { field: 'title', order: 'ASC' as const },
    filter: { q: 'emma' },
    meta: { anything: true },
  };
  expect((await provider.getList('books', page)).total).toBe(1);
  expect((await provider.getMany('books', { ids: [id] })).data).toHaveLength(1);
  expect((await provider.getManyReference('books', { ...page, target: 'id', id })).data).toHaveLength(1);
  expect((await provider.getOne('books', { id })).data).toMatchObject({ title: 'Emma' });
  const { data } = await provider.create('books', { data: { title: 'Dubliners' } });
  const sent = { id: data.id, previousData: data };
  await provider.update('books', { ...sent, data: { ...data, title: 'Ulysses' } });
  await provider.updateMany('books', { ids: [data.id], data: { title: 'Exiles' } });
  await provider.delete('books', sent);
});
