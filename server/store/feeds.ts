import { createHash, randomBytes } from 'node:crypto';
import { selectAccounts } from '../../frame/server/accounts/accountRows.ts';
import type { AccountRow, Db } from '../../frame/server/db/databaseSchema.ts';
import type { FeedRow } from './schema.ts';

export const feedSteps = [
  `create table feeds (
    account_id text primary key not null references accounts (id) on delete cascade,
    secret_hash text not null,
    names integer not null,
    language text not null,
    created_at bigint not null
  )`,
  'create unique index feeds_secret on feeds (secret_hash)',
];

/** How a feed's secret is shown: as the password of HTTP's Basic authentication, or in the address itself. */
export type ShownBy = 'password' | 'address';

/** The secret has 256 random bits: its hash reveals nothing. One that is a password counts in no address. */
const hashOf = (secret: string, by: ShownBy) =>
  createHash('sha256')
    .update(by === 'password' ? `password ${secret}` : secret)
    .digest('base64url');

export const feedOf = (db: Db, accountId: string): Promise<FeedRow | undefined> =>
  db.selectFrom('feeds').selectAll().where('account_id', '=', accountId).executeTakeFirst();

/** Gives an account's feed a new secret, which is returned only now; an earlier one ends, its choices stay. */
export async function makeFeed(
  db: Db,
  accountId: string,
  language: string,
  by: ShownBy,
): Promise<{ feed: FeedRow; secret: string }> {
  const secret = randomBytes(32).toString('base64url');
  const news = { secret_hash: hashOf(secret, by), language, created_at: Date.now() };
  const feed = await db
    .insertInto('feeds')
    .values({ account_id: accountId, names: 0, ...news })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(news))
    .returningAll()
    .executeTakeFirstOrThrow();
  return { feed, secret };
}

/** Undefined where the account has no feed. */
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

/** The feed of a secret and whose it is; undefined for a wrong one, and while the account is off or gone. */
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
