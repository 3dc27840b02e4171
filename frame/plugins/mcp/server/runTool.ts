import type { FastifyRequest } from 'fastify';
import type { Where } from 'portal-frame';
import { countKeyRequest } from 'portal-frame/plugins/apiKeys/server';
import { HttpError, records, type Services } from 'portal-frame/server';
import { getCollection } from 'portal-frame/server/database';
import {
  type Activity,
  type AnyResource,
  checkWherePaths,
  mayFindBy,
  mayReadRecords,
  parseWhere,
  type RecordValues,
  toErrorEnvelope,
  toHttpError,
} from 'portal-frame/server/plugins';
import { createRequestActivity } from 'portal-frame/server/routes';
import { z } from 'zod';
import { type Change, confirmChange, previewChange, readPreparedChange } from './confirmedChanges.ts';
import { CONFIRM_TOOL, findInput, getInput, type KeyAccount, type McpTool } from './mcpTools.ts';
import { hidePersonalValues, isPersonal, omitFiles } from './personalValues.ts';

interface ToolContext {
  services: Services;
  account: KeyAccount;
  request: FastifyRequest;
}

const DEFAULT_FOUND = 20;

const changeInput = z.strictObject({
  id: z.string().optional(),
  values: z.record(z.string(), z.unknown()).default({}),
});
const confirmInput = z.strictObject({ change: z.string().max(100_000) });

/** Parses the input of a tool. Throws an HttpError (400) that names what is wrong. */
function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const { data, error } = schema.safeParse(input);
  if (!error) return data as z.output<S>;
  const [issue] = error.issues;
  throw new HttpError(400, 'server.mcpInput', {
    args: { name: issue?.path.join('.') || 'input', reason: issue?.message ?? '' },
  });
}

const seesNames = ({ account }: ToolContext) => account.key.scope.mcp === 'names';

const toShown = (context: ToolContext, resource: AnyResource, record: RecordValues): RecordValues =>
  seesNames(context) ? omitFiles(resource, record) : hidePersonalValues(context.services, resource, record);

function refusePersonal(name: string): never {
  throw new HttpError(403, 'server.mcpPersonal', { args: { name } });
}

/** Throws an HttpError (403) if a key without names searches or sorts by personal values: it could guess them. */
function refusePersonalSearch(
  context: ToolContext,
  resource: AnyResource,
  { where, sort }: z.output<typeof findInput>,
): void {
  if (seesNames(context)) return;
  const { services, account } = context;
  if (sort && isPersonal(services, resource, sort.field)) refusePersonal(sort.field);
  const rights = {
    // A denied path gets the answer of one that does not exist.
    mayFindBy: (of: AnyResource, field: string) =>
      mayFindBy(of, account.role, field) && !isPersonal(services, of, field),
    mayRead: (of: AnyResource) => mayReadRecords(of, account),
  };
  const [wrong] = where
    ? checkWherePaths(getCollection(services, resource.name), parseWhere(where as Where), services.collections, rights)
    : [];
  if (wrong) refusePersonal(wrong.path);
}

async function find(context: ToolContext, resource: AnyResource, input: unknown) {
  const asked = parseInput(findInput, input);
  refusePersonalSearch(context, resource, asked);
  const { where, sort, page = 1, perPage = DEFAULT_FOUND } = asked;
  // The default order of a list could be the order of names.
  const order = sort ?? (seesNames(context) ? undefined : { field: 'id', order: 'ASC' as const });
  const options = { page, perPage, ...(where && { where: where as Where }), ...(order && { sort: order }) };
  const found = await records(context).find(resource.name, options);
  return { records: found.records as RecordValues[], total: found.total };
}

function refusePersonalValues(context: ToolContext, resource: AnyResource, values: RecordValues): void {
  if (seesNames(context)) return;
  const name = Object.keys(values).find((one) => isPersonal(context.services, resource, one));
  if (name) refusePersonal(name);
}

