import type { DatabaseKind } from 'portal-frame/server/database';
import { doneIndex, listIndexSteps, pendingIndex } from './appointmentIndexes.ts';

/** Columns that the portal adds to the frame's tables. They are still empty. */
const columnSteps = [
  'alter table accounts add column job_role text not null',
  'alter table accounts add column hire_date text',
  'alter table accounts add column employee_code text',
  'alter table accounts add column employee_key text',
  'alter table accounts add column department text not null',
  'alter table accounts add column shift_timing text not null',
  'alter table accounts add column timings text',
  'alter table accounts add column name_key text',
  'alter table accounts add column requested_name text',
  'create unique index accounts_employee_code on accounts (employee_key) where deleted_at is null',
  'create unique index accounts_name on accounts (name_key) where deleted_at is null',
  'alter table notifications add column appointment_id text',
  'create index notifications_appointment on notifications (appointment_id)',
];

/** SQL for both databases. Sorted texts use code point order on both. */
const appointmentTable = (kind: DatabaseKind) => `create table appointments (
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
  former_employee_id text references accounts (id),
  laboratory_id text references accounts (id),
  laboratory text not null,
  fees_cents bigint,
  priority text not null,
  scheduled_at bigint not null,
  status text not null,
  visit_state text,
  completed_by_report integer,
  dispatched_at bigint,
  cancel_reason text,
  cancelled_by text,
  instructions text not null,
  tracking_image text,
  created_at bigint not null,
  updated_at bigint not null,
  version integer not null
)`;

const documentAndPaymentSteps = [
  `create table documents (
    appointment_id text not null references appointments (id) on delete cascade,
    position integer not null,
    path text not null,
    name text not null,
    size bigint not null,
    primary key (appointment_id, position)
  )`,
  `create table transactions (
    id text primary key not null,
    appointment_id text references appointments (id),
    account_number text not null,
    patient_name text not null,
    date_and_time bigint not null,
    amount_cents bigint not null,
    status text not null,
    before_visit text,
    created_at bigint not null
  )`,
  'create index transactions_appointment on transactions (appointment_id)',
  'create index transactions_dated on transactions (date_and_time, id)',
  'create index transactions_earned on transactions (status, date_and_time, amount_cents)',
];

/** Appointments, their documents and payments, and what the portal adds to the frame's tables. */
export const portalTables = (kind: DatabaseKind): string[] => [
  ...columnSteps,
  appointmentTable(kind),
  ...listIndexSteps,
  pendingIndex,
  doneIndex,
  ...documentAndPaymentSteps,
];
