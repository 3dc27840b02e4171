import type { Db } from '../db/databaseSchema.ts';
import type { ServerParts } from '../parts.ts';
import { endSessions } from './sessionRows.ts';

/** The database or transaction of a change to accounts, and their app. `Services` are one. */
export interface AccountContext {
  db: Db;
  app: ServerParts;
}

/** Removes the ways to prove an identity besides the password that were added since `since` (ms since 1970; default: all). */
export const unlinkAccount = async ({ db, app }: AccountContext, accountId: string, since = 0): Promise<void> =>
  app.unlinkAccount?.(db, accountId, since);

/** Ends sessions (except `butSession`), sign-in steps, unused reset codes, and access that the app and its plug-ins gave. */
export async function endAccess({ db, app }: AccountContext, accountId: string, butSession?: string): Promise<void> {
  await endSessions(db, accountId, butSession);
  await app.endAccess?.(db, accountId);
  await db.deleteFrom('tickets').where('account_id', '=', accountId).execute();
  // A used code sets no password; it stays to answer a repeated reset.
  await db.deleteFrom('reset_codes').where('account_id', '=', accountId).where('used_at', 'is', null).execute();
}
