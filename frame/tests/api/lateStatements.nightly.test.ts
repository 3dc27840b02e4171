import { expect, test } from 'vitest';
import { runTransaction } from '../../server/db/runTransaction.ts';
import { serverForAll } from './harness.ts';

const server = serverForAll();

let written = 0;
const writeRow = async (db = server.services.db) => {
  written += 1;
  const row = { key: `late ${written}`, count: 1, open_at: 0, expires_at: 0 };
  await db.insertInto('attempts').values(row).execute();
};
const countRows = async () =>
  (await server.services.db.selectFrom('attempts').select('key').where('key', 'like', 'late %').execute()).length;

/** Writes until the database refuses it. */
async function writeForEver(db: typeof server.services.db): Promise<never> {
  for (;;) await writeRow(db);
}

test.each([false, true])(
  'keeps nothing of work that outlives its failed transaction (on a worker: %s)',
  async (onWorker) => {
    for (let round = 0; round < 20; round++) {
      let late: Promise<never> | undefined;
      const failing = runTransaction(
        server.services.store,
        async (trx) => {
          late = writeForEver(trx);
          late.catch(() => undefined);
          // After twenty, SQLite lets others run between statements.
          for (let count = 0; count < 30; count++) await writeRow(trx);
          throw new Error('one part failed');
        },
        { onWorker },
      );
      await expect(failing).rejects.toThrow('one part failed');
      await expect(late).rejects.toThrow(/has ended|already rolled back/);
      expect(await countRows()).toBe(0);
    }
  },
);

test('commits nothing while a statement is not awaited', async () => {
  const late: Promise<unknown>[] = [];
  const hasty = runTransaction(server.services.store, async (trx) => {
    await writeRow(trx);
    late.push(writeForEver(trx).catch(() => undefined));
  });
  await expect(hasty).rejects.toThrow('was not awaited');
  await Promise.all(late);
  expect(await countRows()).toBe(0);
});
