import { sql } from 'kysely';
import { type AnyResource, defineResource, email, reference, references, text } from 'portal-frame';
import { type ConfigError, checkResources, loadKeys } from 'portal-frame/internal';
import { createTables, planCollections } from 'portal-frame/internal/server';
import { trash } from 'portal-frame/plugins/trash';
import trashServer from 'portal-frame/plugins/trash/server';
import { getPageRoles } from 'portal-frame/roles';
import type { JobContext } from 'portal-frame/server';
import { expect, test } from 'vitest';
import orders from '../fixtures/orders.ts';
import orderTests from '../fixtures/orderTests.ts';
import type { Person } from './cast.ts';
import { serverForAll } from './harness.ts';
import { clientOf } from './supplies.ts';
import { versionsOf } from './tables.ts';
import { readTrail } from './trail.ts';

/** Refers to orders in every way that there is. */
const notes = defineResource({
  name: 'notes',
  icon: 'description',
  fields: {
    title: text({ required: true }),
    order: reference({ to: 'orders', text: '{number}' }),
    about: reference({ to: 'orders', text: '{number}', onDelete: 'clear' }),
    all: references({ to: 'orders', text: '{number}', onDelete: 'clear' }),
  },
  softDelete: true,
  list: { columns: ['title'], filters: ['order', 'all'], sortable: ['title'] },
  create: { groups: [{ label: 'Note', fields: ['title', 'order', 'about', 'all'] }] },
  roles: { admin: { list: '/notes', can: ['list', 'create', 'edit', 'delete'] } },
});
const RESOURCES = [orders, orderTests, notes] as unknown as AnyResource[];

let made = 0;
const as = (person: Person, name = 'orders') => clientOf(server, person, name);
const admin = (name = 'orders') => as('admin', name);
const server = serverForAll({}, { resources: RESOURCES });

async function order(own: object = {}) {
  const values = { number: `B-${++made}`, laboratory: server.ids.laboratory, tests: [{ analyte: 'Iron' }], ...own };
  const { http, body } = await admin().create(values);
  expect([http, body.data?.errors]).toEqual([201, undefined]);
  return body;
}
const restore = (id: string, person: Person = 'admin', body: object = {}, name = 'orders') =>
  as(person, name).send('POST', `/bin/${id}/restore`, body);
const inTrash = async (person: Person = 'admin', name = 'orders') =>
  ((await as(person, name).send('GET', '/bin?range=[0,99]')).body as { id: string }[]).map(({ id }) => id);

test('moves a deleted record to the bin and restores it unchanged (spec 13.8)', async () => {
  const { id, number, tests } = await order();
  const total = async () => (await admin().list({ range: [0, 0] })).range?.split('/')[1];
  const before = await total();
  expect((await admin().remove(id)).http).toBe(200);
  expect((await admin().one(id)).http).toBe(404);
  expect((await admin().update(id, { urgency: 'Urgent' })).http).toBe(404);
  expect((await admin().send('GET', `/${id}/history`)).http).toBe(404);
  expect((await admin().list({ filter: { q: number } })).body).toEqual([]);
  expect(Number(await total())).toBe(Number(before) - 1);
  // Cascaded records are in their own bin.
  expect((await admin('orderTests').list({ filter: { order: id } })).body).toEqual([]);
  const found = await admin().send('GET', `/bin/${id}`);
  expect(found.body).toMatchObject({ id, number, changedBy: expect.any(String) });

  const back = await restore(id);
  expect([back.http, back.body.number, back.body.tests[0].id]).toEqual([200, number, tests[0].id]);
  expect(await total()).toBe(before);
  expect(await inTrash()).not.toContain(id);
  expect((await admin().list({ filter: { q: number } })).body).toHaveLength(1);
  expect((await versionsOf(server, id)).map(({ action }) => action)).toEqual(['undelete', 'delete', 'create']);
  expect((await restore(id)).http).toBe(404);
});

test('finds records of the bin by text, asked for in the address or the body', async () => {
  const [{ id, number }, other] = [await order(), await order()];
  for (const one of [id, other.id]) await admin().remove(one);
  const query = { filter: JSON.stringify({ q: number }), range: '[0,9]' };
  const replies = [
    await admin().send('GET', `/bin?${new URLSearchParams(query)}`),
    await admin().send('POST', '/bin/find', query),
  ];
  for (const { http, body } of replies) expect([http, body.map((one: { id: string }) => one.id)]).toEqual([200, [id]]);
});

test('frees unique values of the bin, and refuses a restore once they are taken', async () => {
  const { id, number } = await order();
  await admin().remove(id);
  const other = await order({ number });
  const refused = await restore(id);
  expect([refused.http, Object.keys(refused.body.data.errors)]).toEqual([409, ['number']]);
  expect(await inTrash()).toContain(id);
  await admin().remove(other.id);
  expect((await restore(id)).http).toBe(200);
});

test('shows users with the delete right their own records; only admins delete permanently', async () => {
  const own = await order();
  const foreign = await order({ laboratory: server.ids.laboratory2 });
  for (const { id } of [own, foreign]) await admin().remove(id);
  expect(await inTrash('laboratory')).toContain(own.id);
  expect(await inTrash('laboratory')).not.toContain(foreign.id);
  expect((await restore(foreign.id, 'laboratory')).http).toBe(404);
  expect((await as('laboratory').remove(`bin/${own.id}`)).http).toBe(403);
  expect((await as('employee').send('GET', '/bin')).http).toBe(403);
  expect((await as('laboratory', 'orderTests').send('GET', '/bin')).http).toBe(403);
  expect((await restore(own.id, 'laboratory')).http).toBe(200);
  const events = await server.services.db.selectFrom('events').selectAll().where('record_id', '=', own.id).execute();
  expect(events.map(({ deed }) => deed)).toEqual(expect.arrayContaining(['delete', 'create']));
});

