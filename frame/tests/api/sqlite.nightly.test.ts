// On SQLite only: nothing here depends on the database.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Schema } from '../../server/db/databaseSchema.ts';
import type { Store } from '../../server/db/openDatabase.ts';
import { runTransaction } from '../../server/db/runTransaction.ts';
import { WriterBusyError } from '../../server/db/sqlite/writeQueue.ts';
import { openStore } from '../../server/migrations/openStore.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'portal-sqlite-'));
let store: Store;
beforeAll(async () => {
  store = await openStore({ dataDir });
});
afterAll(async () => {
  await store.close();
  rmSync(dataDir, { recursive: true });
});

const row = (key: string) => ({ key, count: 1, open_at: 0, expires_at: 0 });
const keys = async (db = store.db) =>
  (await db.selectFrom('attempts').select('key').orderBy('key').execute()).map(({ key }) => key);
beforeEach(() => store.db.deleteFrom('attempts').execute());
const runOnWorker = (work: (trx: Transaction<Schema>) => Promise<void>) =>
  runTransaction(store, work, { onWorker: true });

describe('SQLite during an open transaction', () => {
  it('serves committed data to other readers and makes other writers wait', async () => {
    let other: Promise<unknown> | undefined;
    await store.db.transaction().execute(async (trx) => {
      await trx.insertInto('attempts').values(row('a')).execute();
      expect(await keys()).toEqual([]);
      other = store.db.insertInto('attempts').values(row('b')).execute();
      expect(await keys(trx)).toEqual(['a']);
    });
    await other;
    expect(await keys()).toEqual(['a', 'b']);
  });

  it('begins the next transaction after one failed at any point', async () => {
    const failing = store.db.transaction().execute(async (trx) => {
      await trx.insertInto('attempts').values(row('a')).execute();
      throw new Error('in between');
    });
    await expect(failing).rejects.toThrow('in between');
    const late = store.db.transaction().execute(async (trx) => {
      await sql`pragma defer_foreign_keys = on`.execute(trx);
      const session = { id: 's', account_id: 'nobody', created_at: 0, expires_at: 0, ended_at: null, outlives: 0 };
      await trx
        .insertInto('sessions')
        .values({ ...session, used_at: 0, agent: '', address: '', reauthenticated_at: 0 })
        .execute();
    });
    await expect(late).rejects.toThrow(/FOREIGN KEY/);
    const elsewhere = await openStore({ dataDir });
    await elsewhere.db.transaction().execute(async (trx) => {
      await trx.insertInto('attempts').values(row('c')).execute();
      // Waits two seconds for the lock of the other process.
      await expect(store.db.transaction().execute((own) => keys(own))).rejects.toThrow(/locked/);
    });
    await elsewhere.close();
    await store.db.transaction().execute((trx) => trx.insertInto('attempts').values(row('b')).execute());
    expect(await keys()).toEqual(['b', 'c']);
  });

  it('shows a read-only transaction the state at its start', async () => {
    await store.db.insertInto('attempts').values(row('a')).execute();
    await store.db
      .transaction()
      .setAccessMode('read only')
      .execute(async (view) => {
        expect(await keys(view)).toEqual(['a']);
        await store.db.insertInto('attempts').values(row('b')).execute();
        expect(await keys(view)).toEqual(['a']);
        await expect(view.deleteFrom('attempts').execute()).rejects.toThrow(/readonly/);
      });
    expect(await keys()).toEqual(['a', 'b']);
  });

  describe('long transaction on a worker thread', () => {
    const slow = sql`insert into attempts
      with recursive counted(n) as (select 1 union all select n + 1 from counted where n < 500000)
      select 'slow ' || max(n), 1, 0, 0 from counted`;

    it('blocks no readers while its statements run, and is visible once committed', async () => {
      let turns = 0;
      let over = false;
      const turn = () => {
        turns += 1;
        if (!over) setImmediate(turn);
      };
      await runOnWorker(async (trx) => {
        setImmediate(turn);
        await slow.execute(trx);
        over = true;
        expect(await keys()).toEqual([]);
        expect(await keys(trx)).toEqual(['slow 500000']);
      });
      // On the main thread there would be one turn.
      expect(turns).toBeGreaterThan(10);
      expect(await keys()).toEqual(['slow 500000']);
    });

    it('makes other writers wait, but refuses a non-durable one at once', async () => {
      let other: Promise<unknown> | undefined;
      await runOnWorker(async (trx) => {
        await trx.insertInto('attempts').values(row('a')).execute();
        other = store.db.insertInto('attempts').values(row('b')).execute();
        await expect(runTransaction(store, (own) => keys(own), { durable: false })).rejects.toThrow(WriterBusyError);
      });
      await other;
      expect(await keys()).toEqual(['a', 'b']);
    });

    it('is rolled back with the usual error, and the next one begins', async () => {
      const twice = runOnWorker(async (trx) => {
        await trx.insertInto('attempts').values(row('a')).execute();
        await trx.insertInto('attempts').values(row('a')).execute();
      });
      await expect(twice).rejects.toMatchObject({
        message: 'UNIQUE constraint failed: attempts.key',
        errcode: 1555,
        code: 'ERR_SQLITE_ERROR',
      });
      await store.db.insertInto('attempts').values(row('b')).execute();
      expect(await keys()).toEqual(['b']);
    });
  });

  it.each([
    ['a large one', (work: (trx: Transaction<Schema>) => Promise<void>) => store.db.transaction().execute(work)],
    ['a lengthy one', runOnWorker],
  ])('checkpoints the writes of %s on another thread', async (_, transaction) => {
    const logPages = async () => {
      const { rows } = await store.db
        .transaction()
        .execute((trx) => sql<{ wal_autocheckpoint: number }>`pragma wal_autocheckpoint`.execute(trx));
      return rows[0]?.wal_autocheckpoint;
    };
    await transaction(async (trx) => {
      for (let from = 0; from < 3000; from += 500) {
        const rows = Array.from({ length: 500 }, (_, at) => row(`large ${from + at}`));
        await trx.insertInto('attempts').values(rows).execute();
      }
    });
    expect(await logPages()).toBe(0);
    await expect.poll(logPages).toBe(4000);
    // The database file without its write-ahead log.
    const copy = join(dataDir, 'copy.sqlite');
    copyFileSync(join(dataDir, 'portal.sqlite'), copy);
    const file = new DatabaseSync(copy);
    expect(file.prepare("select count(*) as found from attempts where key like 'large %'").get()).toEqual({
      found: 3000,
    });
    file.close();
  });
});
