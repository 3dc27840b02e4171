import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { describe, expect, onTestFinished, test } from 'vitest';
import { definePlugin } from '../../config/app/definePlugin.ts';
import { defineServerPlugin } from '../../server/addPlugins.ts';
import { auditArchiveTables } from '../../server/audit/auditTables.ts';
import { createBackup } from '../../server/backup/createBackup.ts';
import { moveToPostgres } from '../../server/backup/moveToPostgres.ts';
import { restoreBackup } from '../../server/backup/restoreBackup.ts';
import { type Config, readConfig } from '../../server/config.ts';
import { operationTables } from '../../server/db/commandRuns.ts';
import { type DatabaseKind, openDatabase, type Store } from '../../server/db/openDatabase.ts';
import { createMissing } from '../../server/db/runMigrationStep.ts';
import { defineServer } from '../../server/defineServer.ts';
import { createFileStore } from '../../server/files/fileStore.ts';
import { findAppliedMigrations } from '../../server/migrations/appliedMigrations.ts';
import { automationTables } from '../../server/migrations/automationTables.ts';
import { frameTables } from '../../server/migrations/frameTables.ts';
import { identityTables } from '../../server/migrations/identityTables.ts';
import { listMigrationOwners, loadFormerMigrations } from '../../server/migrations/migrationOwners.ts';
import { findPendingMigrations, findUnlistedOwners, openStore } from '../../server/migrations/openStore.ts';
import { programTables } from '../../server/migrations/programTables.ts';
import type { ServerParts } from '../../server/parts.ts';
import type { ServerPlugin } from '../../server/serverParts.ts';
import { createTestDatabase } from './database.ts';

type List = Record<string, Migration>;
const run = (statement: string): Migration => ({ up: async (db) => void (await sql.raw(statement).execute(db)) });

/** The list of an app that had the frame's steps among its own. */
const formerList = (kind: DatabaseKind): List => ({
  '001_frame': frameTables(kind),
  '002_operations': operationTables(kind),
  '003_books': run('create table books (id text primary key not null, title text not null)'),
  '004_programs': programTables(kind),
  '005_identities': identityTables(kind),
  '006_shelf': run('alter table books add column shelf text'),
  '007_automations': automationTables(kind),
  '008_audit_archives': auditArchiveTables(kind),
});
const bookTable = run('create table books (id text primary key not null, shelf text, title text not null)');
const library = (...plugins: ServerPlugin[]) =>
  defineServer({
    ...{ name: 'Library', roles: {}, plugins },
    migrations: () => ({ '001_books': bookTable, '002_due': run('alter table books add column due text') }),
    formerMigrations: { load: async (kind) => formerList(kind), covers: ['001_books'] },
  });
const plain = (...plugins: ServerPlugin[]) => defineServer({ name: 'Plain', roles: {}, plugins });
const FRAME = Object.keys(listMigrationOwners({ app: plain(), kind: 'sqlite' })[0]?.migrations as List);
const frameLists = {
  sqlite: await loadFormerMigrations({ app: plain(), kind: 'sqlite' }),
  postgres: await loadFormerMigrations({ app: plain(), kind: 'postgres' }),
};
const frameList = (kind: DatabaseKind): List => frameLists[kind];
const plugin = (name: string, migrations: List, needs: readonly string[] = []) =>
  defineServerPlugin(definePlugin({ name, frame: '^0.1', needs }), { migrations: () => migrations });

async function emptyPlace(): Promise<Pick<Config, 'dataDir' | 'databaseUrl'>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-migrations-'));
  const { url, drop } = await createTestDatabase();
  onTestFinished(async () => {
    await drop();
    rmSync(dataDir, { recursive: true });
  });
  return { dataDir, ...(url && { databaseUrl: url }) };
}
type Place = Awaited<ReturnType<typeof emptyPlace>>;
const configOf = ({ dataDir, databaseUrl = '' }: Place, app: ServerParts) =>
  readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DEMO: 'off' }, app);

async function within<T>(store: Store | Promise<Store>, work: (store: Store) => Promise<T>): Promise<T> {
  const opened = await store;
  return work(opened).finally(() => opened.close());
}
const opened = <T>(place: Place, app: ServerParts, work: (store: Store) => Promise<T>) =>
  within(openStore({ app, ...place }), work);

