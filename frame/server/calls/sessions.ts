import type { WireSession } from '../../wire/calls/sessionCalls.ts';
import { endSession, endSessions, findSessions } from '../accounts/sessionRows.ts';
import { notFound } from '../base/httpError.ts';
import { parseUserAgent } from '../base/userAgent.ts';
import { createSessionsEvent } from '../live/accountEvents.ts';
import { transact } from '../outbox/transact.ts';
import type { Services } from '../services.ts';
import type { SomeFrameHandlers } from './frameHandlers.ts';

/** Lists an account's sessions; `currentId` is the id of the caller's session. */
export async function sessionsToWire(
  { db, config }: Pick<Services, 'db' | 'config'>,
  accountId: string,
  currentId: string,
): Promise<WireSession[]> {
  const rows = await findSessions(db, accountId, config.idleMinutes);
  return rows.map((row) => ({
    _id: row.id,
    ...parseUserAgent(row.agent),
    address: row.address,
    createdAt: new Date(row.created_at).toISOString(),
    lastUsed: new Date(row.used_at).toISOString(),
    current: row.id === currentId,
  }));
}

export const sessionHandlers = {
  sessions: async ({ account }, services) => ({ data: await sessionsToWire(services, account.id, account.sessionId) }),

  async endSession({ account, params }, services) {
    await transact(services, async (trx, publish) => {
      if (!(await endSession(trx, params.id, account.id))) throw notFound();
      publish(createSessionsEvent(account.id, 'delete'));
    });
    return { message: 'toasts.sessionEnded', data: null };
  },

  async endOtherSessions({ account }, services) {
    await transact(services, async (trx, publish) => {
      await endSessions(trx, account.id, account.sessionId);
      publish(createSessionsEvent(account.id, 'delete'));
    });
    return { message: 'toasts.sessionsEnded', data: null };
  },
} satisfies SomeFrameHandlers;
