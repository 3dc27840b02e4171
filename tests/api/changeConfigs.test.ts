import { sql } from 'kysely';
import {
  type AnyResource,
  choice,
  date,
  dateTime,
  type Fields,
  money,
  now,
  number,
  reference,
  references,
  sameAs,
  text,
  toggle,
} from 'portal-frame';
import { toCollectionDb } from 'portal-frame/internal/records';
import {
  findOrphans,
  formatPlan,
  formatUndo,
  getExitCode,
  type NamedCustomChange,
  removeOrphans,
} from 'portal-frame/internal/server';
import { defineChange } from 'portal-frame/server';
import { createAccount, deleteAccount } from 'portal-frame/server/accounts';
import { lasting, resourceOf } from 'portal-frame/testing/helpers';
import { beforeEach, describe, expect, test } from 'vitest';
import notifications from '../../src/resources/notifications.ts';
import transactions from '../../src/resources/transactions.ts';
import { changing, MADE } from './changing.ts';

const db = lasting('all', changing, (one) => one.close());
beforeEach(() => db.wipe());

const things = (fields: object, more: object = {}) => resourceOf('things', fields as Fields, more);
const title = text({ required: true });

/** Starts with these fields on three records with these values of `old`. */
async function given(old: object, values: unknown[]): Promise<void> {
  await db.start(things({ title, old }));
  for (const [index, value] of values.entries()) await db.add('things', { title: `T${index}`, old: value });
}
const valuesOf = async (name: string) => (await db.read('things')).map((one) => one[name]);
const refusal = async (fields: object, more: object = {}) => {
  const before = await db.read('things');
  const plan = await db.plan(things(fields, more));
  expect(getExitCode(plan)).toBe(3);
  await expect(db.start(things(fields, more))).rejects.toThrow('The data does not fit the configs');
  expect(await db.read('things')).toEqual(before);
  return formatPlan(plan);
};

test('converts a text to a reference only if the person exists', async () => {
  const make = (username: string, role: 'employee' | 'laboratory') =>
    createAccount(db.store, { role, username, email: `${username}@x.test`, passwordHash: '', fullName: username });
  const there = await make('there', 'employee');
  const gone = await make('gone', 'employee');
  const laboratory = await make('laboratory', 'laboratory');
  await deleteAccount(db.store, gone.id, 'employee');
  await given(text(), [there.id, gone.id, laboratory.id]);
  const planText = await refusal({ title, old: reference({ to: 'employees', text: '{fullName}' }) });
  expect(planText).toContain('2 records have a value that does not fit: id000002, id000003');
});

describe('renames', () => {
  test('keep the values of a renamed field', async () => {
    await given(number(), [1, 2, null]);
    const renamed = things({ title, count: number({ renamedFrom: 'old' }) });
    const plan = await db.plan(renamed);
    expect(plan.steps).toEqual([{ do: 'rename field', resource: 'things', field: 'count', from: 'old', rows: 2 }]);
    expect(getExitCode(plan)).toBe(2);
    await db.start(renamed);
    expect(await valuesOf('count')).toEqual([1, 2, null]);
    expect(getExitCode(await db.plan(renamed))).toBe(0);
    // Back again, and a config that skipped the version between.
    const back = things({ title, old: number({ renamedFrom: ['count'] }) });
    await db.start(back);
    expect(await valuesOf('old')).toEqual([1, 2, null]);
    await db.start(things({ title, third: number({ renamedFrom: ['second', 'old'] }) }));
    expect(await valuesOf('third')).toEqual([1, 2, null]);
  });

  test('rename a field if only its case changes', async () => {
    await given(number(), [1]);
    await db.start(things({ title, OLD: number({ renamedFrom: 'old' }) }));
    expect(await valuesOf('OLD')).toEqual([1]);
    expect(await refusal({ title, Old: number() })).toContain("fields.Old.renamedFrom: 'OLD'");
  });

  test('keep the records and references of a renamed resource', async () => {
    const boxes = (to: string) =>
      resourceOf('boxes', {
        title,
        thing: reference({ to, text: '{title}' }),
        many: references({ to, text: '{title}' }),
      } as Fields);
    await db.start(things({ title }), boxes('things'));
    const id = await db.add('things', { title: 'T' });
    await db.add('boxes', { title: 'B', thing: id, many: [id] });
    const renamed = [resourceOf('goods', { title } as Fields, { renamedFrom: 'things' }), boxes('goods')];
    expect((await db.plan(...renamed)).steps).toEqual([
      { do: 'rename resource', resource: 'goods', from: 'things', rows: 1 },
    ]);
    await db.start(...renamed);
    expect(await db.read('goods')).toMatchObject([{ id, title: 'T' }]);
    expect(await db.read('boxes')).toMatchObject([{ thing: id, many: [id] }]);
    // The name is free again.
    await db.start(...renamed, things({ title }));
    expect(await db.read('things')).toEqual([]);
    expect(getExitCode(await db.plan(...renamed, things({ title })))).toBe(0);
  });

  test('require consent to remove a field, and restore it with its values', async () => {
    await given(text(), ['a', null]);
    expect(await refusal({ title, other: text() })).toContain(
      "Allow it with fields.other.renamedFrom: 'old', or if it is gone dropped: ['old']",
    );
    await db.start(things({ title }, { dropped: ['old'] }));
    expect(getExitCode(await db.plan(things({ title })))).toBe(0);
    await db.start(things({ title, old: text() }));
    expect(await valuesOf('old')).toEqual(['a', null]);
    await expect(db.start()).rejects.toThrow("dropped: ['things'] in a file of server/changes");
  });
});

