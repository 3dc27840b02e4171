import { selectAccounts } from 'portal-frame/server/accounts';
import type { AccountRow, Db } from 'portal-frame/server/database';
import { createSecret, hashSecret } from 'portal-frame/server/plugins';

export interface FeedRow {
  account_id: string;
  /** Hash of the password or of the secret in the address. */
  secret_hash: string;
  /** 1 if the feed names patients. */
  names: number;
  language: string;
  created_at: number;
}

declare module 'portal-frame/server/database' {
  interface Schema {
    feeds: FeedRow;
  }
}

/** How a feed's secret is shown: as the password of HTTP Basic authentication, or in the address. */
export type ShownBy = 'password' | 'address';

/** A password is not valid as an address. */
const hashOf = (secret: string, by: ShownBy) => hashSecret(by === 'password' ? `password ${secret}` : secret);

export const feedOf = (db: Db, accountId: string): Promise<FeedRow | undefined> =>
  db.selectFrom('feeds').selectAll().where('account_id', '=', accountId).executeTakeFirst();

/** Creates a new secret for an account's feed. The secret is not stored; the one before ends. */
export async function makeFeed(
  db: Db,
  accountId: string,
  language: string,
  by: ShownBy,
): Promise<{ feed: FeedRow; secret: string }> {
  const secret = createSecret();
  const news = { secret_hash: hashOf(secret, by), language, created_at: Date.now() };
  const feed = await db
    .insertInto('feeds')
    .values({ account_id: accountId, names: 0, ...news })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(news))
    .returningAll()
    .executeTakeFirstOrThrow();
  return { feed, secret };
}

/** Shows or hides patients' names in the feed; undefined if the account has none. */
export const setFeedNames = (db: Db, accountId: string, names: boolean): Promise<FeedRow | undefined> =>
  db
    .updateTable('feeds')
    .set({ names: names ? 1 : 0 })
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirst();

export async function endFeed(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('feeds').where('account_id', '=', accountId).execute();
}

/** Finds a feed and its account; undefined for a wrong secret or an inactive account. */
export async function feedBySecret(
  db: Db,
  secret: string,
  by: ShownBy,
): Promise<{ feed: FeedRow; account: Pick<AccountRow, 'id' | 'full_name'> } | undefined> {
  const feed = await db
    .selectFrom('feeds')
    .selectAll()
    .where('secret_hash', '=', hashOf(secret, by))
    .executeTakeFirst();
  if (!feed) return undefined;
  const account = await selectAccounts(db)
    .select(['id', 'full_name'])
    .where('id', '=', feed.account_id)
    .where('is_active', '=', 1)
    .executeTakeFirst();
  return account && { feed, account };
}
