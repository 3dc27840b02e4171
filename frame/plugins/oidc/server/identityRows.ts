import type { AccountRow, Db } from 'portal-frame/server/database';

/** A person of an identity provider. */
interface IdentityRow {
  issuer: string;
  subject: string;
  account_id: string;
  created_at: number;
}

declare module 'portal-frame/server/database' {
  interface Schema {
    identities: IdentityRow;
  }
}

/** A person as the identity provider names them. The subject never changes, an e-mail address may. */
export interface Identity {
  issuer: string;
  subject: string;
}

/** Finds the account of a person; undefined if it was deleted. */
export const findAccountByIdentity = (db: Db, { issuer, subject }: Identity): Promise<AccountRow | undefined> =>
  db
    .selectFrom('identities')
    .innerJoin('accounts', 'accounts.id', 'identities.account_id')
    .selectAll('accounts')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('accounts.deleted_at', 'is', null)
    .executeTakeFirst();

/** True if the identity provider knows the account as some person. */
export const hasIdentity = async (db: Db, issuer: string, account_id: string): Promise<boolean> =>
  (await db
    .selectFrom('identities')
    .select('subject')
    .where('issuer', '=', issuer)
    .where('account_id', '=', account_id)
    .executeTakeFirst()) !== undefined;

/** Ends the links of an account that were made after `since` (ms since 1970). */
export async function deleteIdentities(db: Db, accountId: string, since: number): Promise<void> {
  await db.deleteFrom('identities').where('account_id', '=', accountId).where('created_at', '>=', since).execute();
}

/** Links a person with an account, in place of one that was deleted. */
export async function linkIdentity(db: Db, { issuer, subject }: Identity, account_id: string): Promise<void> {
  await db
    .insertInto('identities')
    .values({ issuer, subject, account_id, created_at: Date.now() })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet({ account_id }))
    .execute();
}
