import { addToOutbox, getDayRange, getToday, type MessageKind, type Services } from 'portal-frame/server';
import type { Db } from 'portal-frame/server/database';
import { appointmentById, findNextVisit } from '../../../server/store/appointments.ts';
import type { AppointmentRow } from '../../../server/store/schema.ts';
import { makeOnMyWayToken, noteOnMyWay } from './visitConfirmations.ts';
import { sendVisitMail, type VisitQuestion } from './visitQuestionMail.ts';

const LIFETIME_MS = 3_600_000;
/** A report that arrives later says nothing about where the employee is. */
const MAX_AGE_MS = 30 * 60_000;

/**
 * Orders the mail to the next patient of an employee who has just left a visit, once per visit and time.
 * @param madeAt when the visit was reported, in ms.
 */
export async function queueOnMyWay(
  db: Db,
  { config }: Pick<Services, 'config'>,
  { employee_id, scheduled_at }: AppointmentRow,
  madeAt: number,
): Promise<void> {
  const today = getToday(config.timeZone);
  const isNow = Date.now() - madeAt < MAX_AGE_MS && getToday(config.timeZone, scheduled_at) === today;
  if (!config.onMyWay || !employee_id || !isNow) return;
  const next = await findNextVisit(db, employee_id, getDayRange(today, config.timeZone));
  if (!next?.email || !(await noteOnMyWay(db, next))) return;
  await addToOutbox(db, 'onMyWay', [{ id: next.id, scheduled_at: next.scheduled_at }], LIFETIME_MS);
}

export const onMyWayMessages: MessageKind = {
  lockMs: 2 * 60_000,
  async send(payload, services) {
    const { db, config } = services;
    const asked = payload as VisitQuestion;
    const visit = await appointmentById(db, asked.id);
    const isOpen = visit?.status === 'Pending' && visit.visit_state === null;
    if (!isOpen || visit.scheduled_at !== asked.scheduled_at || !config.publicUrl) return;
    await sendVisitMail('onMyWay', visit, await makeOnMyWayToken(db, asked), services);
  },
};
