import { type Kysely, sql } from 'kysely';
import { type Fields, reference, references, text } from 'portal-frame';
import { resourceOf } from 'portal-frame/testing/helpers';
import { expect, test } from 'vitest';
import { serverForAll } from './harness.ts';
import { sendCollectionImport } from './importing.ts';
import { clientOf } from './supplies.ts';
import { versionsOf } from './tables.ts';

const can = ['list', 'show', 'create', 'edit', 'delete', 'import'];
const kept = (name: string, fields: object) =>
  resourceOf(name, { title: text({ required: true, unique: true }), ...fields } as Fields, {
    history: true,
    list: { columns: ['title'], filters: Object.keys(fields), search: ['title'] },
    roles: { admin: { can } },
  });
const to = (name: string, onDelete: 'delete' | 'clear' | 'refuse') =>
  reference({ to: name, text: '{title}', onDelete });

const RESOURCES = [
  kept('rooms', {}),
  kept('shelves', { room: to('rooms', 'delete') }),
  // Found by way of its shelf, it is no reason to refuse that its room goes.
  kept('jars', { shelf: to('shelves', 'delete'), room: to('rooms', 'refuse') }),
  kept('labels', {
    jar: to('jars', 'clear'),
    shelf: to('shelves', 'clear'),
    jars: references({ to: 'jars', text: '{title}', onDelete: 'clear' }),
  }),
];

const server = serverForAll({}, { resources: RESOURCES });

const admin = (name: string) => clientOf(server, 'admin', name);
async function add(name: string, values: object): Promise<string> {
  const { http, body } = await admin(name).create(values);
  expect(http, JSON.stringify(body)).toBe(201);
  return body.id;
}
async function many(name: string, head: string, lines: string[]): Promise<void> {
  const { http, body } = await sendCollectionImport(server, name, [head, ...lines].join('\n'));
  expect(http, JSON.stringify(body)).toBe(200);
}
const rowsOf = async (query: string) =>
  (await sql.raw(query).execute(server.services.db as unknown as Kysely<never>)).rows as Record<string, unknown>[];
const total = async (name: string, filter: object = {}) =>
  Number((await admin(name).list({ range: [0, 0], filter })).range?.split('/')[1]);

test('deletes hundreds of records with one, and clears references in one step', async () => {
  const [room, other] = [await add('rooms', { title: 'R' }), await add('rooms', { title: 'O' })];
  const [shelf, stays] = [
    await add('shelves', { title: 'S', room }),
    await add('shelves', { title: 'T', room: other }),
  ];
  await many(
    'jars',
    'Title,Shelf,Room',
    Array.from({ length: 640 }, (_, n) => `J ${n},${n < 620 ? shelf : stays},${n % 2 ? '' : n < 620 ? room : other}`),
  );
  const jars = (await rowsOf('select id, text_title as title from c_jars')) as { id: string; title: string }[];
  const jar = (n: number) => String(jars.find(({ title }) => title === `J ${n}`)?.id);
  const label = await add('labels', { title: 'L', jar: jar(7), shelf, jars: [jar(1), jar(630), jar(2), jar(621)] });
  const untouched = await add('labels', { title: 'M', jar: jar(630) });
  expect((await admin('rooms').remove(room)).http).toBe(200);
  expect([await total('shelves'), await total('jars'), await total('jars', { shelf: stays })]).toEqual([1, 20, 20]);
  expect([await total('jars', { q: 'J 63' }), await total('labels', { jars: jar(1) })]).toEqual([10, 0]);
  const { body } = await admin('labels').one(label);
  expect([body.jar, body.shelf, body.jars, body.version]).toEqual([null, null, [jar(630), jar(621)], 2]);
  expect((await admin('labels').one(untouched)).body.version).toBe(1);
  const [version] = await versionsOf(server, label);
  expect(Object.keys(version?.after ?? {}).toSorted()).toEqual(['jar', 'jars', 'shelf']);
  const left = await rowsOf(`select record_id from collection_history where resource = 'jars'`);
  expect(left).toHaveLength(20);
  for (const table of ['events', 'audit']) {
    const entries = await rowsOf(
      `select resource, deed, count(*) as n from ${table} where deed in ('delete', 'change') group by 1, 2 order by 1, 2`,
    );
    expect(entries.map(({ resource, deed, n }) => [resource, deed, Number(n)])).toEqual([
      ['jars', 'delete', 620],
      ['labels', 'change', 1],
      ['rooms', 'delete', 1],
      ['shelves', 'delete', 1],
    ]);
  }
});

test('keeps everything if another record refers to one of them', async () => {
  const [room, other] = [await add('rooms', { title: 'R2' }), await add('rooms', { title: 'O2' })];
  const shelf = await add('shelves', { title: 'S2', room });
  const elsewhere = await add('shelves', { title: 'T2', room: other });
  await many('jars', 'Title,Shelf,Room', [`K 1,${shelf},${room}`, `K 2,${elsewhere},${room}`]);
  const { http, body } = await admin('rooms').remove(room);
  expect([http, body.message]).toEqual([409, expect.stringContaining('ars')]);
  expect([(await admin('shelves').one(shelf)).http, await total('jars', { shelf })]).toEqual([200, 1]);
});

test('refuses more than a thousand records, including cleared references', async () => {
  const room = await add('rooms', { title: 'R3' });
  const shelf = await add('shelves', { title: 'S3', room });
  await many(
    'jars',
    'Title,Shelf',
    Array.from({ length: 998 }, (_, n) => `X ${n},${shelf}`),
  );
  for (const title of ['A', 'B']) await add('labels', { title, shelf });
  const refused = await admin('rooms').remove(room);
  expect([refused.http, refused.body.message]).toEqual([409, expect.stringContaining('1000')]);
  const [label] = (await admin('labels').list({ filter: { shelf } })).body as unknown as { id: string }[];
  expect((await admin('labels').remove(String(label?.id))).http).toBe(200);
  expect((await admin('rooms').remove(room)).http).toBe(200);
  expect(await total('jars', { shelf })).toBe(0);
});
