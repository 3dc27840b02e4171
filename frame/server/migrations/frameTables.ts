import type { Migration } from 'kysely/migration';
import { emailChangeSteps } from '../accounts/emailChanges.ts';
import { ticketSteps } from '../accounts/signInTickets.ts';
import type { DatabaseKind } from '../db/openDatabase.ts';
import { runMigrationStep } from '../db/runMigrationStep.ts';
import { holdSteps } from '../files/removalHolds.ts';
import { eventTableSteps } from '../live/changeEventTables.ts';
import { outboxSteps } from '../outbox/outboxTables.ts';
import { auditRecordSteps, auditSteps } from './auditSteps.ts';
import { factorSteps } from './factorSteps.ts';

/** Accounts, sessions and their tables, in SQL for both databases. */
const accountSteps = [
  `create table accounts (
    id text primary key not null,
    role text not null,
    email text not null,
    email_key text not null,
    username text not null,
    username_key text not null,
    password_hash text not null,
    full_name text not null,
    contact_number text not null,
    address text not null,
    gender text not null,
    about text not null,
    image text,
    is_active integer not null,
    is_notification integer not null,
    created_at bigint not null,
    deleted_at bigint
  )`,
  'create unique index accounts_email on accounts (email_key) where deleted_at is null',
  'create unique index accounts_username on accounts (username_key) where deleted_at is null',
  'create index accounts_role on accounts (role, created_at)',
  `create table sessions (
    id text primary key not null,
    account_id text not null references accounts (id) on delete cascade,
    created_at bigint not null,
    expires_at bigint not null,
    ended_at bigint,
    outlives integer not null,
    used_at bigint not null default 0,
    agent text not null default '',
    address text not null default '',
    reauthenticated_at bigint not null default 0
  )`,
  'create index sessions_account on sessions (account_id)',
  'create index sessions_expiry on sessions (expires_at)',
  `create table attempts (
    key text primary key not null,
    count integer not null,
    expires_at bigint not null,
    open_at bigint not null default 0
  )`,
  'create index attempts_expiry on attempts (expires_at)',
  `create table notifications (
    id text primary key not null,
    account_id text not null references accounts (id) on delete cascade,
    title text not null,
    body text not null,
    is_read integer not null,
    created_at bigint not null,
    resource text,
    record_id text
  )`,
  'create index notifications_account on notifications (account_id, created_at, id)',
  `create table reset_codes (
    id text primary key not null,
    account_id text not null references accounts (id) on delete cascade,
    code_hash text not null,
    tries integer not null,
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint,
    verified_at bigint,
    network text not null default '',
    foreign_tries integer not null default 0
  )`,
  'create index reset_codes_account on reset_codes (account_id, created_at)',
];

/** Browsers that get push messages, and their accounts. */
export const pushTokenSteps = [
  `create table push_tokens (
    token text primary key not null,
    account_id text not null references accounts (id) on delete cascade,
    created_at bigint not null
  )`,
  'create index push_tokens_account on push_tokens (account_id)',
];

const statements: readonly string[] = [
  ...accountSteps,
  ...outboxSteps,
  ...eventTableSteps,
  ...emailChangeSteps,
  ...ticketSteps,
  ...holdSteps,
];

/** Creates the frame's first tables. */
export const coreTables = (kind: DatabaseKind): Migration => ({
  up: (db) => runMigrationStep(db, kind, statements),
});

/**
 * Creates the frame's first tables as they were when apps had them among their migrations. It never changes once
 * released.
 *
 * Later changes of these tables are separate functions. Each app adds them to its migrations under its next number, so
 * that all databases apply steps in the same order.
 * @example const migrations = (kind) => ({ '001_frame': frameTables(kind), '002_operations': operationTables(kind), '003_programs': programTables(kind), '004_identities': identityTables(kind), '005_automations': automationTables(kind), '006_audit_archives': auditArchiveTables(kind), '007_books': { up: ... } });
 */
export const frameTables = (kind: DatabaseKind): Migration => ({
  up: (db) =>
    runMigrationStep(db, kind, [
      ...[...statements, ...auditSteps(kind), ...auditRecordSteps(kind)],
      ...[...factorSteps, ...pushTokenSteps],
    ]),
});
