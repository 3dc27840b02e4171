import { changesRow } from '../db/changesRow.ts';
import type { Db, SharedQueryRow } from '../db/databaseSchema.ts';
import { newId } from '../db/newId.ts';
import { normalizeKey } from './accountRows.ts';

export const sharedQuerySteps = [
  `create table shared_queries (
    id text primary key not null,
    resource text not null,
    name text not null,
    name_key text not null,
    roles text not null,
    value text not null,
    account_id text not null references accounts (id) on delete cascade,
    created_at bigint not null
  )`,
  'create unique index shared_queries_name on shared_queries (resource, name_key)',
];

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
