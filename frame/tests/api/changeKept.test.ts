import { beforeEach, expect, test } from 'vitest';
import { definePlugin } from '../../config/app/definePlugin.ts';
import { choice, money, number, references, text } from '../../fields/index.ts';
import type { Field, Fields } from '../../fields/kind.ts';
import { toCollectionDb } from '../../server/records/schema/collectionDb.ts';
import { formatPlan, getExitCode } from '../../server/schemaSync/formatPlan.ts';
import { findOrphans, removeOrphans } from '../../server/schemaSync/orphanedTables.ts';
import { changing } from './changing.ts';
import { lasting } from './lasting.ts';
import { resourceOf } from './resourceOf.ts';

const db = lasting('all', changing, (one) => one.close());
beforeEach(() => db.wipe());

const KEPT = { softDelete: true, history: true };
const things = (fields: object, more: object = {}) => resourceOf('things', fields as Fields, { ...KEPT, ...more });
const title = text({ required: true });
const many = references({ to: 'things', text: '{title}' });
const before = things({
  title,
  old: text(),
  state: choice({ choices: ['New', 'Old'] }),
  gone: text(),
  price: number(),
  many,
});

async function given(): Promise<void> {
  await db.start(before);
  await db.add('things', { title: 'One', old: '1', state: 'Old', gone: 'kept', price: 0.5, many: null });
  await db.add('things', {
    ...{ title: 'Two', old: '22', state: 'Old', gone: 'also', price: 2, many: ['id000001'] },
  });
  await db.trash('things', 'id000002');
}

const after = resourceOf(
  'goods',
  {
    name: text({ required: true, renamedFrom: 'title' }),
    count: number({ renamedFrom: 'old' }),
    state: choice({ choices: ['New'], convert: { Old: 'New' } }),
    price: money(),
    shelf: text({ default: 'A1' }),
    many: references({ to: 'goods', text: '{name}' }),
  } as Fields,
  { ...KEPT, renamedFrom: 'things', dropped: ['gone'] },
);

test('renames, converts and fills records in the bin like others, and restores them', async () => {
  await given();
  await db.start(after);
  const one = { name: 'One', count: 1, state: 'New', price: 0.5, shelf: 'A1', many: null };
  const two = { name: 'Two', count: 22, state: 'New', price: 2, shelf: 'A1', many: ['id000001'] };
  expect(await db.read('goods')).toMatchObject([one]);
  expect(await db.read('goods', 'bin')).toMatchObject([two]);
  expect((await db.plan(after)).steps).toEqual([]);
  // Out of the bin, and the other into it: what no config has goes along.
  await db.undelete('goods', 'id000002');
  await db.trash('goods', 'id000001');
  expect(await db.read('goods')).toMatchObject([two]);
  expect(await db.undo()).toMatchObject({ left: [] });
  await db.start(before);
  expect(await db.read('things', 'bin')).toMatchObject([{ title: 'One', old: '1', state: 'Old', gone: 'kept' }]);
  expect(await db.read('things')).toMatchObject([{ title: 'Two', old: '22', state: 'Old', gone: 'also', price: 2 }]);
});

test('moves links of removed fields to the bin and back, except links without a target', async () => {
  const others = resourceOf('others', { title } as Fields);
  const to = references({ to: 'others', text: '{title}' });
  const linked = things({ title, to });
  await db.start(linked, others);
  await db.add('others', { title: 'Stays' });
  await db.add('others', { title: 'Goes' });
  await db.add('things', { title: 'One', to: ['id000002', 'id000001'] });
  await db.start(things({ title }, { dropped: ['to'] }), others);
  await db.trash('things', 'id000003');
  await toCollectionDb(db.store.db).deleteFrom('c_others').where('id', '=', 'id000002').execute();
  await db.undelete('things', 'id000003');
  expect(await db.undo()).toMatchObject({ left: [] });
  await db.start(linked, others);
  expect(await db.read('things')).toMatchObject([{ title: 'One', to: ['id000001'] }]);
});

test('refuses and reports values in the bin that do not fit or would become hidden', async () => {
  await given();
  await db.trash('things', 'id000001');
  const { title: _, ...rest } = before.fields;
  const numbers = things({ ...rest, title: number() });
  const plan = await db.plan(numbers);
  expect(getExitCode(plan)).toBe(3);
  expect(formatPlan(plan)).toContain(
    '2 records have a value that does not fit, 2 of them in the bin: id000001, id000002',
  );
  await expect(db.start(numbers)).rejects.toThrow('The data does not fit the configs');
  const { gone: __, ...without } = before.fields;
  expect(formatPlan(await db.plan(things(without)))).toContain('REFUSED: 2 records have a value in it');
  await expect(db.start()).rejects.toThrow('there are 2 records of it');
});

