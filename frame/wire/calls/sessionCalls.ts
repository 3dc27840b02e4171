import { z } from 'zod';
import { call, failureTexts, getFor, postFor, ROLES } from '../call.ts';
import { asList, asObject, asText, readTexts } from '../wireValues.ts';

/** Signed-in session. Beyond spec 7. */
export const wireSession = z.object({
  _id: z.string(),
  /** 'Firefox', 'Windows'; '' if unknown. */
  browser: z.string(),
  system: z.string(),
  /** Network address of the sign-in. */
  address: z.string(),
  createdAt: z.string(),
  /** Accurate to the minute. */
  lastUsed: z.string(),
  /** The caller's session. */
  current: z.boolean(),
});
export type WireSession = z.infer<typeof wireSession>;

export type OwnSession = Omit<WireSession, '_id'> & { id: string };

/** Reads the account's sessions from a reply. */
export const readSessions = (data: unknown): OwnSession[] =>
  asList(data).map((value) => {
    const wire = asObject(value);
    return {
      ...readTexts(wire, ['browser', 'system', 'address', 'createdAt', 'lastUsed']),
      id: asText(wire._id),
      current: wire.current === true,
    };
  });

const offered = { feature: 'sessions', personal: true } as const;

export const sessionCalls = {
  sessions: call({
    ...offered,
    ...getFor(ROLES),
    path: '/common/get-sessions',
    summary: 'Where I am signed in, the session used last first.',
    data: z.array(wireSession),
    failure: failureTexts('errors.loadSessions'),
  }),
  endSession: call({
    ...offered,
    ...postFor(ROLES),
    path: '/common/end-session/{id}',
    summary: 'End one of my sessions.',
    reauthenticate: 'always',
    data: z.null(),
    failure: failureTexts('errors.endSession'),
  }),
  endOtherSessions: call({
    ...offered,
    ...postFor(ROLES),
    path: '/common/end-other-sessions',
    summary: 'End my sessions, all but the one that asks.',
    reauthenticate: 'always',
    data: z.null(),
    failure: failureTexts('errors.endSession'),
  }),
};
