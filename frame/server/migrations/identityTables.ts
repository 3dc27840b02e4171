import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '../db/openDatabase.ts';
import { runMigrationStep } from '../db/runMigrationStep.ts';

/** People of an identity provider and their accounts. */
export const identitySteps = [
  `create table identities (
    issuer text not null,
    subject text not null,
    account_id text not null references accounts (id) on delete cascade,
    created_at bigint not null,
    primary key (issuer, subject)
  )`,
  'create index identities_account on identities (account_id)',
];

/** Creates the migration after `programTables`: people of an identity provider. */
export const identityTables = (kind: DatabaseKind): Migration => ({
  up: (db) => runMigrationStep(db, kind, identitySteps),
});
