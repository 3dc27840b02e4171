import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { archiveAudit } from '../../server/audit/archiveAudit.ts';
import { type AuditEntry, appendAudit } from '../../server/audit/auditChain.ts';
import { findAuditPage, findDisclosedIds } from '../../server/audit/auditSearch.ts';
import { verifyAudit } from '../../server/audit/verifyAudit.ts';
import { createBackup } from '../../server/backup/createBackup.ts';
import { restoreBackup } from '../../server/backup/restoreBackup.ts';
import { sweepUploads } from '../../server/backup/sweepUploads.ts';
import { readConfig } from '../../server/config.ts';
import type { AuditRow } from '../../server/db/databaseSchema.ts';
import { createFileStore } from '../../server/files/fileStore.ts';
import { frameJobs } from '../../server/frameJobs.ts';
import { openStore } from '../../server/migrations/openStore.ts';
import app from '../app/server/app.ts';
import { ROWS_PER_FILE, UNTIL } from './archiveOnce.ts';
import { createTestDatabase } from './database.ts';
import { serverForTest, type TestServer } from './harness.ts';
import { linesOf, runFile } from './running.ts';
import { isNightly } from './size.ts';

const OLD = Date.UTC(2015, 5, 1);
const NOW = Date.UTC(2026, 5, 1);

const entry = (at: number, ids?: readonly string[]): AuditEntry => ({
  ...{ at, accountId: null, operation: 'list', resource: 'supplies', recordId: null, address: '10.0.0.1' },
  ...{ details: { count: ids?.length ?? 0 }, ids },
});

