import type { Role } from 'portal-frame';
import { type Db, newId } from 'portal-frame/server/database';
import { changesRow, createSecret, hashSecret, isSameSecret } from 'portal-frame/server/plugins';
import type { ApiKeyScope } from '../wire/apiKeyCalls.ts';
import type { ApiKeyRow } from './apiKeyTable.ts';

/** Start of tokens and of session ids of keys. */
export const PREFIX = 'key_';
const MINUTE_MS = 60_000;

/** Splits a token into the id and the secret of a key; undefined for any other token. */
function parseApiKey(token: string): { id: string; secret: string } | undefined {
  const [, id, secret] = /^key_([0-9a-f]{24})_([\w-]{43})$/.exec(token) ?? [];
  return id && secret ? { id, secret } : undefined;
}

/** Reads a stored scope. Older keys have no `mcp`. */
export const parseScope = (scope: string): ApiKeyScope => ({ mcp: 'off', ...JSON.parse(scope) });

export type NewApiKey = Pick<ApiKeyRow, 'account_id' | 'name' | 'created_by' | 'expires_at'> & { scope: ApiKeyScope };

/** Creates a key. Its token is returned only here: the row holds a hash. */
export async function createApiKey(db: Db, key: NewApiKey): Promise<{ row: ApiKeyRow; token: string }> {
  const secret = createSecret();
  const now = Date.now();
  const row: ApiKeyRow = {
    ...{ ...key, id: newId(now), scope: JSON.stringify(key.scope), secret_hash: hashSecret(secret) },
    ...{ created_at: now, used_at: null, revoked_at: null },
  };
  await db.insertInto('api_keys').values(row).execute();
  return { row, token: `${PREFIX}${row.id}_${secret}` };
}

/** Finds all keys of accounts that are not deleted, newest first. */
export const findApiKeys = (db: Db) =>
  db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .selectAll('api_keys')
    .select(['accounts.full_name', 'accounts.role'])
    .where('accounts.deleted_at', 'is', null)
    .orderBy('api_keys.created_at', 'desc')
    .orderBy('api_keys.id', 'desc')
    .execute();

/** A key that may be used, with the current role of its account. */
export type LiveApiKey = ApiKeyRow & { role: Role };

/** Finds a key that is neither expired nor revoked, of an active account. */
export const findLiveApiKey = (db: Db, id: string): Promise<LiveApiKey | undefined> =>
  db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .selectAll('api_keys')
    .select('accounts.role')
    .where('api_keys.id', '=', id)
    .where('api_keys.revoked_at', 'is', null)
    .where('api_keys.expires_at', '>', Date.now())
    .where('accounts.is_active', '=', 1)
    .where('accounts.deleted_at', 'is', null)
    .executeTakeFirst();

/** Finds the live key of a token; undefined if the secret is wrong. */
export async function verifyApiKey(db: Db, token: string): Promise<LiveApiKey | undefined> {
  const parsed = parseApiKey(token);
  const key = parsed && (await findLiveApiKey(db, parsed.id));
  return key && isSameSecret(hashSecret(parsed.secret), key.secret_hash) ? key : undefined;
}

/** Revokes a key; false if there is none or it was revoked before. */
export const revokeApiKey = (db: Db, id: string): Promise<boolean> =>
  changesRow(
    db.updateTable('api_keys').set({ revoked_at: Date.now() }).where('id', '=', id).where('revoked_at', 'is', null),
  );

/** Saves that a key was used; at most once a minute after `usedAt`. */
export function touchApiKey(db: Db, id: string, usedAt: number | null): Promise<unknown> | undefined {
  const now = Date.now();
  if (usedAt !== null && now - usedAt < MINUTE_MS && usedAt <= now) return undefined;
  return db.updateTable('api_keys').set({ used_at: now }).where('id', '=', id).execute();
}
