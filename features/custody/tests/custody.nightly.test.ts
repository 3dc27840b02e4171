import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { sql } from 'kysely';
import { QUOTAS } from 'portal-frame/internal/server';
import { consumeQuota } from 'portal-frame/server/accounts';
import { everyStatement } from 'portal-frame/testing/helpers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { custodySteps } from '../../../server/store/custodySchema.ts';
import type { Person, TestServer } from '../../../tests/api/harness.ts';
import { clientOf } from '../../../tests/api/supplies.ts';
import { appendCustodyEvents } from '../server/appendCustody.ts';
import type { CustodyEvent } from '../wire/custodyApi.ts';
import { phone, sealed } from './custodyPhone.ts';
import { type Employee, type Laboratory, type Phone, startShop } from './custodyShop.ts';

let statements = 0;
everyStatement(() => {
  statements += 1;
});

let shop: Awaited<ReturnType<typeof startShop>>;
let server: TestServer;
beforeAll(async () => {
  shop = await startShop();
  server = shop.server;
});
afterAll(() => server.close());

const close = (id: string, labels: string[], person: Laboratory = 'laboratory') =>
  server.as(person, 'closeHandOver', { params: { id }, body: { labels } });

describe('two offline phones', () => {
  /** Returns the events of each device's chain, in the order of the chain. */
  async function chains(of: TestServer, devices: readonly string[]) {
    const rows = await of.services.db.selectFrom('custody_events').selectAll().where('device', 'in', devices).execute();
    return devices.map((device) =>
      rows
        .filter((row) => row.device === device)
        .toSorted((a, b) => Number(a.seq) - Number(b.seq))
        .map(({ seq, code, label, hash, previous, standing }) => [Number(seq), code, label, previous, hash, standing]),
    );
  }

  test('produce the same chains of 40 tubes, whichever synchronises first (spec 17.9)', async () => {
    const shops = [shop, await startShop()] as const;
    const found: unknown[] = [];
    for (const [index, one] of shops.entries()) {
      const phones = [phone(), phone()];
      const people = ['employee', 'employee2'] as const;
      const queues = [];
      for (const [which, on] of phones.entries()) {
        const employee = people[which] as Employee;
        const id = await one.visit(employee);
        const labels = await one.draw(20, id, employee, on);
        const key = randomUUID();
        for (const label of labels) on.record({ code: 'S41', label, handOver: key });
        queues.push({ employee, id, labels, key, on });
      }
      // The second server hears from the second phone first.
      for (const { employee, id, labels, key, on } of index ? queues.toReversed() : queues) {
        const { data } = await one.send(employee, on.events);
        expect(data.kept).toBe(40);
        // A phone that heard no answer sends all of it again.
        expect((await one.send(employee, on.events)).data.kept).toBe(0);
        for (const label of labels) expect((await one.bind(employee, id, label)).http).toBe(200);
        expect((await one.give(employee, labels, { key })).data.taken).toHaveLength(20);
      }
      const devices = phones.map(({ device }) => device);
      const kept = await chains(one.server, devices);
      expect(kept).toEqual(
        phones.map(({ events }) =>
          events.map(({ seq, code, label, previous, hash }) => [seq, code, label, previous, hash, 'own']),
        ),
      );
      found.push(kept.map((chain) => chain.map(([seq, code]) => [seq, code])));
      expect(await one.verify()).toMatchObject({ findings: [] });
      expect(await one.verify()).not.toHaveProperty('broken');
      // The server keeps a step of its own beside each; both arrived together, and one is shown.
      for (const { labels } of queues) expect(await one.codes(labels[0] as string)).toEqual(['S39', 'S41']);
    }
    expect(found[0]).toEqual(found[1]);
    await shops[1].server.close();
  });
});

describe('findings on custody events', () => {
  const findingsOn = async ({ device }: Phone) => (await shop.verify()).findings.filter((one) => one.device === device);
  test('reports a dropped event in a long chain with a wide gap', async () => {
    const id = await shop.visit();
    const on = phone();
    for (let at = 0; at < 6000; at++) on.record({ code: 'S40', visit: id });
    const [label = ''] = await shop.draw(1, id, 'employee', on);
    const rows = on.events.slice(0, 5950).map(({ handOver, madeAt, ...event }) => ({
      ...{ ...event, label_key: '', hand_over: handOver, made_at: madeAt, account_id: server.ids.employee },
      standing: 'own',
    }));
    await server.services.db.transaction().execute((trx) => appendCustodyEvents(trx, server.services, rows));
    await shop.send('employee', on.events.slice(6000));
    await shop.bind('employee', id, label);
    expect(await shop.codes(label)).toEqual(['S39 dropped']);
    expect((await findingsOn(on)).at(-1)).toMatchObject({ seq: 6000, finding: 'dropped' });
    await shop.send('employee', on.events.slice(5950, 6000));
    expect(await shop.codes(label)).toEqual(['S39']);
    // The one after it says that another stood in its place.
    on.record({ code: 'S40', visit: id });
    const last = on.events.at(-1) as CustodyEvent;
    await shop.send('employee', [sealed({ ...last, previous: 'a'.repeat(64) })]);
    expect(await shop.codes(label)).toEqual(['S39 replaced']);
  });
});

