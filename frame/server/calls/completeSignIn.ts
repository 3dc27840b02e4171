import type { FastifyRequest } from 'fastify';
import { openSession } from '../accounts/sessionRows.ts';
import { findSignInStep } from '../accounts/signInSteps.ts';
import type { AccountRow } from '../db/databaseSchema.ts';
import { createSessionsEvent } from '../live/accountEvents.ts';
import { transact } from '../outbox/transact.ts';
import { getAnnouncedFeatures } from '../records/schema/announcedFeatures.ts';
import type { Services } from '../services.ts';

type Transaction = Parameters<Parameters<typeof transact>[1]>[0];

/**
 * Asks for the next step of a sign-in, or opens a session and returns the data of a completed sign-in. Nothing else opens
 * sessions. `work` runs in its transaction, with false if a step is asked for.
 * @param after the plug-in whose step the person has just completed
 */
export async function completeSignIn<T>(
  services: Services,
  request: FastifyRequest,
  account: AccountRow,
  work: (trx: Transaction, isComplete: boolean) => Promise<T>,
  after?: string,
) {
  const step = await findSignInStep(services, request, account, after);
  if (step) return { ...step, done: await services.db.transaction().execute((trx) => work(trx, false)) };
  const { config, tokens } = services;
  const { session, done } = await transact(services, async (trx, publish) => {
    const done = await work(trx, true);
    const session = await openSession(trx, account.id, config.tokenHours, {
      agent: request.headers['user-agent'] ?? '',
      address: request.ip,
    });
    publish(createSessionsEvent(account.id, 'create'));
    return { session, done };
  });
  request.sessionOpened = session.id;
  const claims = { accountId: account.id, sessionId: session.id, role: account.role };
  const data = {
    userAuthToken: await tokens.sign(claims, session.expiresAt),
    role: account.role,
    fullName: account.full_name,
    timeZone: config.timeZone,
    features: getAnnouncedFeatures(services.app, services.resources).filter(
      (feature) => services.app.offersFeature?.(feature, config) ?? true,
    ),
    idleMinutes: config.idleMinutes,
    uploadMb: config.maxUploadMb,
  };
  return { message: 'server.signedIn', data, done };
}
