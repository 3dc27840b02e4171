import { HttpResponse, http } from 'msw';
import type { AnyResource } from 'portal-frame';
import { collectionsProvider, onReauthenticationRequest, resources } from 'portal-frame/internal/browser';
import { afterEach, beforeEach, expect, test } from 'vitest';
import supplies from '../fixtures/supplies.ts';
import { server } from './host.ts';
import { tokenFor } from './portal.tsx';

const tabs = [{ name: 'new', label: 'New', where: { state: 'New' } }];
const stocks = { ...supplies, name: 'stocks', list: { ...supplies.list, tabs } };
resources.push(...([supplies, stocks] as unknown as AnyResource[]));

const ROOT = '*/api/v1/collections/:name';
const seen: { method: string; path: string; headers: Headers; body: unknown }[] = [];
const answer = (method: 'get' | 'post' | 'put' | 'delete', path: string, reply: () => Response) =>
  server.use(
    http[method](ROOT + path, async ({ request }) => {
      const url = new URL(request.url);
      const form = request.headers.get('content-type')?.includes('multipart');
      const body = form ? [...(await request.formData()).keys()] : await request.text();
      seen.push({ method, path: decodeURIComponent(url.pathname + url.search), headers: request.headers, body });
      return reply();
    }),
  );
const record = { id: '7', title: 'Gloves', version: 3 };
const PAGE = {
  pagination: { page: 2, perPage: 5 },
  sort: { field: 'title', order: 'ASC' as const },
  filter: { q: 'g' },
};

beforeEach(() => {
  seen.length = 0;
  localStorage.setItem('RaStore.locale', '"en"');
  localStorage.setItem('userAuthToken', tokenFor('admin'));
});
afterEach(() => localStorage.clear());

test("requests a page of a list in the person's language and counts the pages", async () => {
  answer('get', '', () => HttpResponse.json([record], { headers: { 'content-range': 'supplies 5-5/6' } }));
  const list = await collectionsProvider.getList('supplies', PAGE);
  expect(list).toMatchObject({ data: [record], total: 6, meta: { totalPages: 2 } });
  expect(seen[0]?.path).toContain('?filter={"q":"g"}&range=[5,9]&sort=["title","ASC"]');
  expect(seen[0]?.headers.get('accept-language')).toBe('en');
});

test('sends the search text in a body instead of the address if the host supports it (ASVS 14.2.1)', async () => {
  localStorage.setItem('hostFeatures', 'searchByPost');
  answer('post', '/find', () => HttpResponse.json([record], { headers: { 'content-range': 'supplies 5-5/6' } }));
  answer('get', '', () => HttpResponse.json([record], { headers: { 'content-range': 'supplies 0-0/1' } }));
  expect(await collectionsProvider.getList('supplies', PAGE)).toMatchObject({ data: [record], total: 6 });
  const asked = { filter: '{"q":"g"}', range: '[5,9]', sort: '["title","ASC"]' };
  expect(seen.map(({ path, body }) => [path.split('supplies')[1], JSON.parse(String(body))])).toEqual([
    ['/find', asked],
  ]);
  await collectionsProvider.getList('supplies', { ...PAGE, filter: { state: 'full' } });
  expect(seen[1]?.method).toBe('get');
});

test('sends conditions as a parameter of their own, joined with those of the tab', async () => {
  answer('get', '', () => HttpResponse.json([record], { headers: { 'content-range': 'supplies 5-5/6' } }));
  const params = { ...PAGE, filter: { state: 'full', where: { price: { gt: 3 } } } };
  await collectionsProvider.getList('supplies', params);
  const { searchParams } = new URL(seen[0]?.path ?? '', 'http://localhost');
  expect([searchParams.get('filter'), searchParams.get('where')]).toEqual(['{"state":"full"}', '{"price":{"gt":3}}']);
  localStorage.setItem('hostFeatures', 'searchByPost');
  answer('post', '/find', () => HttpResponse.json([record], { headers: { 'content-range': 'stocks 5-5/6' } }));
  await collectionsProvider.getList('stocks', { ...params, filter: { ...params.filter, tab: 'new' } });
  const body = { filter: '{"state":"full"}', where: '{"and":[{"state":"New"},{"price":{"gt":3}}]}' };
  expect(JSON.parse(String(seen[1]?.body))).toMatchObject(body);
});

