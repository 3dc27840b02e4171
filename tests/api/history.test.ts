import { type AnyResource, type Fields, masked, me, number, reference, text } from 'portal-frame';
import { resourceOf } from 'portal-frame/testing/helpers';
import { expect, test } from 'vitest';
import tubes from '../fixtures/tubes.ts';
import { type Person, serverForAll } from './harness.ts';
import { clientOf } from './supplies.ts';
import { rowsOf } from './tables.ts';

const title = text({ required: true });
const can = ['list', 'show', 'create', 'edit', 'delete'];
/** With a field that only admins read, and one that others see masked. */
const cards = resourceOf(
  'cards',
  { title, cost: number({ read: ['admin'] }), account: masked() },
  {
    history: true,
    title: '{title}',
    show: { groups: [{ label: 'Card', fields: ['cost', 'account'] }] },
    roles: { admin: { can }, employee: { can: ['list', 'show'] } },
  },
);
/** Each is one employee's, until an admin gives it to another. */
const parcels = resourceOf(
  'parcels',
  { title, keeper: reference({ to: 'employees', text: '{fullName}', required: true }) } as Fields,
  {
    history: true,
    title: '{title}',
    show: { groups: [{ label: 'Parcel', fields: ['keeper'] }] },
    roles: { admin: { can }, employee: { can: ['list', 'show', 'edit'], where: { keeper: me } } },
  },
);
const notes = (name: string, onDelete: 'clear' | 'delete' | 'keep') =>
  resourceOf(name, { title, card: reference({ to: 'cards', text: '{title}', onDelete }) } as Fields, {
    history: true,
    title: '{title}',
    show: { groups: [] },
    roles: { admin: { can } },
  });

const OWN = [cards, parcels, notes('remarks', 'clear'), notes('stamps', 'delete'), notes('seals', 'keep')];
const server = serverForAll({}, { resources: [tubes as unknown as AnyResource, ...OWN] });
const of = (person: Person, name = 'tubes') => clientOf(server, person, name);
const historyOf = async (person: Person, id: string, name?: string) =>
  (await of(person, name).send('GET', `/${id}/history`)).body;

const keptOf = (id: string) => rowsOf(server, 'collection_history' as never, { record_id: id });

test('saves a version of each change with author, action and differences', async () => {
  const { id } = (await of('employee').create({ barcode: 'V-1', volume: 1 })).body;
  await of('employee').update(id, { volume: 2 });
  await of('employee').update(id, { volume: 2 });
  await of('employee').send('POST', `/${id}/handOver`, {});
  const history = await historyOf('laboratory', id);
  expect(history.map(({ version, action, by }: Record<string, unknown>) => [version, action, by])).toEqual([
    [3, 'handOver', 'Zoë Ångström'],
    [2, 'change', 'Zoë Ångström'],
    [1, 'create', 'Zoë Ångström'],
  ]);
  expect(history[0].changes).toEqual([{ field: 'state', before: 'Collected', after: 'Handed over' }]);
  expect(history[1].changes).toEqual([
    { field: 'volume', before: 1, after: 2 },
    { field: 'filled', before: 25, after: 50 },
  ]);
  expect(history[2].changes).toContainEqual({ field: 'barcode', before: null, after: 'V-1' });
});

test('shows the history to users who see the record', async () => {
  const { id } = (await of('employee').create({ barcode: 'V-2' })).body;
  expect((await of('employee2').send('GET', `/${id}/history`)).http).toBe(404);
  expect((await clientOf(server, undefined, 'tubes').send('GET', `/${id}/history`)).http).toBe(401);
  expect((await of('employee2').send('POST', `/${id}/restore`, { to: 1 })).http).toBe(404);
  expect((await of('laboratory').send('POST', `/${id}/restore`, { to: 1 })).http).toBe(403);
});

test('hides unreadable fields in the history (spec 13.8)', async () => {
  const { id } = (await of('admin', 'cards').create({ title: 'One', cost: 5, account: '4111111111' })).body;
  await of('admin', 'cards').update(id, { cost: 6, account: '4222222222' });
  const [second, first] = await historyOf('employee', id, 'cards');
  expect(JSON.stringify([first, second])).not.toMatch(/cost|41111|42222/);
  expect(first.changes.map(({ field }: { field: string }) => field)).toEqual(['title', 'account']);
  expect(JSON.stringify(await historyOf('admin', id, 'cards'))).toContain('4222222222');
  // Nor that somebody changed them, and when.
  await of('admin', 'cards').update(id, { cost: 7 });
  expect((await historyOf('employee', id, 'cards')).map(({ version }: { version: number }) => version)).toEqual([2, 1]);
  expect(await historyOf('admin', id, 'cards')).toHaveLength(3);
});

