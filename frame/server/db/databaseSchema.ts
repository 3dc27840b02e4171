import type { Kysely, Transaction } from 'kysely';
import type { AuditOperation } from '../../wire/auditCalls.ts';
import type { Role } from '../../wire/call.ts';
import type { EventOperation } from '../../wire/events.ts';
import type { EmailChangeRow, FactorRow, RecoveryCodeRow, ResetCodeRow, TicketRow } from './signInTables.ts';

/**
 * The tables, the same on SQLite and PostgreSQL. Ids are 24 hex characters, times milliseconds since 1970 (UTC),
 * days YYYY-MM-DD, money integer cents, flags 0 or 1, lists JSON text. A `..._key` is what a text is compared or
 * sorted by. Files are named by their path in the file store.
 *
 * An app adds its own tables, and columns of its own in these, by `declare module` in its server/store/schema.ts.
 */
export interface Schema {
  accounts: AccountRow;
  sessions: SessionRow;
  attempts: AttemptRow;
  notifications: NotificationRow;
  push_tokens: PushTokenRow;
  reset_codes: ResetCodeRow;
  audit: AuditRow;
  audit_records: AuditRecordRow;
  outbox: OutboxRow;
  shared_queries: SharedQueryRow;
  email_changes: EmailChangeRow;
  factors: FactorRow;
  recovery_codes: RecoveryCodeRow;
  tickets: TicketRow;
  events: EventRow;
  backup_holds: BackupHoldRow;
  command_runs: CommandRunRow;
}

/** The database, or a transaction on it: what queries take. */
export type Db = Kysely<Schema> | Transaction<Schema>;

/** Somebody who can sign in. */
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
  /** Deleted accounts stay for the sake of the records that name them, with the name alone. */
  deleted_at: number | null;
}

/** A backup under way, see backupHolds.ts. */
export interface BackupHoldRow {
  id: string;
  until_at: number;
}

/** The last success of a command, see commandRuns.ts. */
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
  /** 1 where this session deactivated its own account and goes on, so that its person can turn it back on. */
  outlives: number;
  /** When it last made a call, to the minute. */
  used_at: number;
  /** The User-Agent it was opened with, and the address. */
  agent: string;
  address: string;
  /** When its person last proved again who they are; 0 for never. */
  reauthenticated_at: number;
}

/** Failed tries (sign-in, one-time codes) per key; the next one is taken from `open_at` on, all forgotten at `expires_at`. */
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
  /** What it is about, where there is a record to be seen. */
  resource: string | null;
  record_id: string | null;
  is_read: number;
  created_at: number;
}

export interface PushTokenRow {
  token: string;
  account_id: string;
  created_at: number;
}

/** One operation of a person (auditTables.ts forbids changes). Each row's hash covers the hash of the row before. */
export interface AuditRow {
  /** Counts from 1 without a gap. */
  id: number;
  at: number;
  /** Null where nobody was signed in. */
  account_id: string | null;
  role: Role | '';
  /** The person's name at that time. */
  name: string;
  /** The operation; a released migration named the column. */
  deed: AuditOperation;
  resource: string;
  record_id: string | null;
  /** The IP address. */
  address: string;
  /** JSON: names of fields and filters, ids and numbers of records; never values. */
  details: string;
  previous_hash: string;
  hash: string;
}

/** Which rows of the audit trail gave out which record: what the trail's rows say themselves, to be searched by. */
export interface AuditRecordRow {
  /** A record's id; or `#` and the number of a row that gave out the same records. */
  record_id: string;
  audit_id: number;
}

/** A message on its way out, deleted once it is sent. */
export interface OutboxRow {
  id: string;
  kind: string;
  /** JSON of what its kind needs (frame/server/outbox/messageKinds.ts). */
  payload: string;
  tries: number;
  next_at: number;
  /** Some process sends it until then; 0 where none does. */
  locked_until: number;
  created_at: number;
  /** Given up then. */
  expires_at: number;
  /** Why the last try failed. */
  last_error: string | null;
}

/** What a list is asked for, under a name that some roles see. */
export interface SharedQueryRow {
  id: string;
  resource: string;
  name: string;
  name_key: string;
  /** A list. */
  roles: string;
  /** Filters and an order. */
  value: string;
  account_id: string;
  created_at: number;
}

/** A change that listeners are sent, kept for a while (changeEvents.ts). */
export interface EventRow {
  /** Counts up without a gap. */
  id: number;
  at: number;
  resource: string;
  record_id: string | null;
  /** The operation; a released migration named the column. */
  deed: EventOperation;
  /** JSON list of account ids and roles. */
  audience: string;
}