async function preview(context: ToolContext, { resource, operation, action }: McpTool, input: unknown) {
  const { id, values } = parseInput(changeInput, input);
  if ((id === undefined) !== (operation === 'create')) throw HttpError.forField('id', 400, 'server.badRequest');
  refusePersonalValues(context, resource, values);
  const change: Change = {
    ...{ resource: resource.name, operation: operation as Change['operation'], values },
    ...(id !== undefined && { id }),
    ...(action && { action }),
  };
  const { before, after, token } = await previewChange(context, change);
  const show = (record: RecordValues) => toShown(context, resource, record);
  return {
    ...(before && { before: show(before) }),
    ...(operation !== 'delete' && { after: show(after) }),
    change: token,
  };
}

type RequestActivity = ReturnType<typeof createRequestActivity>;

/** Runs `work` and writes its activity entry, or that of its refusal. */
async function withActivity<T>(
  { services, request }: ToolContext,
  info: Activity,
  work: (activity: RequestActivity) => Promise<T>,
): Promise<T> {
  const activity = createRequestActivity(services, request, info);
  try {
    return await work(activity);
  } catch (cause) {
    activity.recordRefusal(cause as Error);
    throw cause;
  }
}

const OPERATIONS = {
  find: 'list',
  get: 'read',
  create: 'create',
  update: 'change',
  delete: 'delete',
  action: 'change',
} as const;

function runResourceTool(context: ToolContext, tool: McpTool, input: unknown): Promise<object> {
  const { resource, operation, action } = tool;
  const info = { operation: OPERATIONS[operation], resource: resource.name, ...(action && { action }) };
  return withActivity(context, info, async (activity) => {
    if (operation === 'find') {
      const found = await find(context, resource, input);
      await activity.recordSuccess(found.records, { query: {} });
      return { ...found, records: found.records.map((one) => toShown(context, resource, one)) };
    }
    if (operation === 'get') {
      const { id } = parseInput(getInput, input);
      const record = (await records(context).findOne(resource.name, id)) as RecordValues;
      await activity.recordSuccess(record, { query: { id } });
      return toShown(context, resource, record);
    }
    const shown = await preview(context, tool, input);
    await activity.noteDryRun(Object.keys((input as { values?: object }).values ?? {}));
    return shown;
  });
}

async function confirm(context: ToolContext, tools: readonly McpTool[], input: unknown): Promise<object> {
  const { change: token } = parseInput(confirmInput, input);
  const change = readPreparedChange(context, token);
  const tool = tools.find(
    ({ resource, operation, action }) =>
      resource.name === change.resource && operation === change.operation && action === change.action,
  );
  // The rights of the key may have changed since the preview.
  if (!tool) throw new HttpError(403, 'server.forbidden');
  const info = { operation: OPERATIONS[change.operation], resource: change.resource };
  // A change that succeeds is in the trail by its own transaction.
  const record = await withActivity(context, info, () => confirmChange(context, token, change));
  return toShown(context, tool.resource, record);
}

/** Describes a refusal. For a key without names, a conflict gets a general text, as its own may name other records. */
function describeRefusal(context: ToolContext, refusal: HttpError): string {
  const isShown = seesNames(context) || refusal.status !== 409;
  const shown = isShown ? refusal : new HttpError(409, 'server.mcpConflict');
  const { message, data } = toErrorEnvelope(context.request, shown);
  const { errors } = (data ?? {}) as { errors?: object };
  return errors ? `${message} ${JSON.stringify(errors)}` : message;
}

/** Runs a tool and returns its result as text. A refusal is a result with `isError`; internal errors are thrown. */
export async function runTool(context: ToolContext, tools: readonly McpTool[], name: string, input: unknown) {
  const { services, account } = context;
  const tool = tools.find((one) => one.name === name);
  try {
    countKeyRequest(services, account.key.id);
    if (!tool && name !== CONFIRM_TOOL.name) throw new HttpError(404, 'server.notFound');
    const result = tool ? await runResourceTool(context, tool, input ?? {}) : await confirm(context, tools, input);
    return { content: [{ type: 'text' as const, text: JSON.stringify(result) }] };
  } catch (cause) {
    const refusal = toHttpError(cause as Parameters<typeof toHttpError>[0]);
    if (!refusal) throw cause;
    return { content: [{ type: 'text' as const, text: describeRefusal(context, refusal) }], isError: true };
  }
}
