import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type DatabaseKind, runMigrationStep } from 'portal-frame/server/database';
import {
  auditArchiveTables,
  auditRecordSteps,
  auditSteps,
  automationTables,
  emailChangeSteps,
  eventTableSteps,
  holdSteps,
  identityTables,
  operationTables,
  outboxSteps,
  programTables,
  secondFactorSteps,
} from 'portal-frame/server/migrations';
import { accountSteps } from './accountSteps.ts';
import { indexSteps, pendingIndex } from './appointmentIndexes.ts';
import { countsSteps } from './countsSchema.ts';
import { custodySteps } from './custodySchema.ts';
import { visitResultSteps, whoDrewSteps } from './visitResults.ts';
import { openReportSteps, visitReportSteps, visitStateSteps, visitTimeSteps } from './visitState.ts';
import { moreWordsSteps, wordsSteps } from './wordsSchema.ts';

/** Of a plug-in, which may be left out. */
const sharedQuerySteps = [
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

/**
 * The portal's migrations from before the frame had its own, with the frame's tables: only databases of that time run
 * them. The list is complete; new steps go to `migrations`.
 */
export function formerMigrations(kind: DatabaseKind): Record<string, Migration> {
  const runAll = (db: Kysely<unknown>, statements: readonly string[]) => runMigrationStep(db, kind, statements);
  return {
    '001_start': { up: (db) => runAll(db, startTables(kind)) },
    '002_counts': { up: (db) => runAll(db, countsSteps(kind)) },
    '003_indexes': { up: (db) => runAll(db, indexSteps) },
    '004_audit': { up: (db) => runAll(db, auditSteps(kind)) },
    '005_outbox': { up: (db) => runAll(db, outboxSteps) },
    '006_sessions': { up: (db) => runAll(db, sessionSteps) },
    '007_events': { up: (db) => runAll(db, eventTableSteps) },
    '008_feeds': { up: (db) => runAll(db, feedSteps) },
    '009_payments': { up: (db) => runAll(db, ['alter table transactions add column before_visit text']) },
    '010_reauthentication': { up: (db) => runAll(db, reauthenticationSteps) },
    '011_records': { up: (db) => runAll(db, [...auditRecordSteps(kind), ...notificationSteps]) },
    '012_email_changes': { up: (db) => runAll(db, emailChangeSteps) },
    '013_second_factor': { up: (db) => runAll(db, secondFactorSteps) },
    '014_accounts': { up: (db) => accountSteps(db, runAll) },
    '015_find': { up: (db) => runAll(db, wordsSteps(kind)) },
    '016_dispatch': {
      up: (db) => runAll(db, ['alter table appointments add column cancel_reason text', pendingIndex]),
    },
    '017_backup_holds': { up: (db) => runAll(db, holdSteps) },
    '018_visit_reports': { up: (db) => runAll(db, visitReportSteps) },
    '019_open_reports': { up: (db) => runAll(db, openReportSteps) },
    '020_shared_queries': { up: (db) => runAll(db, sharedQuerySteps) },
    '021_custody': { up: (db) => runAll(db, custodySteps(kind)) },
    '022_visit_confirmations': { up: (db) => runAll(db, visitConfirmationSteps) },
    '023_visit_times': { up: (db) => runAll(db, visitTimeSteps) },
    '024_visit_states': { up: (db) => runAll(db, visitStateSteps) },
    '025_operations': operationTables(kind),
    '026_more_words': { up: (db) => runAll(db, moreWordsSteps(kind)) },
    '027_completed_by_report': {
      up: (db) => runAll(db, ['alter table appointments add column completed_by_report integer']),
    },
    '028_dispatched': { up: (db) => runAll(db, dispatchedSteps) },
    '029_programs': programTables(kind),
    '030_identities': identityTables(kind),
    '031_visit_results': { up: (db) => runAll(db, visitResultSteps) },
    '032_automations': automationTables(kind),
    '033_on_my_way': { up: (db) => runAll(db, onMyWaySteps) },
    '034_invoice_mails': { up: (db) => runAll(db, invoiceMailSteps) },
    '035_who_drew': { up: (db) => runAll(db, whoDrewSteps) },
    '036_audit_archives': auditArchiveTables(kind),
    '037_cancelled_by': { up: (db) => runAll(db, cancelledBySteps) },
  };
}

/** The table of the feature calendarFeed. */
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

/** The table of the feature patientLinks. */
const visitConfirmationSteps = [
  `create table visit_confirmations (
    appointment_id text not null references appointments (id) on delete cascade,
    scheduled_at bigint not null,
    token_hash text,
    answer text,
    reason text,
    answered_at bigint,
    created_at bigint not null,
    primary key (appointment_id, scheduled_at)
  )`,
  'create unique index visit_confirmations_token on visit_confirmations (token_hash)',
];

const onMyWaySteps = [
  'alter table visit_confirmations add column way_token_hash text',
  'alter table visit_confirmations add column way_asked_at bigint',
  'create unique index visit_confirmations_way_token on visit_confirmations (way_token_hash)',
];

/** Earlier cancellations were charged as the patient's, and keep their charges. */
const cancelledBySteps = [
  'alter table appointments add column cancelled_by text',
  "update appointments set cancelled_by = 'patient' where status = 'Rejected'",
];

const dispatchedSteps = [
  'alter table appointments add column dispatched_at bigint',
  'alter table appointments add column former_employee_id text references accounts (id)',
];

/** Id of the invoice in the payload of a former message: {"id":"..."}. */
const mailedInvoice = 'substr(payload, 8, length(payload) - 9)';
/** Turns unsent mails of the former kind `invoice` into events of the automation that mails invoices now. */
const invoiceMailSteps = [
  `insert into event_deliveries
      (id, target, resource, record_id, seq, event, created_at, expires_at, state, tries, locked_until)
    select id, 'invoices.send', 'invoices', ${mailedInvoice}, 0, 'invoices.create', created_at, expires_at, 'waiting', 0, 0
    from outbox where kind = 'invoice'`,
  `update outbox set kind = 'automation', tries = 0, locked_until = 0,
      payload = '{"target":"invoices.send","resource":"invoices","record_id":"' || ${mailedInvoice} || '"}'
    where kind = 'invoice'`,
];

const sessionSteps = [
  'alter table sessions add column used_at bigint not null default 0',
  "alter table sessions add column agent text not null default ''",
  "alter table sessions add column address text not null default ''",
  'update sessions set used_at = created_at',
  'alter table attempts add column open_at bigint not null default 0',
];

const notificationSteps = [
  'alter table notifications add column appointment_id text',
  'create index notifications_appointment on notifications (appointment_id)',
];

const reauthenticationSteps = ['alter table sessions add column reauthenticated_at bigint not null default 0'];

/** SQL for both databases. Sorted texts use code point order on both. */
const startTables = (kind: DatabaseKind) =>
  [accountTables, appointmentTables(kind), documentAndPaymentTables, messageTables].flatMap((tables) =>
    tables.split(';\n'),
  );

const accountTables = `
create table accounts (
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
  job_role text not null,
  hire_date text,
  employee_code text,
  employee_key text,
  department text not null,
  shift_timing text not null,
  timings text,
  is_active integer not null,
  is_notification integer not null,
  created_at bigint not null,
  deleted_at bigint
);
create unique index accounts_email on accounts (email_key) where deleted_at is null;
create unique index accounts_username on accounts (username_key) where deleted_at is null;
create unique index accounts_employee_code on accounts (employee_key) where deleted_at is null;
create index accounts_role on accounts (role, created_at);

create table sessions (
  id text primary key not null,
  account_id text not null references accounts (id) on delete cascade,
  created_at bigint not null,
  expires_at bigint not null,
  ended_at bigint,
  outlives integer not null
);
create index sessions_account on sessions (account_id);
create index sessions_expiry on sessions (expires_at);

create table attempts (
  key text primary key not null,
  count integer not null,
  expires_at bigint not null
);
create index attempts_expiry on attempts (expires_at)
`;

const appointmentTables = (kind: DatabaseKind) => `
create table appointments (
  id text primary key not null,
  patient_name text not null,
  patient_key text ${kind === 'postgres' ? 'collate "C"' : ''} not null,
  image text,
  age integer,
  email text not null,
  contact_number text not null,
  address text not null,
  account_number text not null,
  date_of_birth text,
  gender text not null,
  employee_id text references accounts (id),
  laboratory_id text references accounts (id),
  laboratory text not null,
  fees_cents bigint,
  priority text not null,
  scheduled_at bigint not null,
  status text not null,
  instructions text not null,
  tracking_image text,
  created_at bigint not null,
  updated_at bigint not null,
  version integer not null
);
create index appointments_created on appointments (created_at, id);
create index appointments_patient on appointments (patient_key, id);
create index appointments_status on appointments (status, created_at, id);
create index appointments_scheduled on appointments (scheduled_at);
create index appointments_employee on appointments (employee_id, created_at, id);
create index appointments_employee_status on appointments (employee_id, status, fees_cents);
create index appointments_employee_scheduled on appointments (employee_id, scheduled_at);
create index appointments_laboratory on appointments (laboratory_id, created_at, id);
create index appointments_laboratory_status on appointments (laboratory_id, status, fees_cents);
create index appointments_laboratory_scheduled on appointments (laboratory_id, scheduled_at)
`;

const documentAndPaymentTables = `
create table documents (
  appointment_id text not null references appointments (id) on delete cascade,
  position integer not null,
  path text not null,
  name text not null,
  size bigint not null,
  primary key (appointment_id, position)
);

create table transactions (
  id text primary key not null,
  appointment_id text references appointments (id),
  account_number text not null,
  patient_name text not null,
  date_and_time bigint not null,
  amount_cents bigint not null,
  status text not null,
  created_at bigint not null
);
create index transactions_appointment on transactions (appointment_id);
create index transactions_dated on transactions (date_and_time, id);
create index transactions_earned on transactions (status, date_and_time, amount_cents)
`;

const messageTables = `
create table notifications (
  id text primary key not null,
  account_id text not null references accounts (id) on delete cascade,
  title text not null,
  body text not null,
  is_read integer not null,
  created_at bigint not null
);
create index notifications_account on notifications (account_id, created_at, id);

create table push_tokens (
  token text primary key not null,
  account_id text not null references accounts (id) on delete cascade,
  created_at bigint not null
);
create index push_tokens_account on push_tokens (account_id);

create table reset_codes (
  id text primary key not null,
  account_id text not null references accounts (id) on delete cascade,
  code_hash text not null,
  tries integer not null,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint,
  verified_at bigint
);
create index reset_codes_account on reset_codes (account_id, created_at)
`;
