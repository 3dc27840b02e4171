import { call, failureTexts } from 'portal-frame';
import { z } from 'zod';
import { asBoolean, asTextOrNull, readFields, texts } from './wireRecords.ts';

/** Beyond spec 7: an employee's calendar feed. */
const wireFeed = z.object({
  /** When its address was created; null without a feed. */
  createdAt: z.string().nullable(),
  /** True if the feed contains patients' names, addresses and phone numbers. */
  names: z.boolean(),
});
/** Shown only once. User and password are null if the address itself is the secret. */
const newFeed = wireFeed.extend({ path: z.string(), user: z.string().nullable(), password: z.string().nullable() });

/** Reads the reply of a feed call. Only a feed that was just created has an address; other texts are ''. */
export const readFeed = (data: unknown) =>
  readFields(data, { createdAt: asTextOrNull, names: asBoolean, ...texts('path', 'user', 'password') });
export type Feed = ReturnType<typeof readFeed>;

const feedCall = {
  roles: ['employee'],
  feature: 'feed',
  personal: true,
  failure: failureTexts('errors.feed'),
} as const;

export const feedCalls = {
  feed: call({
    ...feedCall,
    method: 'GET',
    path: '/employee/get-feed',
    summary: 'My calendar feed.',
    data: wireFeed,
  }),
  makeFeed: call({
    ...feedCall,
    method: 'POST',
    path: '/employee/make-feed',
    summary: 'A new password, or secret address, for my calendar feed; the one before ends.',
    reauthenticate: 'always',
    /** `secretAddress`: for calendar programs that ask for no password. */
    body: z.object({ secretAddress: z.boolean({ error: 'validation.invalid' }).optional() }),
    data: newFeed,
  }),
  changeFeed: call({
    ...feedCall,
    method: 'POST',
    path: '/employee/change-feed',
    summary: 'Whether patients’ names stand in my calendar feed.',
    reauthenticate: 'sometimes',
    body: z.object({ names: z.boolean({ error: 'validation.invalid' }) }),
    data: wireFeed,
  }),
  endFeed: call({
    ...feedCall,
    method: 'POST',
    path: '/employee/end-feed',
    summary: 'End my calendar feed: its address leads nowhere.',
    reauthenticate: 'always',
    data: wireFeed,
  }),
};
