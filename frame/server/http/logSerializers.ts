import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply } from 'fastify';

/** What is logged of a request: neither its query nor a name in its path. */
export const logSerializers = {
  req: ({ method, routeOptions }: { method: string; routeOptions?: { url?: string } }) => ({
    method,
    route: routeOptions?.url,
  }),
  /** The account by its id, as the audit trail names it. */
  res: ({ statusCode, request }: Pick<FastifyReply, 'statusCode'> & Partial<Pick<FastifyReply, 'request'>>) => ({
    statusCode,
    method: request?.method,
    route: request?.routeOptions.url,
    account: request?.account?.id,
    role: request?.account?.role,
  }),
};

/** The id that a proxy gave the request in X-Request-Id if it is a plain word, or a new one. */
export function getRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID();
}
