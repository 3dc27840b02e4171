import type { Db } from 'portal-frame/server/database';
import { VISIT_STATES, type VisitState } from '../../src/wire/choices.ts';
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

/** Without names: the purpose is the duration of visits, not the speed of employees. */
export const visitTimeSteps = [
  `create table visit_times (
    id text primary key not null,
    part text not null,
    minutes integer not null,
    made_at bigint not null
  )`,
  'create index visit_times_made on visit_times (made_at)',
  'create index visit_reports_account on visit_reports (account_id, made_at)',
];

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
