import { translateServer } from '../../frame/server/base/texts.ts';
import type { Db } from '../../frame/server/db/databaseSchema.ts';
import type { MessageKind } from '../../frame/server/outbox/kinds.ts';
import { addToOutbox } from '../../frame/server/outbox/outboxRows.ts';
import type { Services } from '../../frame/server/services.ts';
import { appointmentById } from '../store/appointments.ts';
import type { AppointmentRow } from '../store/schema.ts';
import { makeConfirmationToken } from '../store/visitConfirmations.ts';
import { pageOf } from './address.ts';
import { visitWindow } from './window.ts';

/** Whom to ask: the visit, and the time that it had. */
export type QuestionPayload = Pick<AppointmentRow, 'id' | 'scheduled_at'>;

/** Milliseconds that such a mail is tried, at most: later the visit is near. */
const LIFETIME = 12 * 3_600_000;

/** Puts the question to each of these visits' patients into the outbox. */
export const addVisitQuestions = (db: Db, visits: readonly QuestionPayload[]): Promise<void> =>
  addToOutbox(db, 'visit', visits, LIFETIME);

/** How such messages are sent. */
export const visitMessages: MessageKind = {
  lock: 2 * 60_000,
  send: (payload, services) => sendVisitQuestion(payload as QuestionPayload, services),
};

/** The business, as its mail names it; the portal where that has no name. */
export function businessOf({ mailFrom }: Services['config'], otherwise: string): string {
  const [name = '', address] = mailFrom.split('<');
  return (address && name.replaceAll('"', '').trim()) || otherwise;
}

/**
 * Asks a visit's patient, in both languages, as nobody knows theirs: when, and a link, and no more. Its token comes into
 * being here, so that it never lies in the outbox; each try makes a new one. A visit that is over, moved, cancelled or
 * answered meanwhile is asked about no more.
 */
export async function sendVisitQuestion(asked: QuestionPayload, { db, config, mailer }: Services): Promise<void> {
  const visit = await appointmentById(db, asked.id);
  const stands = visit?.status === 'Pending' && visit.scheduled_at === asked.scheduled_at;
  if (!visit?.email || !stands || visit.scheduled_at <= Date.now() || !config.publicUrl) return;
  const token = await makeConfirmationToken(db, asked);
  if (token === undefined) return;
  const link = `${config.publicUrl}${pageOf(token)}`;
  const parts = (['en', 'es'] as const).map((language) => {
    const { translate } = translateServer(language);
    const business = businessOf(config, translate('app.name'));
    const args = { business, link, ...visitWindow(visit.scheduled_at, config, language) };
    const phone = config.contactPhone && translate('mail.visit.phone', { phone: config.contactPhone });
    const text = [translate('mail.visit.text', args), phone].filter(Boolean).join('\n\n');
    return { subject: translate('mail.visit.subject', args), text };
  });
  await mailer.send({
    to: visit.email,
    subject: parts.map(({ subject }) => subject).join(' / '),
    text: parts.map(({ text }) => text).join('\n\n---\n\n'),
  });
}
