import { serverParts } from '../parts.ts';
import type { Services } from '../services.ts';
import { type PushPayload, sendPush } from './push.ts';
import { type CodePayload, sendCode } from './resetCode.ts';
import { type SecurityPayload, sendSecurityMail } from './securityMail.ts';

/** How messages of one kind are sent. */
export interface MessageKind {
  /** Milliseconds after which a message that was taken and never reported on again counts as not sent. */
  lock: number;
  /** Sends what was put in; rejects for it to be tried again later. */
  send(payload: unknown, services: Services): Promise<void>;
}

const MINUTE = 60_000;

/** A lock is longer than its sender's own time-outs and retries can take. */
const KINDS: Readonly<Record<string, MessageKind>> = {
  code: { lock: 2 * MINUTE, send: (payload, services) => sendCode(payload as CodePayload, services) },
  security: {
    lock: 2 * MINUTE,
    send: (payload, services) => sendSecurityMail(payload as SecurityPayload, services),
  },
  push: { lock: 5 * MINUTE, send: (payload, services) => sendPush(payload as PushPayload, services) },
};

/** Every kind of message there is: the frame's and the app's. */
export const messageKinds = (): Readonly<Record<string, MessageKind>> => ({ ...KINDS, ...serverParts().messages });