describe('values', () => {
  test('get the default of a new field, also from a function or the current time', async () => {
    await db.start(things({ title }));
    for (const name of ['One', 'Two']) await db.add('things', { title: name });
    await db.start(
      things({
        title,
        count: number({ required: true, default: 3 }),
        price: money({ default: 1.5 }),
        mark: text({ default: "O'Neill" }),
        at: dateTime({ default: now }),
        copy: text({ default: sameAs('title') }),
        on: toggle({ default: true }),
      }),
    );
    const at = new Date(MADE).toISOString();
    const same = { count: 3, price: 1.5, mark: "O'Neill", at, on: true };
    expect(await db.read('things')).toMatchObject([
      { ...same, copy: 'One' },
      { ...same, copy: 'Two' },
    ]);
    // A text is found as one that was typed.
    await db.start(
      things(
        { title, mark: text({ unique: true, renamedFrom: 'copy' }) },
        { dropped: ['count', 'price', 'mark', 'at', 'on'] },
      ),
    );
    expect(await valuesOf('mark')).toEqual(['One', 'Two']);
  });

  test('fill in a new required field, or are reported by record id', async () => {
    await given(text(), ['a', null]);
    expect(await refusal({ title, old: text({ required: true }) })).toContain('1 record has no value: id000002');
    expect(await refusal({ title, old: text(), more: text({ required: true }) })).toContain('fields.more.allow');
    await db.start(things({ title, old: text({ required: true, default: 'x' }) }));
    expect(await valuesOf('old')).toEqual(['a', 'x']);
    await db.start(
      things({
        title,
        old: text({ required: true, default: 'x' }),
        more: text({ required: true, allow: ['missing'] }),
      }),
    );
    expect(await valuesOf('more')).toEqual([null, null]);
  });

  test('are refused, converted or kept if their choice is removed', async () => {
    const state = (choices: string[], more = {}) => choice({ choices, ...more });
    await given(state(['New', 'Old', 'Odd']), ['New', 'Old', 'Old', 'Odd']);
    const plan = await refusal({ title, old: state(['New']) });
    expect(plan).toContain('3 records have a value that does not fit ("Old" 2, "Odd" 1): id000002, id000003, id000004');
    expect(plan).toContain("fields.old.convert: { 'Old': '...', 'Odd': '...' }");
    await db.start(things({ title, old: state(['New'], { convert: { Old: 'New' }, allow: ['unfit'] }) }));
    expect(await valuesOf('old')).toEqual(['New', 'New', 'New', 'Odd']);
    await db.start(things({ title, old: state(['New'], { convert: () => null }) }));
    expect(await valuesOf('old')).toEqual(['New', 'New', 'New', 'Odd']);
    await db.start(things({ title, old: state(['New', 'Later'], { convert: () => null }) }));
    expect(await valuesOf('old')).toEqual(['New', 'New', 'New', null]);
  });

  test('are refused with their records if a field becomes unique and they are shared', async () => {
    await given(text(), ['a', 'A', 'b', null]);
    expect(await refusal({ title, old: text({ unique: true }) })).toContain('share a value: id000001, id000002');
    await db.change('things', 'id000002', { old: 'c' });
    await db.start(things({ title, old: text({ unique: true }) }));
    await expect(db.add('things', { title: 'T', old: 'B' })).rejects.toThrow(/unique/i);
  });

  test.each<[string, object, unknown[], object, unknown[]]>([
    ['text to number', text(), ['12', '-0.5', null], number(), [12, -0.5, null]],
    ['number to text', number(), [12, 0.5, null], text(), ['12', '0.5', null]],
    ['number to money', number(), [12, 0.25], money(), [12, 0.25]],
    ['money to number', money(), [12.5], number(), [12.5]],
    ['text to choice', text(), ['a', 'b'], choice({ choices: ['a', 'b'] }), ['a', 'b']],
    [
      'date to dateTime',
      date(),
      ['2026-03-08', '2026-07-01'],
      dateTime(),
      ['2026-03-08T05:00:00.000Z', '2026-07-01T04:00:00.000Z'],
    ],
    ['dateTime to date', dateTime(), ['2026-03-08T05:00:00.000Z'], date(), ['2026-03-08']],
    ['toggle to choice', toggle(), [true, false], choice({ choices: ['true', 'false'] }), ['true', 'false']],
    ['text to toggle', text(), ['yes', 'FALSE'], toggle(), [true, false]],
  ])('are converted from %s if every value fits', async (_name, old, values, field, expected) => {
    await given(old, values);
    await db.start(things({ title, fresh: { ...field, renamedFrom: 'old' } }));
    expect(await valuesOf('fresh')).toEqual(expected);
    const shape = things({ title, fresh: { ...field, renamedFrom: 'old' } });
    expect(getExitCode(await db.plan(shape))).toBe(0);
  });

  test.each<[string, object, unknown, object]>([
    ['leading zeros', text(), '007', number()],
    ['words', text(), 'many', number()],
    ['parts of a cent', number(), 0.125, money()],
    ['an hour', dateTime(), '2026-03-08T15:30:00.000Z', date()],
    ['a number for yes or no', toggle(), true, number()],
    ['a number above the maximum', number(), 12, number({ max: 10 })],
    ['a longer text', text(), 'abcdef', text({ most: 3 })],
    ['an unknown reference', text(), 'abc', reference({ to: 'things', text: '{title}' })],
    ['a value that a function now computes', number(), 3, { ...number(), compute: () => 1 }],
  ])('are refused if they would lose %s, unless the config converts or allows it', async (_name, old, value, field) => {
    await given(old, [value, null]);
    expect(await refusal({ title, old: field })).toContain('1 record has a value that does not fit: id000001');
    await db.start(things({ title, old: { ...field, allow: ['unfit'] } }));
  });

  test('are converted by a function', async () => {
    await given(text(), ['3 boxes', 'none', '7 boxes']);
    const convert = (value: unknown, record: Record<string, unknown>) =>
      value === 'none' ? null : Number.parseInt(String(value), 10) + (record.title === 'T2' ? 100 : 0);
    const plan = await db.plan(things({ title, old: number({ convert }) }));
    expect(getExitCode(plan)).toBe(3);
    expect(formatPlan(plan)).toContain('1 record loses its value, as `convert` says');
    await db.start(things({ title, old: number({ convert }) }));
    expect(await valuesOf('old')).toEqual([3, null, 107]);
  });

  test('lose invalid references of a list if the config allows it', async () => {
    await db.start(things({ title, old: text() }));
    const first = await db.add('things', { title: 'One', old: 'nobody' });
    await db.add('things', { title: 'Two', old: first });
    await db.start(things({ title, old: references({ to: 'things', text: '{title}', allow: ['unfit'] }) }));
    expect(await valuesOf('old')).toEqual([null, [first]]);
    await db.undo();
    await db.start(things({ title, old: text() }));
    expect(await valuesOf('old')).toEqual(['nobody', first]);
  });
});

