import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createFirstAdmin } from 'portal-frame/internal/server';
import type { Services } from 'portal-frame/server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { demo } from '../../server/demo/demo.ts';
import { seedDemo } from '../../server/demo/seedDemo.ts';
import { everyHold, type Hold } from '../bench/holds.ts';
import { hasPlugin, placeOf, serverForTest, startServer, type TestServer } from './harness.ts';
import { withOrders } from './orderConfigs.ts';

let server: TestServer;
/** Gives each test of a group a server of its own. */
function anewEachTime(): void {
  beforeEach(async () => {
    server = await emptyServer();
  });
  afterEach(() => server.close());
}

/** A server whose database holds nobody. */
async function emptyServer(start = startServer): Promise<TestServer> {
  const made = await start();
  await made.services.db.deleteFrom('accounts').execute();
  return made;
}

const tally = (values: readonly string[]) => Object.groupBy(values, (value) => value) as Record<string, string[]>;
/** Returns all rows by table, in an order independent of ids. */
const rowsOf = ({ db }: Services) => ({
  accounts: () => db.selectFrom('accounts').selectAll().orderBy('email').execute(),
  appointments: () =>
    db.selectFrom('appointments').selectAll().orderBy('scheduled_at').orderBy('patient_name').execute(),
  documents: () => db.selectFrom('documents').selectAll().orderBy('name').orderBy('size').execute(),
  transactions: () =>
    db.selectFrom('transactions').selectAll().orderBy('created_at').orderBy('account_number').execute(),
});

describe('content of the demo data', () => {
  const holds: Hold[] = [];
  beforeAll(async () => {
    // No midnight falls into it.
    vi.useFakeTimers({ toFake: ['Date'] });
    server = await emptyServer();
    everyHold(server.services.store.kind, (hold) => holds.push(hold));
    await seedDemo(server.services);
  });
  afterAll(async () => {
    vi.useRealTimers();
    await server.close();
  });

  it('fills every screen, with few statements', async () => {
    expect(holds.map(({ statements }) => statements < 60)).toEqual([true]);
    const { accounts, appointments } = rowsOf(server.services);
    const roles = tally((await accounts()).map(({ role }) => role));
    expect([roles.admin?.length, roles.employee?.length, roles.laboratory?.length]).toEqual([1, 12, 6]);
    const rows = await appointments();
    expect(rows.length).toBeGreaterThan(560);
    expect(rows.length).toBeLessThan(640);
    const weeks = ((rows.at(-1)?.scheduled_at ?? 0) - (rows[0]?.scheduled_at ?? 0)) / (7 * 24 * 3_600_000);
    expect(weeks).toBeGreaterThan(11);
    expect(weeks).toBeLessThan(12.1);
    const statuses = tally(rows.map(({ status }) => status));
    for (const status of ['Pending', 'Completed', 'Rejected']) expect(statuses[status]?.length).toBeGreaterThan(40);
    const shares = (is: (row: (typeof rows)[number]) => boolean) => rows.filter(is).length / rows.length;
    expect(shares(({ employee_id }) => employee_id === null)).toBeGreaterThan(0.05);
    expect(shares(({ tracking_image }) => tracking_image !== null)).toBeGreaterThan(0.3);
    expect(shares(({ image }) => image !== null)).toBeGreaterThan(0.2);
    expect(rows.every(({ created_at, updated_at }) => created_at <= updated_at && updated_at <= Date.now())).toBe(true);
  });

  it('settles payments by the state of appointments', async () => {
    const { appointments, transactions } = rowsOf(server.services);
    const byId = new Map((await appointments()).map((row) => [row.id, row]));
    const payments = await transactions();
    expect(payments).toHaveLength([...byId.values()].filter(({ fees_cents }) => fees_cents !== null).length);
    for (const payment of payments) {
      const appointment = byId.get(payment.appointment_id ?? '');
      expect(payment.amount_cents).toBe(appointment?.fees_cents);
      expect(payment.status).toBe(appointment?.status === 'Rejected' ? 'Denied' : appointment?.status);
      expect(payment.date_and_time).toBeLessThanOrEqual(Date.now());
    }
  });

  it('has every file it names, each of the type of its extension', async () => {
    const { accounts, appointments, documents } = rowsOf(server.services);
    const images = [...(await accounts()), ...(await appointments())].map(({ image }) => image);
    const labels = (await appointments()).map(({ tracking_image }) => tracking_image);
    const paths = new Set([...images, ...labels, ...(await documents()).map(({ path }) => path)]);
    paths.delete(null);
    expect(paths.size).toBeGreaterThan(200);
    for (const path of paths) {
      const place = placeOf(server.config, path ?? '');
      expect(existsSync(place)).toBe(true);
      expect(readFileSync(place).subarray(0, 4).toString('latin1')).toBe(
        path?.endsWith('pdf') ? '%PDF' : '\xff\xd8\xff\xdb',
      );
    }
    for (const { path, size } of await documents())
      expect(readFileSync(placeOf(server.config, path))).toHaveLength(size);
    expect(await readdir(server.services.files.incoming)).toEqual([]);
  });
});

