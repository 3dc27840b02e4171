import { sql } from 'kysely';
import type { Db } from '../db/databaseSchema.ts';
import type { DatabaseKind } from '../db/openDatabase.ts';

/** Holds ids and words from fixed lists, never values of a record. */
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
const guards: Record<DatabaseKind, { make: string[]; drop: string[] }> = {
  sqlite: {
    make: [
      `create trigger audit_no_update before update on audit begin select raise(abort, '${MESSAGE}'); end`,
      `create trigger audit_no_delete before delete on audit begin select raise(abort, '${MESSAGE}'); end`,
      `create trigger audit_no_replace before insert on audit when exists (select 1 from audit where id = new.id)
        begin select raise(abort, '${MESSAGE}'); end`,
    ],
    drop: ['update', 'delete', 'replace'].map((name) => `drop trigger if exists audit_no_${name}`),
  },
  postgres: {
    make: [
      `create or replace function refuse_audit_change() returns trigger language plpgsql as $$
        begin raise exception '${MESSAGE}'; end $$`,
      `create trigger audit_no_change before update or delete on audit for each row execute function refuse_audit_change()`,
      `create trigger audit_no_truncate before truncate on audit execute function refuse_audit_change()`,
    ],
    drop: ['change', 'truncate'].map((name) => `drop trigger if exists audit_no_${name} on audit`),
  },
};

/** Returns the statements that create the audit table. */
export const auditSteps = (kind: DatabaseKind): string[] => [auditTable, ...indexes, ...guards[kind].make];

/** Returns the statements that create the table of the records in audit entries. */
export const auditRecordSteps = (kind: DatabaseKind): string[] => [createRecordsTable(kind)];

/** Empties the trail for a restore and keeps its triggers. Call it in a transaction. */
export async function clearAudit(db: Db, kind: DatabaseKind): Promise<void> {
  const { make, drop } = guards[kind];
  for (const statement of [...drop, 'delete from audit', ...make]) await sql.raw(statement).execute(db);
}
