import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply } from 'fastify';

/** Log entries contain no query and no names in paths. */
export const logSerializers = {
  req: ({ method, routeOptions }: { method: string; routeOptions?: { url?: string } }) => ({
    method,
    route: routeOptions?.url,
  }),
  /** Accounts appear by id, as in the activity log. */
  res: ({ statusCode, request }: Pick<FastifyReply, 'statusCode'> & Partial<Pick<FastifyReply, 'request'>>) => ({
    statusCode,
    method: request?.method,
    route: request?.routeOptions.url,
    account: request?.account?.id,
    role: request?.account?.role,
  }),
};

/** Returns the proxy's X-Request-Id if it is a plain word, else a new id. */
export function getRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID();
}
