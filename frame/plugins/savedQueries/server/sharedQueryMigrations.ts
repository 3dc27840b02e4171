import type { Migration } from 'kysely/migration';
import { createMissing } from 'portal-frame/server/plugins';

/** A database of a version that had the table among the frame's has it already. */
const steps = [
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

export const sharedQueryMigrations = (): Record<string, Migration> => ({
  '001_shared_queries': { up: (db) => createMissing(db, steps) },
});
