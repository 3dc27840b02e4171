import { randomBytes } from 'node:crypto';
import { accountById, takenValues } from '../accounts/accountRows.ts';
import { countTry } from '../accounts/attemptLimits.ts';
import { spendUndoToken } from '../accounts/emailChanges.ts';
import { endAccess } from '../accounts/endAccess.ts';
import { hashPassword } from '../accounts/passwordHash.ts';
import { restoreEmail } from '../accounts/profileRows.ts';
import { clearFactors } from '../accounts/secondFactorRows.ts';
import { Refusal } from '../base/refusal.ts';
import { profileEvent, sessionsEvent } from '../live/events.ts';
import { addToOutbox } from '../outbox/outboxRows.ts';
import { CODE_LIFETIME, type CodePayload } from '../outbox/resetCode.ts';
import { notifyByMail } from '../outbox/securityMail.ts';
import { transact } from '../outbox/transact.ts';
import { syncAccount } from '../records/operations/syncAccountRecord.ts';
import { limitsOfNetwork } from './guessing.ts';
import type { Handlers } from './handler.ts';

/** Milliseconds before a change of the address in which a new factor counts as part of it; its person was notified of an older one. */
const SHORTLY = 24 * 3_600_000;

/** The way back from a change of the e-mail address that its person did not make. */
export const undoEmailHandlers: Handlers<'undoEmail'> = {
  async undoEmail({ body, request, note, tried }, services) {
    await countTry(services.db, limitsOfNetwork('undo', request, 40));
    // Whoever changed the address knew the password: it counts no longer.
    const passwordHash = await hashPassword(randomBytes(32).toString('base64url'), services.config);
    const account = await transact(services, async (trx, publish) => {
      const change = await spendUndoToken(trx, body.token);
      const current = change && (await accountById(trx, change.account_id));
      if (!current) throw new Refusal(400, 'server.undoOver');
      const taken = await takenValues(trx, { email: change.email }, current.id);
      if (taken.length > 0) throw new Refusal(409, 'server.emailTaken');
      const restored = await restoreEmail(trx, current.id, change.email, passwordHash);
      await endAccess(trx, current.id);
      const account = { id: current.id, role: current.role, sessionId: '', reauthenticatedAt: 0 };
      await syncAccount(services, { account, request, note, tried }, trx, publish, restored);
      // A factor added since, or shortly before, is taken for one of whoever changed the address.
      await clearFactors(trx, current.id, change.created_at - SHORTLY);
      await notifyByMail(trx, services, request, current, 'emailRestored');
      const language = request.headers['accept-language']?.slice(0, 100);
      const asked: CodePayload = { email: restored.email, role: restored.role, language };
      await addToOutbox(trx, 'code', [asked], CODE_LIFETIME);
      publish(profileEvent(current.id), sessionsEvent(current.id, 'delete'));
      await note(trx, { accountId: current.id, recordId: current.id, fields: ['email', 'newPassword'] });
      return restored;
    });
    return { message: 'undoEmail.done', data: { email: account.email, role: account.role } };
  },
};
