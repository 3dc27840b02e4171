import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../frame/server/base/refusal.ts';
import { translateServer } from '../../frame/server/base/texts.ts';
import { logRefused, refusalOf } from '../../frame/server/http/replies.ts';

export const FHIR_JSON = 'application/fhir+json; charset=utf-8';

/** FHIR's words for why a request was refused, by our codes (R4, issue-type). */
const ISSUES: Record<number, string> = {
  400: 'invalid',
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  406: 'not-supported',
  429: 'throttled',
  503: 'transient',
};

const issueOf = ({ code, message }: Refusal) =>
  message === 'fhir.unsupported' ? 'not-supported' : (ISSUES[code] ?? 'exception');

/** Answers with an OperationOutcome instead of our envelope: what FHIR clients read. */
export function sendOutcome(error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply) {
  const mapped = refusalOf(error as FastifyError);
  logRefused(request, error, mapped);
  const refusal = mapped ?? new Refusal(500, 'server.internal');
  const { args, retryAfter } = refusal.details;
  const diagnostics = translateServer(request.headers['accept-language']).say(refusal.message, args);
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply
    .code(refusal.code)
    .header('cache-control', 'no-store')
    .type(FHIR_JSON)
    .send({
      resourceType: 'OperationOutcome',
      issue: [{ severity: 'error', code: issueOf(refusal), diagnostics }],
    });
}
