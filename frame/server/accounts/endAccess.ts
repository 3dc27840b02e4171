import type { Db } from '../db/databaseSchema.ts';
import { serverParts } from '../parts.ts';
import { endSessions } from './sessionRows.ts';

/** Ends sessions (except `butSession`), push tokens, sign-in steps, reset codes and the app's own access. */
export async function endAccess(db: Db, accountId: string, butSession?: string): Promise<void> {
  await endSessions(db, accountId, butSession);
  await serverParts().endAccess?.(db, accountId);
  await db.deleteFrom('push_tokens').where('account_id', '=', accountId).execute();
  await db.deleteFrom('tickets').where('account_id', '=', accountId).execute();
  await db.deleteFrom('reset_codes').where('account_id', '=', accountId).execute();
}