test('requests all records of a list without pages', async () => {
  answer('get', '', () => HttpResponse.json([], { headers: { 'content-range': 'supplies */0' } }));
  const list = await collectionsProvider.getList('supplies', {
    ...PAGE,
    pagination: { page: 1, perPage: 0 },
  });
  expect(list).toMatchObject({ data: [], total: 0, meta: { totalPages: 1 } });
  expect(seen[0]?.path).toContain('range=[0,999]');
});

test('sends the version that was read with an update', async () => {
  answer('put', '/7', () => HttpResponse.json({ ...record, version: 4 }));
  const changed = await collectionsProvider.update('supplies', {
    id: '7',
    data: { title: 'x' },
    previousData: record,
  });
  expect(changed.data.version).toBe(4);
  expect(JSON.parse(String(seen[0]?.body))).toEqual({ version: 3, title: 'x' });
});

test('uploads files first and replaces them by their addresses', async () => {
  answer('post', '/files', () => HttpResponse.json({ photo: ['uploads/p'], papers: ['uploads/b'] }));
  answer('post', '', () => HttpResponse.json(record, { status: 201 }));
  const file = (name: string) => new File(['x'], name);
  const data = { title: 'x', photo: file('p.png'), papers: ['uploads/a', file('b.pdf')] };
  await collectionsProvider.create('supplies', { data });
  expect(seen.map(({ path }) => path.split('collections')[1])).toEqual(['/supplies/files', '/supplies']);
  expect(seen[0]?.body).toEqual(['photo', 'papers']);
  expect(JSON.parse(String(seen[1]?.body))).toEqual({
    title: 'x',
    photo: 'uploads/p',
    papers: ['uploads/a', 'uploads/b'],
  });
});

test('accepts an empty reply to a deletion', async () => {
  answer('delete', '/7', () => new HttpResponse(null, { status: 200 }));
  const deleted = await collectionsProvider.delete('supplies', { id: '7', previousData: record });
  expect(deleted.data).toEqual(record);
  expect((await collectionsProvider.deleteMany('supplies', { ids: ['7'] })).data).toEqual(['7']);
});

test('asks for reauthentication if a change needs it, and makes it again', async () => {
  localStorage.setItem('hostFeatures', 'reauthenticate');
  let proven = false;
  const forget = onReauthenticationRequest((done) => {
    proven = true;
    done(true);
  });
  const refusal = {
    status: false,
    message: 'Please confirm that it is you.',
    code: 403,
    data: { reauthenticate: true },
  };
  answer('put', '/7', () => (proven ? HttpResponse.json(record) : HttpResponse.json(refusal, { status: 403 })));
  const changed = await collectionsProvider.update('supplies', { id: '7', data: {}, previousData: record });
  forget();
  expect([changed.data, seen.map(({ path }) => path.split('supplies')[1])]).toEqual([record, ['/7', '/7']]);
});

test('reports a refusal with its message and fields', async () => {
  const data = { errors: { title: 'Title is required' } };
  answer('post', '', () => HttpResponse.json({ status: false, message: 'No.', code: 400, data }, { status: 400 }));
  const refused = collectionsProvider.create('supplies', { data: {} });
  await expect(refused).rejects.toMatchObject({ message: 'No.', status: 400, errors: data.errors });
});

const lost: [string, () => Response, number, string][] = [
  ['a page instead of JSON', () => HttpResponse.html('<p>Hello'), 0, 'Something went wrong. Please try again.'],
  ['no connection', () => HttpResponse.error(), 0, 'Something went wrong. Please try again.'],
  ['a refusal without a message', () => HttpResponse.json(null, { status: 500 }), 500, 'This could not be loaded.'],
];
test.each(lost)('reports %s with a message', async (_, reply, status, message) => {
  answer('get', '/7', reply);
  await expect(collectionsProvider.getOne('supplies', { id: '7' })).rejects.toMatchObject({
    message,
    status,
  });
});