/** A database that a version with one list left after some steps of the list. */
const leave = (place: Place, list: (kind: DatabaseKind) => List, steps: number) =>
  within(openDatabase(place), async ({ db, kind }) => {
    const all = list(kind);
    const migrator = new Migrator({ db, provider: { getMigrations: async () => all } });
    if (steps === 0) await sql`create table kysely_migration (name text, timestamp text)`.execute(db);
    else expect((await migrator.migrateTo(Object.keys(all)[steps - 1] as string)).error).toBeUndefined();
  });

/** Tables that the frame made before plug-ins had them, which stay in databases of apps without these plug-ins. */
const LEFT_TABLES = ['event_deliveries', 'identities', 'push_tokens', 'webhooks'];

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

  test('keeps its rows in a backup, which is restored into the current schema', async () => {
    const app = library();
    for (const steps of [2, 4, 8]) {
      const former = await emptyPlace();
      await leave(former, formerList, steps);
      const folder = join(former.dataDir, 'backup');
      await within(openDatabase({ app, ...former }), async (store) => {
        const table = steps === 2 ? 'attempts' : 'books';
        const row =
          steps === 2 ? sql`(key, count, expires_at) values ('k', 1, 2)` : sql`(id, title) values ('1', 'Emma')`;
        await sql`insert into ${sql.table(table)} ${row}`.execute(store.db);
        await createBackup({ store, files: createFileStore(configOf(former, app)) }, folder);
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
    const folder = join(former.dataDir, 'backup');
    await within(openDatabase(former), (store) =>
      createBackup({ store, files: createFileStore(configOf(former, plain())) }, folder),
    );
    const place = await emptyPlace();
    for (const force of [false, true]) await restoreBackup(configOf(place, plain()), folder, { force });
    await restoreBackup(configOf(former, plain()), folder, { force: true });
    expect(await opened(former, plain(), findAppliedMigrations)).toEqual({ frame: FRAME });
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

  test('are compared by a restore and a move, which ask for a plug-in that is not listed', async () => {
    const place = await emptyPlace();
    const app = library(tags);
    const folder = join(place.dataDir, 'backup');
    await opened(place, app, async (store) => {
      await sql`insert into tags values ('new')`.execute(store.db);
      await createBackup({ store, files: createFileStore(configOf(place, app)) }, folder);
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
    const [former, owned, restored] = [await emptyPlace(), await emptyPlace(), await emptyPlace()];
    await leave(former, formerList, 8);
    await within(openDatabase({ app, ...former }), addBook);
    const folder = join(owned.dataDir, 'backup');
    await opened(owned, library(), async (store) => {
      await addBook(store);
      await createBackup({ store, files: createFileStore(configOf(owned, library())) }, folder);
    });
    await restoreBackup(configOf(restored, app), folder);
    for (const place of [former, owned, restored])
      await opened(place, app, async (store) => {
        expect((await findAppliedMigrations(store)).shelves).toEqual(['001_books']);
        expect((await sql`select title, shelf from books`.execute(store.db)).rows).toEqual([
          { title: 'Emma', shelf: null },
        ]);
      });
    const added = await opened(restored, app, async ({ db }) => {
      await sql`insert into books (id, title) values ('2', 'Persuasion')`.execute(db);
      return sql`select shelf from books where id = '2'`.execute(db);
    });
    expect(added.rows).toEqual([{ shelf: 'A' }]);
  });

  test('take over tables that the app made, and are restored with them from its backups', async () => {
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
    const folder = join(place.dataDir, 'backup');
    await opened(place, withShelves, async (store) => {
      await sql`insert into tags values ('new')`.execute(store.db);
      await sql`insert into shelves values ('A', 'new')`.execute(store.db);
      await createBackup({ store, files: createFileStore(configOf(place, withShelves)) }, folder);
    });
    const restored = await emptyPlace();
    await restoreBackup(configOf(restored, after), folder);
    for (const one of [place, restored])
      await opened(one, after, async (store) => {
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
    expect(await opened({ dataDir, databaseUrl }, library(tags), findAppliedMigrations)).toEqual(applied);
  });
});
