import { z } from 'zod';
import { call, failureTexts } from '../../frame/wire/call.ts';
import { asObject, asText } from '../../frame/wire/wireValues.ts';

/** An employee's calendar feed. Beyond spec 7: the provider's host has none of these calls. */
const wireFeed = z.object({
  /** When its address was made; null where there is none. */
  createdAt: z.string().nullable(),
  /** Whether patients' names, addresses and telephone numbers stand in it. */
  names: z.boolean(),
});
/**
 * The address below the host, with the user name and password that it asks for: both null where the address itself is
 * the secret. Shown this once and never again.
 */
const newFeed = wireFeed.extend({ path: z.string(), user: z.string().nullable(), password: z.string().nullable() });
/** Whether the address is to be the secret, for calendar programs that ask for no password. */
const make = z.object({ secretAddress: z.boolean({ error: 'validation.invalid' }).optional() });
const change = z.object({ names: z.boolean({ error: 'validation.invalid' }) });

/** The feed in our words. */
export interface Feed {
  createdAt: string | null;
  names: boolean;
  /** Where it was just made. */
  path?: string;
  user?: string;
  password?: string;
}

/** Reads the reply of any of these calls. */
export function readFeed(data: unknown): Feed {
  const { createdAt, names, path, user, password } = asObject(data);
  return {
    ...{ createdAt: asText(createdAt) || null, names: names === true },
    ...(path ? { path: asText(path) } : {}),
    ...(password ? { user: asText(user), password: asText(password) } : {}),
  };
}

const own = <const P extends string>(method: 'GET' | 'POST', path: P, summary: string) =>
  ({ method, path, summary, roles: ['employee'], feature: 'feed', failure: failureTexts('errors.feed') }) as const;

export const feedCalls = {
  feed: call({ ...own('GET', '/employee/get-feed', 'My calendar feed.'), data: wireFeed }),
  makeFeed: call({
    ...own(
      'POST',
      '/employee/make-feed',
      'A new password, or secret address, for my calendar feed; the one before ends.',
    ),
    reauthenticate: 'always',
    body: make,
    data: newFeed,
  }),
  changeFeed: call({
    ...own('POST', '/employee/change-feed', 'Whether patients’ names stand in my calendar feed.'),
    reauthenticate: 'sometimes',
    body: change,
    data: wireFeed,
  }),
  endFeed: call({
    ...own('POST', '/employee/end-feed', 'End my calendar feed: its address leads nowhere.'),
    reauthenticate: 'always',
    data: wireFeed,
  }),
};
