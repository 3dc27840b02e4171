import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Account } from '../../frame/server/http/callHandler.ts';
import { getAllowedRoles } from '../../frame/server/records/access/fieldAccess.ts';
import { getVisibleConditions } from '../../frame/server/records/access/rowRules.ts';
import { toRecords } from '../../frame/server/records/read/findRecords.ts';
import { type Collection, getCollection } from '../../frame/server/records/schema/collection.ts';
import { type CollectionRow, toCollectionDb } from '../../frame/server/records/schema/collectionDb.ts';
import { readLinks } from '../../frame/server/records/schema/linkRows.ts';
import type { RecordValues } from '../../frame/server/records/schema/recordRow.ts';
import type { Services } from '../../frame/server/services.ts';
import type { Role } from '../../frame/wire/call.ts';
import { ORDER_RESOURCES } from '../orders/orderCollections.ts';
import type { AppointmentRow } from '../store/schema.ts';

/** A record as this person may see it. */
export type OrderRecord = RecordValues & { id: string; version: number };

/** Who may search and read what is made of a collection: as its config has it, where all that orders need is there. */
export const createRoleLookup =
  (name: string) =>
  ({ resources }: Pick<Services, 'resources'>): Record<'search' | 'read', readonly Role[]> => {
    const found = resources.find((one) => one.name === name);
    const complete = ORDER_RESOURCES.every((name) => resources.some((one) => one.name === name));
    if (!found || !complete) return { search: [], read: [] };
    return { search: getAllowedRoles(found, ['list']), read: getAllowedRoles(found, ['show']) };
  };

/** The records of a collection that this person sees, as a table. */
export const selectVisible = (collection: Collection, account: Account): RawBuilder<unknown> => {
  const seen = getVisibleConditions(collection, account);
  const where = seen.length > 0 ? sql`where ${sql.join(seen, sql` and `)}` : sql``;
  return sql`(select * from ${sql.table(collection.table)} ${where})`;
};

/** Those of a collection's records that this person sees and that meet a condition, as they may see them. */
export async function findVisibleRecords(
  services: Services,
  name: string,
  account: Account,
  where: RawBuilder<SqlBool>,
): Promise<OrderRecord[]> {
  const collection = getCollection(services, name);
  const query = sql<CollectionRow>`select * from ${selectVisible(collection, account)} as r where ${where}`;
  return toVisibleRecords(services, collection, (await query.execute(services.db)).rows, account);
}

/** Rows of a collection as this person may see them. */
export async function toVisibleRecords(
  services: Services,
  collection: Collection,
  rows: readonly CollectionRow[],
  account: Account,
) {
  const linked = await readLinks(toCollectionDb(services.db), collection, [...rows]);
  return (await toRecords({ services, collection, account }, linked)) as OrderRecord[];
}

/** The appointments of these ids, by id. */
export async function findVisitsById({ db }: Services, ids: readonly unknown[]): Promise<Map<string, AppointmentRow>> {
  const requested = [...new Set(ids.map(String))];
  if (requested.length === 0) return new Map();
  const rows = await db.selectFrom('appointments').selectAll().where('id', 'in', requested).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Counts what tables and conditions (`from ... where ...`) match. */
export async function countMatches(match: RawBuilder<unknown>, { db }: Services): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count ${match}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** The conditions that all hold. */
export const joinConditions = (parts: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  sql`(${sql.join([sql`1 = 1`, ...parts], sql` and `)})`;

/** That a column holds one of these. */
export const isOneOf = (column: string, values: readonly string[]): RawBuilder<SqlBool> =>
  values.length > 0 ? sql`${sql.ref(column)} in (${sql.join(values)})` : sql`1 = 0`;
