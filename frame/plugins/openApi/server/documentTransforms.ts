import type { SwaggerTransform, SwaggerTransformObject } from '@fastify/swagger';
import type { FastifyContextConfig } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { Call } from 'portal-frame';
import type { ServerParts } from 'portal-frame/server';
import type { ResourceSchemas } from 'portal-frame/server/collections';
import { splitWords, withSchemaApp } from 'portal-frame/server/plugins';
import { errorReplySchema } from 'portal-frame/server/routes';
import { z } from 'zod';

type SchemaRegistry = z.core.$ZodRegistry<{ id: string }>;

/** Adds the texts of `describe` and the roles of `forRoles`, since the transform reads one registry only. */
class SchemaMetadata extends WeakMap<z.core.$ZodType, { id: string }> {
  override get(schema: z.core.$ZodType) {
    const { id: _, ...texts } = z.globalRegistry.get(schema) ?? {};
    const own = super.get(schema);
    return Object.keys(texts).length === 0 ? own : ({ ...texts, ...own } as { id: string });
  }
}

/** Creates the components of a document: schemas by name, each of which is written once. */
export function createSchemaRegistry(): SchemaRegistry {
  const components: SchemaRegistry = z.registry();
  components._map = new SchemaMetadata() as typeof components._map;
  components.add(errorReplySchema, { id: 'ErrorReply' });
  return components;
}

/** Adds the schemas of a collection's records to the components. */
export function addRecordSchemas(components: SchemaRegistry, name: string, schemas: ResourceSchemas): void {
  const title = splitWords(name).replace(/\W/g, '');
  components.add(schemas.record, { id: title });
  components.add(schemas.create, { id: `${title}Create` });
  components.add(schemas.update, { id: `${title}Change` });
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

/** Texts for fields of bodies and replies without one of their own, by name. */
const FIELD_DESCRIPTIONS: Readonly<Record<string, string>> = {
  id: 'The id of the record.',
  _id: 'The id of the record.',
  createdAt: 'When the record was made (UTC).',
  createdBy: 'The name of who made it; null for one whom you may not see.',
  changedAt: 'When the record was last changed (UTC).',
  changedBy: 'The name of who last changed it; null for one whom you may not see.',
  version: 'Counts the changes. Sent along, it refuses a change of what changed meanwhile (409).',
  row: 'The number of the row in the file.',
  field: 'The name of the field.',
  overlap: 'True if the same request with `confirmed` is accepted.',
  confirmed: 'True repeats a request in spite of the question that refused it.',
  total: 'How many there are in all.',
  totalPages: 'How many pages there are.',
  count: 'How many.',
  role: 'The role of the account.',
  username: 'The name to sign in with.',
  email: 'The e-mail address.',
  password: 'The password of the account.',
  newPassword: 'The new password.',
  isActive: 'False for a deactivated account.',
  resource: 'The name of a resource.',
  recordId: 'The id of the record.',
  at: 'When it happened (UTC).',
  by: 'The name of who did it.',
  userAuthToken: 'The token for the Authorization header.',
  accountId: 'The id of the account.',
  ticket: 'Sent back with the next step of the sign-in.',
  features: 'What this server offers beyond its required calls.',
  rowErrors: 'The errors of an import, by row.',
  changes: 'What changed, by field.',
  before: 'The value before.',
  after: 'The value after.',
  requestedName: 'The name that was entered.',
  fileNames: 'Names of its files.',
  image: 'The address of a picture.',
  expiresAt: 'When it ends (UTC).',
};

/** Adds texts to properties of a JSON schema that have none. */
function describeProperties(node: unknown, texts: Readonly<Record<string, string>>): void {
  if (node === null || typeof node !== 'object') return;
  const { properties } = node as { properties?: Record<string, { description?: string; $ref?: string }> };
  for (const [name, property] of Object.entries(properties ?? {}))
    if (!Array.isArray(properties) && texts[name] && !property.$ref) property.description ??= texts[name];
  for (const part of Object.values(node)) describeProperties(part, texts);
}

const getFieldTexts = ({ fieldDescriptions }: ServerParts) => ({ ...FIELD_DESCRIPTIONS, ...fieldDescriptions });

/** Describes the header of changes that may be repeated. */
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
export const createTransform = (components: SchemaRegistry, app: ServerParts): SwaggerTransform => {
  const toJson = createJsonSchemaTransform({ schemaRegistry: components });
  return (document) => {
    const made = withSchemaApp(app, () => toJson(addFilesToBody(document)));
    const config: FastifyContextConfig = document.route.config ?? {};
    const { idempotent, audience } = config;
    // An app's own route may have no schema.
    const own = { ...(idempotent && { headers: IDEMPOTENCY_HEADERS }), ...(audience && { 'x-audience': audience }) };
    const response = made.schema?.response as { default?: unknown } | undefined;
    // Readers of the document look for refusals by their range as well.
    const refusals = response?.default ? { response: { ...response, '4xx': response.default } } : {};
    made.schema = { ...made.schema, ...refusals, ...own };
    const texts = { ...PARAMETER_DESCRIPTIONS, ...app.parameters };
    for (const part of [made.schema?.params, made.schema?.querystring]) {
      const { properties = {} } = (part ?? {}) as { properties?: Record<string, { description?: string | undefined }> };
      for (const [name, property] of Object.entries(properties)) property.description ??= texts[name];
    }
    describeProperties([made.schema?.body, made.schema?.response], getFieldTexts(app));
    return made;
  };
};

/** Creates the transform of the whole document: it adds the components. */
export const createObjectTransform = (components: SchemaRegistry, app: ServerParts): SwaggerTransformObject => {
  const transform = createJsonSchemaTransformObject({ schemaRegistry: components });
  return (document) => {
    const made = withSchemaApp(app, () => transform(document));
    const { components: described } = made as { components?: { schemas?: object } };
    describeProperties(Object.values(described?.schemas ?? {}), getFieldTexts(app));
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
