import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openApp, readConfig } from 'portal-frame/internal/server';
import { records, systemContext } from 'portal-frame/server';
import { type Postgres, startOwnPostgres, startReplica } from 'portal-frame/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import app from '../../server/app.ts';

describe.runIf(process.env.TEST_DATABASE_URL)('DATABASE_READ_URL', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-replica-'));
  let primary: Postgres;
  let replica: Postgres;
  let server: Awaited<ReturnType<typeof openApp>>;
  const data = () => records(systemContext(server.services, 'test'));
  const add = (name: string) =>
    data().create('tubeKinds', { name, cap: 'gold', additive: 'x', drawOrder: 1, volume: 5, minimum: 1 } as never);
  const list = async () => (await data().find('tubeKinds', {})).records.map(({ name }) => name).toSorted();
  const reads = () => ({ ...server.services.store.replicaReads });
  async function onReplica(statement: string) {
    const client = new pg.Client(replica.url);
    await client.connect();
    await client.query(statement);
    await client.end();
  }

  beforeAll(async () => {
    primary = await startOwnPostgres();
    replica = await startReplica(primary);
    const env = { DATA_DIR: dataDir, DEMO: 'off', DATABASE_URL: primary.url, DATABASE_READ_URL: replica.url };
    server = await openApp(readConfig(env, app));
    await server.app.ready();
  });
  afterAll(async () => {
    await server?.app.close();
    await server?.services.store.close();
    for (const one of [replica, primary]) one?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('reads lists from the replica', async () => {
    await add('Serum');
    await expect
      .poll(async () => {
        expect(await list()).toEqual(['Serum']);
        return reads().replica;
      })
      .toBeGreaterThan(0);
  });

  test('lists a record just saved while the replica lags', async () => {
    await onReplica('select pg_wal_replay_pause()');
    await add('Plasma');
    const before = reads();
    expect(await list()).toEqual(['Plasma', 'Serum']);
    expect(reads().replica).toBe(before.replica);
    expect(reads().primary).toBeGreaterThan(before.primary ?? 0);
    await onReplica('select pg_wal_replay_resume()');
    await expect
      .poll(async () => {
        await list();
        return reads().replica;
      })
      .toBeGreaterThan(before.replica ?? 0);
  });

  test('falls back to the primary while the replica is down', async () => {
    replica.stop();
    await add('EDTA');
    expect(await list()).toEqual(['EDTA', 'Plasma', 'Serum']);
  });
});
