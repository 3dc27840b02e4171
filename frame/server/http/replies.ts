import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Envelope } from '../../wire/envelope.ts';
import { Refusal } from '../base/refusal.ts';
import { causeOf, systemErrorKind } from '../base/systemErrors.ts';
import { translateServer } from '../base/texts.ts';
import type { Secure } from './headers.ts';

const textsFor = (request: FastifyRequest) => translateServer(request.headers['accept-language']);

/** Answers with the envelope around `data`; `message` is an i18n key. */
export function sendData(
  request: FastifyRequest,
  reply: FastifyReply,
  data: unknown,
  message = 'server.ok',
  args?: Record<string, string>,
) {
  const envelope: Envelope = { status: true, message: textsFor(request).say(message, args), code: 200, data };
  return reply.code(200).send(envelope);
}

/** Answers with a refusal's envelope, in the language of the request. */
export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
  const { args, also = [], errors, data, retryAfter } = refusal.details;
  const texts = textsFor(request);
  const translated = Object.entries(errors ?? {}).map(([field, message]) => [field, texts.say(message, args)]);
  const envelope: Envelope = {
    status: false,
    message: [{ message: refusal.message, args }, ...also].map((one) => texts.say(one.message, one.args)).join(' '),
    code: refusal.code,
    data: errors || data ? { ...data, ...(errors && { errors: Object.fromEntries(translated) }) } : null,
  };
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  reply.header('cache-control', 'no-store');
  return reply.code(refusal.code).type('application/json; charset=utf-8').send(envelope);
}

/** Any error as a refusal; null for an error of our own. */
export function refusalOf(error: FastifyError): Refusal | null {
  if (error instanceof Refusal) return error;
  const kind = systemErrorKind(error);
  if (kind === 'full') return new Refusal(507, 'server.full');
  if (kind === 'storage') return new Refusal(507, 'server.storage');
  if (kind === 'busy') return new Refusal(503, 'server.busy', { retryAfter: 2 });
  const status = error.statusCode ?? 500;
  if (status === 413) return new Refusal(413, 'server.tooLarge');
  return status >= 400 && status < 500 ? new Refusal(status, 'server.badRequest') : null;
}

/** Answers what Fastify refuses before a route is found, and before headers are set, such as an address that cannot be decoded. */
export const sendFrameworkError =
  (secure: Secure) => (_error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(secure);
    void sendRefusal(request, reply, new Refusal(400, 'server.badRequest'));
  };

/** Who comes without a right or too often: in the log, as the audit trail has only those who are signed in. */
const SUSPECT = [401, 429];

/** Logs an error of ours, one around us, and who was refused for want of a right: when, whence and what was asked. */
export function logRefused(request: FastifyRequest, error: unknown, refusal: Refusal | null): void {
  const asked = { req: request, address: request.ip };
  if (!refusal) request.log.error({ ...asked, err: error }, 'a request failed');
  else if (refusal.code > 500) request.log.error({ ...asked, reason: causeOf(error) }, 'a request met an error');
  else if (SUSPECT.includes(refusal.code))
    request.log.warn({ ...asked, code: refusal.code, reason: refusal.message }, 'a request was refused');
}

/** Every error ends in the envelope. */
export function envelopeErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal = refusalOf(error);
    logRefused(request, error, refusal);
    return sendRefusal(request, reply, refusal ?? new Refusal(500, 'server.internal'));
  });
}
