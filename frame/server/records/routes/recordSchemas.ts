import { z } from 'zod';
import { getAction } from '../../../config/actions.ts';
import { getFieldCondition, listConditionFields } from '../../../config/conditionalFields.ts';
import { type ChildField, listChildFields } from '../../../config/related/childRows.ts';
import { isUserInput } from '../../../config/related/lookups.ts';
import { type AnyResource, mayDo } from '../../../config/resource.ts';
import { listRoles, mayRead, mayWrite } from '../../../config/rights.ts';
import { isSystemField } from '../../../config/systemFields.ts';
import { getKeyField, isReferring } from '../../../fields/fieldTypes.ts';
import { type Field, isDayField, translateLabel } from '../../../fields/kind.ts';
import { explainWhere } from '../../../where/explainWhere.ts';
import type { Role } from '../../../wire/call.ts';
import { getServerTexts } from '../../base/serverTexts.ts';
import { describeRoute, forRoles } from '../../http/routeSchemas.ts';
import { getAllowedRoles, getWritableFields, mayReadRecords } from '../access/fieldAccess.ts';
import type { Route } from './recordRoute.ts';

/** Schemas of a resource, for descriptions. */
export interface ResourceSchemas {
  record: z.ZodObject;
  create: z.ZodObject;
  update: z.ZodObject;
}

/** Describes a field to these roles. They do not learn of a condition on a field that one of them may not read. */
function describeField(field: Field, { fields }: AnyResource, isKnown: (name: string) => boolean): z.ZodType {
  const schema = field.kind.schema(field);
  const help = field.help && translateLabel(field.help, { t: getServerTexts().translate, locale: 'en' });
  const condition = getFieldCondition(field);
  const only =
    condition &&
    listConditionFields(condition).every(isKnown) &&
    `Only if ${explainWhere(condition, { isDay: (name) => isDayField(fields[name]) })}.`;
  const text = [help, isReferring(field) && `Refers to ${field.to} by ${getKeyField(field)}.`, only]
    .filter(Boolean)
    .join(' ');
  return text ? schema.describe(text) : schema;
}

type FieldSchema = readonly [name: string, schema: z.ZodType, required: boolean];

/** Keeps the fields that some of the roles know; `knows` says which do. */
const selectKnown = (
  fields: readonly (readonly [name: string, schema: z.ZodType])[],
  roles: readonly Role[],
  knows: (role: Role, field: string) => boolean,
): Record<string, z.ZodType> =>
  Object.fromEntries(
    fields.flatMap(([name, schema]) => {
      const knowing = roles.filter((role) => knows(role, name));
      return knowing.length > 0 ? [[name, forRoles(schema, knowing, roles)]] : [];
    }),
  );

const nullableText = z.string().nullable();

function describeValues(resource: AnyResource, roles: readonly Role[]): FieldSchema[] {
  const isKnown = (field: string) => roles.every((role) => mayRead(resource, role, field));
  return Object.entries(resource.fields)
    .filter(([field, one]) => !isSystemField(field, one) && one.kind.storage !== 'children')
    .map(([field, one]) => [field, describeField(one, resource, isKnown), Boolean(one.required) && !one.when]);
}

