import type { FastifyRequest } from 'fastify';
import { getNetwork } from '../base/network.ts';

const MAX_REQUESTS_PER_MINUTE = 120;

/** Limits requests to secret URLs by `findKey`; to wrong URLs by network, so that guesses do not block valid ones. */
export const createSecretLimit = (findKey: (request: FastifyRequest) => Promise<string | undefined>) => ({
  rateLimit: {
    max: MAX_REQUESTS_PER_MINUTE,
    timeWindow: '1 minute',
    keyGenerator: async (request: FastifyRequest) => (await findKey(request)) ?? getNetwork(request.ip),
  },
});
