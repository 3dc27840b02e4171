import { createHash } from 'node:crypto';
import { chownSync, lstatSync, readdirSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { readConfig } from 'portal-frame/internal/server';
import {
  createBackup,
  getFilePath,
  moveToPostgres,
  readBackup,
  restoreBackup,
  withSnapshot,
} from 'portal-frame/plugins/backup/testing';
import type { Config } from 'portal-frame/server';
import {
  type AnyRow,
  asAnyDb,
  CommandError,
  createFileStore,
  openStore,
  type Store,
} from 'portal-frame/server/storage';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import app from '../../server/app.ts';
import { createTestDatabase, placeOf, serverForAll } from './harness.ts';
import { pdf, photo } from './samples.ts';
import { rowOf, setRows } from './tables.ts';
import { verifyTrail } from './trail.ts';
import { visitsOf } from './visits.ts';

interface ChangedManifest {
  tables: [{ rows: number; columns: [{ type: string }] }];
  files: { count: number };
}
const server = serverForAll();
let folder: string;
const ends: (() => unknown)[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-test-'));
  for (let n = 0; n < 3; n++) await add(`Patient ${n} \u2028 "quoted"\n`);
  await server.as('admin', 'transactions');
  await server.services.activity.flush();
  const { db } = server.services;
  // Creates the table like a config does.
  await sql`create table c_vans (id text primary key not null, version integer not null, text_name text,
    bigint_seats bigint, real_weight double precision, files_papers text)`.execute(db);
  const { path } = await db.selectFrom('documents').select('path').executeTakeFirstOrThrow();
  const van = { id: '1', version: 1, text_name: 'ÿ', bigint_seats: 2 ** 53 - 1, real_weight: 0.1 };
  await asAnyDb(db)
    .insertInto('c_vans')
    .values({ ...van, files_papers: JSON.stringify([path]) })
    .execute();
});
afterAll(async () => {
  for (const end of ends) await end();
  await rm(folder, { recursive: true });
});

async function add(patientName: string): Promise<string> {
  const files = { image: [await photo()], documents: [pdf('one'), pdf('two')] };
  return visitsOf(server).add({ patientName, fees: '10', specialInstructions: patientName }, 'laboratory', files);
}

/** Replaces a laboratory's picture, whose file goes. */
async function replaced(): Promise<void> {
  const own = { fullName: 'N', email: 'l@example.test', contactNumber: '+1555', address: 'A lane', username: 'n' };
  const body = { ...own, about: 'a', timings: '[]' };
  const { http } = await server.as('laboratory2', 'updateProfile', { body, files: { image: [await photo()] } });
  expect(http).toBe(200);
}

/** An empty place to restore to: the kind of database the tests run on, or SQLite. */
async function emptyPlace(env: Record<string, string> = {}): Promise<Config> {
  const database = await createTestDatabase();
  ends.push(() => database.drop());
  return readConfig({ DATA_DIR: await mkdtemp(join(folder, 'place-')), DATABASE_URL: database.url, ...env }, app);
}

/** Every row of every table, in an order that does not depend on the database. */
async function rowsOf(store: Store): Promise<Record<string, string[]>> {
  return withSnapshot(store, async ({ tables, rows }) => {
    const all: Record<string, string[]> = {};
    const sorted = (row: AnyRow) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    for (const { name } of tables) {
      const lines: string[] = [];
      for await (const row of rows(name)) lines.push(sorted(row));
      all[name] = lines.toSorted();
    }
    return all;
  });
}
const rowsAt = async (config: Config) => {
  const store = await openStore(config);
  const rows = await rowsOf(store);
  await store.close();
  return rows;
};
async function filesAt({ dataDir }: Pick<Config, 'dataDir'>): Promise<Record<string, string>> {
  const found = await readdir(join(dataDir, 'uploads'), { recursive: true, withFileTypes: true }).catch(() => []);
  const stored = found.filter((one) => one.isFile() && basename(one.parentPath) !== 'tmp');
  const paths = stored.map(({ name }) => name).toSorted();
  const contents = paths.map((path) => readFile(join(dataDir, 'uploads', path.slice(0, 2), path), 'base64'));
  return Object.fromEntries((await Promise.all(contents)).map((content, index) => [paths[index], content]));
}
const take = async (name: string) => {
  await createBackup(server.services, join(folder, name));
  return join(folder, name);
};

test('restores the source row for row and file for file into an empty place', async () => {
  const backup = await take('quiet');
  const place = await emptyPlace();
  const { lost } = await restoreBackup(place, backup);
  const rows = await rowsAt(place);
  expect(rows).toEqual(await rowsOf(server.services.store));
  expect(rows.appointments).toHaveLength(3);
  expect(rows.c_vans).toHaveLength(1);
  expect(await filesAt(place)).toEqual(await filesAt(server.config));
  expect(Object.keys(await filesAt(place))).toHaveLength(9);
  expect(lost).toEqual([]);
  // The restored tables have their primary keys.
  const store = await openStore(place);
  await expect(sql`insert into c_vans (id, version) values ('1', 1)`.execute(store.db)).rejects.toThrow(/unique/i);
  await store.close();
});

