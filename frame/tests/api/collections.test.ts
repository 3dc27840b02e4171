import { beforeAll, describe, expect, test } from 'vitest';
import { text } from '../../fields/index.ts';
import { API_ROOT } from '../../wire/call.ts';
import { notificationCalls } from '../../wire/calls/notificationCalls.ts';
import { clientOf } from './client.ts';
import { documentOf } from './documentedReplies.ts';
import { hasPlugin, serverForAll, serverForTest } from './harness.ts';
import { resourceOf } from './resourceOf.ts';
import { COLLECTIONS } from './supplies.ts';

/** A resource with a call of its own. */
const ledgers = resourceOf(
  'ledgers',
  { title: text() },
  {
    roles: { admin: { can: ['list'] } },
    api: { list: { admin: { call: notificationCalls.notifications, read: () => ({ records: [], total: 0 }) } } },
  },
);

const server = serverForAll({}, { resources: [...COLLECTIONS, ledgers] });
const admin = clientOf(server, 'admin');
let maker: { id: string };
beforeAll(async () => {
  maker = (await clientOf(server, 'admin', 'makers').create({ title: 'Acme', code: 'AC' })).body;
  const rows = [
    { title: 'Ángel swabs', code: 'A1', amount: 5, price: 10.1, expiresOn: '2026-03-01', maker: maker.id },
    { title: 'angel caps', code: 'A2', amount: 10, price: 9.99, arrivedAt: '2026-03-08T23:30', open: true },
    { title: '100%_pure', amount: 7, arrivedAt: '2026-03-09T00:15', open: false, makerCode: 'AC' },
    { title: 'Zebra', state: 'used', hours: [{ day: 'Monday', start: '08:00', end: '12:00' }] },
  ];
  for (const row of rows) expect(await admin.create(row)).toMatchObject({ http: 201 });
});

