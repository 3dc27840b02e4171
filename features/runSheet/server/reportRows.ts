import { sql } from 'kysely';
import { type Db, newId } from 'portal-frame/server/database';
import type { AppointmentRow, VisitReportRow } from '../../../server/store/schema.ts';

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
