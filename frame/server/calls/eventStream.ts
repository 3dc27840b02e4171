import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { API_ROOT } from '../../wire/call.ts';
import { EVENTS_PATH } from '../../wire/events.ts';
import { identify } from '../http/authenticate.ts';
import { describeReply, errorReplySchema } from '../http/routeSchemas.ts';
import { rejectUnknownParameters } from '../http/unknownNames.ts';
import { parsePosition } from '../live/eventBuffer.ts';
import { Listener } from '../live/listeners.ts';
import type { Services } from '../services.ts';

const streamQuery = z.object({ since: z.coerce.number().int().min(0).max(86_400_000).optional().catch(undefined) });

/** Serves GET /api/v1/common/events: the caller's stream of changes. Listening does not count as use of the session. */
export function registerEventStream(app: FastifyInstance, services: Services): void {
  const { live } = services;
  app.route({
    method: 'GET',
    url: API_ROOT + EVENTS_PATH,
    exposeHeadRoute: false,
    schema: {
      operationId: 'events',
      summary: 'What changes, as it happens: server-sent events of the records one may see.',
      tags: ['common'],
      description: `Open to: ${services.app.roles.names.join(', ')}. Resumes after Last-Event-ID.`,
      security: [{ token: [] }],
      querystring: streamQuery,
      response: { 200: describeReply('text/event-stream'), default: errorReplySchema },
    },
    onRequest: async (request) => {
      request.account = (await identify(request, services)).account;
    },
    preValidation: async (request) => rejectUnknownParameters(request.query, Object.keys(streamQuery.shape)),
    handler: async (request, reply) => {
      const { account, headers } = request;
      if (!account) return;
      const listener = new Listener(account);
      const resumed = parsePosition(String(headers['last-event-id'] ?? ''));
      await live.subscribe(listener, resumed ?? (request.query as z.infer<typeof streamQuery>).since);
      return reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('x-accel-buffering', 'no') // Proxies must not buffer events.
        .header('connection', 'close') // A kept connection would delay the server's end.
        .send(listener.stream);
    },
  });
  app.addHook('onReady', () => live.start(app.log));
  // Streams never end by themselves, so close them before the server waits.
  app.addHook('preClose', () => live.stop());
}
