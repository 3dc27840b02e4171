import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from 'portal-frame/server/database';
import { runMigrationStep } from 'portal-frame/server/database';
import { auditArchiveSteps, auditRecordSteps, auditSteps } from 'portal-frame/server/migrations';
import type { ActivityEntry } from 'portal-frame/server/plugins';

/** One operation; triggers forbid changes, archived rows may be deleted. Each hash covers the hash of the previous row. */
export interface AuditRow {
  /** Counts from 1 without gaps. */
  id: number;
  at: number;
  /** Null if nobody was signed in. */
  account_id: string | null;
  role: string;
  name: string;
  /** The operation; a released migration named the column. */
  deed: ActivityEntry['operation'];
  resource: string;
  record_id: string | null;
  address: string;
  /** JSON: names of fields and filters, ids and numbers of records; never values. */
  details: string;
  previous_hash: string;
  hash: string;
}

/** Index of the records that each audit row disclosed. */
export interface AuditRecordRow {
  /** Id of a record, or `#` and the id of an audit row that disclosed the same records. */
  record_id: string;
  audit_id: number;
}

/** A file with the audit rows from `first_id` to `last_id`, as JSON lines. The chain goes on after `last_hash`. */
export interface AuditArchiveRow {
  first_id: number;
  last_id: number;
  last_hash: string;
  path: string;
}

declare module 'portal-frame/server/database' {
  interface Schema {
    audit: AuditRow;
    audit_records: AuditRecordRow;
    audit_archives: AuditArchiveRow;
  }
}

/** The tables of the trail, which the frame made before: a database with the first one has all of them. */
export const auditMigrations = (kind: DatabaseKind): Record<string, Migration> => ({
  '001_audit': {
    async up(db) {
      const tables = await db.introspection.getTables();
      if (tables.some(({ name }) => name === 'audit')) return;
      await runMigrationStep(db, kind, [...auditSteps(kind), ...auditRecordSteps(kind), ...auditArchiveSteps(kind)]);
    },
  },
});
