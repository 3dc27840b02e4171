import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { sweepUploads } from '../../../../server/jobs/sweepUploads.ts';
import { linesOf, runFile } from '../../../../tests/api/running.ts';
import { isNightly } from '../../../../tests/api/size.ts';
import { archiveAudit } from '../../server/archiveAudit.ts';
import { verifyAudit } from '../../server/verifyAudit.ts';
import { UNTIL } from './archiveOnce.ts';
import { archive, archivesOf, fileOf, NOW, readFile, serverWithTrail, tableRows } from './auditTrails.ts';

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