describe('undo of a change', () => {
  test('reverts every step, with later changes', async () => {
    const before = things({ title, old: text(), state: choice({ choices: ['New', 'Old'] }), gone: number() });
    await db.start(before);
    await db.add('things', { title: 'One', old: '12', state: 'Old', gone: 1 });
    await db.add('things', { title: 'Two', old: null, state: 'New', gone: null });
    const was = await db.read('things');
    const after = resourceOf(
      'goods',
      {
        title,
        count: number({ renamedFrom: 'old', required: true, default: 7 }),
        state: choice({ choices: ['New'], convert: { Old: 'New' } }),
        added: text({ default: 'x' }),
      } as Fields,
      { renamedFrom: 'things', dropped: ['gone'] },
    );
    await db.start(after);
    const now = await db.read('goods');
    expect(now).toMatchObject([
      { count: 12, state: 'New', added: 'x' },
      { count: 7, state: 'New', added: 'x' },
    ]);
    expect(await db.undo()).toMatchObject({ left: [] });
    await db.start(before);
    expect(await db.read('things')).toEqual(was);
    // And made again, changed, and taken back: what came since is there too.
    await db.start(after);
    expect(await db.read('goods')).toEqual(now);
    await db.change('goods', 'id000002', { count: 20 });
    await db.add('goods', { title: 'Three', count: 30, state: 'New', added: 'y' });
    // A value written since into the restored field would be hidden.
    await expect(db.undo()).rejects.toMatchObject({
      undone: { left: [{ resource: 'goods', field: 'added', held: { rows: 1, ids: ['id000003'] } }] },
    });
    await db.undo(true);
    await db.start(before);
    expect(await db.read('things')).toEqual([
      was[0],
      { ...was[1], old: '20' },
      { id: 'id000003', title: 'Three', old: '30', state: 'New', gone: null },
    ]);
    await expect(db.undo()).rejects.toMatchObject({ undone: { left: [{ resource: 'things', held: { rows: 3 } }] } });
    expect(await db.undo(true)).toMatchObject({ number: 1 });
    expect(await db.undo()).toBeUndefined();
  });

  test('reports no value as lost that existed before, even if its record changed since', async () => {
    const to = references({ to: 'things', text: '{title}' });
    await db.start(things({ title, note: text(), to }));
    const one = await db.add('things', { title: 'One', note: 'a', to: null });
    await db.add('things', { title: 'Two', note: 'b', to: [one] });
    await db.add('things', { title: 'Three', note: 'c', to: [one] });
    await db.start(things({ title }, { dropped: ['note', 'to'] }));
    const back = things({ title, note: text(), to, made: text({ default: sameAs('title') }) });
    await db.start(back);
    for (const id of [one, 'id000002']) await db.change('things', id, { title: 'New' });
    expect(await db.undo()).toMatchObject({ left: [] });
    await db.start(back);
    await db.change('things', 'id000002', { note: 'mine' });
    await db.change('things', 'id000003', { to: ['id000002'] });
    await db.change('things', one, { made: 'mine' });
    await expect(db.undo()).rejects.toMatchObject({
      undone: {
        left: [
          { field: 'note', held: { rows: 1, ids: ['id000002'] } },
          { field: 'to', held: { rows: 1, ids: ['id000003'] } },
          { field: 'made', held: { rows: 1, ids: [one] } },
        ],
      },
    });
  });
});

