import type { Services } from 'portal-frame/server';
import {
  expandJsonTexts,
  findCollection,
  getColumn,
  runCachedQuery,
  toCollectionDb,
} from 'portal-frame/server/database';

/** Finds the names of the facilities at which appointments take place, by appointment. */
export async function findFacilities(
  services: Pick<Services, 'db' | 'collections'>,
  appointments: readonly string[],
): Promise<Map<string, string>> {
  const { db } = services;
  const [needs, facilities] = [findCollection(services, 'visitNeeds'), findCollection(services, 'facilities')];
  if (!needs || !facilities || appointments.length === 0) return new Map();
  const appointment = `needs.${getColumn(needs, 'appointment')}`;
  const ids = JSON.stringify(appointments);
  const rows = await runCachedQuery(db, `facilities ${needs.table} ${facilities.table}`, { ids }, (value) =>
    toCollectionDb(db)
      .selectFrom(`${needs.table} as needs`)
      .innerJoin(`${facilities.table} as facilities`, 'facilities.id', `needs.${getColumn(needs, 'facility')}`)
      .select([`${appointment} as appointment`, `facilities.${getColumn(facilities, 'name')} as name`])
      .where(appointment, 'in', expandJsonTexts(db, value.ids)),
  );
  return new Map(rows.map((row) => [String(row.appointment), String(row.name)]));
}
