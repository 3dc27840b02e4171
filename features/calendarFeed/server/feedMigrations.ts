import type { Migration } from 'kysely/migration';
import { createMissing } from 'portal-frame/server/plugins';

/** The portal made this table until the feed became a feature, so it may be there already. */
const feedSteps = [
  `create table feeds (
    account_id text primary key not null references accounts (id) on delete cascade,
    secret_hash text not null,
    names integer not null,
    language text not null,
    created_at bigint not null
  )`,
  'create unique index feeds_secret on feeds (secret_hash)',
];

export const feedMigrations = (): Record<string, Migration> => ({
  '001_feeds': { up: (db) => createMissing(db, feedSteps) },
});
