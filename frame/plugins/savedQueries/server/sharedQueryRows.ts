import { normalizeKey } from 'portal-frame/server/accounts';
import { type Db, newId } from 'portal-frame/server/database';
import { changesRow } from 'portal-frame/server/plugins';

/** A named list query that some roles see. */
export interface SharedQueryRow {
  id: string;
  resource: string;
  name: string;
  name_key: string;
  /** JSON list. */
  roles: string;
  /** JSON of filters and order. */
  value: string;
  account_id: string;
  created_at: number;
}

declare module 'portal-frame/server/database' {
  interface Schema {
    shared_queries: SharedQueryRow;
  }
}

/** Finds all shared queries with the names of their owners, ordered by name. */
export const findSharedQueries = (db: Db) =>
  db
    .selectFrom('shared_queries')
    .innerJoin('accounts', 'accounts.id', 'shared_queries.account_id')
    .selectAll('shared_queries')
    .select('accounts.full_name')
    .orderBy('shared_queries.resource')
    .orderBy('shared_queries.name_key')
    .execute();

/** Saves a shared query and returns its row; undefined if the resource already has a query of that name. */
export function addSharedQuery(
  db: Db,
  query: Pick<SharedQueryRow, 'resource' | 'name' | 'roles' | 'value' | 'account_id'>,
): Promise<SharedQueryRow | undefined> {
  return db
    .insertInto('shared_queries')
    .values({ ...query, id: newId(), name_key: normalizeKey(query.name), created_at: Date.now() })
    .onConflict((conflict) => conflict.columns(['resource', 'name_key']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

export const deleteSharedQuery = (db: Db, id: string): Promise<boolean> =>
  changesRow(db.deleteFrom('shared_queries').where('id', '=', id));
