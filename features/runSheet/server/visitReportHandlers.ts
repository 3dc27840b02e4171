import {
  type Account,
  type CallHandlers,
  HttpError,
  notFound,
  parseLocalTime,
  records,
  type Services,
  transaction,
  trustedContext,
} from 'portal-frame/server';
import { consumeQuota, findAccountById } from 'portal-frame/server/accounts';
import type { Db } from 'portal-frame/server/database';
import { ownerOf } from '../../../server/calls/appointmentWire.ts';
import { findNeeds } from '../../../server/calls/planning/bookingRules.ts';
import { isTooEarly } from '../../../server/calls/planning/earlyReports.ts';
import { notifyAdmins } from '../../../server/outbox/appointmentNotices.ts';
import { createAppointmentEvent } from '../../../server/outbox/liveChanges.ts';
import { appointmentById, lockAppointment } from '../../../server/store/appointments.ts';
import type { AppointmentRow, AppointmentStatus, VisitReportRow } from '../../../server/store/schema.ts';
import { findVisitState } from '../../../server/store/visitState.ts';
import { bindLabel } from '../../../server/visitOrders.ts';
import { runAfterReport, runAfterVisitReport } from '../../../server/visitParts.ts';
import { type ReportKind, VISIT_STATES, type VisitState } from '../../../src/wire/choices.ts';
import {
  MAX_OPEN_REPORTS,
  MAX_VISIT_REPORTS,
  OPEN_REPORT_DAYS,
  type visitReportCalls,
  type WireVisitReport,
} from '../wire/visitReportApi.ts';
import { insertVisitReport, openReports, reportByKey, reportsOf } from './reportRows.ts';
import { addVisitTime } from './visitTimes.ts';

const DAY = 24 * 3_600_000;
/** Kinds of reports that the admins are told of, with their notices. */
const NOTICES: { readonly [K in ReportKind]?: string } = { couldNotDraw: 'notDrawn', note: 'visitNote' };

/** Converts a report to the wire. Laboratories get neither reason nor note. */
function toWire(row: VisitReportRow, by: string, { role }: Account): WireVisitReport {
  const words = role !== 'laboratory';
  return {
    _id: row.id,
    kind: row.kind,
    reason: words ? row.reason : null,
    note: words ? row.note || null : null,
    at: new Date(row.made_at).toISOString(),
    by,
  };
}

/** True if the visit was done, or settled before this report was made. */
const isOver = async (db: Db, visit: AppointmentRow, report: VisitReportRow): Promise<boolean> =>
  (visit.status !== 'Pending' &&
    !visit.completed_by_report &&
    (visit.dispatched_at ?? visit.updated_at) <= report.made_at) ||
  (await findVisitState(db, visit, report)) === 'done';

/**
 * Finds and locks the visit that an employee reports on. A report is late if a dispatcher changed status, employee or
 * time after it was made. A late one changes nothing, and may come from the former employee.
 */
async function findReportedVisit(
  db: Db,
  { store }: Services,
  { id, account, stated }: { id: string; account: Account; stated: number },
): Promise<{ visit: AppointmentRow; made: number; late: boolean }> {
  const visit = await lockAppointment(db, id, store.kind);
  if (!visit) throw notFound();
  // Corrects a wrong clock: not before the booking and not after now.
  const made = Math.min(Date.now(), Math.max(visit.created_at, stated));
  const late = made < (visit.dispatched_at ?? 0);
  if (visit.employee_id !== account.id && !(late && visit.former_employee_id === account.id)) throw notFound();
  return { visit, made, late };
}

/**
 * Returns the status that a report sets, or undefined. Under COMPLETE_WHEN_DONE, 'done' completes a visit, unless it was
 * reported well before its time. A later 'couldNotDraw' takes back only such a completion.
 */
async function findStatusAfter(
  services: Omit<Services, 'db'> & { db: Db },
  visit: AppointmentRow,
  { kind, made_at }: VisitReportRow,
): Promise<AppointmentStatus | undefined> {
  const { id, status, visit_state, completed_by_report } = visit;
  if (kind !== visit_state) return undefined;
  if (kind === 'couldNotDraw') return status === 'Completed' && completed_by_report ? 'Pending' : undefined;
  if (!services.config.completeWhenDone || kind !== 'done' || status !== 'Pending') return undefined;
  return isTooEarly(visit, made_at, await findNeeds(services, [id])) ? undefined : 'Completed';
}

