import { findAccountById, findAccountsByRole } from '../../frame/server/accounts/accountRows.ts';
import { addNotifications } from '../../frame/server/accounts/notificationRows.ts';
import { getServerTexts } from '../../frame/server/base/serverTexts.ts';
import { formatDateTime } from '../../frame/server/base/time.ts';
import type { Db } from '../../frame/server/db/databaseSchema.ts';
import { createNotificationsEvent } from '../../frame/server/live/accountEvents.ts';
import { addPushMessages } from '../../frame/server/outbox/pushMessages.ts';
import type { Publish } from '../../frame/server/outbox/transact.ts';
import type { Services } from '../../frame/server/services.ts';
import type { DeclineReason } from '../../src/wire/orderApi.ts';
import type { FailedDrawReason, VisitState } from '../../src/wire/visitReportApi.ts';
import type { AppointmentRow } from '../store/schema.ts';

export type NoticeKind =
  | 'added'
  | 'assigned'
  | 'status'
  | 'tracking'
  | 'moved'
  | 'edited'
  | 'cancelled'
  | 'unassigned'
  | 'withdrawn'
  | 'notDrawn'
  | 'visitNote'
  | 'lateReport'
  | 'redraw'
  | 'redrawMore'
  | 'declined';

const LOST_ACCESS: ReadonlySet<NoticeKind> = new Set(['unassigned', 'withdrawn']);

/** State, reason and note of an employee's report, or a patient's reason to decline. */
export interface VisitRemark {
  state?: VisitState;
  reason?: FailedDrawReason | undefined;
  note?: string;
  declineReason?: DeclineReason;
}

export interface Notice {
  title: string;
  body: string;
  /** Body of the push message, without the patient's name. */
  push: string;
}

/** Renders a notice; `employee` is the name of the assigned person. */
export function createNotice(
  kind: NoticeKind,
  appointment: Pick<AppointmentRow, 'patient_name' | 'laboratory' | 'status' | 'scheduled_at' | 'cancel_reason'>,
  {
    timeZone,
    employee = '',
    said,
  }: { timeZone: string; employee?: string | undefined; said?: VisitRemark | undefined },
): Notice {
  const { translate } = getServerTexts();
  const args = {
    patient: appointment.patient_name,
    laboratory: appointment.laboratory,
    status: translate(`choices.${appointment.status}`),
    date: formatDateTime(appointment.scheduled_at, timeZone),
    employee,
    reason: appointment.cancel_reason ?? '',
    said: [
      said?.state && translate(`visitReports.kinds.${said.state}`),
      said?.reason && translate(`visitReports.reasons.${said.reason}`),
      said?.declineReason && translate(`orders.declined.${said.declineReason}`),
      said?.note,
    ]
      .filter(Boolean)
      .join('. '),
  };
  const text = (part: keyof Notice) => translate(`notices.${kind}.${part}`, args);
  return { title: text('title'), body: text('body'), push: text('push') };
}

/**
 * Notifies the people concerned (design.md) in the transaction of the change, and pushes to their browsers.
 * For a lost appointment pass the row before the change.
 */
export async function notify(
  db: Db,
  publish: Publish,
  services: Pick<Services, 'config' | 'push'>,
  kind: NoticeKind,
  appointment: AppointmentRow,
  said?: VisitRemark,
): Promise<void> {
  const employee = appointment.employee_id ? await findAccountById(db, appointment.employee_id) : undefined;
  const { timeZone } = services.config;
  const notice = createNotice(kind, appointment, { timeZone, employee: employee?.full_name, said });
  const recipients = await findRecipients(db, kind, appointment);
  const about = LOST_ACCESS.has(kind) ? undefined : { resource: 'appointments', id: appointment.id };
  await addNotifications(db, recipients, {
    ...notice,
    columns: { appointment_id: appointment.id },
    ...(about && { about }),
  });
  publish(createNotificationsEvent(recipients, 'create'));
  await addPushMessages(db, services, recipients, { title: notice.title, body: notice.push });
}

async function findRecipients(db: Db, kind: NoticeKind, appointment: AppointmentRow): Promise<string[]> {
  const { employee_id: employee, laboratory_id: laboratory } = appointment;
  const admins = async () => (await findAccountsByRole(db, 'admin')).map((admin) => admin.id);
  const concerned = {
    added: async () => admins(),
    assigned: async () => [employee],
    status: async () => [laboratory, employee],
    tracking: async () => [...(await admins()), laboratory],
    moved: async () => [laboratory, employee],
    edited: async () => [laboratory, employee],
    cancelled: async () => [laboratory, employee],
    notDrawn: admins,
    visitNote: admins,
    lateReport: admins,
    redraw: admins,
    redrawMore: admins,
    declined: admins,
    unassigned: async () => [employee],
    withdrawn: async () => [laboratory],
  };
  return (await concerned[kind]()).filter((id) => id !== null);
}

/** Sends one notice for many appointments: to admins for an import, else to each employee. */
export async function notifyMany(
  db: Db,
  publish: Publish,
  services: Pick<Services, 'config' | 'push'>,
  kind: 'imported' | 'assignedMany' | 'unassignedMany',
  appointments: readonly AppointmentRow[],
): Promise<void> {
  const { translate } = getServerTexts();
  const send = async (recipients: readonly string[], rows: readonly AppointmentRow[]) => {
    const args = { count: rows.length, laboratory: rows[0]?.laboratory ?? '' };
    const [title, body] = [translate(`notices.${kind}.title`, args), translate(`notices.${kind}.body`, args)];
    await addNotifications(db, recipients, { title, body });
    publish(createNotificationsEvent(recipients, 'create'));
    await addPushMessages(db, services, recipients, { title, body });
  };
  if (kind === 'imported') {
    const admins = await findAccountsByRole(db, 'admin');
    return send(
      admins.map(({ id }) => id),
      appointments,
    );
  }
  for (const [employee, rows] of Map.groupBy(appointments, (one) => one.employee_id))
    if (employee) await send([employee], rows);
}