/** A server whose trail has 600 old rows and 40 new ones. The last refers to the list of row 300. */
async function serverWithTrail(): Promise<TestServer> {
  const server = await serverForTest();
  const { db, store, audit } = server.services;
  await audit.flush();
  const { count } = await db
    .selectFrom('audit')
    .select((of) => of.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(0);
  const old = Array.from({ length: 600 }, (_, n) => entry(OLD + n, [`record${n + 1}`, 'everyone']));
  const recent = Array.from({ length: 40 }, (_, n) => entry(NOW - 1000 + n));
  const again: AuditEntry = { ...entry(NOW - 1), same: 300 };
  await db.transaction().execute((trx) => appendAudit(trx, store.kind, [...old, ...recent, again]));
  return server;
}
const archive = ({ services }: TestServer) =>
  archiveAudit(services, { now: NOW, until: UNTIL, rowsPerFile: ROWS_PER_FILE });
const tableRows = ({ services }: TestServer) => services.db.selectFrom('audit').selectAll().orderBy('id').execute();
const archivesOf = ({ services }: TestServer) =>
  services.db.selectFrom('audit_archives').selectAll().orderBy('first_id').execute();
const fileOf = ({ config }: TestServer, path: string) => join(config.dataDir, 'uploads', path.slice(0, 2), path);
const readFile = (server: TestServer, path: string): AuditRow[] =>
  linesOf(gunzipSync(readFileSync(fileOf(server, path))).toString()).map((line) => JSON.parse(line));

describe('archiving', () => {
  test('moves old rows to files, and continues the chain after them', async () => {
    const server = await serverWithTrail();
    const before = await tableRows(server);
    const all = await verifyAudit(server.services);
    expect(all).toEqual({ sound: 641, hash: before.at(-1)?.hash });
    expect(await archive(server)).toEqual({ archived: 600, deleted: 599 });

    const archives = await archivesOf(server);
    expect(archives.map(({ first_id, last_id }) => [first_id, last_id])).toEqual([
      [1, 250],
      [251, 500],
      [501, 600],
    ]);
    expect(archives.map(({ last_hash }) => last_hash)).toEqual([250, 500, 600].map((id) => before[id - 1]?.hash));
    expect(archives.flatMap(({ path }) => readFile(server, path))).toEqual(before.slice(0, 600));
    // Row 300 stays for the row that refers to it. Each file has an entry of its own.
    const after = await tableRows(server);
    expect(after.map(({ id }) => id)).toEqual([300, ...Array.from({ length: 44 }, (_, n) => 601 + n)]);
    expect(after.slice(-3).map(({ deed, resource, details }) => ({ deed, resource, ...JSON.parse(details) }))).toEqual(
      archives.map(({ first_id: first, last_id: last, last_hash: hash }) => ({
        ...{ deed: 'delete', resource: 'audit', action: 'archive', count: last - first + 1, first, last, hash },
      })),
    );
    const report = await verifyAudit(server.services, before[99]?.hash);
    expect(report).toEqual({ sound: 644, hash: after.at(-1)?.hash, archived: 600 });
    expect(await archive(server)).toEqual({ archived: 0, deleted: 0 });
    expect(await sweepUploads(server.services, -1000)).toEqual({ removed: 0, refused: 0 });
  });

  test('keeps the search complete: by page, and by a record that a later row refers to', async () => {
    const server = await serverWithTrail();
    await archive(server);
    const { db } = server.services;
    const page = (number: number) => findAuditPage(db, {}, number, 25);
    const { totalPages } = await page(1);
    expect(totalPages).toBe(2);
    expect((await page(1)).rows.map(({ id }) => id)).toEqual(Array.from({ length: 25 }, (_, n) => 644 - n));
    expect((await page(2)).rows.map(({ id }) => id)).toEqual([...Array.from({ length: 19 }, (_, n) => 619 - n), 300]);
    const { rows } = await findAuditPage(db, { recordIds: ['record300'] }, 1, 25);
    expect(rows.map(({ id }) => id)).toEqual([641, 300]);
    expect((await findDisclosedIds(db, rows)).get(641)).toEqual(['record300', 'everyone']);
  });

  test('keeps AUDIT_YEARS years of rows, by default all', async () => {
    const server = await serverWithTrail();
    const job = frameJobs.find(({ name }) => name === 'archive audit trail');
    const run = (auditYears: number) => {
      const services = { ...server.services, config: { ...server.config, auditYears } };
      return job?.run({ services, now: NOW } as never, {});
    };
    expect(server.config.auditYears).toBe(0);
    expect(await run(0)).toEqual({ archived: 0, deleted: 0 });
    expect(await run(11)).toEqual({ archived: 0, deleted: 0 });
    expect(await run(10)).toEqual({ archived: 600, deleted: 599 });
    expect(await verifyAudit(server.services)).toMatchObject({ sound: 642, archived: 600 });
  });

  test('restores archives, rows and triggers from a backup', async () => {
    const server = await serverWithTrail();
    await archive(server);
    const folder = await mkdtemp(join(tmpdir(), 'portal-archive-'));
    await createBackup(server.services, join(folder, 'backup'));
    const { url, drop } = await createTestDatabase();
    const place = readConfig({ DATA_DIR: join(folder, 'place'), DATABASE_URL: url ?? '', DEMO: 'off' }, app);
    await restoreBackup(place, join(folder, 'backup'));
    await restoreBackup(place, join(folder, 'backup'), { force: true });
    const store = await openStore(place);
    const services = { db: store.db, files: createFileStore(place) };
    expect(await verifyAudit(services)).toEqual(await verifyAudit(server.services));
    await expect(store.db.deleteFrom('audit').where('id', '>', 600).execute()).rejects.toThrow('append-only');
    await expect(store.db.deleteFrom('audit_archives').execute()).rejects.toThrow('append-only');
    await store.close();
    await drop();
    rmSync(folder, { recursive: true });
  });
});

describe('protection of the archive', () => {
  test('lets the database delete only archived rows, and change no archive', async () => {
    const server = await serverWithTrail();
    const { db } = server.services;
    const remove = (id: number) => db.deleteFrom('audit').where('id', '=', id).execute();
    await expect(remove(1)).rejects.toThrow('append-only');
    await archive(server);
    await expect(remove(601)).rejects.toThrow('append-only');
    await expect(db.updateTable('audit').set({ name: 'X' }).where('id', '=', 300).execute()).rejects.toThrow(
      'append-only',
    );
    await expect(db.updateTable('audit_archives').set({ path: 'x' }).execute()).rejects.toThrow('append-only');
    await expect(db.deleteFrom('audit_archives').execute()).rejects.toThrow('append-only');
    await expect(sql`insert into audit_archives select * from audit_archives`.execute(db)).rejects.toThrow();
    await remove(300);
  });

  test('detects a changed, truncated, missing or foreign file', async () => {
    const server = await serverWithTrail();
    await archive(server);
    const [first, second] = await archivesOf(server);
    if (!first || !second) throw new Error('no archives');
    const file = fileOf(server, second.path);
    const content = readFileSync(file);
    const lines = linesOf(gunzipSync(content).toString());
    const broken = async (changed: Buffer | undefined) => {
      if (changed) writeFileSync(file, changed);
      else rmSync(file);
      const report = await verifyAudit(server.services);
      writeFileSync(file, content);
      expect(await verifyAudit(server.services)).not.toHaveProperty('broken');
      return report;
    };
    const pack = (text: readonly string[]) => gzipSync(`${text.join('\n')}\n`);
    const renamed = lines.map((line, at) => (at === 20 ? line.replace('10.0.0.1', '10.0.0.2') : line));
    expect(await broken(pack(renamed))).toMatchObject({ sound: 270, broken: { id: 271, reason: 'it was changed' } });
    expect(await broken(pack(lines.toSpliced(20, 1)))).toMatchObject({
      sound: 270,
      broken: { reason: 'row 271 is missing' },
    });
    expect(await broken(pack(lines.slice(0, 40)))).toMatchObject({
      sound: 290,
      broken: { reason: expect.stringContaining('should end with row 500') },
    });
    expect(await broken(content.subarray(0, 2000))).toMatchObject({
      broken: { reason: expect.stringContaining('cannot be read') },
    });
    expect(await broken(readFileSync(fileOf(server, first.path)))).toMatchObject({ sound: 250, broken: { id: 1 } });
    expect(await broken(undefined)).toMatchObject({
      sound: 250,
      broken: { id: 251, reason: `its archive ${second.path} is missing` },
    });
  });

  test('refuses to archive a broken chain', async () => {
    const server = await serverWithTrail();
    const { db, store } = server.services;
    await sql
      .raw(store.kind === 'sqlite' ? 'drop trigger audit_no_update' : 'drop trigger audit_no_change on audit')
      .execute(db);
    await db.updateTable('audit').set({ name: 'Mallory' }).where('id', '=', 77).execute();
    await expect(archive(server)).rejects.toThrow('The audit trail is broken at row 77: it was changed');
    expect((await tableRows(server)).length).toBe(641);
    expect(await archivesOf(server)).toEqual([]);
  });

  test('deletes no row before its file is read back from the storage', async () => {
    const server = await serverWithTrail();
    const { files } = server.services;
    const losing = { ...files, moveToStorage: async () => undefined };
    await expect(archiveAudit({ ...server.services, files: losing }, { now: NOW, until: UNTIL })).rejects.toThrow(
      'is missing',
    );
    expect((await tableRows(server)).length).toBe(641);
    // Two servers at once: one archives, and no row is twice in files.
    const both = await Promise.allSettled([archive(server), archive(server)]);
    expect(both.some(({ status }) => status === 'fulfilled')).toBe(true);
    await archive(server);
    expect(await verifyAudit(server.services)).toMatchObject({ archived: 600 });
  });
});

test('loses nothing if killed before any statement, and completes at the next run', { timeout: 300_000 }, async () => {
  const SCRIPT = join(import.meta.dirname, 'archiveOnce.ts');
  const server = await serverWithTrail();
  const before = (await tableRows(server)).slice(0, 600);
  const env = { ...process.env, DATA_DIR: server.config.dataDir, DATABASE_URL: server.config.databaseUrl ?? '' };
  const runOnce = async (word: string) => {
    const { child, end } = runFile(SCRIPT, [word], { env });
    const { err } = await end;
    return { signal: child.signalCode, err };
  };
  /** Rows of files and table, each once. */
  const union = async () => {
    const rows = new Map((await tableRows(server)).map((row) => [row.id, row]));
    for (const { path } of await archivesOf(server)) for (const row of readFile(server, path)) rows.set(row.id, row);
    return [...rows.values()].filter(({ id }) => id <= 600).sort((a, b) => a.id - b.id);
  };
  let kills = 0;
  // Each run goes a little further, as it continues the one before.
  for (let point = 3; ; point += isNightly ? 4 : 16) {
    const { signal, err } = await runOnce(String(point));
    if (signal === null) {
      expect(err).toBe('');
      break;
    }
    kills += 1;
    expect(signal).toBe('SIGKILL');
    expect(await union()).toEqual(before);
    expect(await verifyAudit(server.services)).not.toHaveProperty('broken');
  }
  expect(kills).toBeGreaterThan(isNightly ? 3 : 1);
  expect(await union()).toEqual(before);
  expect(await verifyAudit(server.services)).toMatchObject({ archived: 600 });
  expect((await tableRows(server)).filter(({ id }) => id <= 600).map(({ id }) => id)).toEqual([300]);
  const paths = (await archivesOf(server)).map(({ path }) => path);
  // Files of killed runs have no row: the daily sweep removes them.
  await sweepUploads(server.services, -1000);
  const uploads = readdirSync(join(server.config.dataDir, 'uploads'), { recursive: true, withFileTypes: true });
  expect(
    uploads
      .filter((one) => one.isFile())
      .map(({ name }) => name)
      .sort(),
  ).toEqual(paths.sort());
});
