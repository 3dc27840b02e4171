import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { API_ROOT } from '../../wire/call.ts';
import { toEnvelopeSchema } from '../../wire/envelope.ts';
import { HttpError } from '../base/httpError.ts';
import { settlesWithin } from '../base/settlesWithin.ts';
import type { Services } from '../services.ts';
import { sendData } from './replies.ts';
import { errorReplySchema } from './routeSchemas.ts';

const PING_TIMEOUT_MS = 1500;

const healthSchema = {
  operationId: 'health',
  summary: 'Tells if the server takes requests and the database answers.',
  description: 'No token needed.',
  tags: ['common'],
  security: [],
  response: { 200: toEnvelopeSchema(z.null()), default: errorReplySchema },
};

/** Creates a check that the database answers. One query at a time: a hanging database would use up connections. */
export function createDatabasePing(db: Services['db']): () => Promise<boolean> {
  let pending: Promise<unknown> | undefined;
  return async () => {
    pending ??= sql`select 1`.execute(db).finally(() => {
      pending = undefined;
    });
    return settlesWithin(pending, PING_TIMEOUT_MS).catch(() => false);
  };
}

/** Serves GET /api/v1/health: 200 if the server takes requests and the database answers in time, else 503. */
export function registerHealth(app: FastifyInstance, { pingDatabase, state }: Services): void {
  app.get(`${API_ROOT}/health`, { schema: healthSchema as object }, async (request, reply) => {
    if (state.ending || !(await pingDatabase())) throw new HttpError(503, 'server.busy', { retryAfter: 2 });
    return sendData(request, reply, null);
  });
}