export const visitReportHandlers = {
  async reportVisit(calling, services) {
    const { params, body, account } = calling;
    const { kind, key, reason, label = '', tube = '' } = body;
    // The label is stored as the note.
    const words = kind === 'tube' ? label : (body.note ?? '');
    if (kind === 'couldNotDraw' && !reason) throw HttpError.forField('reason', 400, 'validation.required|reason');
    if ((kind === 'note' || reason === 'other') && !words)
      throw HttpError.forField('note', 400, 'validation.required|note');
    for (const field of ['label', 'tube'] as const)
      if (kind === 'tube' && !body[field]) throw HttpError.forField(field, 400, `validation.required|${field}`);
    await consumeQuota(services.db, account.id, 'appended');
    const { row, by } = await transaction({ ...calling, services }, async (tx) => {
      const { db, publish } = tx;
      const employee = await findAccountById(db, account.id);
      if (!employee) throw notFound();
      const stated = body.madeAt ? parseLocalTime(body.madeAt, services.config.timeZone) : Date.now();
      const found = await findReportedVisit(db, services, { id: params.id, account, stated });
      const { visit, made } = found;
      const late = found.late && VISIT_STATES.some((state) => state === kind);
      const given = { report_key: key, kind, reason: kind === 'couldNotDraw' ? (reason ?? null) : null, note: words };
      const added = await insertVisitReport(db, visit, account.id, { ...given, made_at: made, late });
      if (!added) {
        const first = await reportByKey(db, account.id, key);
        if (first?.appointment_id !== visit.id) throw new HttpError(409, 'server.reportKeyUsed');
        return { row: first, by: employee.full_name };
      }
      if (kind === 'started' && !late && (await isOver(db, visit, added)))
        throw new HttpError(409, 'server.startedOver');
      const own = (await reportsOf(db, visit.id)).filter((one) => one.account_id === account.id);
      if (own.length > MAX_VISIT_REPORTS) throw new HttpError(409, 'server.tooManyReports');
      if (made === stated) await addVisitTime(tx, added);
      const notice = late && kind !== 'started' ? 'lateReport' : NOTICES[kind];
      const said = { ...(late && { state: kind as VisitState }), reason: given.reason ?? undefined, note: words };
      if (notice) await notifyAdmins(tx, notice, { ...visit, employee_id: account.id }, said);
      const reported = { ...visit, visit_state: await findVisitState(db, visit) };
      const status = late ? undefined : await findStatusAfter({ ...services, db }, reported, added);
      const values = { visitState: reported.visit_state, ...(status && { status }) };
      if (status || reported.visit_state !== visit.visit_state)
        await records(trustedContext(tx)).update('appointments', visit.id, values, { action: 'reportVisit' });
      else {
        publish(createAppointmentEvent(visit, 'change'));
        // Reports may arrive in another order than they were made.
        if (!late) await runAfterReport(tx, visit.id);
      }
      if (!late && (kind === 'done' || kind === 'couldNotDraw'))
        await runAfterVisitReport(db, services, reported, made);
      if (kind === 'tube') await bindLabel(tx, visit, { label, tube, at: made });
      else await tx.note(db, { ...(status && { fields: ['status'] }), nested: [] });
      return { row: added, by: employee.full_name };
    });
    return { message: 'toasts.reported', data: toWire(row, by, account) };
  },

  async visitReports({ params, account }, { db }) {
    const visit = await appointmentById(db, params.id, ownerOf(account));
    if (!visit) throw notFound();
    const rows = await reportsOf(db, visit.id);
    const seen = account.role === 'laboratory' ? rows.filter(({ kind }) => kind !== 'note') : rows;
    return { data: seen.map((row) => toWire(row, row.full_name, account)) };
  },

  async openReports({ account }, { db }) {
    const rows = await openReports(db, Date.now() - OPEN_REPORT_DAYS * DAY, MAX_OPEN_REPORTS);
    const data = rows.map((row) => ({
      ...toWire(row, row.full_name, account),
      appointmentId: row.appointment_id,
      patientName: row.patient_name,
      appointmentDateTime: new Date(row.scheduled_at).toISOString(),
    }));
    return { data, shownIds: [...new Set(data.map(({ appointmentId }) => appointmentId))] };
  },
} satisfies CallHandlers<typeof visitReportCalls>;
