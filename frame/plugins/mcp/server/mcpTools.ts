import type { ApiKeyScope } from 'portal-frame/plugins/apiKeys/wire';
import type { Account, Services } from 'portal-frame/server';
import {
  type AnyResource,
  describeAction,
  describeResource,
  getWritableFields,
  hasEndpoint,
  isResourceInScope,
  listActionNames,
  mayDo,
  mayRead,
  mayReadRecords,
  splitWords,
} from 'portal-frame/server/plugins';
import { z } from 'zod';
import { isPersonal } from './personalValues.ts';

/** The account of an API key. */
export type KeyAccount = Account & { key: NonNullable<Account['key']> & { scope: ApiKeyScope } };

export type ToolOperation = 'find' | 'get' | 'create' | 'update' | 'delete' | 'action';

/** A tool of an assistant: one operation on one resource. */
export interface McpTool {
  name: string;
  description: string;
  inputSchema: { type: 'object' };
  resource: AnyResource;
  operation: ToolOperation;
  action?: string;
}

export const CONFIRM_TOOL = {
  name: 'confirm_change',
  description: 'Makes a change that was previewed. Call it only after the person has agreed to the preview.',
  inputSchema: {
    type: 'object' as const,
    properties: { change: { type: 'string', description: 'The `change` of the preview.' } },
    required: ['change'],
  },
};

const MAX_TOOL_NAME = 64;
export const MAX_FOUND = 100;

const id = z.string().max(64).describe('The id of the record.');

export const findInput = z.strictObject({
  where: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      'Condition, such as {"state": ["New", "Open"], "quantity": {"lt": 5}, "maker.title": {"contains": "x"}}. Operators: equals, not, in, notIn, gt, gte, lt, lte, contains, startsWith, exists. Joined by and, or, not.',
    ),
  sort: z.strictObject({ field: z.string(), order: z.enum(['ASC', 'DESC']) }).optional(),
  page: z.int().min(1).optional().describe('Counts from 1.'),
  perPage: z.int().min(1).max(MAX_FOUND).optional().describe('Default: 20.'),
});
export const getInput = z.strictObject({ id });

const toJsonSchema = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as unknown as McpTool['inputSchema'];

/** Leaves out personal fields, unless the scope of the key includes names. */
function omitPersonal(
  services: Services,
  resource: AnyResource,
  { key }: KeyAccount,
  schema: z.ZodObject,
): z.ZodObject {
  if (key.scope.mcp === 'names') return schema;
  const hidden = Object.keys(schema.shape).filter((name) => isPersonal(services, resource, name));
  return schema.omit(Object.fromEntries(hidden.map((name) => [name, true])) as Record<string, true>);
}

const PREVIEW = 'Returns a preview and a `change` for confirm_change; nothing is changed before.';

function createWriteTools(services: Services, resource: AnyResource, account: KeyAccount): McpTool[] {
  const { name } = resource;
  const { role } = account;
  const { create, update } = describeResource(resource, services.collections, role);
  const toValues = (schema: z.ZodObject) => omitPersonal(services, resource, account, schema.omit({ version: true }));
  const tool = (operation: ToolOperation, description: string, input: z.ZodObject, action?: string): McpTool => ({
    ...{ name: [operation, name, action].filter(Boolean).join('_').slice(0, MAX_TOOL_NAME), resource, operation },
    ...{ description: `${description} ${PREVIEW}`, inputSchema: toJsonSchema(input), ...(action && { action }) },
  });
  const actions = listActionNames(resource).flatMap((action) => {
    if (!mayDo(resource, role, action) || !hasEndpoint(resource, action)) return [];
    const { one, leads } = describeAction(resource, action, [role]);
    return [
      tool(
        'action',
        `Does “${action}” with one of ${name}${leads}.`,
        z.strictObject({ id, values: toValues(one).optional() }),
        action,
      ),
    ];
  });
  return [
    ...(mayDo(resource, role, 'create')
      ? [
          tool(
            'create',
            `Adds one of ${name}.`,
            z.strictObject({ values: omitPersonal(services, resource, account, create) }),
          ),
        ]
      : []),
    ...(getWritableFields(resource, role, 'edit').size > 0
      ? [tool('update', `Changes one of ${name}.`, z.strictObject({ id, values: toValues(update) }))]
      : []),
    ...(mayDo(resource, role, 'delete') ? [tool('delete', `Deletes one of ${name}.`, z.strictObject({ id }))] : []),
    ...actions,
  ];
}

function createReadTools(resource: AnyResource, account: KeyAccount): McpTool[] {
  const { name, fields } = resource;
  const common = { resource, inputSchema: toJsonSchema(getInput) };
  const known = Object.keys(fields).filter((field) => mayRead(resource, account.role, field));
  const about = `${splitWords(name)}. Fields: ${known.join(', ')}.`;
  return [
    ...(mayDo(resource, account.role, 'list')
      ? [
          {
            ...common,
            name: `find_${name}`,
            operation: 'find' as const,
            description: `Finds ${about}`,
            inputSchema: toJsonSchema(findInput),
          },
        ]
      : []),
    { ...common, name: `get_${name}`, operation: 'get', description: `Reads one of ${name}.` },
  ];
}

/**
 * Creates the tools of a key: for each resource in its scope, what its role may do. Resources with calls of their own
 * are read only, because their calls have rules that no config describes.
 */
export function createTools(services: Services, account: KeyAccount): McpTool[] {
  const { scope } = account.key;
  return services.collections.flatMap(({ resource, existingTable }) => {
    if (!mayReadRecords(resource, account)) return [];
    const isWritable = !existingTable && !resource.api && isResourceInScope(scope, resource.name, true);
    return [
      ...createReadTools(resource, account),
      ...(isWritable ? createWriteTools(services, resource, account) : []),
    ];
  });
}
