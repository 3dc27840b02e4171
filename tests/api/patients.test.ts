import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Fields, reference, text } from 'portal-frame';
import { syncToConfigs } from 'portal-frame/internal/server';
import { records, systemContext } from 'portal-frame/server';
import { resourceOf } from 'portal-frame/testing/helpers';
import { describe, expect, test } from 'vitest';
import { deleteExpired } from '../../server/patients/retention.ts';
import { serverForAll, serverForTest, type TestServer } from './harness.ts';
import { pdf, photo, VISIT } from './samples.ts';
import { clientOf } from './supplies.ts';
import { storedContent, storedPaths } from './tables.ts';
import { readTrail } from './trail.ts';
import { visitsOf } from './visits.ts';

const server = serverForAll();

const visits = visitsOf(server);
const add = (values: object, files = {}) => visits.add({ fees: '50', ...values }, 'laboratory', files);
const db = () => server.services.db;
const pathsOf = () => storedPaths(server);
const everything = () => storedContent(server);

test('the records API deletes an appointment with its files, notices and the name in its payment', async () => {
  const files = (await pathsOf()).length;
  const id = await add({ patientName: 'Rita Record' }, { image: [await photo()], documents: [pdf('rita')] });
  expect(await pathsOf()).toHaveLength(files + 2);
  expect(await everything()).toContain('Rita Record');
  await records(systemContext(server.services)).delete('appointments', id);
  const left = await everything();
  for (const word of [id, 'Rita Record']) expect(left).not.toContain(word);
  expect(await pathsOf()).toHaveLength(files);
});

test('deletes finished appointments after RETENTION_YEARS, each with an entry; off by default', async () => {
  const old = { ...VISIT, appointmentDateTime: '2015-01-15T09:30' };
  const [done, open, young] = [
    await add({ ...old, patientName: 'Old Done', status: 'Completed' }, { documents: [pdf('old')] }),
    await add({ ...old, patientName: 'Old Open' }),
    await add({ patientName: 'Young', status: 'Completed' }),
  ];
  expect(server.config.retentionYears).toBe(0);
  expect(await deleteExpired(server.services)).toBe(0);
  const services = { ...server.services, config: { ...server.config, retentionYears: 10 } };
  const files = await pathsOf();
  expect(await deleteExpired(services, Date.UTC(2026, 0, 1))).toBe(1);
  expect(await pathsOf()).toHaveLength(files.length - 1);
  const ids = (await db().selectFrom('appointments').select('id').execute()).map(({ id }) => id);
  expect([ids.includes(done), ids.includes(open), ids.includes(young)]).toEqual([false, true, true]);
  const rows = await readTrail(server, { record_id: done });
  expect(rows.map(({ deed: done, account_id: by, details }) => [done, by, JSON.parse(details)])).toContainEqual([
    'delete',
    null,
    { fields: [], reason: 'retention' },
  ]);
  expect(await deleteExpired(services, Date.UTC(2026, 0, 1))).toBe(0);
});

describe('deleted patient', () => {
  const visit = reference({ to: 'appointments', text: '{patientName}', required: true, onDelete: 'delete' });
  const notes = resourceOf('patientNotes', { visit, note: text({ required: true }) } as Fields, {
    history: true,
    list: { columns: ['note'], search: ['note'] },
  });
  const LATER = Date.UTC(2026, 0, 1);
  const SECRET = 'Quixotic-Zebrafish';
  let other: TestServer;

  async function withNote() {
    other = await serverForTest({}, { resources: [notes] });
    const old = { patientName: SECRET, appointmentDateTime: '2015-01-15T09:30', status: 'Completed' };
    const visit = await visitsOf(other).add(old);
    const client = clientOf(other, 'admin', 'patientNotes');
    const { body } = await client.create({ visit, note: `${SECRET} was here` });
    expect((await client.update(body.id, { note: `${SECRET} was there` })).http).toBe(200);
    return { ...other.services, config: { ...other.config, retentionYears: 10 } };
  }
  /** All texts except the audit trail, which holds ids. */
  async function texts() {
    const tables = await other.services.db.introspection.getTables();
    const all = tables.filter(({ name }) => !/^(audit|events|accounts)/.test(name));
    const rows = await Promise.all(
      all.map(({ name, columns }) => {
        const textual = columns.filter(({ dataType }) => /text|char/i.test(dataType));
        const names = sql.join(textual.map((column) => sql.ref(column.name)));
        return textual.length > 0 && sql`select ${names} from ${sql.table(name)}`.execute(other.services.db);
      }),
    );
    return JSON.stringify(rows);
  }

  test('is gone after RETENTION_YEARS from referring records, history and search index', async () => {
    const services = await withNote();
    expect(await texts()).toContain(SECRET);
    expect(await deleteExpired(services, LATER)).toBe(1);
    expect(await texts()).not.toContain(SECRET);
  });

  test('is gone from a resource without a config', async () => {
    const services = await withNote();
    const without = {
      ...services,
      resources: services.resources.filter(({ name }) => name !== 'patientNotes'),
      collections: services.collections.filter(({ resource }) => resource.name !== 'patientNotes'),
    };
    const changes = [{ name: '1', dropped: ['patientNotes'] }];
    const start = { zone: services.config.timeZone, changes };
    await syncToConfigs(services.store, { ...start, resources: without.resources });
    expect(await deleteExpired(without, LATER)).toBe(1);
    await syncToConfigs(services.store, { ...start, resources: services.resources });
    expect(await texts()).not.toContain(SECRET);
  });

  test('is gone from the free pages of SQLite’s file', async () => {
    const services = await withNote();
    if (services.store.kind !== 'sqlite') return;
    await deleteExpired(services, LATER);
    await sql`pragma wal_checkpoint(truncate)`.execute(services.db);
    const file = readFileSync(join(other.config.dataDir, 'portal.sqlite'), 'latin1').toLowerCase();
    expect(file).not.toContain(SECRET.toLowerCase());
    expect(file).not.toContain(SECRET.toLowerCase().replace('-', ' '));
  });
});
