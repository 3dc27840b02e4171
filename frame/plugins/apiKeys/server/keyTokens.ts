import type { Account } from 'portal-frame/server';
import type { BearerTokens } from 'portal-frame/server/plugins';
import { findLiveApiKey, PREFIX, parseScope, touchApiKey, verifyApiKey } from './apiKeyRows.ts';
import { countKeyRequest } from './keyLimit.ts';

/** Tokens of API keys: `key_`, the id, `_` and the secret. The session id of a key is the token without its secret. */
export const keyTokens: BearerTokens = {
  prefix: PREFIX,
  async identify({ db }, token) {
    const key = await verifyApiKey(db, token);
    if (!key) return undefined;
    const scope = parseScope(key.scope);
    const account: Account = {
      ...{ id: key.account_id, role: key.role, sessionId: PREFIX + key.id, reauthenticatedAt: 0 },
      key: {
        ...{ id: key.id, name: key.name, refusal: 'server.apiKeyScope' },
        scope: { ...scope, only: scope.mcp === 'off' ? undefined : 'mcp' },
      },
    };
    return { account, usedAt: key.used_at };
  },
  recordUse(services, { sessionId }, usedAt) {
    const id = sessionId.slice(PREFIX.length);
    countKeyRequest(services, id);
    return touchApiKey(services.db, id, usedAt);
  },
  isLive: async ({ db }, sessionId) => (await findLiveApiKey(db, sessionId.slice(PREFIX.length))) !== undefined,
};
