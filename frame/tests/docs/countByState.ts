import { sql } from 'kysely';
import type { Services } from 'portal-frame/server';
import { getCollection, getColumn } from 'portal-frame/server/database';

export async function countByState(services: Services) {
  const parcels = getCollection(services, 'parcels');
  const state = sql.ref(getColumn(parcels, 'state'));
  const { rows } = await sql<{ state: string; count: number }>`select ${state} as state, count(*) as count
    from ${sql.table(parcels.table)} group by ${state} order by ${state}`.execute(services.db);
  return rows.map((row) => ({ state: row.state, count: Number(row.count) }));
}
