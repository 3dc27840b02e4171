import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { mayDo, type RecordValues, type Role } from 'portal-frame';
import type { Account, Services } from 'portal-frame/server';
import {
  type Collection,
  type CollectionRow,
  getCollection,
  getVisibleConditions,
  toAccountRecords,
} from 'portal-frame/server/database';
import { appointmentsById } from '../../../server/store/appointments.ts';
import type { AppointmentRow } from '../../../server/store/schema.ts';
import { ORDER_RESOURCES } from '../../orders/server/orderCollections.ts';

/** A record with the fields that the caller may see. */
export type OrderRecord = RecordValues & { id: string; version: number };

/** Returns a function that looks up who may search and read a collection; nobody if a resource of orders is missing. */
export const createRoleLookup =
  (name: string) =>
  ({ resources }: Pick<Services, 'resources'>): Record<'search' | 'read', readonly Role[]> => {
    const found = resources.find((one) => one.name === name);
    const complete = ORDER_RESOURCES.every((name) => resources.some((one) => one.name === name));
    if (!found || !complete) return { search: [], read: [] };
    const may = (permission: 'list' | 'show') =>
      (Object.keys(found.roles) as Role[]).filter((role) => mayDo(found, role, permission));
    return { search: may('list'), read: may('show') };
  };

/** Builds a subquery of the records that the account may see. */
export const selectVisible = (collection: Collection, account: Account): RawBuilder<unknown> => {
  const seen = getVisibleConditions(collection, account);
  const where = seen.length > 0 ? sql`where ${sql.join(seen, sql` and `)}` : sql``;
  return sql`(select * from ${sql.table(collection.table)} ${where})`;
};

/** Finds visible records that match a condition. */
export async function findVisibleRecords<N extends string>(
  services: Services,
  name: N,
  account: Account,
  where: RawBuilder<SqlBool>,
) {
  const collection = getCollection(services, name);
  const query = sql<CollectionRow>`select * from ${selectVisible(collection, account)} as r where ${where}`;
  return toAccountRecords({ services, collection, account }, (await query.execute(services.db)).rows);
}

export async function findVisitsById({ db }: Services, ids: readonly unknown[]): Promise<Map<string, AppointmentRow>> {
  const rows = ids.length > 0 ? await appointmentsById(db, [...new Set(ids.map(String))]) : [];
  return new Map(rows.map((row) => [row.id, row]));
}

/** Counts the matches of `from ... where ...`. */
export async function countMatches(match: RawBuilder<unknown>, { db }: Services): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count ${match}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

export const joinConditions = (parts: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  sql`(${sql.join([sql`1 = 1`, ...parts], sql` and `)})`;

export const isOneOf = (column: string, values: readonly string[]): RawBuilder<SqlBool> =>
  values.length > 0 ? sql`${sql.ref(column)} in (${sql.join(values)})` : sql`1 = 0`;
