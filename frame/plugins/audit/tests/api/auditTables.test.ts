import { sql } from 'kysely';
import { openDatabase, type Store } from 'portal-frame/server/storage';
import { describe, expect, test } from 'vitest';
import { findAppliedMigrations } from '../../../../server/migrations/appliedMigrations.ts';
import { findUnlistedOwners } from '../../../../server/migrations/openStore.ts';
import {
  emptyPlace,
  frameList,
  leave,
  opened,
  type Place,
  plain,
  within,
} from '../../../../tests/api/formerDatabases.ts';
import audit from '../../server/index.ts';
import { type AuditEntry, appendAudit, verifyAudit } from '../testing.ts';

const STEPS = Object.keys(frameList('sqlite')).length;
const listed = plain(audit);
const nothing = { storage: { get: async () => undefined } } as never;

/** The definitions of the trail's tables, indexes and triggers. */
async function definitionsOf({ db, kind }: Pick<Store, 'db' | 'kind'>): Promise<string[]> {
  const query =
    kind === 'sqlite'
      ? sql<{ sql: string }>`select sql from sqlite_master where tbl_name like 'audit%' and sql is not null`
      : sql<{ sql: string }>`select indexdef as sql from pg_indexes where tablename like 'audit%'
          union all select pg_get_triggerdef(oid) from pg_trigger where tgrelid::regclass::text like 'audit%'
          union all select table_name || column_name || data_type from information_schema.columns where table_name like 'audit%'`;
  return (await query.execute(db)).rows.map((row) => row.sql.replaceAll(/\s+/g, ' ')).toSorted();
}
const append = ({ db, kind }: Store, at: number) => {
  const entry: AuditEntry = {
    at,
    accountId: null,
    operation: 'list',
    resource: 'x',
    recordId: null,
    address: '',
    details: {},
  };
  return db.transaction().execute((trx) => appendAudit(trx, kind, [{ ...entry, ids: ['a', 'b'] }]));
};
/** Writes an entry as a version did that made the tables itself. */
const writeBefore = (place: Place) =>
  within(openDatabase(place), async ({ db, kind }) => void (await append({ db, kind } as Store, 1)));
const findReport = (store: Store) => verifyAudit({ db: store.db, files: nothing });

describe('the tables of the trail', () => {
  test.each(Array.from({ length: STEPS }, (_, at) => at + 1))(
    'of a version with one list, after step %i, are those of a new database, and the chain continues',
    async (steps) => {
      const asNew = await opened(await emptyPlace(), listed, definitionsOf);
      const place = await emptyPlace();
      await leave(place, frameList, steps);
      await writeBefore(place);
      await opened(place, listed, async (store) => {
        expect(await definitionsOf(store)).toEqual(asNew);
        expect((await findAppliedMigrations(store)).audit).toEqual(['001_audit']);
        await append(store, 2);
        expect(await findReport(store)).toMatchObject({ sound: 2 });
        await expect(sql`delete from audit`.execute(store.db)).rejects.toThrow('append-only');
      });
    },
  );

  test('of a version in which the frame had them stay without the plug-in, which takes them over', async () => {
    const asNew = await opened(await emptyPlace(), listed, definitionsOf);
    const place = await emptyPlace();
    await leave(place, frameList, STEPS);
    await writeBefore(place);
    expect(await opened(place, plain(), findUnlistedOwners)).toEqual(['audit']);
    await opened(place, listed, async (store) => {
      expect(await definitionsOf(store)).toEqual(asNew);
      await append(store, 2);
      expect(await findReport(store)).toMatchObject({ sound: 2 });
      expect(await findUnlistedOwners(store)).toEqual([]);
    });
    expect(await opened(place, plain(), findUnlistedOwners)).toEqual(['audit']);
  });

  test('are not made without it', async () => {
    expect(await opened(await emptyPlace(), plain(), definitionsOf)).toEqual([]);
  });
});
