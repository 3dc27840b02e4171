import type { Db } from 'portal-frame/server/database';

interface PushTokenRow {
  token: string;
  account_id: string;
  created_at: number;
}

declare module 'portal-frame/server/database' {
  interface Schema {
    push_tokens: PushTokenRow;
  }
}

const MAX_BROWSERS = 10;

/** Registers a browser; it belongs to the account that signed in last. */
export async function savePushToken(db: Db, accountId: string, token: string): Promise<void> {
  const row = { account_id: accountId, created_at: Date.now() };
  await db
    .insertInto('push_tokens')
    .values({ token, ...row })
    .onConflict((conflict) => conflict.column('token').doUpdateSet(row))
    .execute();
  const newest = db
    .selectFrom('push_tokens')
    .select('token')
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(MAX_BROWSERS);
  await db.deleteFrom('push_tokens').where('account_id', '=', accountId).where('token', 'not in', newest).execute();
}

/** Finds the browsers of active accounts that want notifications. */
export async function findPushTokens(
  db: Db,
  accountIds: readonly string[],
): Promise<Omit<PushTokenRow, 'created_at'>[]> {
  if (accountIds.length === 0) return [];
  return db
    .selectFrom('push_tokens')
    .innerJoin('accounts', 'accounts.id', 'push_tokens.account_id')
    .select(['push_tokens.token', 'push_tokens.account_id'])
    .where('accounts.id', 'in', accountIds)
    .where('accounts.is_notification', '=', 1)
    .where('accounts.is_active', '=', 1)
    .where('accounts.deleted_at', 'is', null)
    .execute();
}

export async function deletePushToken(db: Db, token: string): Promise<void> {
  await db.deleteFrom('push_tokens').where('token', '=', token).execute();
}

/** Forgets the browsers of an account. */
export async function deletePushTokens(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('push_tokens').where('account_id', '=', accountId).execute();
}
