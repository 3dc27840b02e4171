import type { APPOINTMENT_STATUSES, TRANSACTION_STATUSES } from '../../src/wire/enums.ts';
import type { DeclineReason, VisitAnswer } from '../../src/wire/orderApi.ts';
import type { NotDrawnReason, ReportKind, VisitState } from '../../src/wire/visitReportApi.ts';
import type { VisitPart } from '../../src/wire/visitTimes.ts';
import type { CustodyRow } from './custodySchema.ts';

/** What the portal's accounts have besides. */
declare module '../../frame/server/accounts/accountRows.ts' {
  interface NewAccount {
    jobRole?: string;
    hireDate?: string | null;
    employeeCode?: string | null;
    department?: string;
    shiftTiming?: string;
    timings?: unknown[] | null;
  }
}

/** The portal's tables beside the frame's, which migrations.ts makes, and its columns in the frame's. */
declare module '../../frame/server/db/databaseSchema.ts' {
  interface Schema {
    appointments: AppointmentRow;
    appointment_counts: AppointmentCountRow;
    documents: DocumentRow;
    transactions: TransactionRow;
    feeds: FeedRow;
    visit_reports: VisitReportRow;
    visit_times: VisitTimeRow;
    custody_events: CustodyRow;
    visit_confirmations: VisitConfirmationRow;
  }
  /** What a role does not have is '' or null. A deleted account keeps its code besides its name; both are free again. */
  interface AccountRow {
    /** What a laboratory's name is compared by (laboratoryNames.ts); null for other roles, and for older look-alikes. */
    name_key: string | null;
    /** The name that a laboratory wants, until an admin decides. */
    requested_name: string | null;
    job_role: string;
    hire_date: string | null;
    employee_code: string | null;
    employee_key: string | null;
    department: string;
    shift_timing: string;
    /** JSON of the wire's timings (laboratories). */
    timings: string | null;
  }
  interface NotificationRow {
    /** The appointment that it names; null where it names none, and in those from before there was this column. */
    appointment_id: string | null;
  }
}

export type AppointmentStatus = (typeof APPOINTMENT_STATUSES)[number];
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

export interface AppointmentRow {
  id: string;
  patient_name: string;
  patient_key: string;
  image: string | null;
  age: number | null;
  email: string;
  contact_number: string;
  address: string;
  account_number: string;
  date_of_birth: string | null;
  gender: string;
  employee_id: string | null;
  /** Null for the fixed extra laboratories, which have no account. */
  laboratory_id: string | null;
  laboratory: string;
  fees_cents: number | null;
  priority: string;
  scheduled_at: number;
  status: AppointmentStatus;
  instructions: string;
  tracking_image: string | null;
  /** Why an admin cancelled it, which made it Rejected. */
  cancel_reason: string | null;
  /** Its employee's latest report of it as it stands: another employee or another time clears it. */
  visit_state: VisitState | null;
  created_at: number;
  updated_at: number;
  /** Counts the changes, from 1 on. */
  version: number;
}

/** Kept by triggers (countsSchema.ts); nothing else writes it. */
export interface AppointmentCountRow {
  employee_id: string;
  laboratory_id: string;
  laboratory: string;
  assigned: number;
  status: AppointmentStatus;
  priority: string;
  tracked: number;
  slot: number;
  total: number;
  fees_cents: number;
}

export interface DocumentRow {
  appointment_id: string;
  position: number;
  path: string;
  /** As the person named it. */
  name: string;
  /** Bytes. */
  size: number;
}

/** What an employee reported of a visit; only ever added to. */
export interface VisitReportRow {
  id: string;
  appointment_id: string;
  account_id: string;
  /** Given by the phone. */
  report_key: string;
  kind: ReportKind;
  reason: NotDrawnReason | null;
  note: string;
  /** When the visit was to be at that time: one that is moved later begins anew. */
  scheduled_at: number;
  /** By the phone's clock. */
  made_at: number;
  created_at: number;
}

/** How long a part of a visit took. */
export interface VisitTimeRow {
  id: string;
  part: VisitPart;
  minutes: number;
  /** When it ended, by the phone's clock. */
  made_at: number;
}

/** A patient was asked, the evening before, whether they will be there at that time. */
export interface VisitConfirmationRow {
  appointment_id: string;
  scheduled_at: number;
  /** Null until the mail is sent. */
  token_hash: string | null;
  answer: VisitAnswer | null;
  reason: DeclineReason | null;
  answered_at: number | null;
  created_at: number;
}

export interface TransactionRow {
  id: string;
  appointment_id: string | null;
  account_number: string;
  patient_name: string;
  date_and_time: number;
  amount_cents: number;
  status: TransactionStatus;
  /** The status from before it followed its visit's; null where it was given or set by itself. */
  before_visit: TransactionStatus | null;
  created_at: number;
}

/** An employee's calendar feed. */
export interface FeedRow {
  account_id: string;
  /** Of its password, or of the secret in its address (feeds.ts). */
  secret_hash: string;
  /** 1 where patients are named in it. */
  names: number;
  /** The language its texts are in. */
  language: string;
  created_at: number;
}
