import type {} from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import { z } from 'zod';
import type { ResolvedCall, Role } from '../../wire/call.ts';
import { rowError, toEnvelopeSchema } from '../../wire/envelope.ts';
import type { KeyAccess } from './programs/callerScope.ts';

/** The callers who may use a route, for its description. Without `access`, programs are refused. */
export interface Audience {
  roles: ResolvedCall['roles'];
  access?: KeyAccess;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** By default everybody who is signed in, or everybody if the route needs no token. */
    audience?: Audience;
  }
}

const ROLES_MARK = 'x-roles';

/** Marks a field that only these roles know. A description for others leaves out the field, and the mark for all. */
export const forRoles = (schema: z.ZodType, knowing: readonly Role[], all: readonly Role[]): z.ZodType =>
  knowing.length === all.length ? schema : schema.meta({ ...schema.meta(), [ROLES_MARK]: knowing });

/** Returns the roles that know a field, from its JSON schema; undefined for all. */
export const getKnowingRoles = (schema: object): readonly Role[] | undefined =>
  (schema as { [ROLES_MARK]?: readonly Role[] })[ROLES_MARK];

/** The reply of every rejected request, as `default` among the responses of a route. */
export const errorReplySchema = z
  .object({
    status: z.literal(false),
    message: z.string().describe('A sentence for the person, in the language of Accept-Language.'),
    code: z.number().describe('The HTTP status.'),
    data: z
      .object({
        errors: z.record(z.string(), z.string()).optional().describe('A sentence for each field that is wrong.'),
        reason: z.boolean().optional().describe('True if the host keeps a reason with `confirmed`.'),
        confirm: z.string().optional().describe('The same request with this field set to true is accepted.'),
        overlap: z.boolean().optional().describe('True if the same request with `confirmed` is accepted.'),
        reauthenticate: z.boolean().optional().describe('True if /common/reauthenticate is needed first.'),
        rowErrors: z.array(rowError).optional().describe('The errors of an import, by row.'),
      })
      .nullable(),
  })
  .describe('Refused: the message says why, data.errors which fields.');

/** Describes the reply of a call, for programs. */
function describeEnvelope(schema: z.ZodType) {
  const { status, message, code, data } = toEnvelopeSchema(schema).shape;
  return z.object({
    status: status.describe('True.'),
    message: message.describe('A sentence for the person, in the language of Accept-Language.'),
    code: code.describe('The HTTP status.'),
    data: data.describe('What was asked for.'),
  });
}

/**
 * Describes a successful reply that is not JSON.
 * @example response: { 200: describeReply('text/csv'), default: errorReplySchema }
 */
export const describeReply = (type: string) => ({
  description: type,
  content: { [type]: { schema: z.string() } },
});

interface RouteDescription extends FastifySchema {
  operationId: string;
  summary: string;
  /** Names the group of the route. */
  tag: string;
  roles: readonly Role[] | 'public';
  /** Sentences after the one on roles. */
  notes?: readonly string[];
  response: Record<string, object>;
}

/** Describes a route in Fastify's schema, with its roles, its security and its refusals. */
export const describeRoute = ({ tag, roles, notes = [], response, ...rest }: RouteDescription): FastifySchema => ({
  ...rest,
  tags: [tag],
  description: [roles === 'public' ? 'No token needed.' : `Open to: ${roles.join(', ') || 'nobody'}.`, ...notes].join(
    ' ',
  ),
  security: roles === 'public' ? [] : [{ token: [] }],
  response: { ...response, default: errorReplySchema },
});

/** Converts a call to Fastify's schema, for validation and descriptions. */
export function toRouteSchema(name: string, call: ResolvedCall): FastifySchema {
  const { path, roles, summary, query, body, data, reauthenticate } = call;
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, param]) => [param, z.string().max(64)]);
  return describeRoute({
    operationId: name,
    summary,
    tag: path.split('/')[1] ?? '',
    roles,
    notes: reauthenticate ? [`Asks ${reauthenticate} for a recent /common/reauthenticate.`] : [],
    ...(params.length > 0 && { params: z.object(Object.fromEntries(params)) }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: { 200: describeEnvelope(data) },
  });
}
