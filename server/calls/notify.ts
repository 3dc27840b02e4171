import type { FastifyBaseLogger } from 'fastify';
import { translateServer } from '../http/texts.ts';
import type { Services } from '../services.ts';
import { accountById, accountsOf } from '../store/accounts.ts';
import { addNotifications } from '../store/notifications.ts';
import { forgetPushToken, pushTokensOf } from '../store/push.ts';
import type { AppointmentRow } from '../store/schema.ts';
import { dateTimeText } from '../time.ts';

/** What people are told of: an appointment was added, assigned, its status changed, its tracking image uploaded. */
export type NoticeKind = 'added' | 'assigned' | 'status' | 'tracking';

export interface Notice {
  title: string;
  body: string;
  /** The body for browsers' push services: without the patient's name. */
  push: string;
}

/** The words of a notice; `employee` is the name of the person the appointment is assigned to. */
export function noticeOf(
  kind: NoticeKind,
  appointment: Pick<AppointmentRow, 'patient_name' | 'laboratory' | 'status' | 'scheduled_at'>,
  { timeZone, employee = '' }: { timeZone: string; employee?: string | undefined },
): Notice {
  const { translate } = translateServer();
  const args = {
    patient: appointment.patient_name,
    laboratory: appointment.laboratory,
    status: translate(`choices.${appointment.status}`),
    date: dateTimeText(appointment.scheduled_at, timeZone),
    employee,
  };
  const text = (part: keyof Notice) => translate(`notices.${kind}.${part}`, args);
  return { title: text('title'), body: text('body'), push: text('push') };
}

/**
 * Tells those concerned (design.md): of an added one the admins, of an assigned one its employee, of a new status its
 * laboratory and its employee, of a tracking image the admins and its laboratory. Call it when the change is
 * committed. Each gets a notification; browsers are pushed to where push is configured and wanted, behind the reply's
 * back. Trouble is logged and never the caller's.
 */
export async function notify(
  services: Services,
  log: FastifyBaseLogger,
  kind: NoticeKind,
  appointment: AppointmentRow,
): Promise<void> {
  const { db, config } = services;
  try {
    const employee = appointment.employee_id ? await accountById(db, appointment.employee_id) : undefined;
    const notice = noticeOf(kind, appointment, { timeZone: config.timeZone, employee: employee?.full_name });
    const recipients = await recipientsOf(services, kind, appointment);
    await addNotifications(db, recipients, notice);
    void push(services, recipients, { title: notice.title, body: notice.push }).catch((error: unknown) =>
      log.warn({ err: error }, 'a push message could not be sent'),
    );
  } catch (error) {
    log.error({ err: error }, 'a notification could not be made');
  }
}

async function recipientsOf({ db }: Services, kind: NoticeKind, appointment: AppointmentRow): Promise<string[]> {
  const { employee_id: employee, laboratory_id: laboratory } = appointment;
  const admins = async () => (await accountsOf(db, 'admin')).map((admin) => admin.id);
  const concerned = {
    added: async () => admins(),
    assigned: async () => [employee],
    status: async () => [laboratory, employee],
    tracking: async () => [...(await admins()), laboratory],
  };
  return (await concerned[kind]()).filter((id) => id !== null);
}

async function push({ db, push: sender }: Services, recipients: string[], message: { title: string; body: string }) {
  if (!sender) return;
  const tokens = await pushTokensOf(db, recipients);
  const results = await Promise.all(tokens.map((token) => sender.send(token, message)));
  for (const [index, token] of tokens.entries()) if (results[index] === 'gone') await forgetPushToken(db, token);
  if (results.includes('failed')) throw new Error('the push service did not take a message');
}
