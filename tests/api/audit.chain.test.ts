import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openStore } from 'portal-frame/internal/server';
import {
  type AuditRow,
  createAuditTrail,
  getAuditTrail,
  openAuditJournal,
  verifyAudit,
} from 'portal-frame/plugins/audit/testing';
import { acquireWriteLock } from 'portal-frame/server/database';
import { auditSteps } from 'portal-frame/server/migrations';
import { beforeAll, describe, expect, test } from 'vitest';
import { serverForAll } from './harness.ts';
import { VISIT } from './samples.ts';

const server = serverForAll();
beforeAll(async () => {
  for (const person of ['admin', 'employee', 'laboratory'] as const) await server.tokenOf(person);
});

async function allRows(): Promise<AuditRow[]> {
  await server.services.activity.flush();
  return server.services.db.selectFrom('audit').selectAll().orderBy('id').execute();
}
async function addAppointment(): Promise<string> {
  return (await server.as('laboratory', 'laboratoryCreateAppointment', { body: VISIT })).data._id;
}

test('refuses to change, delete, replace or truncate rows (ASVS 16.4.2)', async () => {
  await allRows();
  const { db, store } = server.services;
  const append = 'append-only';
  await expect(db.updateTable('audit').set({ name: 'Somebody else' }).where('id', '=', 1).execute()).rejects.toThrow(
    append,
  );
  await expect(db.deleteFrom('audit').where('id', '=', 1).execute()).rejects.toThrow(append);
  const way =
    store.kind === 'sqlite' ? sql`insert or replace into audit select * from audit where id = 1` : sql`truncate audit`;
  await expect(way.execute(db)).rejects.toThrow(append);
  expect(await verifyAudit(server.services)).toMatchObject({ sound: (await allRows()).length });
});

test('stays intact through 50 concurrent changes and another process', async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, addAppointment));
  const before = (await allRows()).length;
  // SQLite is for one process.
  const other = server.config.databaseUrl ? await openStore(server.config) : undefined;
  // On a busy machine the trail keeps entries in its journal until the database takes them.
  const folder = join(server.config.dataDir, 'other');
  mkdirSync(folder);
  const trail = other ? createAuditTrail(other, openAuditJournal(folder)) : server.services.activity;
  const entry = {
    at: 1,
    accountId: null,
    operation: 'read',
    resource: 'x',
    recordId: null,
    address: '',
    details: {},
  } as const;
  const changes = Array.from({ length: 50 }, (_, n) =>
    server.as('admin', 'updateAppointment', {
      params: { id: ids[n % 5] as string },
      body: { status: n % 2 ? 'Completed' : 'Rejected', confirmed: true },
    }),
  );
  const beside = Array.from({ length: 20 }, () => trail.write(entry));
  const replies = await Promise.all(changes);
  await Promise.all(beside);
  await trail.flush();
  await other?.close();
  expect(replies.every(({ http }) => http === 200)).toBe(true);
  const rows = await allRows();
  expect(rows).toHaveLength(before + 70);
  expect(await verifyAudit(server.services)).toEqual({ sound: rows.length, hash: rows.at(-1)?.hash });
});

test('refuses a change or a read of patients whose audit entry cannot be written (ASVS 2.3.3)', async () => {
  const id = await addAppointment();
  await allRows();
  const { db } = server.services;
  await sql`alter table audit rename to audit_away`.execute(db);
  const change = { params: { id }, body: { status: 'Completed' } };
  const { http } = await server.as('admin', 'updateAppointment', change);
  const { http: read, data } = await server.as('admin', 'adminAppointments');
  const { http: harmless } = await server.as('admin', 'adminEmployees');
  await server.services.activity.flush();
  await sql`alter table audit_away rename to audit`.execute(db);
  expect([http, read, data, harmless]).toEqual([500, 500, null, 200]);
  const { status } = await db
    .selectFrom('appointments')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(status).toBe('Pending');
});

