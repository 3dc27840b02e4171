import { declareCalls, failureTexts } from 'portal-frame';
import { nullable, wireBoolean, wireObject, wireText, wireTextOrNull } from 'portal-frame/wire';
import { z } from 'zod';

declare module 'portal-frame/wire' {
  interface AppFeatures {
    feed: true;
  }
}

/** Beyond spec 7: an employee's calendar feed. */
const feedFields = {
  /** When its address was created; null without a feed. */
  createdAt: wireTextOrNull,
  /** True if the feed contains patients' names, addresses and phone numbers. */
  names: wireBoolean,
};
const wireFeed = wireObject(feedFields).schema;
/** Shown only once. User and password are null if the address itself is the secret. */
const newFeed = wireObject({ ...feedFields, path: wireText, user: nullable(wireText), password: nullable(wireText) });

/** Reads the reply of a feed call. Only a feed that was just created has an address; other texts are ''. */
export const readFeed = newFeed.read;
export type Feed = ReturnType<typeof readFeed>;

const { get, post } = declareCalls({ feature: 'feed', personal: true, failure: failureTexts('errors.feed') });

export const feedCalls = {
  feed: get('/employee/get-feed', {
    summary: 'My calendar feed.',
    data: wireFeed,
  }),
  makeFeed: post('/employee/make-feed', {
    summary: 'A new password, or secret address, for my calendar feed; the one before ends.',
    reauthenticate: 'always',
    /** `secretAddress`: for calendar programs that ask for no password. */
    body: z.object({ secretAddress: z.boolean({ error: 'validation.invalid' }).optional() }),
    data: newFeed.schema,
  }),
  changeFeed: post('/employee/change-feed', {
    summary: 'Whether patients’ names stand in my calendar feed.',
    reauthenticate: 'sometimes',
    body: z.object({ names: z.boolean({ error: 'validation.invalid' }) }),
    data: wireFeed,
  }),
  endFeed: post('/employee/end-feed', {
    summary: 'End my calendar feed: its address leads nowhere.',
    reauthenticate: 'always',
    data: wireFeed,
  }),
};
