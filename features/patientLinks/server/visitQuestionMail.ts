import { addToOutbox, getServerTexts, type MessageKind, type Services } from 'portal-frame/server';
import type { Db } from 'portal-frame/server/database';
import { findBusinessName } from '../../../server/outbox/businessProfile.ts';
import { appointmentById } from '../../../server/store/appointments.ts';
import type { AppointmentRow } from '../../../server/store/schema.ts';
import { toConfirmationPath } from './confirmationPath.ts';
import { makeConfirmationToken } from './visitConfirmations.ts';
import { formatVisitWindow } from './visitWindow.ts';

export type VisitQuestion = Pick<AppointmentRow, 'id' | 'scheduled_at'>;

const QUESTION_LIFETIME_MS = 12 * 3_600_000;

export const queueVisitQuestions = (db: Db, visits: readonly VisitQuestion[]): Promise<void> =>
  addToOutbox(db, 'visit', visits, QUESTION_LIFETIME_MS);

export const visitQuestionMessages: MessageKind = {
  lockMs: 2 * 60_000,
  send: (payload, services) => sendVisitQuestion(payload as VisitQuestion, services),
};

/** Mails a patient time and link in both languages. Each attempt makes a token, so the outbox stores none. */
export async function sendVisitQuestion(asked: VisitQuestion, services: Services): Promise<void> {
  const { db, config } = services;
  const visit = await appointmentById(db, asked.id);
  const stands = visit?.status === 'Pending' && visit.scheduled_at === asked.scheduled_at;
  if (!visit?.email || !stands || visit.scheduled_at <= Date.now() || !config.publicUrl) return;
  const token = await makeConfirmationToken(db, asked);
  if (token !== undefined) await sendVisitMail('visit', visit, token, services);
}

/** Mails a patient the time of a visit with a link, in both languages. */
export async function sendVisitMail(
  kind: 'visit' | 'onMyWay',
  visit: AppointmentRow,
  token: string,
  services: Services,
): Promise<void> {
  const { config, mailer } = services;
  const link = `${config.publicUrl}${toConfirmationPath(token)}`;
  const toPart = async (language: 'en' | 'es') => {
    const { translate } = getServerTexts(language);
    const business = await findBusinessName(services, language);
    const args = { business, link, ...formatVisitWindow(visit.scheduled_at, config, language) };
    const phone = config.contactPhone && translate('mail.visit.phone', { phone: config.contactPhone });
    const text = [translate(`mail.${kind}.text`, args), phone].filter(Boolean).join('\n\n');
    return { subject: translate(`mail.${kind}.subject`, args), text };
  };
  const parts = [await toPart('en'), await toPart('es')];
  await mailer.send({
    to: visit.email,
    subject: parts.map(({ subject }) => subject).join(' / '),
    text: parts.map(({ text }) => text).join('\n\n---\n\n'),
  });
}