describe('lists', () => {
  test('are plain arrays with an exact total, sorted by the config without case and accents', async () => {
    const { http, body, range } = await admin.list();
    expect(http).toBe(200);
    expect(range).toBe('supplies 0-3/4');
    expect(body.map(({ title }: { title: string }) => title)).toEqual([
      '100%_pure',
      'angel caps',
      'Ángel swabs',
      'Zebra',
    ]);
  });

  test('are paged by range; a range beyond the end returns only the total', async () => {
    const page = await admin.list({ range: [1, 2] });
    expect(page.range).toBe('supplies 1-2/4');
    expect(page.body).toHaveLength(2);
    expect(await admin.list({ range: [50, 59] })).toMatchObject({ http: 200, body: [], range: 'supplies */4' });
  });

  test('have their own total for each filter value', async () => {
    for (const [state, total] of [
      ['used', 1],
      ['new', 3],
      ['used', 1],
    ] as const) {
      const { body, range } = await admin.list({ filter: { state } });
      expect([state, body.length, range]).toEqual([state, total, `supplies 0-${total - 1}/${total}`]);
    }
    expect((await admin.list({ filter: { state: ['used', 'new'] } })).range).toBe('supplies 0-3/4');
  });

  const sorts: [string, string, string[]][] = [
    ['title', 'DESC', ['Zebra', 'Ángel swabs', 'angel caps', '100%_pure']],
    ['amount', 'ASC', ['Zebra', 'Ángel swabs', '100%_pure', 'angel caps']],
    ['price', 'ASC', ['100%_pure', 'Zebra', 'angel caps', 'Ángel swabs']],
    ['price', 'DESC', ['Ángel swabs', 'angel caps', 'Zebra', '100%_pure']],
    ['id', 'DESC', ['Zebra', '100%_pure', 'angel caps', 'Ángel swabs']],
  ];
  test.each(sorts)('sort by %s %s', async (field, order, titles) => {
    expect(await admin.titles({ sort: [field, order] })).toEqual(titles);
  });

  const filters: [Record<string, unknown>, string[]][] = [
    [{ title: 'ANGEL' }, ['angel caps', 'Ángel swabs']],
    [{ title: '%_' }, ['100%_pure']],
    [{ title: "'; drop table c_supplies; --" }, []],
    [{ state: 'used' }, ['Zebra']],
    [{ state: ['used', 'new'] }, ['100%_pure', 'angel caps', 'Ángel swabs', 'Zebra']],
    [{ amount: 10 }, ['angel caps']],
    [{ amount: '10' }, ['angel caps']],
    [{ price: 9.99 }, ['angel caps']],
    [{ cheaperThan: '10' }, ['angel caps']],
    [{ open: true }, ['angel caps']],
    [{ open: 'false' }, ['100%_pure']],
    [{ hasPrice: true }, ['angel caps', 'Ángel swabs']],
    [{ hasPrice: 'false' }, ['100%_pure', 'Zebra']],
    [{ hasHours: true }, ['Zebra']],
    [{ expiresOn: '2026-03-01' }, ['Ángel swabs']],
    [{ bestFrom: '2026-03-02' }, []],
    // The day the clocks change in the business time zone.
    [{ arrivedAt: '2026-03-08' }, ['angel caps']],
    [{ since: '2026-03-09' }, ['100%_pure']],
    [{ until: '2026-03-08' }, ['angel caps']],
    [{ since: '2026-03-09T03:30:00Z', until: '2026-03-09T03:30:00Z' }, ['angel caps']],
    [{ makerCode: 'AC' }, ['100%_pure']],
    [{ makerCode: 'ac' }, []],
    [{ q: 'ángel' }, ['angel caps', 'Ángel swabs']],
    [{ q: 'a2' }, ['angel caps']],
    [{ q: '7' }, ['100%_pure']],
    [{ q: 'zeb', state: 'new' }, []],
    [{ title: '', state: null, amount: [] }, ['100%_pure', 'angel caps', 'Ángel swabs', 'Zebra']],
    [{ id: [] }, []],
    [{ id: ['nope', "' or 1=1 --"] }, []],
  ];
  test.each(filters)('filter %j', async (filter, titles) => {
    const { body, range } = await admin.list({ filter });
    expect(body.map(({ title }: { title: string }) => title)).toEqual(titles);
    expect(range?.split('/')[1]).toBe(String(titles.length));
    expect(await admin.send('POST', '/find', { filter: JSON.stringify(filter) })).toEqual({ http: 200, body, range });
  });

  test('describes queries in the body like those in the URL, for the same roles', async () => {
    const { db, activity } = server.services;
    const asked = { filter: '{"q":"zeb"}', range: '[0,9]', sort: '["title","ASC"]' };
    await admin.send('POST', '/find', asked);
    await admin.list({ filter: { q: 'zeb' }, range: [0, 9], sort: ['title', 'ASC'] });
    await activity.flush();
    const rows = await db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(2).execute();
    const [other, one] = rows.map(({ deed, resource, details }) => [deed, resource, JSON.parse(details)]);
    expect(one?.slice(0, 2)).toEqual(['list', 'supplies']);
    expect(JSON.stringify(one)).not.toContain('zeb');
    expect(Object.keys(one?.[2])).toEqual(
      expect.arrayContaining(Object.keys(other?.[2]).filter((key) => key !== 'same')),
    );
    expect(await clientOf(server, 'worker').send('POST', '/find', asked)).toMatchObject({ http: 403 });
    expect(await clientOf(server, undefined).send('POST', '/find', asked)).toMatchObject({ http: 401 });
    for (const body of [[], 'x', null]) expect((await admin.send('POST', '/find', body)).http).toBe(400);
  });

  test('answers getMany and getManyReference', async () => {
    const { body } = await admin.list();
    const ids = body.slice(0, 2).map(({ id }: { id: string }) => id);
    expect(await admin.titles({ filter: { id: ids } })).toHaveLength(2);
    expect(await admin.titles({ filter: { maker: maker.id }, sort: ['id', 'ASC'], range: [0, 24] })).toEqual([
      'Ángel swabs',
    ]);
  });

  const hostile: [string, string][] = [
    ['sort=["title; drop table c_supplies","ASC"]', 'sort'],
    ['sort=["code","ASC"]', 'sort'],
    ['sort=["__proto__","ASC"]', 'sort'],
    ['sort=["title","asc; select 1"]', 'sort'],
    ['sort=title', 'sort'],
    ['range=[0,100000]', 'range'],
    ['range=[5,2]', 'range'],
    ['range=[-1,5]', 'range'],
    ['range=[0.5,2]', 'range'],
    ['range=[0,9]&range=[0,9]', 'range'],
    ['filter=[1]', 'filter'],
    ['filter={"owner":"x"}', 'filter'],
    ['filter={"nope":1}', 'filter'],
    ['filter={"__proto__":{"a":1},"constructor":1}', 'filter'],
    ['filter={"amount":"many"}', 'filter'],
    ['filter={"amount":{"$gt":0}}', 'filter'],
    ['filter={"title":["a"]}', 'filter'],
    ['filter={"title":"\\u0000"}', 'filter'],
    ['filter={"state":"\\u0000"}', 'filter'],
    ['filter={"open":"constructor"}', 'filter'],
    ['filter={"hasPrice":"constructor"}', 'filter'],
    ['filter={"arrivedAt":"2026-02-30"}', 'filter'],
    ['filter={"since":"soon"}', 'filter'],
    ['filter={"price":1e300}', 'filter'],
    [`filter={"title":"${'x'.repeat(600)}"}`, 'filter'],
    ['filter={"q":{"a":1}}', 'q'],
    [`filter={"id":[${'1,'.repeat(1500)}1]}`, 'id'],
  ];
  test.each(hostile)('refuses %.80s', async (query, part) => {
    const parts = query.split('&').map((one) => one.split(/=(.*)/s).slice(0, 2).map(encodeURIComponent).join('='));
    const { http, body } = await admin.send('GET', `?${parts.join('&')}`);
    expect(http).toBe(400);
    expect(body).toMatchObject({ status: false, code: 400, data: { errors: { [part]: expect.any(String) } } });
    const entries = Map.groupBy(
      query.split('&').map((one) => one.split(/=(.*)/s)),
      ([name = '']) => name,
    );
    const values = [...entries].map(([name, all]) => [
      name,
      all.length > 1 ? all.map(([, value]) => value) : all[0]?.[1],
    ]);
    expect(await admin.send('POST', '/find', Object.fromEntries(values))).toMatchObject({ http, body });
  });
});

