import { type CallHandlers, defineServerPlugin, serveCalls } from 'portal-frame/server';
import { pushTokenSteps } from 'portal-frame/server/migrations';
import { createMissing } from 'portal-frame/server/plugins';
import { push } from '../plugin.ts';
import { pushCalls } from '../wire/pushCalls.ts';
import { getPushClient, pushSettings } from './pushClient.ts';
import { addPushMessages, type PushPayload, sendPushMessage } from './pushMessages.ts';
import { deletePushTokens, savePushToken } from './pushTokens.ts';

const LOCK_MS = 5 * 60_000;
/** Hosts that a browser asks for its token. */
const PUSH_HOSTS = ['https://firebaseinstallations.googleapis.com', 'https://fcmregistrations.googleapis.com'];

const handlers: CallHandlers<typeof pushCalls> = {
  async generateFcm({ account, body }, { db }) {
    await savePushToken(db, account.id, body.fcmToken);
    return { data: null };
  },
};

export default defineServerPlugin(push, {
  settings: pushSettings,
  migrations: () => ({ '001_push_tokens': { up: (db) => createMissing(db, pushTokenSteps) } }),
  takesOver: ['001_push_tokens'],
  calls: serveCalls(pushCalls, handlers, { generateFcm: ['change', 'push'] }),
  messages: {
    push: {
      lockMs: LOCK_MS,
      send: (payload, services, expiresAt) => sendPushMessage(payload as PushPayload, services, expiresAt),
    },
  },
  tablesWithoutFiles: ['push_tokens'],
  nonPersonalResources: ['push'],
  connectSources: (config) => (getPushClient(config) ? PUSH_HOSTS : []),
  endAccess: deletePushTokens,
  afterNotify: addPushMessages,
});