test('removes dropped fields from the bin as well', async () => {
  await given();
  await db.start(after);
  const names = ['c_things.text_old', 'c_things.text_gone'];
  const { before: shape, tables } = await db.plan(after);
  const orphans = await findOrphans(toCollectionDb(db.store.db), shape, tables);
  expect(orphans.find(({ name }) => name === names[1])).toMatchObject({ rows: 2 });
  await removeOrphans(db.store, [after], names);
  const found = await toCollectionDb(db.store.db).introspection.getTables();
  for (const table of ['c_things', 'b_things__bin']) {
    const columns = found.find(({ name }) => name === table)?.columns.map(({ name }) => name);
    expect(columns).toContain('real_count');
    expect(columns).not.toContain('text_old');
    expect(columns).not.toContain('text_gone');
  }
});

const HISTORY = 'collection_history';
const versions = async () => {
  const rows = await toCollectionDb(db.store.db).selectFrom(HISTORY).selectAll().orderBy('id').execute();
  return rows.map((row) => [row.resource, JSON.parse(String(row.before)), JSON.parse(String(row.after))]);
};
const version = (id: string, was: object, is: object, resource = 'things') =>
  toCollectionDb(db.store.db)
    .insertInto(HISTORY)
    .values({
      ...{ id, resource, record_id: 'id000001', version: 2, at: Date.now(), account_id: 'maker', action: 'change' },
      ...{ before: JSON.stringify(was), after: JSON.stringify(is) },
    } as never)
    .execute();

test('converts values of earlier versions with their field, and restores them on undo', async () => {
  await given();
  await version('v1', { title: 'Zero', old: '1', state: 'New' }, { title: 'One', old: '11', state: 'Old' });
  await version('v2', { old: 'many', gone: 'x' }, { old: null, gone: 'y' });
  const was = await versions();
  await db.start(after);
  expect(await versions()).toEqual([
    ['goods', { name: 'Zero', count: 1, state: 'New' }, { name: 'One', count: 11, state: 'New' }],
    // Invalid values stay unchanged.
    ['goods', { count: 'many', gone: 'x' }, { count: null, gone: 'y' }],
  ]);
  await version('v3', { count: 11 }, { count: 12 }, 'goods');
  await db.undo();
  await db.start(before);
  expect(await versions()).toEqual([...was, ['things', { old: '11' }, { old: '12' }]]);
});

test('hides the records of a plug-in that is left out, and brings them back as they were', async () => {
  const { app } = db.store;
  const plugin = definePlugin({ name: 'shelves', frame: '*', resources: [before] });
  const others = resourceOf('others', { title } as Fields);
  db.store.app = { ...app, plugins: [{ plugin }] };
  await given();
  await db.start(before, others);
  // Of a plug-in that is listed, they may be gone by mistake.
  await expect(db.start(others)).rejects.toThrow('there are 2 records of it');
  db.store.app = { ...app, plugins: [] };
  expect((await db.plan(others)).steps).toEqual([{ do: 'drop resource', resource: 'things', rows: 2 }]);
  await db.start(others);
  expect((await db.plan(others)).steps).toEqual([]);
  db.store.app = { ...app, plugins: [{ plugin }] };
  await db.start(before, others);
  expect(await db.read('things')).toMatchObject([{ title: 'One', state: 'Old' }]);
  expect(await db.read('things', 'bin')).toMatchObject([{ title: 'Two', many: ['id000001'] }]);
  db.store.app = app;
});

test('hides a field that a plug-in adds to another resource while it is left out', async () => {
  const { app } = db.store;
  const extend = { things: { fields: [{ add: { old: before.fields.old as Field } }] } };
  const plugin = definePlugin({ name: 'ages', frame: '*', extend });
  const { old: _, ...fields } = before.fields;
  const without = things(fields);
  db.store.app = { ...app, plugins: [{ plugin }] };
  await given();
  await db.start(before);
  await expect(db.start(without)).rejects.toThrow('have a value in it');
  db.store.app = { ...app, plugins: [] };
  await db.start(without);
  expect((await db.plan(without)).steps).toEqual([]);
  db.store.app = { ...app, plugins: [{ plugin }] };
  await db.start(before);
  expect(await db.read('things')).toMatchObject([{ old: '1' }]);
  db.store.app = app;
});