describe('hand-over', () => {
  test('names missing and unknown tubes with few statements (spec 17.4)', async () => {
    const id = await shop.visit();
    const labels = await shop.draw(40, id);
    const { data } = await shop.give('employee', [...labels, labels[0]?.toLowerCase() as string]);
    expect(data).toMatchObject({ taken: labels, left: [] });
    const [gone, ...arrived] = labels as [string, ...string[]];
    const before = statements;
    const closed = await close(data._id, [...arrived.map((label) => label.toLowerCase()), 'XX-9999', 'xx-9999']);
    const asked = statements - before;
    expect(closed.data).toEqual({ expected: 40, scanned: arrived, missing: [gone], unknown: ['XX-9999'] });
    expect(asked / 40).toBeLessThan(13);
    const [record] = (await clientOf(server, 'laboratory', 'handOvers').list({ filter: { id: [data._id] } })).body;
    expect(record).toMatchObject({
      state: 'closed',
      expected: 40,
      scanned: 39,
      missing: 1,
      unknown: 1,
      givenBy: server.ids.employee,
      closedBy: server.ids.laboratory,
    });
    expect([(await shop.tube(gone)).state, (await shop.tube(arrived[0] as string)).state]).toEqual([
      'missing',
      'received',
    ]);
    expect(await shop.codes(gone)).toEqual(['S39', 'S41']);
    expect(await shop.codes(arrived[0] as string, 'laboratory')).toEqual(['S39', 'S41', 'S42']);

    // The notification of admins opens the tube, that of the giver and the drawer opens the hand-over. Each gets one, nobody else any.
    const seen = async (person: Person) =>
      (await server.as(person, 'notifications')).data
        .filter(({ body }: { body: string }) => body.includes(gone))
        .map(({ title, resource, recordId }: Record<string, string>) => [title, resource, recordId]);
    expect(await seen('admin')).toEqual([['Tubes missing', 'drawnTubes', (await shop.tube(gone)).id]]);
    expect(await seen('employee')).toEqual([['Tubes missing', 'handOvers', data._id]]);
    expect([await seen('employee2'), await seen('laboratory')]).toEqual([[], []]);

    // It comes after all: the record of the scan stays, the tube has arrived.
    const late = `/${(await shop.tube(gone)).id}/receiveLate`;
    expect((await clientOf(server, 'laboratory2', 'drawnTubes').send('POST', late, {})).http).toBe(404);
    expect((await clientOf(server, 'laboratory', 'drawnTubes').send('POST', late, {})).body.state).toBe('received');
    expect(await shop.codes(gone)).toEqual(['S39', 'S41', 'S42']);
    const { missing } = (await clientOf(server, 'laboratory', 'handOvers').one(data._id)).body;
    expect(missing).toBe(1);
  });
});

test('refuses changes of rows, and names tampering by npm run custody:verify', async () => {
  const { db, store } = server.services;
  const { events, anchor } = await shop.verify();
  await expect(db.updateTable('custody_events').set({ label: 'X' }).where('id', '=', 2).execute()).rejects.toThrow(
    'append-only',
  );
  await expect(db.deleteFrom('custody_events').where('id', '=', 2).execute()).rejects.toThrow('append-only');
  const way =
    store.kind === 'sqlite'
      ? sql`insert or replace into custody_events select * from custody_events where id = 1`
      : sql`truncate custody_events`;
  await expect(way.execute(db)).rejects.toThrow('append-only');
  expect((await shop.verify(anchor)).broken).toBeUndefined();
  expect((await shop.verify('f'.repeat(64))).broken?.reason).toContain('are gone');

  const { dataDir, databaseUrl } = server.config;
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    TOKEN_SECRET: server.config.tokenSecret,
  };
  const run = async () => {
    const child = spawn(process.execPath, ['frame/commands/plugin-command.ts', 'custody-verify'], { env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const [code] = await once(child, 'close');
    return { code, output };
  };
  for (const step of custodySteps(store.kind)) {
    const name = /create trigger (\w+)/.exec(step)?.[1];
    if (name) await sql.raw(`drop trigger ${name}${store.kind === 'postgres' ? ' on custody_events' : ''}`).execute(db);
  }
  // Somebody with the database and not the secret: even with hashes that fit, the anchor does not.
  const [row] = await db
    .selectFrom('custody_events')
    .selectAll()
    .where('device', '!=', 'server')
    .orderBy('id')
    .execute();
  if (!row) throw new Error('There is no event.');
  const { id, device, seq, code, visit, made_at: madeAt, previous } = row;
  const forged = sealed({
    device,
    seq: Number(seq),
    code: code as 'S39',
    label: 'ZZ-0001',
    visit,
    handOver: '',
    madeAt,
    previous,
  });
  const change = { label: 'ZZ-0001', label_key: 'zz-0001', hash: forged.hash };
  await db.updateTable('custody_events').set(change).where('id', '=', id).execute();
  const { code: failed, output } = await run();
  expect(failed).toBe(1);
  expect(output).toContain(`The anchors break at event ${id}`);
  expect(output).toContain(`Device ${device}, event ${seq} (ZZ-0001): replaced.`);
  await db.deleteFrom('custody_events').where('id', '=', events).execute();
  expect((await shop.verify(anchor)).broken?.id).toBe(Number(id));
});

test('counts custody events one by one', async () => {
  const { db } = server.services;
  await db.deleteFrom('attempts').execute();
  await consumeQuota(db, server.ids.employee, 'appended', QUOTAS.appended - 1);
  const on = phone();
  for (let at = 0; at < 2; at++) on.record({ code: 'S40', visit: 'x' });
  const body = { events: on.events };
  expect((await server.as('employee', 'addCustodyEvents', { body })).http).toBe(429);
});
