import { z } from 'zod';
import type { NamedAction } from '../../../config/actions.ts';
import { getFieldCondition } from '../../../config/conditionalFields.ts';
import { type ChildField, listChildFields } from '../../../config/related/childRows.ts';
import { isUserInput } from '../../../config/related/lookups.ts';
import type { AnyResource } from '../../../config/resource.ts';
import { mayRead } from '../../../config/rights.ts';
import { isSystemField } from '../../../config/systemFields.ts';
import { type Field, type Fields, isDayField, translateLabel } from '../../../fields/kind.ts';
import { splitWords } from '../../../i18n/translateMessage.ts';
import { explainWhere } from '../../../where/explainWhere.ts';
import { ROLES, type Role } from '../../../wire/call.ts';
import { getServerTexts } from '../../base/serverTexts.ts';
import { errorReplySchema, type SchemaRegistry } from '../../http/openapi.ts';
import { getAllowedRoles, getWritableFields, mayReadRecords } from '../access/fieldAccess.ts';
import type { Route } from './recordRoute.ts';

/** Schemas of a resource for the OpenAPI page. */
export interface ResourceSchemas {
  record: z.ZodObject;
  create: z.ZodObject;
  update: z.ZodObject;
}

function describeField(field: Field, fields: Fields): z.ZodType {
  const schema = field.kind.schema(field);
  const { to, value = 'id' } = field as Field & { to?: string; value?: string };
  const help = field.help && translateLabel(field.help, { t: getServerTexts().translate, locale: 'en' });
  const condition = getFieldCondition(field);
  const only = condition && `Only if ${explainWhere(condition, { isDay: (name) => isDayField(fields[name]) })}.`;
  const text = [help, to && `Refers to ${to} by ${value}.`, only].filter(Boolean).join(' ');
  return text ? schema.describe(text) : schema;
}

type FieldSchema = readonly [name: string, schema: z.ZodType, required: boolean | undefined];

const nullableText = z.string().nullable();

/** Describes a record as these roles read it. A field that only some of them may read is optional. */
function describeRecord(
  resource: AnyResource,
  values: readonly FieldSchema[],
  children: Record<string, z.ZodType>,
  roles: readonly Role[],
) {
  const readable = values.flatMap(([name, schema, required]) => {
    const readers = roles.filter((role) => mayRead(resource, role, name));
    const value = required ? schema : schema.nullable();
    if (readers.length === 0) return [];
    if (readers.length === roles.length) return [[name, value] as const];
    const text = `${schema.description ?? ''} Given to: ${readers.join(', ')}.`.trim();
    return [[name, value.optional().describe(text)] as const];
  });
  const hasFiles = Object.values(resource.fields).some(({ kind }) => ['file', 'files'].includes(kind.storage));
  return z.object({
    id: z.string(),
    ...Object.fromEntries(readable),
    ...children,
    createdAt: z.iso.datetime(),
    createdBy: nullableText,
    changedAt: z.iso.datetime(),
    changedBy: nullableText,
    ...(hasFiles && { fileNames: z.record(z.string(), z.string()).optional().describe('Names of its files.') }),
    labels: z
      .record(z.string(), z.union([nullableText, z.array(nullableText)]))
      .optional()
      .describe('What its references are called, by field, or a list of them; null for what this person may not see.'),
    version: z.int().describe('Counts the changes. Sent along, it refuses a change of what changed meanwhile (409).'),
  });
}

/**
 * Creates the schemas of a resource and adds them to the OpenAPI components. With `role`, they have only what this role
 * may read and write.
 */
export function describeResource(
  resource: AnyResource,
  components: SchemaRegistry,
  collections: readonly { resource: AnyResource }[],
  role?: Role,
): ResourceSchemas {
  const { name, fields } = resource;
  const roles = role ? [role] : ROLES.filter((one) => resource.roles[one]);
  const mayFill = (field: string, permission: 'create' | 'edit') =>
    !role || getWritableFields(resource, role, permission).has(field);
  const values = Object.entries(fields)
    .filter(([field, one]) => !isSystemField(field, one) && one.kind.storage !== 'children')
    .map(([field, one]): FieldSchema => [field, describeField(one, resource.fields), one.required && !one.when]);
  const writable = values.filter(([field]) => isUserInput(fields[field] as Field));
  const all = collections.map((one) => one.resource);
  const shown = listChildFields(resource, all).filter(
    (one) => !role || (mayRead(resource, role, one.name) && mayReadRecords(one.target, role)),
  );
  const children = Object.fromEntries(shown.map((one) => [one.name, describeChildren(one)]));
  const record = describeRecord(resource, values, children, roles);
  const describeInput = (permission: 'create' | 'edit') => {
    const filled = [
      ...writable.map(([field, schema]) => [field, schema.nullable().optional()] as const),
      ...Object.entries(children),
    ];
    return z.object(Object.fromEntries(filled.filter(([field]) => mayFill(field, permission))));
  };
  const update = describeInput('edit')
    .extend({ version: z.int().optional() })
    .describe('In full or in part. What a role may not fill in may only be sent as it is.');
  const creators = getAllowedRoles(resource, ['create']);
  const isNeeded = ([field, , required]: FieldSchema) =>
    required === true &&
    fields[field]?.default === undefined &&
    creators.every((role) => getWritableFields(resource, role, 'create').has(field));
  const needed = writable.filter(isNeeded).map(([field, schema]) => [field, schema]);
  const create = describeInput('create')
    .extend(Object.fromEntries(needed.filter(([field]) => mayFill(field as string, 'create'))))
    .describe('Fields of a new record.');
  const title = splitWords(name).replace(/\W/g, '');
  components.add(record, { id: title });
  components.add(create, { id: `${title}Create` });
  components.add(update, { id: `${title}Change` });
  return { record, create, update };
}

/** Describes child rows, as read and sent with their record. */
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

/** Describes the body of an action for one record and for many. */
export function describeAction({ fields }: AnyResource, { roleInputs, from, to }: NamedAction) {
  const values = roleInputs.flatMap(({ field: name, required }) => {
    const field = fields[name];
    const schema = field?.kind.schema(field);
    return schema ? [[name, required && !field?.when ? schema : schema.nullable().optional()] as const] : [];
  });
  const one = z.object({ ...Object.fromEntries(values), version: z.int().optional() });
  const many = z.object({ ids: z.array(z.string()), values: z.object(Object.fromEntries(values)).optional() });
  return { one, many, leads: from ? ` (${from.join(', ')} → ${to})` : '' };
}

const jsonParameter = (what: string) => z.string().optional().describe(what);

/** The parameters of a list, for the OpenAPI page; listQuery.ts validates them. */
export const listQuerySchema = z.object({
  sort: jsonParameter('JSON: ["field","ASC"] or ["field","DESC"].'),
  range: jsonParameter('JSON: [0,9] for the first ten. Content-Range tells how many there are.'),
  filter: jsonParameter('JSON: {"name":"value"} by the config’s filters, {"q":"text"} to search, {"id":["a","b"]}.'),
  where: jsonParameter(
    'JSON: {"field":{"not":"value"}}, joined by and, or, not. Paths such as "maker.title". At most 5 levels, 50 comparisons.',
  ),
  export: z.string().optional().describe('Anything: the list is a page of an export, and the audit trail says so.'),
});

const VERBS: Readonly<Record<string, string>> = { PUT: 'Update', DELETE: 'Delete' };

/** Returns the operation id of a route, such as suppliesList, suppliesGet or suppliesOneRetire. */
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
