import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { describe, expect, test } from 'vitest';
import { definePlugin } from '../../config/app/definePlugin.ts';
import { createAccount } from '../../server/accounts/accountRows.ts';
import { defineServerPlugin } from '../../server/addPlugins.ts';
import { openDatabase, type Store } from '../../server/db/openDatabase.ts';
import { createMissing } from '../../server/db/runMigrationStep.ts';
import { defineServer } from '../../server/defineServer.ts';
import { findAppliedMigrations } from '../../server/migrations/appliedMigrations.ts';
import { findPendingMigrations, findUnlistedOwners, openStore } from '../../server/migrations/openStore.ts';
import {
  bookTable,
  emptyPlace,
  FRAME,
  formerList,
  frameList,
  leave,
  library,
  opened,
  plain,
  plugin,
  run,
  within,
} from './formerDatabases.ts';

/** Tables that the frame made before plug-ins had them, which stay in databases of apps without these plug-ins. */
const LEFT_TABLES = [
  ...['api_keys', 'audit', 'audit_archives', 'audit_records'],
  ...['event_deliveries', 'factors', 'identities', 'push_tokens', 'recovery_codes', 'webhooks'],
];

/** The columns of all tables, by name. */
const columnsOf = async ({ db }: Store) =>
  (await db.introspection.getTables())
    .flatMap(({ name, columns }) => columns.map((one) => `${name}.${one.name} ${one.dataType} ${one.isNullable}`))
    .toSorted();

describe('a database of a version with one list', () => {
  test.each([
    ['of an app without migrations', plain(), frameList, { app: [] }],
    ['of an app with migrations', library(), formerList, { app: ['001_books', '002_due'] }],
  ] as const)('%s opens from each step', async (_, app, list, expected) => {
    const asNew = await opened(await emptyPlace(), app, columnsOf);
    for (let steps = 0; steps <= Object.keys(list('sqlite')).length; steps++) {
      const place = await emptyPlace();
      await leave(place, list, steps);
      await within(openDatabase({ app, ...place }), async (store) => {
        const pending = await findPendingMigrations(store);
        if (steps === 0) expect(pending).toMatchObject({ frame: FRAME });
        else
          expect(pending).toEqual({
            former: [...Object.keys(list('sqlite')).slice(steps), '999_each_owner'],
            ...(expected.app.length > 0 && { app: ['002_due'] }),
          });
      });
      await opened(place, app, async (store) => {
        const isLeft = (column: string) => LEFT_TABLES.some((table) => column.startsWith(`${table}.`));
        expect((await columnsOf(store)).filter((column) => !isLeft(column))).toEqual(asNew);
        const { app: own = [], ...rest } = await findAppliedMigrations(store);
        expect([own, rest]).toEqual([expected.app, { frame: FRAME }]);
        expect(await findPendingMigrations(store)).toEqual({});
      });
    }
  });
});

test('marks a new database for versions with one list, which refuse a name that they do not know', async () => {
  const { rows } = await opened(await emptyPlace(), plain(), ({ db }) =>
    sql`select name from kysely_migration`.execute(db),
  );
  expect(rows).toEqual([{ name: '999_each_owner' }]);
});

