import type {
  APPOINTMENT_STATUSES,
  CANCELLERS,
  FailedDrawReason,
  ReportKind,
  TRANSACTION_STATUSES,
  VisitPart,
  VisitState,
} from '../../src/wire/choices.ts';

declare module 'portal-frame/server' {
  interface NewAccount {
    jobRole?: string;
    hireDate?: string | null;
    employeeCode?: string | null;
    department?: string;
    shiftTiming?: string;
    timings?: unknown[] | null;
  }
}

/** Tables of the portal, and its columns in the frame's tables. */
declare module 'portal-frame/server/database' {
  interface Schema {
    appointments: AppointmentRow;
    appointment_counts: AppointmentCountRow;
    documents: DocumentRow;
    transactions: TransactionRow;
    visit_reports: VisitReportRow;
    visit_times: VisitTimeRow;
  }
  /**
   * Values that a role does not have are '' or null. A deleted account keeps its code and name, which are free again.
   */
  interface AccountRow {
    /** Key of a laboratory's name (laboratoryNames.ts); null for other roles, and for old duplicates. */
    name_key: string | null;
    /** Name requested by a laboratory, until an admin decides. */
    requested_name: string | null;
    job_role: string;
    hire_date: string | null;
    employee_code: string | null;
    employee_key: string | null;
    department: string;
    shift_timing: string;
    /** JSON of wire timings (laboratories). */
    timings: string | null;
  }
  interface NotificationRow {
    /** Null without an appointment, and in old rows. */
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
  /** Null for extra laboratories, which have no account. */
  laboratory_id: string | null;
  laboratory: string;
  fees_cents: number | null;
  priority: string;
  scheduled_at: number;
  status: AppointmentStatus;
  instructions: string;
  tracking_image: string | null;
  /** Set if an admin cancelled it. */
  cancel_reason: string | null;
  /** Null if nobody said it. */
  cancelled_by: (typeof CANCELLERS)[number] | null;
  /** From the latest report of its employee; another employee or time clears it. */
  visit_state: VisitState | null;
  /** 1 while its status is the one that a report of Done set; any other change of the status clears it. */
  completed_by_report: number | null;
  /** When a dispatcher last changed status or time, or took the visit from its employee. */
  dispatched_at: number | null;
  /** Had the visit last, or before the current employee. */
  former_employee_id: string | null;
  created_at: number;
  updated_at: number;
  /** Counts changes from 1. */
  version: number;
}

/** Kept by triggers (countsSchema.ts). */
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
  /** As uploaded. */
  name: string;
  /** Bytes. */
  size: number;
}

/** Append-only. */
export interface VisitReportRow {
  id: string;
  appointment_id: string;
  account_id: string;
  /** Idempotency key of the phone. */
  report_key: string;
  kind: ReportKind;
  reason: FailedDrawReason | null;
  note: string;
  /** Time of the visit when reported; a moved visit starts over. */
  scheduled_at: number;
  /** By the phone's clock. */
  made_at: number;
  created_at: number;
}

export interface VisitTimeRow {
  id: string;
  part: VisitPart;
  minutes: number;
  /** End, by the phone's clock. */
  made_at: number;
}

export interface TransactionRow {
  id: string;
  appointment_id: string | null;
  account_number: string;
  patient_name: string;
  patient_key: string;
  date_and_time: number;
  amount_cents: number;
  status: TransactionStatus;
  /** Status before it followed the visit's status; else null. */
  before_visit: TransactionStatus | null;
  created_at: number;
}