describe('custom steps', () => {
  test('run once, in order, before and after the others, and are undone', async () => {
    await given(text(), ['3 boxes', 'none']);
    const before = things({ title, old: text() });
    const after = things({ title, old: number() });
    expect(getExitCode(await db.plan(after))).toBe(3);
    const clean: NamedCustomChange = {
      name: '1-clean',
      async before({ db: on, place }) {
        const { table, columns } = place('things');
        await sql`update ${sql.table(table)} set ${sql.ref(columns.old ?? '')} = '3'`.execute(on);
      },
      undo: ["update c_things set text_old = 'undone'"],
    };
    db.changes = [clean, { name: '2-twice', after: ['update c_things set real_old_2 = real_old_2 * 2'], undo: [] }];
    const plan = await db.plan(after);
    expect(getExitCode(plan)).toBe(2);
    expect(formatPlan(plan)).toContain('server/changes/1-clean.ts\n  + runs once');
    // The plan only looked.
    expect(await valuesOf('old')).toEqual(['3 boxes', 'none']);
    await db.start(after);
    await db.start(after);
    expect(await valuesOf('old')).toEqual([6, 6]);
    expect(await db.undo(true)).toMatchObject({ lasting: [] });
    expect((await db.plan(after)).steps.filter((step) => step.do === 'run')).toHaveLength(2);
    db.changes = [];
    await db.start(before);
    expect(await valuesOf('old')).toEqual(['undone', 'undone']);
  });

  test('roll back the start if they fail, and block an undo unless they define one', async () => {
    await given(number(), [1]);
    const after = things({ title, count: number({ renamedFrom: 'old' }) });
    db.changes = [{ name: 'bad', after: ['update c_things set nothing = 1'] }];
    await expect(db.start(after)).rejects.toThrow('server/changes/bad.ts: after: it failed');
    expect(await valuesOf('old')).toEqual([1]);
    db.changes = [{ name: 'good', ...defineChange({ after: ['update c_things set real_old = 2'] }) }];
    await db.start(after);
    const refusal = await db.undo().catch((cause) => cause);
    expect(refusal).toMatchObject({ undone: { lasting: ['server/changes/good.ts'] } });
    const text = formatUndo(refusal.undone, { refused: true });
    expect(text).toContain('\nserver/changes/good.ts\n');
    expect(text).not.toContain('src/resources/server');
    expect(await valuesOf('count')).toEqual([2]);
  });
});