test('detects tampering that bypasses the triggers', async () => {
  const rows = await allRows();
  const { db, store } = server.services;
  const drops = auditSteps(store.kind).flatMap((step) => {
    const name = /create trigger (\w+)/.exec(step)?.[1];
    return name ? [`drop trigger ${name}${store.kind === 'postgres' ? ' on audit' : ''}`] : [];
  });
  for (const drop of drops) await sql.raw(drop).execute(db);
  const last = rows.at(-1) as AuditRow;
  const tamper = async (change: () => Promise<unknown>, undo: () => Promise<unknown>) => {
    await change();
    const report = await verifyAudit(server.services, last.hash);
    await undo();
    expect(await verifyAudit(server.services)).toEqual({ sound: rows.length, hash: last.hash });
    return report;
  };
  const third = rows[2] as AuditRow;
  const put = (row: AuditRow) => () => db.insertInto('audit').values(row).execute();
  const cut =
    ({ id }: AuditRow) =>
    () =>
      db.deleteFrom('audit').where('id', '=', id).execute();
  const rename = (name: string) => () => db.updateTable('audit').set({ name }).where('id', '=', 3).execute();
  expect(await tamper(rename('Mallory'), rename(third.name))).toMatchObject({
    sound: 2,
    broken: { id: 3, reason: 'it was changed' },
  });
  expect(await tamper(cut(third), put(third))).toMatchObject({
    sound: 2,
    broken: { id: 4, reason: 'row 3 is missing' },
  });
  expect(await tamper(cut(last), put(last))).toMatchObject({
    broken: { reason: expect.stringContaining('are gone') },
  });
});

describe('audit trail during a long write', () => {
  /** Does something while a change is under way that goes on until it is done. */
  async function during<T>(work: () => Promise<T>): Promise<T> {
    const { db } = server.services;
    return db.transaction().execute(async (trx) => {
      await trx.updateTable('accounts').set({ about: 'long' }).where('id', '=', server.ids.admin).execute();
      await acquireWriteLock(trx, server.services.store.kind);
      return work();
    });
  }
  const lists = () => Promise.all(Array.from({ length: 20 }, () => server.as('admin', 'adminAppointments')));
  const readings = async () => {
    await server.services.activity.flush();
    return (await allRows()).filter(
      ({ deed: operation, resource }) => operation === 'list' && resource === 'appointments',
    ).length;
  };

  test('records lists without waiting for changes, even if the process ends', async () => {
    await addAppointment();
    await server.services.db
      .updateTable('sessions')
      .set({ used_at: Date.now() - 5 * 60_000 })
      .execute();
    const before = await readings();
    const { activity } = server.services;
    const change = {
      at: 6,
      accountId: null,
      operation: 'change',
      resource: 'x',
      recordId: null,
      address: '',
      details: {},
    } as const;
    let changed: Promise<void> | undefined;
    let isWritten = false;
    const replies = await during(async () => {
      // It waits for its turn, and the lists do not wait for it.
      changed = activity.write(change).finally(() => {
        isWritten = true;
      });
      await new Promise(setImmediate);
      const answered = await lists();
      expect(isWritten).toBe(false);
      return answered;
    });
    await changed;
    expect(replies.every(({ http, data }) => http === 200 && data.appointments.length > 0)).toBe(true);
    expect(await readings()).toBe(before + 20);
    expect(await verifyAudit(server.services)).not.toHaveProperty('broken');

    // Entries that another process queued before it ended.
    const left = openAuditJournal(server.config.dataDir);
    left.append([
      { at: 5, accountId: null, operation: 'list', resource: 'appointments', recordId: null, address: '', details: {} },
    ]);
    left.close();
    await getAuditTrail(server.services).drainJournal((cause) => expect(cause).toBeUndefined());
    expect(await readings()).toBe(before + 21);
  });
});

test('tries the lock once during a long write, and again after it', async () => {
  const { db, store } = server.services;
  mkdirSync(join(server.config.dataDir, 'locked'));
  const journal = openAuditJournal(join(server.config.dataDir, 'locked'));
  let transactions = 0;
  const counted = new Proxy(db, {
    get(target, name) {
      if (name === 'transaction') transactions += 1;
      const found = Reflect.get(target, name);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });
  const trail = createAuditTrail({ db: counted, kind: store.kind }, journal);
  const read = (at: number) =>
    trail.write({ at, accountId: null, operation: 'list', resource: 'x', recordId: null, address: '', details: {} });
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('accounts').set({ about: 'long' }).where('id', '=', server.ids.admin).execute();
    await acquireWriteLock(trx, store.kind);
    for (let at = 1; at <= 5; at++) await read(at);
    // The first entry, and the transaction that appends the buffered ones.
    expect(transactions).toBe(2);
  });
  await trail.flush();
  transactions = 0;
  await read(6);
  expect(transactions).toBe(1);
  expect(journal.peek()).toBeUndefined();
  trail.close();
});
