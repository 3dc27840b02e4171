import { z } from 'zod';
import { declareCalls, failureTexts } from '../call.ts';
import { wireBoolean, wireList, wireRecord, wireText, wireTexts } from '../wireValues.ts';

/** Signed-in session. Beyond spec 7. */
const session = wireRecord({
  /** 'Firefox', 'Windows'; '' if unknown. */
  ...wireTexts('browser', 'system'),
  /** Network address of the sign-in. */
  address: wireText,
  createdAt: wireText,
  /** Accurate to the minute. */
  lastUsed: wireText,
  current: wireBoolean,
});
export const wireSession = session.schema;
export type WireSession = z.infer<typeof wireSession>;

/** Reads the account's sessions from a reply. */
export const readSessions = wireList(session).read;

const { get, post } = declareCalls({ feature: 'sessions', personal: true });

export const sessionCalls = {
  sessions: get('/common/get-sessions', {
    summary: 'Where I am signed in, the session used last first.',
    data: z.array(wireSession),
    failure: failureTexts('errors.loadSessions'),
  }),
  endSession: post('/common/end-session/{id}', {
    summary: 'End one of my sessions.',
    reauthenticate: 'always',
    failure: failureTexts('errors.endSession'),
  }),
  endOtherSessions: post('/common/end-other-sessions', {
    summary: 'End my sessions, all but the one that asks.',
    reauthenticate: 'always',
    failure: failureTexts('errors.endSession'),
  }),
};