test('lists and keeps tables without a config, and drops them only by name', async () => {
  const many = references({ to: 'things', text: '{title}' });
  const rest = resourceOf('rest', { title, many } as Fields);
  await db.start(things({ title, old: text({ unique: true }), many }, { history: true }), rest);
  const id = await db.add('things', { title: 'T', old: '12', many: null });
  await db.change('things', id, { many: [id] });
  await db.add('rest', { title: 'R', many: [id] });
  db.changes = [{ name: '1', dropped: ['rest'] }];
  const now = things({ title, old: number() }, { dropped: ['many'] });
  await db.start(now);
  const orphans = async () => {
    const { before, tables } = await db.plan(now);
    return findOrphans(toCollectionDb(db.store.db), before, tables);
  };
  const names = (await orphans()).map(({ name }) => name);
  expect(names).toEqual(['c_things.text_old', 'c_things.links_many', 'c_rest']);
  expect(await removeOrphans(db.store, [now], ['c_things.text_title'])).toMatchObject({
    unknown: ['c_things.text_title'],
  });
  await removeOrphans(db.store, [now], names);
  expect(await orphans()).toEqual([]);
  await db.start(now);
  expect(await db.read('things')).toEqual([{ id, title: 'T', old: 12 }]);
  expect(await db.undo()).toBeUndefined();
  await db.start(things({ title, old: number(), many }), rest);
  expect(await db.read('rest')).toEqual([]);
});

test('reports a foreign change of the database by table and column, and creates nothing', async () => {
  await given(number(), [1]);
  const now = things({ title, old: number() });
  const run = (statement: string) => sql.raw(statement).execute(db.store.db);
  await run('create table extra (id integer)');
  expect(getExitCode(await db.plan(now))).toBe(0);
  await run('alter table c_things rename column real_old to elsewhere');
  await expect(db.start(now)).rejects.toThrow('the column real_old of c_things is not there: somebody else');
  await run('alter table c_things rename column elsewhere to real_old');
  await db.start(now);
  expect(await valuesOf('old')).toEqual([1]);
  await run('alter table c_things drop column real_old');
  expect(getExitCode(await db.plan(now))).toBe(3);
  await run('alter table c_things add column real_old text');
  await expect(db.start(now)).rejects.toThrow('is text, and was made as double precision');
  await removeOrphans(db.store, [now], ['c_things.real_old']);
  await db.start(now);
  expect(await valuesOf('old')).toEqual([null]);
});

test('refuses a field of a portal table without such a column', async () => {
  const own = (fields: object) =>
    ({ ...transactions, fields: { ...transactions.fields, ...fields } }) as unknown as AnyResource;
  const run = (statement: string) => sql.raw(statement).execute(db.store.db);
  expect((await db.plan(own({}), notifications as unknown as AnyResource)).steps).toEqual([]);
  const plan = await db.plan(own({ note: text() }));
  expect(getExitCode(plan)).toBe(3);
  expect(formatPlan(plan)).toContain('REFUSED: the column note of transactions is not there');
  await expect(db.start(own({ note: text() }))).rejects.toThrow('the column note of transactions is not there');
  await run('alter table transactions add column note text');
  expect(getExitCode(await db.plan(own({ note: text() })))).toBe(0);
  await run('alter table transactions drop column note');
});
