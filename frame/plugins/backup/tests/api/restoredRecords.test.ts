import { sql } from 'kysely';
import { number } from 'portal-frame';
import { records, systemContext } from 'portal-frame/server';
import type { AnyRow } from 'portal-frame/server/storage';
import { expect, test } from 'vitest';
import { createTables } from '../../../../server/records/tables/createTables.ts';
import { serverForAll } from '../../../../tests/api/harness.ts';
import { resourceOf } from '../../../../tests/api/resourceOf.ts';
import { loadSnapshot, withSnapshot } from '../testing.ts';

const bookings = resourceOf(
  'bookings',
  { count: number({ required: true }) },
  { appendOnly: true, roles: { admin: { can: ['list', 'create'] } } },
);
const server = serverForAll({}, { resources: [bookings] });
const api = () => records(systemContext(server.services));

test('replaces append-only records in a forced restore, and protects them again at the next start', async () => {
  const { store, collections } = server.services;
  await api().create('bookings', { count: 2 });
  const { records: before } = await api().find('bookings');
  const snapshot = await withSnapshot(store, async ({ rows, ...rest }) => {
    const stored = new Map<string, AnyRow[]>();
    for (const { name } of rest.tables) {
      const list: AnyRow[] = [];
      for await (const row of rows(name)) list.push(row);
      stored.set(name, list);
    }
    return {
      ...rest,
      async *rows(name: string) {
        yield* stored.get(name) ?? [];
      },
    };
  });
  await loadSnapshot(store, snapshot, { force: true });
  expect((await api().find('bookings')).records).toEqual(before);
  await createTables(store, collections);
  await expect(sql`delete from c_bookings`.execute(store.db)).rejects.toThrow('append-only');
});
