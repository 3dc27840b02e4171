import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { text } from '../../fields/index.ts';
import { openDatabase } from '../../server/db/openDatabase.ts';
import { createFileStore } from '../../server/files/fileStore.ts';
import { holdSteps, withRemovalHold } from '../../server/files/removalHolds.ts';
import { createSearchIndex } from '../../server/records/derived/searchIndex.ts';
import { toCollectionDb } from '../../server/records/schema/collectionDb.ts';
import { planCollections } from '../../server/records/tables/planCollections.ts';
import { startServer } from './harness.ts';
import { resourceOf } from './resourceOf.ts';

let dataDir: string;
let said: MockInstance<typeof process.emitWarning>;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'swallowed-'));
  said = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(dataDir, { recursive: true, force: true });
});

test('logs a file that cannot be removed', async () => {
  const files = createFileStore({ dataDir, tokenSecret: 'secret' }, () => Promise.reject(new Error('no database')));
  await files.discard([files.newPath('png')]);
  expect(said).toHaveBeenCalledExactlyOnceWith(
    'Files could not be removed, and the removal is tried again: no database',
  );
  files.close();
});

test('logs a hold that can be neither renewed nor released, and completes the copy', async () => {
  const store = openDatabase({ dataDir });
  for (const step of holdSteps) await sql.raw(step).execute(store.db);
  const work = async (held: boolean) => {
    await sql`drop table backup_holds`.execute(store.db);
    vi.advanceTimersByTime(30_000);
    await vi.waitFor(() => expect(said).toHaveBeenCalledOnce(), { interval: 1 });
    return held;
  };
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  expect(await withRemovalHold(store, work)).toBe(true);
  vi.useRealTimers();
  await store.close();
  const cause = 'no such table: backup_holds';
  expect(said.mock.calls).toEqual([
    [`A hold on removed files could not be renewed: ${cause}`],
    [`A hold on removed files could not be ended, and ends by itself in two minutes: ${cause}`],
  ]);
});

test.runIf(process.env.TEST_DATABASE_URL)('reports an index that PostgreSQL refuses for another reason', async () => {
  const list = { columns: ['title'], search: ['title'] };
  const books = resourceOf('books', { title: text() }, { list });
  const server = await startServer({}, { resources: [books] });
  const [collection] = planCollections([books]);
  const make = server.services.db.transaction().execute(async (db) => {
    await sql`set transaction read only`.execute(db);
    if (collection) await createSearchIndex(toCollectionDb(db), 'postgres', collection);
  });
  await expect(make).rejects.toMatchObject({ code: '25006' });
  await server.close();
});
