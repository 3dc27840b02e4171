import type { Db } from '../db/databaseSchema.ts';
import { serverParts } from '../parts.ts';
import { endSessions } from './sessionRows.ts';

/**
 * Ends all access to an account: sessions (except `butSession`), push tokens, sign-in steps, reset codes and the app's
 * own. A browser in use registers for push again.
 */
export async function endAccess(db: Db, accountId: string, butSession?: string): Promise<void> {
  await endSessions(db, accountId, butSession);
  await serverParts().endAccess?.(db, accountId);
  await db.deleteFrom('push_tokens').where('account_id', '=', accountId).execute();
  await db.deleteFrom('tickets').where('account_id', '=', accountId).execute();
  await db.deleteFrom('reset_codes').where('account_id', '=', accountId).execute();
}
