import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { changing } from './changing.ts';
import { lasting } from './lasting.ts';
import { linesOf, runFile } from './running.ts';
import { RESOURCES } from './writeOnce.ts';

const SCRIPT = join(import.meta.dirname, 'writeOnce.ts');
const TABLES = ['c_things', 'c_copies', 'collection_history', 'audit', 'events'];
const db = lasting('all', changing, (one) => one.close());
beforeAll(() => db.start(...RESOURCES));

/** Runs the job in a process of its own. */
async function runJob(word: string) {
  const { dataDir, url = '' } = db;
  const { child, end } = runFile(SCRIPT, [word], { env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: url } });
  const { out, err } = await end;
  return { signal: child.signalCode, statements: linesOf(out).map((line) => JSON.parse(line) as string), err };
}
const countAll = async () => {
  const counts = TABLES.map(async (table) => {
    const query = sql<{ count: unknown }>`select count(*) as count from ${sql.table(table)}`;
    return Number((await query.execute(db.store.db)).rows[0]?.count);
  });
  return Promise.all(counts);
};

test('keeps nothing of a job killed in its transaction, and completes it later', async () => {
  const before = await countAll();
  // Statements of a whole run. Its records are deleted again, because titles are unique.
  const { statements, err } = await runJob('list');
  expect(statements.filter((one) => one.startsWith('insert into')).length, err).toBeGreaterThan(10);
  const after = await countAll();
  // Two things with a copy each, and one of all; versions and audit entries of five creations and an update.
  expect(after.map((count, at) => count - (before[at] ?? 0))).toEqual([2, 3, 6, 6, 6]);
  for (const table of ['c_things', 'c_copies']) await sql`delete from ${sql.table(table)}`.execute(db.store.db);
  const [, , ...rest] = after;
  const writes = statements.flatMap((one, index) => (/^(insert|update)/i.test(one) ? [index + 1] : []));
  for (const point of [
    writes[0],
    writes[Math.floor(writes.length / 2)],
    writes.at(-1),
    statements.indexOf('commit') + 1,
  ]) {
    expect((await runJob(String(point))).signal).toBe('SIGKILL');
    expect(await countAll()).toEqual([0, 0, ...rest]);
  }
  expect((await runJob('run')).signal).toBeNull();
  expect((await countAll()).slice(0, 2)).toEqual([2, 3]);
});