describe('rights', () => {
  test.each(['', '/x'])('refuses requests without a token (%s)', async (path) => {
    expect(await clientOf(server, undefined).send('GET', path)).toMatchObject({ http: 401, body: { code: 401 } });
  });
  test('allows a role only what the config allows', async () => {
    const worker = clientOf(server, 'worker');
    const [first] = (await admin.list()).body;
    expect(await worker.list()).toMatchObject({ http: 403, body: { status: false, code: 403 } });
    expect(await worker.create({ title: 'x' })).toMatchObject({ http: 403 });
    expect(await worker.remove(first.id)).toMatchObject({ http: 403 });
    expect(await worker.one(first.id)).toMatchObject({ http: 200, body: { title: first.title } });
    expect(await clientOf(server, 'branch', 'makers').list()).toMatchObject({ http: 403 });
  });
  test('answers 404 for an unknown collection', async () => {
    expect(await clientOf(server, 'admin', 'nothing').list()).toMatchObject({ http: 404 });
    expect(await clientOf(server, 'admin', 'ledgers').list()).toMatchObject({ http: 404 });
    expect(await admin.one('nope')).toMatchObject({ http: 404, body: { status: false } });
    expect(await admin.one('\0')).toMatchObject({ http: 400 });
  });
});

test.runIf(hasPlugin('openApi'))(
  'documents collections on the OpenAPI page, with their records as components',
  async () => {
    const { paths, components } = await documentOf(server.app);
    const path = paths[`${API_ROOT}/collections/supplies`];
    expect(Object.keys(path)).toEqual(['get', 'post']);
    expect(path.get.parameters.map(({ name }: { name: string }) => name)).toEqual([
      'sort',
      'range',
      'filter',
      'where',
      'export',
    ]);
    expect(JSON.stringify(path.post)).toContain('#/components/schemas/SuppliesCreate');
    expect(JSON.stringify(paths[`${API_ROOT}/collections/supplies/{id}`].put)).toContain('SuppliesChange');
    const needed = (name: string) =>
      Object.entries(components.schemas).find(([key]) => key.startsWith(name))?.[1] as { required?: string[] };
    expect(needed('SuppliesCreate').required).toContain('title');
    expect(needed('SuppliesChange').required).toBeUndefined();
    expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(['Supplies', 'Makers', 'MakersChange']));
    expect(components.schemas.Supplies.properties).toMatchObject({
      title: { type: 'string' },
      version: { type: 'integer' },
    });
  },
);

test('exposes the total to other origins', async () => {
  const other = await serverForTest({ CORS_ORIGINS: 'https://other.test' }, { resources: COLLECTIONS });
  const token = await other.tokenOf('admin');
  const reply = await other.inject({
    url: `${API_ROOT}/collections/supplies`,
    headers: { origin: 'https://other.test', authorization: `Bearer ${token}` },
  });
  expect(reply.headers['access-control-expose-headers']).toBe('Content-Range, Idempotent-Replayed');
  expect(reply.headers['content-range']).toBe('supplies */0');
});
