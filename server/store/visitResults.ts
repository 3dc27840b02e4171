/** A start counts as on time until this long after the visit's time. */
const GRACE_MS = 15 * 60_000;

/** Reports of the visit by its employee at its current time. */
const ofVisit = `report.appointment_id = visit.id and report.account_id = visit.employee_id
  and report.scheduled_at = visit.scheduled_at`;

/** The employee whose report ended a completed visit at its current time: a later assignment does not change who drew. */
const whoDrew = `(select report.account_id from visit_reports as report
  where report.appointment_id = appointments.id and report.scheduled_at = appointments.scheduled_at
    and report.kind = 'done' and appointments.status = 'Completed'
  order by report.made_at desc, report.id desc limit 1)`;

/** Results of visits for statistics. It says if a visit began on time, never how long it took. */
const createView = (employee: string) =>
  `create view visit_results as select visit.*,
    case when result = 'couldNotDraw' then (select report.reason from visit_reports as report
      where ${ofVisit} and report.kind = 'couldNotDraw' order by report.made_at desc, report.id desc limit 1) end as reason,
    (select case when min(report.made_at) is null then null
      when min(report.made_at) <= visit.scheduled_at + ${GRACE_MS} then 1 else 0 end
      from visit_reports as report where ${ofVisit} and report.kind = 'started') as on_time
    from (select id, ${employee}, laboratory, scheduled_at, case when status = 'Completed' then 'completed'
      when visit_state = 'couldNotDraw' then 'couldNotDraw'
      when status = 'Rejected' then 'cancelled' else 'open' end as result from appointments) as visit`;

export const visitResultSteps = [createView('employee_id')];
/** Counts a visit for who drew, as the ledger pays them. */
export const whoDrewViewSteps = [createView(`coalesce(${whoDrew}, employee_id) as employee_id`)];
export const whoDrewSteps = ['drop view visit_results', ...whoDrewViewSteps];
