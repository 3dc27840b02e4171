import { newId } from './id.ts';
import type { AppointmentRow, Db, VisitReportRow } from './schema.ts';

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

export type NewReport = Pick<VisitReportRow, 'report_key' | 'kind' | 'reason' | 'note' | 'made_at'>;

/** Adds a report, and gives it; undefined where its employee has one of that key already. */
export function addReport(
  db: Db,
  { id, scheduled_at }: AppointmentRow,
  accountId: string,
  report: NewReport,
): Promise<VisitReportRow | undefined> {
  const now = Date.now();
  return db
    .insertInto('visit_reports')
    .values({ ...report, id: newId(now), appointment_id: id, account_id: accountId, scheduled_at, created_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'report_key']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** An employee's report by the key that the phone gave it. */
export const reportByKey = (db: Db, accountId: string, key: string): Promise<VisitReportRow | undefined> =>
  db
    .selectFrom('visit_reports')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('report_key', '=', key)
    .executeTakeFirst();

/** What was reported of an appointment, in the order it was made, with the names of those who reported. */
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
