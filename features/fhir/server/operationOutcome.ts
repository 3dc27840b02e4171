import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { getServerTexts, type HttpError } from 'portal-frame/server';
import { logRequestError } from 'portal-frame/server/routes';

export const FHIR_JSON = 'application/fhir+json; charset=utf-8';

const ISSUES: Record<number, string> = {
  400: 'invalid',
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  406: 'not-supported',
  429: 'throttled',
  503: 'transient',
};

const getIssueCode = ({ status, message }: HttpError) =>
  message === 'fhir.unsupported' ? 'not-supported' : (ISSUES[status] ?? 'exception');

/** Sends an error as OperationOutcome. */
export function sendOutcome(error: FastifyError | HttpError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = logRequestError(request, error as FastifyError);
  const { args, retryAfter } = refusal.details;
  const diagnostics = getServerTexts(request.headers['accept-language']).formatMessage(refusal.message, args);
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .type(FHIR_JSON)
    .send({
      resourceType: 'OperationOutcome',
      issue: [{ severity: 'error', code: getIssueCode(refusal), diagnostics }],
    });
}
