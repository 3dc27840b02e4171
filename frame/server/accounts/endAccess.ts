import type { Db } from '../db/databaseSchema.ts';
import { serverParts } from '../parts.ts';
import { endSessions } from './sessionRows.ts';

/**
 * Ends all that leads into an account or out of it: its sessions (but one where it is named), the
 * browsers that get its notifications (one that is in use registers anew), and codes and steps
 * under way that lead to a new password or a sign-in, and what the app has besides.
 */
export async function endAccess(db: Db, accountId: string, butSession?: string): Promise<void> {
  await endSessions(db, accountId, butSession);
  await serverParts().endAccess?.(db, accountId);
  await db.deleteFrom('push_tokens').where('account_id', '=', accountId).execute();
  await db.deleteFrom('tickets').where('account_id', '=', accountId).execute();
  await db.deleteFrom('reset_codes').where('account_id', '=', accountId).execute();
}
