import { type AccountRow, type NotificationRow, newId } from 'portal-frame/server/database';
import { createNotice, type NoticeKind } from '../outbox/appointmentNotices.ts';
import type { AppointmentRow } from '../store/schema.ts';
import type { Clock } from './demoClock.ts';

interface Event {
  at: number;
  kind: NoticeKind;
  appointment: AppointmentRow;
  to: readonly (string | null)[];
}

const HOUR = 3_600_000;
const TWO_WEEKS = 14 * 24 * HOUR;
/** Notifications per account; the newest are unread. */
const MAX_PER_ACCOUNT = 12;
const UNREAD = 3;

/** Generates the notifications of the last two weeks. `admin` is the admin's id. */
export function generateNotifications(
  appointments: readonly AppointmentRow[],
  employees: readonly AccountRow[],
  admin: string,
  clock: Clock,
): NotificationRow[] {
  const recent = appointments
    .flatMap((appointment) => getEvents(appointment, admin))
    .filter(({ at }) => at <= clock.now && at > clock.now - TWO_WEEKS)
    .sort((a, b) => b.at - a.at);
  const names = new Map(employees.map((employee) => [employee.id, employee.full_name]));
  const recipients = new Set(recent.flatMap(({ to }) => to).filter((id) => id !== null));
  return [...recipients].flatMap((id) => {
    const mine = recent.filter(({ to }) => to.includes(id)).slice(0, MAX_PER_ACCOUNT);
    return mine.map(({ at, kind, appointment }, index): NotificationRow => {
      const employee = names.get(appointment.employee_id ?? '');
      const { title, body } = createNotice(kind, appointment, { timeZone: clock.timeZone, employee });
      return {
        id: newId(at),
        account_id: id,
        title,
        body,
        appointment_id: appointment.id,
        is_read: index < UNREAD ? 0 : 1,
        created_at: at,
        resource: 'appointments',
        record_id: appointment.id,
      };
    });
  });
}

/** Events of an appointment that notify somebody. */
function getEvents(appointment: AppointmentRow, admin: string): Event[] {
  const { created_at: created, updated_at: settled, laboratory_id: laboratory, employee_id: employee } = appointment;
  const events: Event[] = [];
  const add = (kind: NoticeKind, at: number, to: Event['to']) => events.push({ kind, at, to, appointment });
  if (laboratory) add('added', created, [admin]);
  if (employee) add('assigned', created + 2 * HOUR, [employee]);
  if (appointment.status !== 'Pending') add('status', settled, [laboratory, employee]);
  if (appointment.tracking_image) add('tracking', settled, [admin, laboratory]);
  return events;
}
