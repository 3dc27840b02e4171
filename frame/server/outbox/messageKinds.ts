import { serverParts } from '../parts.ts';
import type { Services } from '../services.ts';
import { type PushPayload, sendPushMessage } from './pushMessages.ts';
import { type CodePayload, sendResetCode } from './resetCodeMail.ts';
import { type SecurityPayload, sendSecurityMail } from './securityMail.ts';

/** How messages of one kind are sent. */
export interface MessageKind {
  /** Milliseconds after which a message that was taken and never reported on again counts as not sent. */
  lockMs: number;
  /** Sends what was put in; rejects for it to be tried again later. */
  send(payload: unknown, services: Services): Promise<void>;
}

const MINUTE_MS = 60_000;

/** A lock is longer than its sender's own time-outs and retries can take. */
const KINDS: Readonly<Record<string, MessageKind>> = {
  code: { lockMs: 2 * MINUTE_MS, send: (payload, services) => sendResetCode(payload as CodePayload, services) },
  security: {
    lockMs: 2 * MINUTE_MS,
    send: (payload, services) => sendSecurityMail(payload as SecurityPayload, services),
  },
  push: { lockMs: 5 * MINUTE_MS, send: (payload, services) => sendPushMessage(payload as PushPayload, services) },
};

/** Every kind of message there is: the frame's and the app's. */
export const getMessageKinds = (): Readonly<Record<string, MessageKind>> => ({ ...KINDS, ...serverParts().messages });
