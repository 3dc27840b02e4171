import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Envelope } from '../../wire/envelope.ts';
import { busy, HttpError } from '../base/httpError.ts';
import { getServerTexts } from '../base/serverTexts.ts';
import { getLogReason, getSystemErrorKind } from '../base/systemErrors.ts';
import type { SecurityHeaders } from './headers.ts';

const getTexts = (request: FastifyRequest) => getServerTexts(request.headers['accept-language']);

/** Sends `data` in the envelope; `message` is an i18n key. */
export function sendData(
  request: FastifyRequest,
  reply: FastifyReply,
  data: unknown,
  message = 'server.ok',
  args?: Record<string, string>,
) {
  const envelope: Envelope = { status: true, message: getTexts(request).formatMessage(message, args), code: 200, data };
  return reply.code(200).send(envelope);
}

/** Creates the envelope of an error, in the language of the request. */
export function toErrorEnvelope(request: FastifyRequest, refusal: HttpError): Envelope {
  const { args, moreMessages = [], errors, data } = refusal.details;
  const texts = getTexts(request);
  const translated = Object.entries(errors ?? {}).map(([field, text]) => {
    const one = typeof text === 'string' ? { message: text, args } : text;
    return [field, texts.formatMessage(one.message, one.args)];
  });
  return {
    status: false,
    message: [{ message: refusal.message, args }, ...moreMessages]
      .map((one) => texts.formatMessage(one.message, one.args))
      .join(' '),
    code: refusal.status,
    data: errors || data ? { ...data, ...(errors && { errors: Object.fromEntries(translated) }) } : null,
  };
}

/** Sends an error in the envelope, in the language of the request. */
export function sendError(request: FastifyRequest, reply: FastifyReply, refusal: HttpError) {
  const { retryAfter } = refusal.details;
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  reply.header('cache-control', 'no-store');
  return reply.code(refusal.status).type('application/json; charset=utf-8').send(toErrorEnvelope(request, refusal));
}

/** Converts any error to an HttpError; null for an internal error. */
export function toHttpError(error: FastifyError): HttpError | null {
  if (error instanceof HttpError) return error;
  const kind = getSystemErrorKind(error);
  if (kind === 'full') return new HttpError(507, 'server.full');
  if (kind === 'storage') return new HttpError(507, 'server.storage');
  if (kind === 'busy') return busy();
  const status = error.statusCode ?? 500;
  if (status === 413) return new HttpError(413, 'server.tooLarge');
  return status >= 400 && status < 500 ? new HttpError(status, 'server.badRequest') : null;
}

/** Creates the handler of errors before routing, such as a path that cannot be decoded. */
export const createFrameworkErrorHandler =
  (secure: SecurityHeaders) => (_error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(secure);
    void sendError(request, reply, new HttpError(400, 'server.badRequest'));
  };

/** Logged, since the activity log records signed-in people only. */
const SUSPICIOUS_CODES = [401, 429];

/**
 * Logs internal errors, system errors and suspicious requests. Returns the HttpError to answer with: 500 for an internal
 * error. For routes with error replies of their own.
 */
export function logRequestError(request: FastifyRequest, error: FastifyError): HttpError {
  const refusal = toHttpError(error);
  const asked = { req: request, address: request.ip };
  if (!refusal) request.log.error({ ...asked, err: error }, 'a request failed');
  else if (refusal.status > 500) request.log.error({ ...asked, reason: getLogReason(error) }, 'a request met an error');
  else if (SUSPICIOUS_CODES.includes(refusal.status))
    request.log.warn({ ...asked, code: refusal.status, reason: refusal.message }, 'a request was refused');
  return refusal ?? new HttpError(500, 'server.internal');
}

/** Sends every error in the envelope. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) =>
    sendError(request, reply, logRequestError(request, error)),
  );
}
