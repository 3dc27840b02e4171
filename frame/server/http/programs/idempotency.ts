import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseJson } from '../../../wire/wireValues.ts';
import {
  claimIdempotencyKey,
  type IdempotencyClaim,
  releaseIdempotencyKey,
  saveIdempotentReply,
} from '../../accounts/idempotencyRows.ts';
import { createRequestEntry } from '../../activity/activityEntries.ts';
import { type Activity, isRead } from '../../activity/activityLog.ts';
import { HttpError } from '../../base/httpError.ts';
import type { IdempotencyRow } from '../../db/databaseSchema.ts';
import { discardUploads } from '../../files/receiveForm.ts';
import type { Services } from '../../services.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The claimed Idempotency-Key of a request that changes data. */
    idempotency: IdempotencyClaim | null;
  }
  interface FastifyContextConfig {
    /** The change that an Idempotency-Key protects; undefined for routes that take none. */
    idempotent?: Activity | undefined;
  }
}

const HEADER = 'idempotency-key';
const KEY_FORMAT = /^[\x21-\x7e]{1,255}$/;

/** Returns the part of a route's config that lets it take an Idempotency-Key; nothing for reads. */
export const toIdempotentConfig = (activity: Activity | null, personal = false) =>
  activity && !personal && !isRead(activity) ? { idempotent: activity } : {};

/**
 * Hashes a request by method, URL, body, contents of files and scope of a program, to tell a repetition from another
 * request.
 */
async function hashRequest(
  { method, url, body, account, uploads = {} }: FastifyRequest,
  { files }: Services,
): Promise<string> {
  const sent = [];
  for (const [field, list] of Object.entries(uploads))
    for (const { name, path } of list) {
      const content = await buffer(createReadStream(join(files.incoming, path)));
      sent.push([field, name, hash('sha256', content)]);
    }
  return hash(
    'sha256',
    JSON.stringify([method, url, body, sent, ...(account?.key?.scope.resources ?? [])]),
    'base64url',
  );
}

/** Sends the first reply again. An entry records a read, because it may show a record. */
async function replay(request: FastifyRequest, reply: FastifyReply, services: Services, found: IdempotencyRow) {
  const { resource } = request.routeOptions.config.idempotent as Activity;
  const read = createRequestEntry(request, { operation: 'read', resource }, { recordId: found.record_id });
  await services.activity.write(read);
  await discardUploads(request, new HttpError(409, 'server.idempotencyBusy'), services);
  return reply
    .code(found.status as number)
    .header('idempotent-replayed', 'true')
    .type('application/json; charset=utf-8')
    .send(parseJson(found.reply));
}

/** Claims the request's Idempotency-Key, or replays its first reply. Throws an HttpError if neither is possible. */
async function claimOrReplay(request: FastifyRequest, reply: FastifyReply, services: Services) {
  const key = request.headers[HEADER];
  const { account } = request;
  if (key === undefined || !request.routeOptions.config.idempotent || !account) return undefined;
  if (typeof key !== 'string' || !KEY_FORMAT.test(key)) throw new HttpError(400, 'server.idempotencyKey');
  const request_hash = await hashRequest(request, services);
  const claimed = await claimIdempotencyKey(services.db, { account_id: account.id, key, request_hash });
  if ('claim' in claimed) {
    request.idempotency = claimed.claim;
    return undefined;
  }
  const { found } = claimed;
  if (found.request_hash !== request_hash) throw new HttpError(422, 'server.idempotencyOther');
  if (found.status !== null) return replay(request, reply, services, found);
  if (found.locked_until > Date.now()) throw new HttpError(409, 'server.idempotencyBusy', { retryAfter: 1 });
  throw new HttpError(409, 'server.idempotencyLost', { args: { id: found.record_id ?? '' } });
}

/**
 * Lets a change be repeated safely. For one day, the same request of the same account with the same Idempotency-Key
 * gets the reply to the first one. A change marks its key in its own transaction (requestActivity.ts). So if the server
 * crashes before the reply, a repetition is refused (409) and changes nothing.
 */
export function registerIdempotency(app: FastifyInstance, services: Services): void {
  app.decorateRequest('idempotency', null);
  app.addHook('preHandler', (request, reply) => claimOrReplay(request, reply, services));
  app.addHook('onSend', async (request, reply, payload) => {
    const { idempotency } = request;
    if (!idempotency) return payload;
    request.idempotency = null;
    const status = reply.statusCode;
    try {
      // A refusal that changed nothing frees the key, so that a corrected request may use it.
      if (status >= 400 && (await releaseIdempotencyKey(services.db, idempotency))) return payload;
      const text = typeof payload === 'string' ? payload : 'null';
      await saveIdempotentReply(services.db, idempotency, { status, reply: text });
    } catch (error) {
      request.log.warn({ err: error }, 'the reply for an idempotency key could not be kept');
    }
    return payload;
  });
}
