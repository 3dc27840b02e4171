import type { SwaggerTransform } from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Call } from '../../wire/call.ts';
import { envelopeOf } from '../../wire/envelope.ts';
import { rowError } from '../../wire/imports.ts';

/** Schemas that the OpenAPI page lists by name. */
export type Components = z.core.$ZodRegistry<{ id: string }>;

/** What every refusal looks like. */
export const refused = z
  .object({
    status: z.literal(false),
    message: z.string(),
    code: z.number(),
    data: z
      .object({
        errors: z.record(z.string(), z.string()).optional(),
        overlap: z.boolean().optional(),
        reauthenticate: z.boolean().optional(),
        rowErrors: z.array(rowError).optional(),
      })
      .nullable(),
  })
  .describe('Refused: the message says why, data.errors which fields.');

/** A good reply that is no JSON, for the OpenAPI page. */
export const replyOf = (type: string) => ({
  description: type,
  content: { [type]: { schema: z.string() } },
});

/** The call as Fastify wants it: what a request is checked against, and what the OpenAPI page shows. */
export function schemaOf(name: string, call: Call): FastifySchema {
  const { path, roles, summary, query, body, data, reauthenticate } = call;
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, param]) => [param, z.string().max(64)]);
  return {
    operationId: name,
    summary,
    tags: [path.split('/')[1] ?? ''],
    description:
      (roles === 'public' ? 'No token needed.' : `Open to: ${roles.join(', ')}.`) +
      (reauthenticate ? ` Asks ${reauthenticate} for a recent /common/reauthenticate.` : ''),
    security: roles === 'public' ? [] : [{ token: [] }],
    ...(params.length > 0 && { params: z.object(Object.fromEntries(params)) }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: { 200: envelopeOf(data), default: refused },
  };
}

/** Adds to a multipart call's body what its schema does not hold: the files. */
export const transformWith = (components: Components): SwaggerTransform => {
  const toJson = createJsonSchemaTransform({ schemaRegistry: components });
  return (document) => toJson(withFiles(document));
};

const withFiles = (document: Parameters<SwaggerTransform>[0]): Parameters<SwaggerTransform>[0] => {
  const call = (document.route.config as { call?: Call } | undefined)?.call;
  if (!call?.files) return document;
  const files = Object.entries(call.files).map(([name, { most }]) => {
    const file = z.file();
    return [name, most > 1 ? z.array(file).max(most).optional() : file.optional()];
  });
  const body = (call.body ?? z.object({})).extend(Object.fromEntries(files));
  return { ...document, schema: { ...document.schema, body, consumes: ['multipart/form-data'] } };
};