/** Describes a record as these roles read it. */
function describeRecord(resource: AnyResource, children: Record<string, z.ZodType>, roles: readonly Role[]) {
  const all = describeValues(resource, roles).map(
    ([name, schema, required]) => [name, required ? schema : schema.nullable()] as const,
  );
  const readable = selectKnown(all, roles, (role, name) => mayRead(resource, role, name));
  const hasFiles = Object.values(resource.fields).some(({ kind }) => ['file', 'files'].includes(kind.storage));
  return z.object({
    id: z.string(),
    ...readable,
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
 * Creates the schemas of a resource. With `role`, they have only what this role may read and write; else a field is
 * marked with the roles that know it, unless all do.
 */
export function describeResource(
  resource: AnyResource,
  collections: readonly { resource: AnyResource }[],
  role?: Role,
): ResourceSchemas {
  const { fields } = resource;
  const roles = role ? [role] : listRoles(resource);
  const children = listChildFields(
    resource,
    collections.map((one) => one.resource),
  );
  const record = describeRecord(resource, describeChildren(resource, children, roles, describeReadRows), roles);
  const sentRows = Object.entries(describeChildren(resource, children, roles, describeSentRows));
  const writable = describeValues(resource, roles).filter(([field]) => isUserInput(fields[field] as Field));
  const describeInput = (permission: 'create' | 'edit', isNeeded: (field: FieldSchema) => boolean) => {
    const writers = getAllowedRoles(resource, [permission], { orAction: permission === 'edit' });
    const filled = writable.map((one) => [one[0], isNeeded(one) ? one[1] : one[1].nullable().optional()] as const);
    return z.object(
      selectKnown(
        [...filled, ...sentRows],
        roles.filter((one) => writers.includes(one)),
        (one, field) => getWritableFields(resource, one, permission).has(field),
      ),
    );
  };
  const update = describeInput('edit', () => false)
    .extend({ version: z.int().optional() })
    .describe('In full or in part. What a role may not fill in may only be sent as it is.');
  const create = describeInput(
    'create',
    ([field, , required]) => required && fields[field]?.default === undefined,
  ).describe('Fields of a new record.');
  return { record, create, update };
}

type DescribeRows = (child: ChildField, roles: readonly Role[]) => z.ZodType;

/** Describes the child rows of a resource to the roles that know them. */
function describeChildren(
  resource: AnyResource,
  children: readonly ChildField[],
  roles: readonly Role[],
  describeRows: DescribeRows,
): Record<string, z.ZodType> {
  const fields = children.flatMap((child) => {
    const { name, target } = child;
    const knowing = roles.filter((role) => mayRead(resource, role, name) && mayReadRecords(target, { role }));
    return knowing.length > 0 ? [[name, forRoles(describeRows(child, knowing), knowing, roles)] as const] : [];
  });
  return Object.fromEntries(fields);
}

const describeReadRows: DescribeRows = ({ target, resource }, roles) =>
  z
    .array(describeRecord(target, {}, roles))
    .optional()
    .describe(`Its ${resource}, in their order. With one record, not in lists.`);

const describeSentRows: DescribeRows = ({ target, columns, resource, most }, roles) => {
  const cells = columns.flatMap((name) => {
    const field = target.fields[name];
    return field ? [[name, field.kind.schema(field).nullable().optional()] as const] : [];
  });
  const row = z.object({
    id: z.string().optional(),
    ...selectKnown(cells, roles, (role, name) => mayRead(target, role, name)),
    version: z.int().optional(),
    removed: z.literal(true).optional(),
  });
  const text = `Its ${resource}, in their order. Without an id a new one, \`removed\` deletes; what is not sent stays.`;
  return z.array(row).max(most).optional().describe(text);
};

/** Describes the body of an action of these roles, for one record and for many. */
export function describeAction(resource: AnyResource, name: string, roles: readonly Role[]) {
  const { fields } = resource;
  const allowed = roles.filter((role) => mayDo(resource, role, name));
  const { from, to } = getAction(resource, name) ?? {};
  const entries = allowed.flatMap((role) =>
    (getAction(resource, name, role)?.roleInputs ?? [])
      .filter(({ field }) => mayWrite(resource, role, field))
      .map((entry) => ({ ...entry, role })),
  );
  const inputs = [...Map.groupBy(entries, ({ field }) => field)].flatMap(([field, ofRoles]) => {
    const found = fields[field];
    const schema = found?.kind.schema(found);
    const needed = !found?.when && ofRoles.every(({ required }) => required);
    return schema ? [[field, needed ? schema : schema.nullable().optional()] as const] : [];
  });
  const values = selectKnown(inputs, allowed, (role, field) =>
    entries.some((one) => one.role === role && one.field === field),
  );
  const one = z.object({ ...values, version: z.int().optional() });
  const many = z.object({
    ids: z.array(z.string()),
    values: z.object(values).optional(),
    versions: z.record(z.string(), z.int()).optional().describe('Version by id. Other than the current one: 409.'),
  });
  return { one, many, leads: from ? ` (${from.join(', ')} → ${to})` : '' };
}

const jsonParameter = (what: string) => z.string().optional().describe(what);

/** Describes the parameters of a list; listQuery.ts validates them. */
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

/** Describes a route of a collection in Fastify's schema. */
export function createRouteSchema({ name }: AnyResource, route: Omit<Route, 'handler'> & { params?: z.ZodType }) {
  const { summary, roles, status = 200, reply, querystring, body, params } = route;
  return describeRoute({
    operationId: getOperationId(name, route),
    summary,
    tag: `collections/${name}`,
    roles,
    notes: ['A good reply is bare, a refusal comes in the envelope.'],
    ...(querystring && { querystring }),
    ...(body && { body }),
    ...(params && { params }),
    response: { [status]: reply },
  });
}