test('takes a complete backup during work, with all changes acknowledged before', async () => {
  const before = await Promise.all([add('before'), add('before')]);
  let working = true;
  let done = 0;
  const work = async () => {
    while (working) {
      await add('meanwhile');
      await replaced();
      done += 1;
      await delay(300);
    }
  };
  const adding = async () => {
    while (working) {
      await add('meanwhile');
      await delay(50);
    }
  };
  const workers = [work(), adding()];
  const backups: string[] = [];
  // At least two, and as many as it takes for some work to be done beside them.
  for (let n = 0; n < 2 || done < 2; n++) backups.push(await take(`busy ${n}`));
  working = false;
  await Promise.all(workers);

  for (const backup of backups) {
    const place = await emptyPlace();
    const { lost, files } = await restoreBackup(place, backup);
    expect(lost).toEqual([]);
    expect(Object.keys(await filesAt(place))).toHaveLength(files.count);
    const rows = await rowsAt(place);
    for (const id of before) expect(rows.appointments?.join()).toContain(id);
    expect(rows.transactions).toHaveLength(rows.appointments?.length ?? 0);
    expect(rows.documents).toHaveLength(2 * (rows.appointments?.length ?? 0));
  }
});

test('keeps a picture that is replaced during a backup until the backup ends', async () => {
  await replaced();
  const { files, store } = server.services;
  // Before each file is copied, the picture that the rows named is replaced.
  const get = async (path: string) => {
    await replaced();
    return files.storage.get(path);
  };
  const made = await createBackup(
    { store, files: { ...files, storage: { ...files.storage, get } } },
    join(folder, 'replaced'),
  );
  expect(made.lost).toEqual([]);
  const named = await rowsOf(store);
  await expect
    .poll(async () => Object.keys(await filesAt(server.config)).filter((path) => !JSON.stringify(named).includes(path)))
    .toEqual([]);
});

test.skipIf(process.getuid?.() !== 0)('gives all files restored by root to the owner of DATA_DIR', async () => {
  const backup = await take('owned');
  const place = await emptyPlace();
  const nobody = 65534;
  chownSync(place.dataDir, nobody, nobody);
  await restoreBackup(place, backup);
  const names = readdirSync(place.dataDir, { recursive: true }) as string[];
  expect(names.length).toBeGreaterThan(3);
  expect(names.filter((name) => lstatSync(join(place.dataDir, name)).uid !== nobody)).toEqual([]);
});

