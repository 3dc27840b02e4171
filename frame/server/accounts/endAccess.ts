import type { Db } from '../db/databaseSchema.ts';
import type { ServerParts } from '../parts.ts';
import { endSessions } from './sessionRows.ts';

/** The database or transaction of a change to accounts, and their app. `Services` are one. */
export interface AccountContext {
  db: Db;
  app: ServerParts;
}

/** Ends sessions (except `butSession`), push tokens, sign-in steps, unused reset codes and the app's own access. */
export async function endAccess({ db, app }: AccountContext, accountId: string, butSession?: string): Promise<void> {
  await endSessions(db, accountId, butSession);
  await app.endAccess?.(db, accountId);
  await db.deleteFrom('push_tokens').where('account_id', '=', accountId).execute();
  await db.deleteFrom('tickets').where('account_id', '=', accountId).execute();
  // A used code sets no password; it stays to answer a repeated reset.
  await db.deleteFrom('reset_codes').where('account_id', '=', accountId).where('used_at', 'is', null).execute();
}
