import type { Role } from 'portal-frame';
import {
  type AnyResource,
  describeAction,
  describeResource,
  getKnowingRoles,
  hasEndpoint,
  listActionNames,
  mayDo,
  mayReadRecords,
  splitWords,
} from 'portal-frame/server/plugins';
import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;

const KEY = /^[A-Za-z_$][\w$]*$/;
const toKey = (name: string) => (KEY.test(name) ? name : JSON.stringify(name));
const toComment = (text: string | undefined) =>
  text ? `/** ${text.replaceAll('*/', '* /').replaceAll('\n', ' ')} */ ` : '';

const joinTypes = (types: readonly string[]) => [...new Set(types)].join(' | ') || 'never';

function toObjectType({ properties = {}, required = [], additionalProperties }: JsonSchema): string {
  const lines = Object.entries(properties).map(([name, value]) => {
    const schema = value as JsonSchema;
    const knowing = getKnowingRoles(schema);
    const mark = required.includes(name) && !knowing ? '' : '?';
    const text = [schema.description, knowing && `For ${knowing.join(', ')}.`].filter(Boolean).join(' ');
    return `${toComment(text)}${toKey(name)}${mark}: ${toType(schema)};`;
  });
  if (lines.length > 0) return `{\n${lines.join('\n')}\n}`;
  return `Record<string, ${typeof additionalProperties === 'object' ? toType(additionalProperties as JsonSchema) : 'never'}>`;
}

const SIMPLE: Readonly<Record<string, string>> = {
  integer: 'number',
  number: 'number',
  string: 'string',
  boolean: 'boolean',
  null: 'null',
};

function toType(schema: JsonSchema): string {
  const { type, anyOf, oneOf, items } = schema;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return joinTypes(schema.enum.map((value) => JSON.stringify(value)));
  const options = (anyOf ?? oneOf) as JsonSchema[] | undefined;
  if (options) return joinTypes(options.map(toType));
  if (Array.isArray(type)) return joinTypes(type.map((one) => toType({ ...schema, type: one })));
  if (type === 'array') return `readonly (${items ? toType(items as JsonSchema) : 'unknown'})[]`;
  if (type === 'object') return toObjectType(schema);
  return SIMPLE[String(type)] ?? 'unknown';
}

const renderSchema = (schema: z.ZodType, io: 'input' | 'output') =>
  toType(z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as JsonSchema);

function renderActions(resource: AnyResource, roles: readonly Role[]): string {
  const actions = listActionNames(resource).flatMap((name) => {
    const isOffered = hasEndpoint(resource, name) && roles.some((one) => mayDo(resource, one, name));
    return isOffered ? [`${toKey(name)}: ${renderSchema(describeAction(resource, name, roles).one, 'input')};`] : [];
  });
  return `{${actions.map((line) => `\n${line}`).join('')}\n}`;
}

/**
 * Renders the types of all collections of the API as an interface `PortalCollections`, or with `role` of what this role
 * may read and write.
 */
export function renderClientTypes(resources: readonly AnyResource[], roles: readonly Role[], role?: Role): string {
  const collections = resources.map((resource) => ({ resource }));
  const open = resources.filter(({ api, table }) => !api && !table);
  const used = role ? [role] : roles;
  const members = open
    .filter((resource) => used.some((one) => mayReadRecords(resource, { role: one })))
    .map((resource) => {
      const { record, create, update } = describeResource(resource, collections, role);
      const types = [
        `record: ${renderSchema(record, 'output')};`,
        `create: ${used.some((one) => mayDo(resource, one, 'create')) ? renderSchema(create, 'input') : 'never'};`,
        `update: ${Object.keys(update.shape).length > 1 ? renderSchema(update, 'input') : 'never'};`,
        `actions: ${renderActions(resource, used)};`,
      ];
      return `/** ${splitWords(resource.name)}. */\n${toKey(resource.name)}: {\n${types.join('\n')}\n};`;
    });
  return `/** Collections of the portal${role ? `, as the role ${role} uses them` : ''}. */\nexport interface PortalCollections {\n${members.join('\n')}\n}\n`;
}