test('keeps references to a record in the bin, but hides its values', async () => {
  const { id } = await order();
  const values = { title: 'Note', order: id, about: id, all: [id] };
  const { body: note } = await admin('notes').create(values);
  await admin().remove(id);
  const { body: now } = await admin('notes').one(note.id);
  expect(now).toMatchObject({ order: id, all: [id], labels: { order: null, about: null, all: [null] } });
  expect((await admin('notes').create(values)).http).toBe(400);
  const refused = await admin().remove(`bin/${id}`);
  expect(refused.http).toBe(409);
  expect((await restore(id)).http).toBe(200);
  expect((await admin('notes').one(note.id)).body.labels.all).toEqual([expect.any(String)]);
  await admin().remove(id);
  await admin('notes').update(note.id, { order: null });
  expect((await admin().remove(`bin/${id}`)).http).toBe(200);
  expect((await admin('notes').one(note.id)).body).toMatchObject({ about: null, all: null });
  expect(await inTrash('admin', 'orderTests')).not.toContain(id);
});

test('restores a record without optional references to deleted records', async () => {
  const { id } = await order();
  const kept = (await admin('notes').create({ title: 'Kept', about: id, all: [id] })).body.id;
  const held = (await admin('notes').create({ title: 'Held', order: id })).body.id;
  for (const one of [kept, held]) await admin('notes').remove(one);
  await admin().remove(id);
  expect((await admin().remove(`bin/${id}`)).http).toBe(200);
  expect((await restore(kept, 'admin', {}, 'notes')).body).toMatchObject({ about: null, all: null });
  const refused = await restore(held, 'admin', {}, 'notes');
  expect([refused.http, Object.keys(refused.body.data.errors)]).toEqual([409, ['order']]);
});

test('publishes deletion and restoration to users who see a record through another one', async () => {
  const { id, tests } = await order();
  const [row] = tests as { id: string }[];
  await admin().remove(id);
  await restore(id);
  const { rows } = await sql<{ operation: string; audience: string }>`select deed as operation, audience from events
    where resource = 'orderTests' and record_id = ${row?.id} order by id`.execute(server.services.db);
  const heard = rows.map(({ operation, audience }) => [
    operation,
    JSON.parse(audience).includes(server.ids.laboratory),
  ]);
  expect(heard).toEqual([
    ['create', true],
    ['delete', true],
    ['create', true],
  ]);
});

test('moves a removed row to the bin of its own collection', async () => {
  const { id, version, tests } = await order();
  const [row] = tests;
  await admin().update(id, { version, tests: [{ id: row.id, version: row.version, removed: true }] });
  expect(await inTrash('admin', 'orderTests')).toContain(row.id);
  expect((await restore(row.id, 'admin', {}, 'orderTests')).http).toBe(200);
  expect((await admin().one(id)).body.tests).toHaveLength(1);
});

test('deletes records permanently after the configured days, with an audit entry each', async () => {
  const { id } = await order();
  await admin().remove(id);
  const [emptyBins] = trashServer.jobs ?? [];
  const empty = async (now: number) => {
    const done = await emptyBins?.run({ services: server.services, now } as unknown as JobContext, {});
    return (done as { deleted: number }).deleted;
  };
  expect(await empty(Date.now())).toBe(0);
  expect(await inTrash()).toContain(id);
  expect(await empty(Date.now() + 31 * 86_400_000)).toBeGreaterThan(0);
  expect(await inTrash()).not.toContain(id);
  const rows = await readTrail(server, { record_id: id });
  expect(rows.map(({ details }) => JSON.parse(details))).toContainEqual({ fields: [], reason: 'retention' });
});

test('refuses to start without softDelete while the bin holds records', async () => {
  const { id } = await order();
  await admin().remove(id);
  const { softDelete: _, ...without } = orders as unknown as AnyResource;
  const others = RESOURCES.filter(({ name }) => name !== 'orders');
  const changed = planCollections([without as AnyResource, ...others]);
  await expect(createTables(server.services.store, changed)).rejects.toThrow('there are records in its bin');
  const { rows } = await sql`select 1 from b_orders__bin where id = ${id}`.execute(server.services.db);
  expect(rows).toHaveLength(1);
});

const keys = await loadKeys([{ plugin: trash }]);
test.each<[object, string]>([
  [
    { softDelete: { forGood: ['employee'] } },
    'softDelete.forGood.0: found "employee", expected a role with the right "delete".',
  ],
  [{ softDelete: { days: 0 } }, 'softDelete.days: found 0, expected Too small: expected number to be >=1.'],
  [
    { softDelete: true, roles: { admin: { list: '/notes', can: ['list'] } } },
    'softDelete: found true, expected a role with the right "delete".',
  ],
  [
    {
      fields: { ...notes.fields, email: email({ required: true }) },
      create: { groups: [{ label: 'Note', fields: ['title', 'email', 'order', 'about', 'all'] }] },
      accounts: { role: 'employee', name: 'title' },
    },
    'softDelete: found true, expected nothing: who is deleted cannot sign in any more.',
  ],
])('reports a wrong bin at the start: %j', (own, expected) => {
  let reported: string[] = [];
  try {
    checkResources(
      { 'notes.ts': { ...notes, ...own }, 'orders.ts': orders, 'orderTests.ts': orderTests },
      { roles: getPageRoles(), keys },
    );
  } catch (error) {
    reported = (error as ConfigError).errors;
  }
  expect(reported.filter((one) => one.startsWith('notes'))).toEqual([`notes.ts: ${expected}`]);
});
