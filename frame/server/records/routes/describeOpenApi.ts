import { z } from 'zod';
import type { NamedAction } from '../../../config/actions.ts';
import { type ChildField, listChildFields } from '../../../config/childRows.ts';
import { isUserInput } from '../../../config/lookups.ts';
import type { AnyResource } from '../../../config/resource.ts';
import { isSystemField } from '../../../config/systemFields.ts';
import { type Field, translateLabel } from '../../../fields/kind.ts';
import { splitWords } from '../../../i18n/translateMessage.ts';
import { getServerTexts } from '../../base/serverTexts.ts';
import { errorReplySchema, type SchemaRegistry } from '../../http/openapi.ts';
import { getAllowedRoles, getWritableFields } from '../access/fieldAccess.ts';
import type { Route } from './recordRoute.ts';

/** Schemas of a resource for the OpenAPI page: its record as read, as created and as changed. */
export interface ResourceSchemas {
  record: z.ZodObject;
  create: z.ZodObject;
  update: z.ZodObject;
}

/** The schema of a field, with its help and the resource that it refers to. */
function describeField(field: Field): z.ZodType {
  const schema = field.kind.schema(field);
  const { to, value = 'id' } = field as Field & { to?: string; value?: string };
  const help = field.help && translateLabel(field.help, { t: getServerTexts().translate, locale: 'en' });
  const text = [help, to && `Refers to ${to} by ${value}.`].filter(Boolean).join(' ');
  return text ? schema.describe(text) : schema;
}

/**
 * Describes a resource from its config and adds it to the components. Good replies of collections are bare records
 * and lists, as ra-data-simple-rest wants them; refusals come in the envelope of all other calls.
 */
export function describeResource(
  resource: AnyResource,
  components: SchemaRegistry,
  collections: readonly { resource: AnyResource }[],
): ResourceSchemas {
  const { name, fields } = resource;
  const values = Object.entries(fields)
    .filter(([field, one]) => !isSystemField(field, one) && one.kind.storage !== 'children')
    .map(([field, one]) => [field, describeField(one), one.required] as const);
  const filledIn = values.filter(([field]) => isUserInput(fields[field] as Field));
  const rows = listChildFields(
    resource,
    collections.map((one) => one.resource),
  ).map((one) => [one.name, describeChildren(one)] as const);
  const text = z.string().nullable();
  const record = z.object({
    id: z.string(),
    ...Object.fromEntries(
      values.flatMap(([field, schema, required]) => {
        const read = fields[field]?.read;
        if (read?.length === 0) return [];
        const value = required ? schema : schema.nullable();
        if (!read) return [[field, value]];
        return [[field, value.optional().describe(`${schema.description ?? ''} Given to: ${read.join(', ')}.`.trim())]];
      }),
    ),
    ...Object.fromEntries(rows),
    createdAt: z.iso.datetime(),
    createdBy: text,
    changedAt: z.iso.datetime(),
    changedBy: text,
    labels: z
      .record(z.string(), z.union([text, z.array(text)]))
      .optional()
      .describe('What its references are called, by field, or a list of them; null for what this person may not see.'),
    version: z.int().describe('Counts the changes. Sent along, it refuses a change of what changed meanwhile (409).'),
  });
  const sent = z
    .object({
      ...Object.fromEntries(filledIn.map(([field, schema]) => [field, schema.nullable().optional()])),
      ...Object.fromEntries(rows),
      version: z.int().optional(),
    })
    .describe('In full or in part. What a role may not fill in may only be sent as it is.');
  const isNeeded = (field: string, required: boolean | undefined) =>
    required === true &&
    fields[field]?.default === undefined &&
    getAllowedRoles(resource, ['create']).every((role) => getWritableFields(resource, role, 'create').has(field));
  const created = sent
    .omit({ version: true })
    .extend(
      Object.fromEntries(
        filledIn.flatMap(([field, schema, required]) => (isNeeded(field, required) ? [[field, schema]] : [])),
      ),
    );
  const title = splitWords(name).replace(/\W/g, '');
  components.add(record, { id: title });
  components.add(created, { id: `${title}Create` });
  components.add(sent, { id: `${title}Change` });
  return { record, create: created, update: sent };
}

/** Rows of another collection, as they come with one record and are sent with it. */
function describeChildren({ target, columns, resource, most }: ChildField) {
  const cells = columns.flatMap((name) => {
    const field = target.fields[name];
    return field ? [[name, field.kind.schema(field).nullable().optional()] as const] : [];
  });
  const row = z.object({
    id: z.string().optional(),
    ...Object.fromEntries(cells),
    version: z.int().optional(),
    removed: z.literal(true).optional(),
  });
  return z
    .array(row)
    .max(most)
    .optional()
    .describe(
      `Its ${resource}, in their order, with one record and not in lists. Sent: without an id a new one, \`removed\` deletes; what is not sent stays.`,
    );
}

/** What an action of one record is sent, and of many. */
export function describeAction({ fields }: AnyResource, { roleInputs, from, to }: NamedAction) {
  const values = roleInputs.flatMap(({ field: name, required }) => {
    const field = fields[name];
    const schema = field?.kind.schema(field);
    return schema ? [[name, required ? schema : schema.nullable().optional()] as const] : [];
  });
  const one = z.object({ ...Object.fromEntries(values), version: z.int().optional() });
  const many = z.object({ ids: z.array(z.string()), values: z.object(Object.fromEntries(values)).optional() });
  return { one, many, leads: from ? ` (${from.join(', ')} → ${to})` : '' };
}

const jsonParameter = (what: string) => z.string().optional().describe(what);

/** The dialect's parameters of a list, for the OpenAPI page; listQuery.ts checks them. */
export const listQuerySchema = z.object({
  sort: jsonParameter('JSON: ["field","ASC"] or ["field","DESC"].'),
  range: jsonParameter('JSON: [0,9] for the first ten. Content-Range tells how many there are.'),
  filter: jsonParameter('JSON: {"name":"value"} by the config’s filters, {"q":"text"} to search, {"id":["a","b"]}.'),
  export: z.string().optional().describe('Anything: the list is a page of an export, and the audit trail says so.'),
});

const VERBS: Readonly<Record<string, string>> = { PUT: 'Update', DELETE: 'Delete' };

/** The id of a route's operation: suppliesList, suppliesGet, suppliesFind, suppliesOneRetire. */
function getOperationId(name: string, { method, path = '' }: Pick<Route, 'method' | 'path'>): string {
  const steps = path.split('/').filter(Boolean);
  const isOne = steps.at(-1) === ':id';
  const posted = steps.length === 0 ? 'Create' : '';
  const verb = method === 'GET' ? (isOne ? 'Get' : 'List') : (VERBS[String(method)] ?? posted);
  const parts = (isOne ? steps.slice(0, -1) : steps).map((step) => (step === ':id' ? 'one' : step));
  return [name, ...parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)), verb].join('');
}

/** Describes a route for the OpenAPI page. */
export function createRouteSchema({ name }: AnyResource, route: Omit<Route, 'handler'> & { params?: z.ZodType }) {
  const { summary, roles, status = 200, reply, querystring, body, params } = route;
  return {
    operationId: getOperationId(name, route),
    summary,
    tags: [`collections/${name}`],
    description: `Open to: ${roles.join(', ') || 'nobody'}. A good reply is bare, a refusal comes in the envelope.`,
    security: [{ token: [] }],
    ...(querystring && { querystring }),
    ...(body && { body }),
    ...(params && { params }),
    response: { [status]: reply, default: errorReplySchema },
  };
}
