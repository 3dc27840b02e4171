import type { SwaggerTransform } from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Call } from '../../wire/call.ts';
import { toEnvelopeSchema } from '../../wire/envelope.ts';
import { rowError } from '../../wire/imports.ts';
import { serverParts } from '../parts.ts';

export type SchemaRegistry = z.core.$ZodRegistry<{ id: string }>;

/** Adds the texts of `describe`, since the transform reads one registry only. */
class SchemaMetadata extends WeakMap<z.core.$ZodType, { id: string }> {
  override get(schema: z.core.$ZodType) {
    const { description } = z.globalRegistry.get(schema) ?? {};
    const own = super.get(schema);
    return description === undefined ? own : ({ description, ...own } as { id: string });
  }
}

export function createSchemaRegistry(): SchemaRegistry {
  const components: SchemaRegistry = z.registry();
  components._map = new SchemaMetadata() as typeof components._map;
  return components;
}

/** The reply of every rejected request. */
export const errorReplySchema = z
  .object({
    status: z.literal(false),
    message: z.string().describe('A sentence for the person, in the language of Accept-Language.'),
    code: z.number().describe('The HTTP status.'),
    data: z
      .object({
        errors: z.record(z.string(), z.string()).optional().describe('A sentence for each field that is wrong.'),
        overlap: z.boolean().optional().describe('True if the same request with `confirmed` is accepted.'),
        reauthenticate: z.boolean().optional().describe('True if /common/reauthenticate is needed first.'),
        rowErrors: z.array(rowError).optional().describe('The errors of an import, by row.'),
      })
      .nullable(),
  })
  .describe('Refused: the message says why, data.errors which fields.');

/** Describes a successful reply that is not JSON. */
export const describeReply = (type: string) => ({
  description: type,
  content: { [type]: { schema: z.string() } },
});

/** Converts a call to Fastify's schema, for validation and for the OpenAPI page. */
export function toRouteSchema(name: string, call: Call): FastifySchema {
  const { path, roles, summary, query, body, data, reauthenticate, personal } = call;
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, param]) => [param, z.string().max(64)]);
  return {
    operationId: name,
    summary,
    tags: [path.split('/')[1] ?? ''],
    description:
      (roles === 'public' ? 'No token needed.' : `Open to: ${roles.join(', ')}.`) +
      (reauthenticate ? ` Asks ${reauthenticate} for a recent /common/reauthenticate.` : '') +
      (personal && roles !== 'public' ? ' For people: API keys are refused.' : ''),
    security: roles === 'public' ? [] : [{ token: [] }],
    ...(params.length > 0 && { params: z.object(Object.fromEntries(params)) }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: { 200: toEnvelopeSchema(data), default: errorReplySchema },
  };
}

const PARAMETER_DESCRIPTIONS: Readonly<Record<string, string>> = {
  id: 'The id of one record.',
  page: 'The number of the page; the first is 1.',
  perPage: 'Records per page.',
  name: "Part of a person's name.",
  operation: 'An operation of the audit trail.',
  resource: 'The name of a resource.',
  recordId: 'The id of the record that entries are about.',
  portal: 'False leaves out what the portal itself asks for: notifications, the own profile, photos of lists.',
  day: 'A calendar day, such as 2026-03-02.',
  since: 'The id of the last event that arrived.',
};

/** Describes the header of changes that may be repeated (programs/idempotency.ts). */
const IDEMPOTENCY_HEADERS = {
  type: 'object',
  properties: {
    'Idempotency-Key': {
      type: 'string',
      maxLength: 255,
      description: 'A new text for each change. The same request with the same key gets the first reply, for a day.',
    },
  },
};

/** Creates the transform to JSON schemas; it adds uploads, headers and descriptions of parameters. */
export const createTransform = (components: SchemaRegistry): SwaggerTransform => {
  const toJson = createJsonSchemaTransform({ schemaRegistry: components });
  return (document) => {
    const made = toJson(addFilesToBody(document));
    const { idempotent } = document.route.config ?? {};
    if (idempotent) Object.assign(made.schema, { headers: IDEMPOTENCY_HEADERS });
    const texts = { ...PARAMETER_DESCRIPTIONS, ...serverParts().parameters };
    for (const part of [made.schema?.params, made.schema?.querystring]) {
      const { properties = {} } = (part ?? {}) as { properties?: Record<string, { description?: string | undefined }> };
      for (const [name, property] of Object.entries(properties)) property.description ??= texts[name];
    }
    return made;
  };
};

const addFilesToBody = (document: Parameters<SwaggerTransform>[0]): Parameters<SwaggerTransform>[0] => {
  const call = (document.route.config as { call?: Call } | undefined)?.call;
  if (!call?.files) return document;
  const files = Object.entries(call.files).map(([name, { maxFiles: most }]) => {
    const file = z.file();
    return [name, most > 1 ? z.array(file).max(most).optional() : file.optional()];
  });
  const body = (call.body ?? z.object({})).extend(Object.fromEntries(files));
  return { ...document, schema: { ...document.schema, body, consumes: ['multipart/form-data'] } };
};
