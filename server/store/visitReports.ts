import { sql } from 'kysely';
import { type Db, newId } from 'portal-frame/server/database';
import { VISIT_STATES, type VisitState } from '../../src/wire/visitReportApi.ts';
import { doneIndex } from './appointmentIndexes.ts';
import type { AppointmentRow, VisitReportRow } from './schema.ts';

export const visitReportSteps = [
  `create table visit_reports (
    id text primary key not null,
    appointment_id text not null references appointments (id) on delete cascade,
    account_id text not null references accounts (id),
    report_key text not null,
    kind text not null,
    reason text,
    note text not null,
    scheduled_at bigint not null,
    made_at bigint not null,
    created_at bigint not null
  )`,
  'create unique index visit_reports_key on visit_reports (account_id, report_key)',
  'create index visit_reports_appointment on visit_reports (appointment_id, made_at)',
];

export const openReportSteps = [
  "create index visit_reports_open on visit_reports (created_at) where kind in ('couldNotDraw', 'note')",
];

const STATE_KINDS = VISIT_STATES.map((kind) => `'${kind}'`).join(', ');

/** The state is also stored in the appointment, for lists and counts. */
export const visitStateSteps = [
  'alter table appointments add column visit_state text',
  doneIndex,
  // Rows without a report are left alone: of a million, PostgreSQL would write each in every index.
  `update appointments set visit_state = (select kind from visit_reports as report
    where report.appointment_id = appointments.id and report.account_id = appointments.employee_id
      and report.scheduled_at = appointments.scheduled_at and report.kind in (${STATE_KINDS})
    order by report.made_at desc, report.id desc limit 1)
    where id in (select appointment_id from visit_reports)`,
];

export type NewReport = Pick<VisitReportRow, 'report_key' | 'kind' | 'reason' | 'note' | 'made_at'> & {
  /** Made before the latest change by a dispatcher: counts for no time of the visit. */
  late: boolean;
};

/** Inserts a report; undefined if its key is used. A late one counts for no time of the visit. */
export function insertVisitReport(
  db: Db,
  { id, scheduled_at }: AppointmentRow,
  accountId: string,
  { late, ...report }: NewReport,
): Promise<VisitReportRow | undefined> {
  const now = Date.now();
  const place = { appointment_id: id, scheduled_at: late ? 0 : scheduled_at };
  return db
    .insertInto('visit_reports')
    .values({ ...report, ...place, id: newId(now), account_id: accountId, created_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'report_key']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

export const reportByKey = (db: Db, accountId: string, key: string): Promise<VisitReportRow | undefined> =>
  db
    .selectFrom('visit_reports')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('report_key', '=', key)
    .executeTakeFirst();

/** Finds an appointment's reports with their authors, oldest first. */
export const reportsOf = (db: Db, appointmentId: string) =>
  db
    .selectFrom('visit_reports')
    .innerJoin('accounts', 'accounts.id', 'visit_reports.account_id')
    .selectAll('visit_reports')
    .select('accounts.full_name')
    .where('appointment_id', '=', appointmentId)
    .orderBy('made_at')
    .orderBy('visit_reports.id')
    .execute();

/** Selects an employee's latest state report; before a report, if it is given. */
export const selectLastState = (db: Db, accountId: string, before?: Pick<VisitReportRow, 'id' | 'made_at'>) =>
  db
    .selectFrom('visit_reports')
    .select(['kind', 'made_at', 'appointment_id'])
    .where('account_id', '=', accountId)
    .where('kind', 'in', VISIT_STATES)
    .$if(before !== undefined, (query) =>
      query.where('made_at', '<=', before?.made_at ?? 0).where('id', '!=', before?.id ?? ''),
    )
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1);

type Standing = Pick<AppointmentRow, 'id' | 'employee_id' | 'scheduled_at'>;

/** Finds the last state that the visit's employee reported for its time, optionally before the report `before`. */
export async function findVisitState(
  db: Db,
  { id, employee_id, scheduled_at }: Standing,
  before?: VisitReportRow,
): Promise<VisitState | null> {
  if (employee_id === null) return null;
  const reports = selectLastState(db, employee_id, before).where('appointment_id', '=', id);
  const last = await reports.where('scheduled_at', '=', scheduled_at).executeTakeFirst();
  return VISIT_STATES.find((state) => state === last?.kind) ?? null;
}

/**
 * Finds reports that a dispatcher has to handle, newest first: notes, and failed draws that were not tried again. Only
 * of pending visits with the same employee and time.
 */
export const openReports = (db: Db, since: number, most: number) =>
  db
    .selectFrom('visit_reports as report')
    .innerJoin('appointments as visit', (join) =>
      join
        .onRef('visit.id', '=', 'report.appointment_id')
        .onRef('visit.employee_id', '=', 'report.account_id')
        .onRef('visit.scheduled_at', '=', 'report.scheduled_at'),
    )
    .innerJoin('accounts', 'accounts.id', 'report.account_id')
    .selectAll('report')
    .select(['accounts.full_name', 'visit.patient_name'])
    .where('report.created_at', '>=', since)
    // Literals as in the index, which PostgreSQL compares.
    .where(sql<boolean>`report.kind in ('couldNotDraw', 'note')`)
    .where('visit.status', '=', 'Pending')
    .where((of) =>
      of.or([
        of('report.kind', '=', 'note'),
        of.not(
          of.exists(
            of
              .selectFrom('visit_reports as later')
              .select('later.id')
              .whereRef('later.appointment_id', '=', 'report.appointment_id')
              .whereRef('later.account_id', '=', 'report.account_id')
              .whereRef('later.scheduled_at', '=', 'report.scheduled_at')
              .where('later.kind', '!=', 'note')
              .where(sql<boolean>`(later.made_at, later.id) > (report.made_at, report.id)`),
          ),
        ),
      ]),
    )
    .orderBy('report.created_at', 'desc')
    .orderBy('report.id', 'desc')
    .limit(most)
    .execute();