test('restores values of an earlier version as an ordinary change', async () => {
  const { id } = (await of('admin').create({ barcode: 'R-1', volume: 1, capacity: 4 })).body;
  await of('admin').update(id, { volume: 2 });
  await of('admin').update(id, { volume: 3, capacity: 8 });
  await of('admin').send('POST', `/${id}/handOver`, {});
  const { http, body } = await of('admin').send('POST', `/${id}/restore`, { to: 2 });
  // The state is left to its transitions.
  expect([http, body]).toMatchObject([200, { volume: 2, capacity: 4, filled: 50, state: 'Handed over', version: 5 }]);
  const [latest] = await historyOf('admin', id);
  expect(latest).toMatchObject({ action: 'restore', version: 5 });
  const entries = (await server.as('admin', 'audit')).data.entries;
  expect(entries.find(({ details }: { details: { action?: string } }) => details.action === 'restore')).toMatchObject({
    operation: 'change',
    recordId: id,
  });
});

test('refuses to restore an unknown version, a changed record or conflicting values', async () => {
  const { id } = (await of('admin').create({ barcode: 'R-2' })).body;
  await of('admin').update(id, { barcode: 'R-3' });
  await of('admin').create({ barcode: 'R-2' });
  const restore = (sent: object) => of('admin').send('POST', `/${id}/restore`, sent);
  expect((await restore({ to: 9 })).http).toBe(404);
  expect((await restore({ to: 1, version: 1 })).http).toBe(409);
  expect((await restore({ to: 1 })).body.data.errors).toEqual({ barcode: 'This value is already in use.' });
  expect((await restore({})).http).toBe(404);
});

test('deletes the history with its record', async () => {
  const { id } = (await of('admin').create({ barcode: 'G-1' })).body;
  await of('admin').remove(id);
  expect((await of('admin').send('GET', `/${id}/history`)).http).toBe(404);
  expect(await keptOf(id)).toEqual([]);
});

test('records the effects of a delete in the history of other records', async () => {
  const card = (await of('admin', 'cards').create({ title: 'Two' })).body.id;
  const remark = (await of('admin', 'remarks').create({ title: 'Cleared', card })).body.id;
  const stamp = (await of('admin', 'stamps').create({ title: 'Gone', card })).body.id;
  expect(await keptOf(stamp)).toHaveLength(1);
  expect((await of('admin', 'cards').remove(card)).http).toBe(200);
  const [latest] = await historyOf('admin', remark, 'remarks');
  expect(latest).toMatchObject({
    action: 'change',
    version: 2,
    changes: [{ field: 'card', before: card, after: null }],
  });
  expect(await keptOf(stamp)).toEqual([]);
});

test('shows a new owner only the versions since the change of owner', async () => {
  const admin = of('admin', 'parcels');
  const { body } = await admin.create({ title: 'Old secret', keeper: server.ids.employee });
  await admin.update(body.id, { title: 'Older owner’s' });
  await admin.update(body.id, { title: 'Moved', keeper: server.ids.employee2 });
  await of('employee2', 'parcels').update(body.id, { title: 'Mine' });
  const seen = await historyOf('employee2', body.id, 'parcels');
  expect(seen.map(({ version }: { version: number }) => version)).toEqual([4, 3]);
  expect(JSON.stringify(seen)).not.toMatch(/Old|secret/);
  expect(seen[1].changes).toContainEqual({ field: 'title', before: null, after: 'Moved' });
  const restore = (to: number) => of('employee2', 'parcels').send('POST', `/${body.id}/restore`, { to, version: 4 });
  expect((await restore(1)).http).toBe(404);
  expect((await restore(3)).body.title).toBe('Moved');
  expect(await historyOf('admin', body.id, 'parcels')).toHaveLength(5);
});

test.each([
  ['without references to deleted records', 'remarks', false],
  ['with references that are kept when their record is deleted', 'seals', true],
])('restores an earlier version %s', async (_, name, isKept) => {
  const card = (await of('admin', 'cards').create({ title: 'Gone' })).body.id;
  const { id } = (await of('admin', name).create({ title: 'First', card })).body;
  await of('admin', name).update(id, { title: 'Second', card: null });
  await of('admin', 'cards').remove(card);
  const { http, body } = await of('admin', name).send('POST', `/${id}/restore`, { to: 1, version: 2 });
  expect([http, body.title, body.card]).toEqual([200, 'First', isKept ? card : null]);
  // By hand, nobody names a deleted record.
  const typed = (await of('admin', name).create({ title: 'Typed', card })).http;
  expect(typed).toBe(400);
});
