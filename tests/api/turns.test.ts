import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyResource } from '../../frame/config/resource.ts';
import { backUp } from '../../frame/server/backup/backup.ts';
import { asForm } from '../../frame/tests/api/payloads.ts';
import { API_ROOT } from '../../frame/wire/call.ts';
import { idOf } from '../bench/collectionRows.ts';
import { fillScene } from '../bench/collectionScenes.ts';
import { everyHold } from '../bench/holds.ts';
import { CHANGED, changedRecords, SCENE, tubesOf } from '../bench/waitsScene.ts';
import expenses from '../fixtures/expenses.ts';
import { stridesOf } from './effort.ts';
import { startServer, type TestServer } from './harness.ts';
import { clientOf } from './supplies.ts';

/** Milliseconds of the processor after which somebody else has a turn. */
const MOST = 50;
const ROWS = 500;
/** Statements of one transaction, of which one by one there would be three for each record. */
const FEW = 50;
/** Goes, and how many records each is done with. */
const SIZES = { times: 5, along: 200, many: 200 };
const HEAD = 'Title,Kind,Amount,Miles,Spent At,Paid By';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startServer({}, { resources: [expenses as unknown as AnyResource, ...CHANGED] });
  everyHold(server.services.store.kind, ({ statements }) => {
    most = Math.max(most, statements);
  });
  const records = changedRecords(SIZES);
  await fillScene(server.services.store, { ...SCENE, records }, server.services.collections, 0);
  folder = mkdtempSync(join(tmpdir(), 'portal-turns-'));
  await send(false);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
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

/** Statements of the transaction that had most of them, since they were counted anew. */
let most = 0;
let [folders, orders, rounds] = [0, 0, 0];
const works: [string, () => Promise<unknown>][] = [
  ['a trial of an import', () => send(true)],
  ['an import', () => send(false)],
  ['a page of an export', () => clientOf(server, 'admin', 'expenses').list({ range: [0, 999] })],
  [
    'an action on many records',
    async () => {
      const ids = tubesOf(rounds++, SIZES);
      expect((await clientOf(server, 'admin', 'tubes').send('POST', '/many/handOver', { ids })).http).toBe(200);
    },
  ],
  [
    'a deletion that takes many records along',
    async () => expect((await clientOf(server, 'admin', 'orders').remove(idOf(orders++))).http).toBe(200),
  ],
  ['a backup', () => backUp(server.services, join(folder, String(++folders)))],
];

// Who changes something on SQLite waits for another's transaction: a few statements do, however many records there are.
const writes = works.filter(([name]) => ['an import', 'an action', 'a deletion'].some((one) => name.startsWith(one)));
test.each(writes)('%s is written by a few statements', async (_name, work) => {
  most = 0;
  await work();
  expect(most).toBeLessThan(FEW);
});

test.each(works)('%s lets others have their turn', async (_name, work) => {
  // The least of several goes: the rest was the collector's, or the compiler's.
  let least = Number.POSITIVE_INFINITY;
  for (let go = 0; go < SIZES.times && least > MOST / 2; go++) least = Math.min(least, (await stridesOf(work)).held);
  expect(least).toBeLessThan(MOST);
});
