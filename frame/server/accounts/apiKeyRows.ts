import type { Role } from '../../wire/call.ts';
import type { ApiKeyScope } from '../../wire/calls/apiKeyCalls.ts';
import { createSecret, hashSecret, isSameSecret } from '../base/secrets.ts';
import { changesRow } from '../db/changesRow.ts';
import type { ApiKeyRow, Db } from '../db/databaseSchema.ts';
import { newId } from '../db/newId.ts';

export const apiKeySteps = [
  `create table api_keys (
    id text primary key not null,
    account_id text not null references accounts (id) on delete cascade,
    name text not null,
    secret_hash text not null,
    scope text not null,
    created_by text not null,
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint,
    revoked_at bigint
  )`,
  'create index api_keys_account on api_keys (account_id)',
];

const PREFIX = 'key_';
const MINUTE_MS = 60_000;

/** True for the session id of an API key. It names the key in signed file URLs. */
export const isApiKeySession = (sessionId: string): boolean => sessionId.startsWith(PREFIX);
export const toApiKeySession = (id: string): string => PREFIX + id;
export const fromApiKeySession = (sessionId: string): string => sessionId.slice(PREFIX.length);

/** Splits a token into the id and the secret of a key; undefined for any other token. */
export function parseApiKey(token: string): { id: string; secret: string } | undefined {
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
  return { row, token: `${toApiKeySession(row.id)}_${secret}` };
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
