import type { FastifyRequest } from 'fastify';
import { openSession } from '../accounts/sessionRows.ts';
import type { AccountRow } from '../db/databaseSchema.ts';
import { createSessionsEvent } from '../live/accountEvents.ts';
import { transact } from '../outbox/transact.ts';
import { getAnnouncedFeatures } from '../records/schema/announcedFeatures.ts';
import type { Services } from '../services.ts';

/** Opens a session in the transaction of `work` and returns the data of a completed sign-in. */
export async function completeSignIn<T>(
  services: Services,
  request: FastifyRequest,
  account: AccountRow,
  work: (trx: Parameters<Parameters<typeof transact>[1]>[0]) => Promise<T>,
) {
  const { config, tokens } = services;
  const { session, done } = await transact(services, async (trx, publish) => {
    const done = await work(trx);
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
  return { data, done };
}
