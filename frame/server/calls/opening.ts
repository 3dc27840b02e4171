import type { FastifyRequest } from 'fastify';
import { FEATURES, type Feature } from '../../wire/features.ts';
import { transact } from '../outbox/transact.ts';
import type { Services } from '../services.ts';
import type { AccountRow } from '../store/schema.ts';
import { openSession } from '../store/sessions.ts';
import { sessionsTold } from './told.ts';

/** Features that a server has with their resources. */
const OF_RESOURCES: readonly Feature[] = ['orders', 'custody'];

/** What this server offers: all but the features of resources that it does not have. */
const featuresOf = ({ resources }: Services): Feature[] =>
  FEATURES.filter((name) => !OF_RESOURCES.includes(name) || resources.some(({ feature }) => feature === name));

/** Opens a session for who has proved who they are, together with `work`; gives what a complete sign-in is answered with. */
export async function openFor<T>(
  services: Services,
  request: FastifyRequest,
  account: AccountRow,
  work: (trx: Parameters<Parameters<typeof transact>[1]>[0]) => Promise<T>,
) {
  const { config, tokens } = services;
  const { session, done } = await transact(services, async (trx, tell) => {
    const done = await work(trx);
    const session = await openSession(trx, account.id, config.tokenHours, {
      agent: request.headers['user-agent'] ?? '',
      address: request.ip,
    });
    tell(sessionsTold(account.id, 'create'));
    return { session, done };
  });
  request.sessionOpened = session.id;
  const claims = { accountId: account.id, sessionId: session.id, role: account.role };
  const data = {
    userAuthToken: await tokens.sign(claims, session.expiresAt),
    role: account.role,
    fullName: account.full_name,
    timeZone: config.timeZone,
    features: featuresOf(services),
    idleMinutes: config.idleMinutes,
    uploadMb: config.maxUploadMb,
  };
  return { data, done };
}
