import type { FastifyRequest } from 'fastify';
import { DateTime } from 'luxon';
import { findAccountById } from '../accounts/accountRows.ts';
import { createUndoToken } from '../accounts/emailChanges.ts';
import type { AppSecurityEvents } from '../appInterfaces.ts';
import { getPublicOrigin } from '../base/publicOrigin.ts';
import { getServerTexts } from '../base/serverTexts.ts';
import { parseUserAgent } from '../base/userAgent.ts';
import type { AccountRow, Db } from '../db/databaseSchema.ts';
import type { Services } from '../services.ts';
import { addToOutbox } from './outboxRows.ts';

/** Events of an account that the frame reports by mail, with texts under mail.events. */
type FrameEvent =
  | ('invited' | 'accountMade' | 'passwordChanged' | 'passwordReset' | 'emailChanged' | 'emailRestored')
  | ('deactivated' | 'factorRemoved');
export type SecurityEvent = FrameEvent | keyof AppSecurityEvents;

export interface SecurityPayload {
  event: SecurityEvent;
  to: string;
  name: string;
  language: string;
  at: number;
  agent: string;
  address: string;
  /** Change of the e-mail address that the mail's link undoes. */
  changeId?: string;
  /** Public origin of the portal; undefined if it is unknown. */
  origin: string | undefined;
}

const LIFETIME_MS = 3 * 24 * 3_600_000;
/** Browsers do not send the token after # to a server. */
const UNDO_PAGE = '/undo-email#';

const SIGN_IN_ADVICE: Partial<Record<SecurityEvent, string>> = {
  invited: 'mail.setPassword',
  accountMade: 'mail.setFirstPassword',
};

/** Mails the person of an account about an event, at the address in `account`. */
export async function notifyByMail(
  db: Db,
  { config }: Pick<Services, 'config'>,
  request: FastifyRequest | undefined,
  account: Pick<AccountRow, 'email' | 'full_name'>,
  event: SecurityEvent,
  changeId?: string,
): Promise<void> {
  const payload: SecurityPayload = {
    event,
    to: account.email,
    name: account.full_name,
    language: getServerTexts(request?.headers['accept-language']).language,
    at: Date.now(),
    agent: (request?.headers['user-agent'] ?? '').slice(0, 500),
    address: request?.ip ?? '',
    origin: getPublicOrigin(config, request),
    ...(changeId !== undefined && { changeId }),
  };
  await addToOutbox(db, 'security', [payload], LIFETIME_MS);
}

/** Mails the current address of an account about an event. */
export async function notifyPersonByMail(
  db: Db,
  services: Pick<Services, 'config'>,
  request: FastifyRequest,
  accountId: string,
  event: SecurityEvent,
): Promise<void> {
  const account = await findAccountById(db, accountId);
  if (account) await notifyByMail(db, services, request, account, event);
}

/** Sends the mail. Each attempt creates a new token for its link, so that no token lies in the outbox. */
export async function sendSecurityMail(payload: SecurityPayload, { db, config, mailer }: Services): Promise<void> {
  const { event, to, name, language, at, agent, address, changeId, origin } = payload;
  const { translate } = getServerTexts(language);
  const token = changeId === undefined ? undefined : await createUndoToken(db, changeId);
  // The change was undone before.
  if (changeId !== undefined && token === undefined) return;
  const app = translate('app.name');
  const { browser, system } = parseUserAgent(agent);
  const time = DateTime.fromMillis(at, { zone: config.timeZone }).toFormat('yyyy-MM-dd HH:mm ZZZZ');
  const portal = origin ?? translate('mail.portalAddress');
  const advice = SIGN_IN_ADVICE[event]
    ? translate(SIGN_IN_ADVICE[event], { link: `${portal}/signin` })
    : translate(token ? 'mail.undo' : 'mail.notYou', { link: `${portal}${UNDO_PAGE}${token}` });
  await mailer.send({
    to,
    subject: translate(`mail.events.${event}.subject`, { app }),
    text: translate('mail.security', {
      name,
      what: translate(`mail.events.${event}.text`, { app }),
      time,
      from: [browser, system, address].filter(Boolean).join(', '),
      advice,
    }),
  });
}
