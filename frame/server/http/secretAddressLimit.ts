import type { FastifyRequest } from 'fastify';
import { getNetwork } from '../base/network.ts';

const MAX_REQUESTS_PER_MINUTE = 120;

/** Limits requests to secret addresses by `findKey`, wrong ones by network, so that guesses close no valid address. */
export const createSecretLimit = (findKey: (request: FastifyRequest) => Promise<string | undefined>) => ({
  rateLimit: {
    max: MAX_REQUESTS_PER_MINUTE,
    timeWindow: '1 minute',
    keyGenerator: async (request: FastifyRequest) => (await findKey(request)) ?? getNetwork(request.ip),
  },
});
