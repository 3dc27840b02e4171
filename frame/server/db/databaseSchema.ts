import type { Kysely, Transaction } from 'kysely';
import type { Role } from '../../wire/call.ts';
import type { EventOperation } from '../../wire/events.ts';
import type { IdempotencyRow, JobRow, JobRunRow } from './programSchema.ts';
import type { EmailChangeRow, ResetCodeRow, TicketRow } from './signInTables.ts';

export type * from './programSchema.ts';

/**
 * The tables, the same on SQLite and PostgreSQL. Ids have 24 hex characters. Times are milliseconds since 1970 (UTC),
 * days YYYY-MM-DD. Money is in integer cents, flags are 0 or 1, lists are JSON text. A `..._key` compares or sorts a
 * text. Files are named by their path in the file store.
 *
 * An app adds its tables and columns.
 * @example declare module 'portal-frame/server/database' { interface Schema { loans: LoanRow } }
 */
export interface Schema {
  accounts: AccountRow;
  sessions: SessionRow;
  idempotency_keys: IdempotencyRow;
  jobs: JobRow;
  job_runs: JobRunRow;
  job_records: { name: string; record_id: string; day: string };
  attempts: AttemptRow;
  notifications: NotificationRow;
  reset_codes: ResetCodeRow;
  outbox: OutboxRow;
  email_changes: EmailChangeRow;
  tickets: TicketRow;
  events: EventRow;
  backup_holds: BackupHoldRow;
  command_runs: CommandRunRow;
  collection_history: HistoryRow;
  collection_history_was: HistoryBackupRow;
  collection_files: UploadRow;
  collection_changes: ChangeRow;
  collection_computed: { table_name: string; made_by: string };
}

export type Db = Kysely<Schema> | Transaction<Schema>;

export interface AccountRow {
  id: string;
  role: Role;
  email: string;
  email_key: string;
  username: string;
  username_key: string;
  password_hash: string;
  full_name: string;
  contact_number: string;
  address: string;
  gender: string;
  about: string;
  image: string | null;
  is_active: number;
  is_notification: number;
  created_at: number;
  /** Deleted accounts keep their name for the records that refer to them. */
  deleted_at: number | null;
}

export interface BackupHoldRow {
  id: string;
  until_at: number;
}

export interface CommandRunRow {
  name: string;
  succeeded_at: number;
}

export interface SessionRow {
  id: string;
  account_id: string;
  created_at: number;
  expires_at: number;
  ended_at: number | null;
  /** 1 if this session deactivated its own account and stays open, so that its person can reactivate it. */
  outlives: number;
  /** Time of the last call, to the minute. */
  used_at: number;
  agent: string;
  address: string;
  /** Last time the person proved their identity again; 0 for never. */
  reauthenticated_at: number;
}

/** Failed attempts per key. The next attempt is open from `open_at`; all are forgotten at `expires_at`. */
export interface AttemptRow {
  key: string;
  count: number;
  open_at: number;
  expires_at: number;
}

export interface NotificationRow {
  id: string;
  account_id: string;
  title: string;
  body: string;
  /** The record that it refers to, if there is one. */
  resource: string | null;
  record_id: string | null;
  is_read: number;
  created_at: number;
}

export interface OutboxRow {
  id: string;
  kind: string;
  /** JSON payload of its kind, see messageKinds.ts. */
  payload: string;
  tries: number;
  next_at: number;
  /** A process sends it until this time; 0 if none does. */
  locked_until: number;
  created_at: number;
  expires_at: number;
  last_error: string | null;
}

/** A change for listeners, kept for a while (changeEvents.ts). */
export interface EventRow {
  id: number;
  at: number;
  resource: string;
  record_id: string | null;
  /** The operation; a released migration named the column. */
  deed: EventOperation;
  /** JSON list of account ids and roles. */
  audience: string;
}

/** A version of a record. `before` and `after` hold the changed values by field, as JSON. */
export interface HistoryRow {
  id: string;
  resource: string;
  record_id: string;
  version: number;
  at: number;
  account_id: string;
  action: string;
  before: string;
  after: string;
}

/** A version before a change of the config converted its values. */
type HistoryBackupRow = Pick<HistoryRow, 'id' | 'record_id' | 'before' | 'after'> & { change: number };

/** An upload. It has no record until one names it. */
interface UploadRow {
  path: string;
  name: string;
  size: number;
  resource: string;
  field: string;
  account_id: string;
  record_id: string | null;
  created_at: number;
}

/** An applied change of stored data, with JSON to describe and undo it. */
interface ChangeRow {
  number: number;
  at: number;
  steps: string;
  before: string;
  after: string;
  /** Number of the change that this one undid. */
  undoes: number | null;
}
