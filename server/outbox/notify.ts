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
import type { NotDrawnReason } from '../../src/wire/visitReportApi.ts';
import type { AppointmentRow } from '../store/schema.ts';

/**
 * What people are notified of: an appointment was added, assigned, its status changed, its tracking image uploaded; it was
 * moved, edited, cancelled, or taken from its employee or its laboratory; its employee could not draw, or left a note; a tube of it is drawn
 * again; its patient said no.
 */
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
  | 'redraw'
  | 'redrawMore'
  | 'declined';

const LOST_ACCESS: ReadonlySet<NoticeKind> = new Set(['unassigned', 'withdrawn']);

/** What an employee says of a visit: a reason of the list, own words; a patient a reason of theirs. */
export interface VisitRemark {
  reason?: NotDrawnReason | undefined;
  note?: string;
  declineReason?: DeclineReason;
}

export interface Notice {
  title: string;
  body: string;
  /** The body for browsers' push services: without the patient's name. */
  push: string;
}

/** The words of a notice; `employee` is the name of the person the appointment is assigned to. */
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
 * Notifies those concerned (design.md): of an added one the admins, of an assigned one its employee, of a new status its
 * laboratory and its employee, as of one that is moved, edited or cancelled, of a tracking image the admins and its
 * laboratory, of one that is taken away its employee or its laboratory, given the row as it was, of what its employee
 * or its patient said, and of a redraw, the admins. Call it in the transaction of the
 * change (`transact`). Each gets a notification; the browsers that want it are pushed to by way of the outbox.
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
    redraw: admins,
    redrawMore: admins,
    declined: admins,
    // The row is as it was: whose it is no more.
    unassigned: async () => [employee],
    withdrawn: async () => [laboratory],
  };
  return (await concerned[kind]()).filter((id) => id !== null);
}

/** One notice for many appointments: to the admins what a laboratory imported, to each employee what is now theirs. */
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
