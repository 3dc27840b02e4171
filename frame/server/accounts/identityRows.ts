import type { AccountRow, Db } from '../db/databaseSchema.ts';

/** People of an identity provider and their accounts. */
export const identitySteps = [
  `create table identities (
    issuer text not null,
    subject text not null,
    account_id text not null references accounts (id) on delete cascade,
    created_at bigint not null,
    primary key (issuer, subject)
  )`,
  'create index identities_account on identities (account_id)',
];

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
export async function deleteIdentities(db: Db, accountId: string, since = 0): Promise<void> {
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
