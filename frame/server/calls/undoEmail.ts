import { findAccountById, findTakenValues } from '../accounts/accountRows.ts';
import { countAttempt } from '../accounts/countAttempts.ts';
import { consumeUndoToken } from '../accounts/emailChanges.ts';
import { endAccess, unlinkAccount } from '../accounts/endAccess.ts';
import { getUnusableHash } from '../accounts/passwordHash.ts';
import { restoreEmail } from '../accounts/profileRows.ts';
import { HttpError } from '../base/httpError.ts';
import { createProfileEvent, createSessionsEvent } from '../live/accountEvents.ts';
import { addToOutbox } from '../outbox/outboxRows.ts';
import { CODE_LIFETIME_MS, type CodePayload } from '../outbox/resetCodeMail.ts';
import { notifyByMail } from '../outbox/securityMail.ts';
import { transact } from '../outbox/transact.ts';
import { syncAccountRecord } from '../records/operations/syncAccountRecord.ts';
import type { SomeFrameHandlers } from './frameHandlers.ts';
import { createNetworkLimits } from './signInLimits.ts';

const WINDOW_MS = 24 * 3_600_000;

/** Restores the e-mail address after a change that its owner did not make. */
export const undoEmailHandlers = {
  async undoEmail({ body, request, note, noteDryRun }, services) {
    await countAttempt(services.db, createNetworkLimits('undo', request, 40));
    // The attacker knew the password.
    const passwordHash = await getUnusableHash(services.config);
    const account = await transact(services, async (trx, publish) => {
      const within = { db: trx, app: services.app };
      const change = await consumeUndoToken(trx, body.token);
      const current = change && (await findAccountById(trx, change.account_id));
      if (!current) throw new HttpError(400, 'server.undoOver');
      const taken = await findTakenValues(within, { email: change.email }, current.id);
      if (taken.length > 0) throw new HttpError(409, 'server.emailTaken');
      const restored = await restoreEmail(trx, current.id, change.email, passwordHash);
      await endAccess(within, current.id);
      const account = { id: current.id, role: current.role, sessionId: '', reauthenticatedAt: 0 };
      await syncAccountRecord(services, { account, request, note, noteDryRun }, trx, publish, restored);
      // Recent ones may be the attacker's.
      await unlinkAccount(within, current.id, change.created_at - WINDOW_MS);
      await notifyByMail(trx, services, request, current, 'emailRestored');
      const language = request.headers['accept-language']?.slice(0, 100);
      const asked: CodePayload = { email: restored.email, role: restored.role, language };
      await addToOutbox(trx, 'code', [asked], CODE_LIFETIME_MS);
      publish(createProfileEvent(current.id), createSessionsEvent(current.id, 'delete'));
      await note(trx, { accountId: current.id, recordId: current.id, fields: ['email', 'newPassword'] });
      return restored;
    });
    return { message: 'undoEmail.done', data: { email: account.email, role: account.role } };
  },
} satisfies SomeFrameHandlers;
