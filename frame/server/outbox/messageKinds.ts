import type { FastifyBaseLogger } from 'fastify';
import type { Mail } from '../mail/mailer.ts';
import type { Services } from '../services.ts';
import { type CodePayload, sendResetCode } from './resetCodeMail.ts';
import { type SecurityPayload, sendSecurityMail } from './securityMail.ts';

export interface MessageKind {
  /** Milliseconds after which a claimed message without a result counts as unsent. */
  lockMs: number;
  /** Rejects to be tried again later, until `expiresAt` (ms since 1970). */
  send(payload: unknown, services: Services, expiresAt: number, log: FastifyBaseLogger): Promise<void>;
}

const MINUTE_MS = 60_000;

/** A lock outlasts the sender's time-outs and retries. */
const KINDS: Readonly<Record<string, MessageKind>> = {
  code: { lockMs: 2 * MINUTE_MS, send: (payload, all) => sendResetCode(payload as CodePayload, all) },
  security: { lockMs: 2 * MINUTE_MS, send: (payload, all) => sendSecurityMail(payload as SecurityPayload, all) },
  mail: { lockMs: 2 * MINUTE_MS, send: (payload, { mailer }) => mailer.send(payload as Mail) },
};

/** Returns the kinds of the frame, of plug-ins and of the app. */
export const getMessageKinds = ({ app }: Pick<Services, 'app'>): Readonly<Record<string, MessageKind>> => ({
  ...KINDS,
  ...app.messages,
});
