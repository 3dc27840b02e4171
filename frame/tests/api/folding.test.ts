import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { reference, text } from '../../fields/index.ts';
import { syncToConfigs } from '../../server/schemaSync/syncOnStart.ts';
import { clientOf } from './client.ts';
import { serverForAll, TIME_ZONE, withOwn } from './harness.ts';
import { resourceOf } from './resourceOf.ts';

const list = {
  columns: ['name', 'street'],
  sortable: ['name'],
  sort: { field: 'name', order: 'ASC' },
  search: ['name', 'street'],
  filters: [
    { field: 'street', operator: 'equals' },
    { field: 'name', operator: 'contains' },
  ],
} as const;
const members = resourceOf(
  'members',
  { name: text({ required: true }), street: text(), of: reference({ to: 'members', text: '{name}' }) },
  { list, softDelete: true, roles: { admin: { can: ['list', 'create', 'edit', 'delete'] } } },
);
const PEOPLE = [
  ['Lukas Zander', 'Lange Straße'],
  ['Łukasz Nowak', 'Ålesundsveien'],
  ['Lukáš Adam', 'Ｍａｉｎ'],
  ['Søren', 'Œuvre'],
] as const;

const server = serverForAll({}, { resources: [members] });
beforeAll(async () => {
  const admin = clientOf(server, 'admin', 'members');
  for (const [name, street] of [...PEOPLE, ['Æsa', null], ['Øystein', null]]) await admin.create({ name, street });
});

/** Search keys of the first version, for a database of that time. */
const asBefore = (value: string) => value.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();

const names = async (query: object) =>
  (await clientOf(server, 'admin', 'members').list(query)).body.map(({ name }: { name: string }) => name);

async function isFound() {
  expect(await names({ filter: { q: 'lukasz' } })).toEqual(['Łukasz Nowak']);
  expect(await names({ filter: { q: 'ŁUKASZ' } })).toEqual(['Łukasz Nowak']);
  expect(await names({ filter: { q: 'strasse' } })).toEqual(['Lukas Zander']);
  expect(await names({ filter: { q: 'oeuvre' } })).toEqual(['Søren']);
  expect(await names({ filter: { name: 'sor' } })).toEqual(['Søren']);
  expect(await names({ filter: { q: 'main' } })).toEqual(['Lukáš Adam']);
  for (const [name, street] of PEOPLE) expect(await names({ filter: { street } })).toEqual([name]);
  expect(await names({})).toEqual(['Æsa', 'Lukáš Adam', 'Lukas Zander', 'Łukasz Nowak', 'Øystein', 'Søren']);
}

test('finds letters without a removable accent by their plain spelling, and sorts them beside it', isFound);

test('rebuilds outdated search keys at the start, including those in the bin', async () => {
  const { store } = server.services;
  const admin = clientOf(server, 'admin', 'members');
  const { body } = await admin.create({ name: 'Đorđe', street: 'Weg' });
  await admin.remove(body.id);
  const { rows } = await sql<{ id: string; text_name: string; text_street: string | null }>`
    select id, text_name, text_street from c_members union all
    select id, text_name, text_street from b_members__bin`.execute(store.db);
  for (const table of ['c_members', 'b_members__bin'])
    for (const { id, text_name: name, text_street: street } of rows)
      await sql`update ${sql.table(table)} set key_name = ${asBefore(name)},
        key_street = ${street === null ? null : asBefore(street)} where id = ${id}`.execute(store.db);
  await sql`delete from x_made where id = 'folding'`.execute(store.db);
  expect(await names({ filter: { q: 'lukasz' } })).toEqual([]);

  await syncToConfigs(store, { resources: withOwn([members]), zone: TIME_ZONE });
  await isFound();
  const bin = await sql<{ key: string }>`select key_name as key from b_members__bin`.execute(store.db);
  expect(bin.rows).toEqual([{ key: 'dorde' }]);
});
