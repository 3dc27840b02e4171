import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { definePlugin } from 'portal-frame/plugin';
import { defineServer, defineServerPlugin, type ServerParts } from 'portal-frame/server';
import { createMissing } from 'portal-frame/server/plugins';
import { createFileStore, findAppliedMigrations, openDatabase, type Store } from 'portal-frame/server/storage';
import { describe, expect, test } from 'vitest';
import { findPendingMigrations } from '../../../../server/migrations/openStore.ts';
import {
  bookTable,
  configOf,
  emptyPlace,
  FRAME,
  formerList,
  frameList,
  leave,
  library,
  opened,
  type Place,
  plain,
  plugin,
  run,
  within,
} from '../../../../tests/api/formerDatabases.ts';
import { createBackup, moveToPostgres, restoreBackup } from '../testing.ts';

/** Backs up a place, and returns the folder of the backup. */
async function backUp(place: Place, app: ServerParts, store: Store): Promise<string> {
  const folder = join(place.dataDir, 'backup');
  await createBackup({ store, files: createFileStore(configOf(place, app)) }, folder);
  return folder;
}

describe('a backup of a version with one list', () => {
  test('is restored into the current schema', async () => {
    const app = library();
    for (const steps of [2, 4, 8]) {
      const former = await emptyPlace();
      await leave(former, formerList, steps);
      const folder = await within(openDatabase({ app, ...former }), async (store) => {
        const table = steps === 2 ? 'attempts' : 'books';
        const row =
          steps === 2 ? sql`(key, count, expires_at) values ('k', 1, 2)` : sql`(id, title) values ('1', 'Emma')`;
        await sql`insert into ${sql.table(table)} ${row}`.execute(store.db);
        return backUp(former, app, store);
      });
      // As that version wrote it.
      const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
      expect(manifest.migrations.former).toHaveLength(steps);
      writeFileSync(
        join(folder, 'manifest.json'),
        JSON.stringify({ ...manifest, migrations: manifest.migrations.former }),
      );
      const place = await emptyPlace();
      const restore = (force?: boolean) => restoreBackup(configOf(place, app), folder, { force: force === true });
      await restore();
      await opened(place, app, async (store) => {
        const { rows } = await sql`select (select count(*) from attempts) + (select count(*) from books) as n`.execute(
          store.db,
        );
        expect(rows).toEqual([{ n: store.kind === 'sqlite' ? 1 : expect.anything() }]);
        expect(await findPendingMigrations(store)).toEqual({});
      });
      await expect(restore(true)).rejects.toThrow(/^The database is newer than the backup/);
    }
  });

  test('is restored over a database of the same schema', async () => {
    const former = await emptyPlace();
    await leave(former, frameList, FRAME.length);
    const folder = await within(openDatabase(former), (store) => backUp(former, plain(), store));
    const place = await emptyPlace();
    for (const force of [false, true]) await restoreBackup(configOf(place, plain()), folder, { force });
    await restoreBackup(configOf(former, plain()), folder, { force: true });
    expect(await opened(former, plain(), findAppliedMigrations)).toEqual({ frame: FRAME });
  });
});

describe('migrations of plug-ins', () => {
  const tags = plugin('tags', { '001_tags': run('create table tags (id text primary key not null)') });
  const commentTable = run('create table comments (tag text references tags (id), text text not null)');
  const comments = plugin('comments', { '001_comments': commentTable }, ['tags']);

  test('are compared by a restore and a move, which ask for a plug-in that is not listed', async () => {
    const place = await emptyPlace();
    const app = library(tags);
    const folder = await opened(place, app, async (store) => {
      await sql`insert into tags values ('new')`.execute(store.db);
      return backUp(place, app, store);
    });
    const other = await emptyPlace();
    await expect(restoreBackup(configOf(other, library()), folder)).rejects.toThrow(
      'There are tables of "tags", which server/app.ts does not list: add it to plugins first.',
    );
    await restoreBackup(configOf(other, library(tags, comments)), folder);
    await opened(other, library(tags, comments), async (store) => {
      expect((await sql`select id from tags`.execute(store.db)).rows).toEqual([{ id: 'new' }]);
      expect(await findPendingMigrations(store)).toEqual({});
    });
    await expect(restoreBackup(configOf(other, app), folder, { force: true })).rejects.toThrow(
      /^The database is newer than the backup \(001_comments\)/,
    );
  });

  test('take over tables that others made, from their backups', async () => {
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
    const [place, restored] = [await emptyPlace(), await emptyPlace()];
    const folder = await opened(place, library(), async (store) => {
      await sql`insert into books (id, title) values ('1', 'Emma')`.execute(store.db);
      return backUp(place, library(), store);
    });
    await restoreBackup(configOf(restored, app), folder);
    await opened(restored, app, async (store) => {
      expect((await findAppliedMigrations(store)).shelves).toEqual(['001_books']);
      await sql`insert into books (id, title) values ('2', 'Persuasion')`.execute(store.db);
      expect((await sql`select title, shelf from books order by id`.execute(store.db)).rows).toEqual([
        { title: 'Emma', shelf: null },
        { title: 'Persuasion', shelf: 'A' },
      ]);
    });
  });

  test('take over tables that the app made, from its backups', async () => {
    const shelves = 'create table shelves (id text primary key not null, tag text references tags (id))';
    const withShelves = defineServer({
      ...{ name: 'Library', roles: {}, plugins: [tags] },
      migrations: () => ({ '001_books': bookTable, '002_due': run(shelves) }),
    });
    const part = definePlugin({ name: 'shelves', frame: '^0.1', needs: ['tags'] });
    const own: Record<string, Migration> = { '001_shelves': run(shelves.replace('table', 'table if not exists')) };
    const after = library(tags, defineServerPlugin(part, { migrations: () => own, takesOver: ['001_shelves'] }));
    const [place, restored] = [await emptyPlace(), await emptyPlace()];
    const folder = await opened(place, withShelves, async (store) => {
      await sql`insert into tags values ('new')`.execute(store.db);
      await sql`insert into shelves values ('A', 'new')`.execute(store.db);
      return backUp(place, withShelves, store);
    });
    await restoreBackup(configOf(restored, after), folder);
    await opened(restored, after, async (store) => {
      expect((await sql`select id from shelves`.execute(store.db)).rows).toEqual([{ id: 'A' }]);
      expect((await findAppliedMigrations(store)).shelves).toEqual(['001_shelves']);
      await expect(sql`insert into shelves values ('B', 'none')`.execute(store.db)).rejects.toThrow(/foreign key/i);
    });
  });

  test.runIf(process.env.TEST_DATABASE_URL)('ask a move to PostgreSQL for a plug-in that is not listed', async () => {
    const { dataDir, databaseUrl = '' } = await emptyPlace();
    await opened({ dataDir }, library(tags), ({ db }) => sql`insert into tags values ('new')`.execute(db));
    const move = (app: ServerParts) => moveToPostgres({ app, dataDir }, databaseUrl);
    await expect(move(library())).rejects.toThrow('There are tables of "tags"');
    expect(await move(library(tags))).toMatchObject({ tags: 1 });
    expect(await opened({ dataDir, databaseUrl }, library(tags), findAppliedMigrations)).toEqual({
      app: ['001_books', '002_due'],
      frame: FRAME,
      tags: ['001_tags'],
    });
  });
});