describe('refused restore', () => {
  test('leaves a place that is not empty unchanged, unless it is forced', async () => {
    const backup = await take('twice');
    const place = await emptyPlace();
    await restoreBackup(place, backup);
    await expect(restoreBackup(place, backup)).rejects.toThrow('is not empty: there are');
    const store = await openStore(place);
    await store.db.updateTable('accounts').set({ full_name: 'Changed' }).execute();
    await store.close();
    await restoreBackup(place, backup, { force: true });
    const source = await rowsOf(server.services.store);
    expect(await rowsAt(place)).toEqual(source);
    // The audit trail is complete, and guarded as before.
    const again = await openStore(place);
    expect(await verifyTrail({ db: again.db, files: createFileStore(place) })).toMatchObject({
      sound: source.audit?.length,
    });
    await expect(sql`delete from audit`.execute(again.db)).rejects.toThrow('append-only');
    await again.close();
  });

  test.each(['tables', 'files'])('writes nothing if one of its %s is damaged', async (part) => {
    const backup = await take(`damaged ${part}`);
    const inside = await readdir(join(backup, part), { recursive: true, withFileTypes: true });
    const file = inside.find((one) => one.isFile());
    await appendFile(join(file?.parentPath ?? '', file?.name ?? ''), 'x');
    const place = await emptyPlace();
    await expect(restoreBackup(place, backup)).rejects.toThrow('is damaged');
    expect((await rowsAt(place)).accounts).toEqual([]);
    expect(await filesAt(place)).toEqual({});
  });

  test('writes and reads nothing elsewhere: foreign paths, absolute paths and links', async () => {
    const evil = '../../evil.txt';
    for (const [index, path] of [evil, join(folder, 'evil.txt'), `${'a'.repeat(32)}.exe`, ''].entries()) {
      const backup = await take(`paths ${index}`);
      const file = getFilePath(backup, path);
      await mkdir(dirname(file), { recursive: true });
      if (path !== '') await writeFile(file, 'evil');
      const sha256 = createHash('sha256').update('evil').digest('hex');
      const list = gzipSync(`${JSON.stringify({ path, sha256 })}\n`);
      await writeFile(join(backup, 'files.jsonl.gz'), list);
      const manifest = JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8'));
      manifest.files = { count: 1, sha256: createHash('sha256').update(list).digest('hex') };
      await writeFile(join(backup, 'manifest.json'), JSON.stringify(manifest));
      const place = await emptyPlace();
      await expect(restoreBackup(place, backup)).rejects.toThrow('names a file that no upload is called');
      expect(await filesAt(place)).toEqual({});
      expect((await rowsAt(place)).accounts).toEqual([]);
    }
    const backup = await take('links');
    const [name] = (await readBackup(backup)).files.map(({ path }) => path);
    const file = getFilePath(backup, name ?? '');
    await rename(file, join(folder, 'elsewhere'));
    await symlink(join(folder, 'elsewhere'), file);
    await expect(restoreBackup(await emptyPlace(), backup)).rejects.toThrow('is a link: a backup holds files only.');
    await writeFile(join(backup, 'manifest.json'), '{');
    await expect(restoreBackup(await emptyPlace(), backup)).rejects.toThrow('is not one that this version understands');
  });

  test.each([
    [
      'lines fewer than the manifest says',
      (manifest) => (manifest.tables[0].rows += 1),
      /accounts.* should have \d+ lines, but has \d+/,
    ],
    [
      'files fewer than the manifest says',
      (manifest) => (manifest.files.count += 1),
      /files.jsonl.gz should have \d+ lines/,
    ],
    [
      'an unknown type of a column',
      (manifest) => (manifest.tables[0].columns[0].type = 'text primary key unique'),
      /is not one that/,
    ],
  ] as [string, (manifest: ChangedManifest) => unknown, RegExp][])(
    'refuses a backup with %s',
    async (name, change, message) => {
      const backup = await take(name);
      const path = join(backup, 'manifest.json');
      const manifest = JSON.parse(await readFile(path, 'utf8'));
      manifest.tables.sort((one: { name: string }) => (one.name === 'accounts' ? -1 : 1));
      change(manifest);
      await writeFile(path, JSON.stringify(manifest));
      const place = await emptyPlace();
      await expect(restoreBackup(place, backup)).rejects.toThrow(message);
      expect((await rowsAt(place)).accounts).toEqual([]);
    },
  );

  test.each([
    ['a line without a value', gzipSync('null\n')],
    ['a list as path', gzipSync('{"path":["x"],"sha256":"x"}\n')],
    ['half a line', gzipSync('{"path":\n')],
    ['a cut file', gzipSync('{"path":"x","sha256":"x"}\n'.repeat(20)).subarray(0, 30)],
  ])('refuses a list of files with %s', async (name, list) => {
    const backup = await take(name);
    const path = join(backup, 'manifest.json');
    await writeFile(join(backup, 'files.jsonl.gz'), list);
    const manifest = JSON.parse(await readFile(path, 'utf8'));
    manifest.files = { count: 1, sha256: createHash('sha256').update(list).digest('hex') };
    await writeFile(path, JSON.stringify(manifest));
    await expect(readBackup(backup)).rejects.toBeInstanceOf(CommandError);
  });

  test('names a backup of a newer version', async () => {
    const backup = await take('newer');
    const path = join(backup, 'manifest.json');
    await writeFile(path, (await readFile(path, 'utf8')).replace('"001_portal"', '"001_portal", "999_later"'));
    await expect(restoreBackup(await emptyPlace(), backup)).rejects.toThrow('made by a newer version (999_later)');
  });

  test('names a folder that is no backup, and a backup never overwrites one', async () => {
    await expect(readBackup(folder)).rejects.toThrow('is no backup');
    const backup = await take('once');
    await expect(createBackup(server.services, backup)).rejects.toThrow('is there already');
  });
});

test('reports a lost upload and backs up the rest', async () => {
  await add('with a picture');
  const path = (await rowOf(server, 'appointments', { patient_name: 'with a picture' })).image as string;
  await rm(placeOf(server.config, path));
  expect((await readBackup(await take('lost'))).manifest.lost).toEqual([path]);
  await setRows(server, 'appointments', { image: null }, { image: path });
});

test.runIf(process.env.TEST_DATABASE_URL)('moves a SQLite database to PostgreSQL, row for row', async () => {
  const backup = await take('to move');
  const sqlite = await emptyPlace({ DATABASE_URL: '' });
  await restoreBackup(sqlite, backup);
  const store = await openStore(sqlite);
  await store.db.updateTable('accounts').set({ about: 'nul\0inside' }).where('role', '=', 'admin').execute();
  const expected = JSON.stringify(await rowsOf(store)).replaceAll('\\\\u0000', '');
  await store.close();

  const postgres = await emptyPlace();
  const counts = await moveToPostgres(sqlite, postgres.databaseUrl as string);
  expect(counts.accounts).toBe(5);
  expect(JSON.parse(JSON.stringify(await rowsAt(postgres)))).toEqual(JSON.parse(expected));
  await expect(moveToPostgres(sqlite, postgres.databaseUrl as string)).rejects.toThrow('is not empty');
});