describe('seeding of demo data', () => {
  anewEachTime();

  it('writes the same on every run except ids and file names', async () => {
    const other = await emptyServer(serverForTest);
    await Promise.all([seedDemo(server.services), seedDemo(other.services)]);
    const own = ['id', 'account_id', 'appointment_id', 'employee_id', 'laboratory_id', 'path', 'password_hash'];
    const facts = async (services: Services) => {
      const { accounts, appointments, documents, transactions } = rowsOf(services);
      const rows = [
        ...(await accounts()),
        ...(await appointments()),
        ...(await documents()),
        ...(await transactions()),
      ];
      const plain = (row: object) =>
        Object.entries(row)
          .filter(([name]) => !own.includes(name))
          // Work of today that ends in the future is cut off at the present moment.
          .filter(([name]) => name !== 'updated_at' && name !== 'date_and_time')
          .map(([name, value]) => (name.endsWith('image') ? [name, value !== null] : [name, value]));
      return rows.map(plain);
    };
    expect(await facts(other.services)).toEqual(await facts(server.services));
  });

  it('writes once, with the collections, and nothing to a database with accounts', async () => {
    const { services } = await emptyServer(() => serverForTest({}, withOrders()));
    const start = async () => (await demo.seed(services))();
    await Promise.all([start(), start(), start()]);
    await start();
    expect(await rowsOf(services).accounts()).toHaveLength(19);
    if (!hasPlugin('orders')) return;
    const { rows } = await sql`select id from ${sql.table('c_tubeKinds')}`.execute(services.db);
    expect(rows).toHaveLength(6);
  });

  it('writes nothing if it fails', async () => {
    const { db } = server.services;
    await db.schema.alterTable('documents').renameTo('away').execute();
    await expect(seedDemo(server.services)).rejects.toThrow();
    expect(await rowsOf(server.services).accounts()).toEqual([]);
    const uploads = join(server.config.dataDir, 'uploads');
    const left = await readdir(uploads, { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
    await db.schema.alterTable('away').renameTo('documents').execute();
  });
});

describe('first admin', () => {
  anewEachTime();

  it('is created once from ADMIN_EMAIL, with a password that signs in (ASVS 6.3.2, 6.4.1)', async () => {
    const config = { ...server.config, adminEmail: 'boss@example.test' };
    const printed: [string, string][] = [];
    const make = () => createFirstAdmin({ ...server.services, config }, (...made) => void printed.push(made));
    await make();
    const [[email, password] = ['', '']] = printed;
    expect(email).toBe('boss@example.test');
    expect(password.length).toBeGreaterThanOrEqual(16);
    const { data } = await server.call('signIn', { body: { email, password } });
    expect(data.role).toBe('admin');
    await make();
    expect(printed).toHaveLength(1);
    // It does not stay: after a day only one that was set counts.
    const nextDay = async (typed: string) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 + 1000 });
      const { http } = await server.call('signIn', { body: { email, password: typed } });
      vi.useRealTimers();
      return http;
    };
    expect(await nextDay(password)).toBe(400);
    const body = { oldPassword: password, newPassword: 'Fresh-start-9' };
    expect((await server.call('changePassword', { token: data.userAuthToken, body })).http).toBe(200);
    expect(await nextDay('Fresh-start-9')).toBe(200);
  });

  it('is required if nobody could sign in otherwise', async () => {
    await expect(createFirstAdmin(server.services, () => {})).rejects.toThrow(/^ADMIN_EMAIL must be set/);
  });
});
