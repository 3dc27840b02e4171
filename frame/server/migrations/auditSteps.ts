import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '../db/openDatabase.ts';
import { runMigrationStep } from '../db/runMigrationStep.ts';

/** Tables of the audit trail, which a plug-in has now. They hold ids and words from fixed lists, never values of a record. */
const auditTable = `create table audit (
  id bigint primary key not null,
  at bigint not null,
  account_id text,
  role text not null,
  name text not null,
  deed text not null,
  resource text not null,
  record_id text,
  address text not null,
  details text not null,
  previous_hash text not null,
  hash text not null
)`;

const indexes = [
  'create index audit_at on audit (at, id)',
  'create index audit_account on audit (account_id, id)',
  'create index audit_deed on audit (deed, id)',
  'create index audit_resource on audit (resource, id)',
  'create index audit_record on audit (record_id, id)',
];

const createRecordsTable = (kind: DatabaseKind) => `create table audit_records (
  record_id text not null,
  audit_id bigint not null,
  primary key (record_id, audit_id)
)${kind === 'sqlite' ? ' without rowid' : ''}`;

const MESSAGE = 'the audit trail is append-only';

/** Triggers that forbid everything but inserts. SQLite's `insert or replace` does not fire the delete trigger. */
const guards: Record<DatabaseKind, string[]> = {
  sqlite: [
    `create trigger audit_no_update before update on audit begin select raise(abort, '${MESSAGE}'); end`,
    `create trigger audit_no_delete before delete on audit begin select raise(abort, '${MESSAGE}'); end`,
    `create trigger audit_no_replace before insert on audit when exists (select 1 from audit where id = new.id)
        begin select raise(abort, '${MESSAGE}'); end`,
  ],
  postgres: [
    `create or replace function refuse_audit_change() returns trigger language plpgsql as $$
        begin raise exception '${MESSAGE}'; end $$`,
    `create trigger audit_no_change before update or delete on audit for each row execute function refuse_audit_change()`,
    `create trigger audit_no_truncate before truncate on audit execute function refuse_audit_change()`,
  ],
};

/** Returns the statements that create the audit table. */
export const auditSteps = (kind: DatabaseKind): string[] => [auditTable, ...indexes, ...guards[kind]];

/** Returns the statements that create the table of the records in audit entries. */
export const auditRecordSteps = (kind: DatabaseKind): string[] => [createRecordsTable(kind)];

const archivesTable = `create table audit_archives (
  first_id bigint primary key not null,
  last_id bigint not null,
  last_hash text not null,
  path text not null
)`;

/** Triggers that let archived rows be deleted, and protect the list of archives. */
const archiveGuards: Record<DatabaseKind, string[]> = {
  sqlite: [
    'drop trigger audit_no_delete',
    `create trigger audit_no_delete before delete on audit
      when not exists (select 1 from audit_archives where last_id >= old.id)
      begin select raise(abort, '${MESSAGE}'); end`,
    ...['update', 'delete'].map(
      (change) => `create trigger audit_archives_no_${change} before ${change} on audit_archives
        begin select raise(abort, '${MESSAGE}'); end`,
    ),
    `create trigger audit_archives_no_replace before insert on audit_archives
      when exists (select 1 from audit_archives where first_id = new.first_id)
      begin select raise(abort, '${MESSAGE}'); end`,
  ],
  postgres: [
    // Separate conditions: the rows of a TRUNCATE and of audit_archives have no id.
    `create or replace function refuse_audit_change() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' and tg_table_name = 'audit' then
          if exists (select 1 from audit_archives where last_id >= old.id) then return old; end if;
        end if;
        raise exception '${MESSAGE}';
      end $$`,
    `create trigger audit_archives_no_change before update or delete on audit_archives
      for each row execute function refuse_audit_change()`,
    `create trigger audit_archives_no_truncate before truncate on audit_archives execute function refuse_audit_change()`,
  ],
};

/** Returns the statements that create the table of the trail's archives (AUDIT_YEARS). */
export const auditArchiveSteps = (kind: DatabaseKind): string[] => [archivesTable, ...archiveGuards[kind]];

/** Creates the migration after `automationTables`, as the frame had it. */
export const auditArchiveTables = (kind: DatabaseKind): Migration => ({
  up: (db) => runMigrationStep(db, kind, auditArchiveSteps(kind)),
});
