// On SQLite only: nothing here depends on the database.
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import type { AnyResource } from 'portal-frame';
import { asForm } from 'portal-frame/testing/helpers';
import { API_ROOT } from 'portal-frame/wire';
import { beforeAll, expect, test, vi } from 'vitest';
import { idOf } from '../bench/collectionRows.ts';
import { fillScene } from '../bench/collectionScenes.ts';
import { everyHold } from '../bench/holds.ts';
import { CHANGED, changedRecords, SCENE, tubesOf } from '../bench/waitsScene.ts';
import expenses from '../fixtures/expenses.ts';
import { serverForAll } from './harness.ts';
import { clientOf } from './supplies.ts';

const ROWS = 500;
/** Limit of statements per transaction; one statement per record would exceed it. */
const FEW = 50;
/** Number of records per round. */
const SIZES = { times: 2, along: 200, many: 200 };
const HEAD = 'Title,Kind,Amount,Miles,Spent At,Paid By';

const server = serverForAll({}, { resources: [expenses as unknown as AnyResource, ...CHANGED] });
beforeAll(async () => {
  everyHold(server.services.store.kind, ({ statements }) => {
    most = Math.max(most, statements);
  });
  const records = changedRecords(SIZES);
  await fillScene(server.services.store, { ...SCENE, records }, server.services.collections, 0);
  await send(false);
});

async function send(dryRun: boolean): Promise<void> {
  const rows = Array.from(
    { length: ROWS },
    (_, n) => `Way ${n},Fuel,${n % 90}.50,${n % 80},2026-03-1${n % 9} 09:30,${server.ids.employee}`,
  );
  const file = new File([[HEAD, ...rows].join('\n')], 'expenses.csv');
  const { payload, type } = await asForm([['dryRun', String(dryRun)]], [['file', file]]);
  const headers = { authorization: `Bearer ${await server.tokenOf('admin')}`, 'content-type': type };
  const url = `${API_ROOT}/collections/expenses/import`;
  expect((await server.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(200);
}

/** Statements of the largest transaction since the last reset. */
let most = 0;
let [orders, rounds] = [0, 0];
const works: [string, () => Promise<unknown>][] = [
  ['a dry run of an import', () => send(true)],
  ['an import', () => send(false)],
  [
    'an action on many records',
    async () => {
      const ids = tubesOf(rounds++, SIZES);
      expect((await clientOf(server, 'admin', 'tubes').send('POST', '/many/handOver', { ids })).http).toBe(200);
    },
  ],
  [
    'a deletion that cascades to many records',
    async () => expect((await clientOf(server, 'admin', 'orders').remove(idOf(orders++))).http).toBe(200),
  ],
];

// On SQLite others wait for a writing transaction, so the number of statements must not depend on the number of
// records.
test.each(works.slice(1))('handles %s with a few statements', async (_name, work) => {
  most = 0;
  await work();
  expect(most).toBeLessThan(FEW);
});

/** Counts how often `work` yields if every step seems to take long. */
async function pausesOf(work: () => Promise<unknown>): Promise<number> {
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
  const pauses = [vi.spyOn(timers, 'setTimeout'), vi.spyOn(timers, 'setImmediate')];
  syncBuiltinESMExports();
  try {
    await work();
    return pauses.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  } finally {
    for (const spy of [clock, ...pauses]) spy.mockRestore();
    syncBuiltinESMExports();
  }
}

/** Loops over all records, which yield between records. */
const LOOPS = [2 * ROWS, 3 * ROWS, 4 * SIZES.many];
test.each(works.slice(0, 3).map(([name, work], at) => [name, work, LOOPS[at] ?? 0] as const))(
  'lets other requests run during %s (spec 13.14)',
  async (_name, work, least) => expect(await pausesOf(work)).toBeGreaterThanOrEqual(least),
);
