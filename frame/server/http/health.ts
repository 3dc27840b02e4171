import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { API_ROOT } from '../../wire/call.ts';
import { HttpError } from '../base/httpError.ts';
import type { Services } from '../services.ts';
import { sendData } from './replies.ts';

/** Milliseconds that the database may take to answer before it counts as away. */
const PING_TIMEOUT_MS = 1500;

/**
 * Asks the database whether it answers. While one question waits, however long, there is no second: a database that
 * hangs would else take a connection for each.
 */
export function createDatabasePing(db: Services['db']): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined;
  return async () => {
    asking ??= sql`select 1`
      .execute(db)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asking = undefined;
      });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, PING_TIMEOUT_MS, false);
    });
    return Promise.race([asking, late]).finally(() => clearTimeout(timer));
  };
}

/** GET /api/v1/health: 200 while the server takes requests and its database answers, else 503, within two seconds. */
export function registerHealth(app: FastifyInstance, { pingDatabase, state }: Services): void {
  app.get(`${API_ROOT}/health`, { schema: { hide: true } as object }, async (request, reply) => {
    if (state.ending || !(await pingDatabase())) throw new HttpError(503, 'server.busy', { retryAfter: 2 });
    return sendData(request, reply, null);
  });
}