describe('migrations of plug-ins', () => {
  const tags = plugin('tags', { '001_tags': run('create table tags (id text primary key not null)') });
  const commentSteps = {
    '001_comments': run('create table comments (tag text references tags (id), text text not null)'),
    '002_index': run('create index comments_tag on comments (tag)'),
  };
  const comments = plugin('comments', commentSteps, ['tags']);
  const applied = { app: ['001_books', '002_due'], frame: FRAME, tags: ['001_tags'] };

  test('run after those that they need, and before the app; each owner has its own record', async () => {
    const place = await emptyPlace();
    const app = library(comments, tags);
    const pending = await within(openDatabase({ app, ...place }), findPendingMigrations);
    expect(Object.keys(pending)).toEqual(['frame', 'tags', 'comments', 'app']);
    expect(await opened(place, app, findAppliedMigrations)).toEqual({
      ...applied,
      comments: Object.keys(commentSteps),
    });
  });

  test('run after the app if they need it, or another one that does', async () => {
    const fines = run('create table fines (id text primary key not null, book text references books (id))');
    const notes = run('create table notes (fine text not null references fines (id))');
    const app = library(
      plugin('notes', { '001_notes': notes }, ['fines']),
      plugin('fines', { '001_fines': fines }, ['app']),
      tags,
    );
    const place = await emptyPlace();
    const pending = await within(openDatabase({ app, ...place }), findPendingMigrations);
    expect(Object.keys(pending)).toEqual(['frame', 'tags', 'app', 'fines', 'notes']);
    expect(await opened(place, app, findPendingMigrations)).toEqual({});
  });

  test('stay as they are while a plug-in is left out, and go on when it is back', async () => {
    const place = await emptyPlace();
    const early = plugin('comments', { '001_comments': commentSteps['001_comments'] }, ['tags']);
    await opened(place, library(tags, early), ({ db }) => sql`insert into comments values (null, 'Good')`.execute(db));
    const left = await opened(place, library(tags), async (store) => {
      expect(await findPendingMigrations(store)).toEqual({});
      return findUnlistedOwners(store);
    });
    expect(left).toEqual(['comments']);
    await opened(place, library(tags, comments), async (store) => {
      expect(await findUnlistedOwners(store)).toEqual([]);
      expect((await findAppliedMigrations(store)).comments).toEqual(Object.keys(commentSteps));
      expect((await sql`select text from comments`.execute(store.db)).rows).toEqual([{ text: 'Good' }]);
    });
  });

  test('name a plug-in that was never listed, if the frame made its tables and they have rows', async () => {
    const place = await emptyPlace();
    await leave(place, frameList, FRAME.length);
    expect(await opened(place, plain(), findUnlistedOwners)).toEqual([]);
    const left = await opened(place, plain(), async (store) => {
      const person = { role: 'admin', email: 'a@b.example', username: 'a', passwordHash: '', fullName: 'Ada' } as const;
      const { id } = await createAccount({ db: store.db, app: plain() }, person);
      await sql`insert into factors values ('f', ${id}, 'totp', '', '', null, 0, '', 0, null)`.execute(store.db);
      return findUnlistedOwners(store);
    });
    expect(left).toEqual(['secondFactor']);
  });

  test('refuse a database of a newer version of any owner', async () => {
    for (const owner of ['frame', 'tags', 'app']) {
      const place = await emptyPlace();
      await opened(place, library(tags), ({ db }) =>
        sql`insert into ${sql.table(`migrations_${owner}`)} values ('999_later', 'now')`.execute(db),
      );
      await expect(openStore({ app: library(tags), ...place })).rejects.toThrow(
        /^The database was brought up by a newer version \(999_later\)\./,
      );
    }
  });

  test('take over tables that others made, with their rows', async () => {
    const table = "create table books (id text primary key not null, shelf text default 'A', title text not null)";
    const shelves = defineServerPlugin(definePlugin({ name: 'shelves', frame: '^0.1' }), {
      migrations: () => ({ '001_books': { up: (db) => createMissing(db, [table]) } }),
      takesOver: ['001_books'],
    });
    const app = defineServer({
      ...{ name: 'Library', roles: {}, plugins: [shelves] },
      migrations: () => ({ '001_books': { up: async () => undefined }, '002_due': { up: async () => undefined } }),
      formerMigrations: { load: async (kind) => formerList(kind), covers: ['001_books', '002_due'] },
    });
    const addBook = ({ db }: Pick<Store, 'db'>) => sql`insert into books (id, title) values ('1', 'Emma')`.execute(db);
    const [former, owned] = [await emptyPlace(), await emptyPlace()];
    await leave(former, formerList, 8);
    await within(openDatabase({ app, ...former }), addBook);
    await opened(owned, library(), addBook);
    for (const place of [former, owned])
      await opened(place, app, async (store) => {
        expect((await findAppliedMigrations(store)).shelves).toEqual(['001_books']);
        expect((await sql`select title, shelf from books`.execute(store.db)).rows).toEqual([
          { title: 'Emma', shelf: null },
        ]);
      });
  });

  test('take over tables that the app made', async () => {
    const shelves = 'create table shelves (id text primary key not null, tag text references tags (id))';
    const before = library(plugin('tags', { '001_tags': tags.migrations?.('sqlite')['001_tags'] as Migration }));
    const withShelves = defineServer({
      ...{ name: 'Library', roles: {}, plugins: before.plugins ?? [] },
      migrations: () => ({ '001_books': bookTable, '002_due': run(shelves) }),
    });
    const part = definePlugin({ name: 'shelves', frame: '^0.1', needs: ['tags'] });
    const own = { '001_shelves': run(shelves.replace('table', 'table if not exists')) };
    const after = library(tags, defineServerPlugin(part, { migrations: () => own, takesOver: ['001_shelves'] }));
    const place = await emptyPlace();
    await opened(place, withShelves, async (store) => {
      await sql`insert into tags values ('new')`.execute(store.db);
      await sql`insert into shelves values ('A', 'new')`.execute(store.db);
    });
    await opened(place, after, async (store) => {
      expect((await sql`select id from shelves`.execute(store.db)).rows).toEqual([{ id: 'A' }]);
      expect((await findAppliedMigrations(store)).shelves).toEqual(['001_shelves']);
      await expect(sql`insert into shelves values ('B', 'none')`.execute(store.db)).rejects.toThrow(/foreign key/i);
    });
  });
});
