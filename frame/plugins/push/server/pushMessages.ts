import { addToOutbox, type Config, type NotificationInput, type Services } from 'portal-frame/server';
import type { Db } from 'portal-frame/server/database';
import type { PushMessage } from './fcmClient.ts';
import { getPushClient } from './pushClient.ts';
import { deletePushToken, findPushTokens } from './pushTokens.ts';

export interface PushPayload extends PushMessage {
  accountId: string;
  token: string;
}

/** Limits the server's attempts, and how long the push service keeps a message for a browser that is offline. */
const LIFETIME_MS = 24 * 3_600_000;

/** Adds a push message for each subscribed browser of these accounts. Does nothing if push is off. */
export async function addPushMessages(
  { db, config }: { db: Db; config: Config },
  accountIds: readonly string[],
  { title, push }: NotificationInput,
): Promise<void> {
  if (!push || !getPushClient(config)) return;
  const browsers = await findPushTokens(db, accountIds);
  const payloads = browsers.map(
    ({ token, account_id: accountId }): PushPayload => ({ accountId, token, title, body: push }),
  );
  await addToOutbox(db, 'push', payloads, LIFETIME_MS);
}

/**
 * Sends a push message, unless the token now belongs to another account or is unsubscribed. Forgets tokens that the
 * service no longer knows. `expiresAt` is in ms since 1970.
 */
export async function sendPushMessage(
  { accountId, token, title, body }: PushPayload,
  { db, config }: Services,
  expiresAt: number,
): Promise<void> {
  const browsers = await findPushTokens(db, [accountId]);
  const client = getPushClient(config);
  if (!client || !browsers.some((browser) => browser.token === token)) return;
  const result = await client.send(token, { title, body }, expiresAt);
  if (result === 'gone') await deletePushToken(db, token);
  if (result === 'failed') throw Object.assign(new Error('not taken'), { code: 'PUSH_NOT_TAKEN' });
}
