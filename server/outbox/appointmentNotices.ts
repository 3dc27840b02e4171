import { formatDateTime, getServerTexts, type NotifyTransaction, notify } from 'portal-frame/server';
import { findAccountById, findAccountsByRole } from 'portal-frame/server/accounts';
import type { Db } from 'portal-frame/server/database';
import type { FailedDrawReason, VisitState } from '../../src/wire/choices.ts';
import type { DeclineReason } from '../../src/wire/orderApi.ts';
import type { AppointmentRow } from '../store/schema.ts';

const CONCERNED = ['laboratory', 'employee'] as const;

/** The people whom each change of an appointment concerns (design.md). */
const RECIPIENTS = {
  added: ['admins'],
  assigned: ['employee'],
  status: CONCERNED,
  tracking: ['admins', 'laboratory'],
  moved: CONCERNED,
  edited: CONCERNED,
  cancelled: CONCERNED,
  unassigned: ['employee'],
  withdrawn: ['laboratory'],
} satisfies Record<string, readonly ('admins' | 'employee' | 'laboratory')[]>;

export type NoticeKind = keyof typeof RECIPIENTS;

const LOST_ACCESS: ReadonlySet<string> = new Set<NoticeKind>(['unassigned', 'withdrawn']);

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

/** Writes the texts of a notice. `employee` is the assigned person's name, `said` a report or reason to decline. */
export function createNotice(
  kind: string,
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

/** Finds the ids of all admins. */
export const findAdminIds = async (db: Db): Promise<string[]> =>
  (await findAccountsByRole(db, 'admin')).map(({ id }) => id);

/** Notifies the people whom this kind of change concerns. For a lost appointment pass the row before the change. */
export const sendNotice = (
  tx: NotifyTransaction,
  kind: NoticeKind,
  appointment: AppointmentRow,
  said?: VisitRemark,
): Promise<void> => notifyPeople(RECIPIENTS[kind], tx, kind, appointment, said);

/** Notifies the admins of a change that only a feature makes. The feature has the texts: `notices.{kind}`. */
export const notifyAdmins = (
  tx: NotifyTransaction,
  kind: string,
  appointment: AppointmentRow,
  said?: VisitRemark,
): Promise<void> => notifyPeople(['admins'], tx, kind, appointment, said);

async function notifyPeople(
  people: readonly string[],
  tx: NotifyTransaction,
  kind: string,
  appointment: AppointmentRow,
  said?: VisitRemark,
): Promise<void> {
  const { id, employee_id, laboratory_id } = appointment;
  const employee = employee_id ? await findAccountById(tx.db, employee_id) : undefined;
  const { timeZone } = tx.services.config;
  const notice = createNotice(kind, appointment, { timeZone, employee: employee?.full_name, said });
  const admins = people.includes('admins') ? await findAdminIds(tx.db) : [];
  const others = [people.includes('laboratory') && laboratory_id, people.includes('employee') && employee?.id];
  await notify(tx, [...admins, ...others.flatMap((one) => one || [])], {
    ...notice,
    columns: { appointment_id: id },
    ...(!LOST_ACCESS.has(kind) && { about: { resource: 'appointments', id } }),
  });
}

/** Sends one notice for many appointments, with their days: to admins for an import, else to each employee. */
export async function sendSummary(
  tx: NotifyTransaction,
  kind: 'imported' | 'assignedMany' | 'unassignedMany',
  appointments: readonly AppointmentRow[],
): Promise<void> {
  const { translate } = getServerTexts();
  const { timeZone } = tx.services.config;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium' });
  const send = async (to: readonly string[], rows: readonly AppointmentRow[]) => {
    const times = rows.map((row) => row.scheduled_at);
    const days = format.formatRange(Math.min(...times), Math.max(...times));
    const args = { count: rows.length, days, laboratory: rows[0]?.laboratory ?? '' };
    const [title, body] = [translate(`notices.${kind}.title`, args), translate(`notices.${kind}.body`, args)];
    await notify(tx, to, { title, body, push: body });
  };
  if (kind === 'imported') return send(await findAdminIds(tx.db), appointments);
  for (const [employee, rows] of Map.groupBy(appointments, (one) => one.employee_id))
    if (employee && (await findAccountById(tx.db, employee))) await send([employee], rows);
}
