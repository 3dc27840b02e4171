import { HttpError } from '../../base/httpError.ts';
import { warn } from '../../base/warn.ts';
import type {
  HookContext,
  HookOperation,
  OpenTransaction,
  OperationContext,
  RecordChange,
  WriteContext,
} from '../read/operationContext.ts';
import type { RecordsApi } from '../read/recordsApiTypes.ts';
import type { CollectionTransaction } from '../schema/collectionDb.ts';
import type { RecordValues } from '../schema/recordRow.ts';
import { checkHookValues, type HookResult, withHookTimeout } from './hookLimits.ts';

export const HOOK_PHASES = ['before', 'after', 'committed'] as const;

/** The input of `before` and `after` hooks. */
export interface TransactionHookContext extends HookContext {
  /** The transaction. Its writes are committed with the change, or not at all. */
  db: CollectionTransaction;
  /** Reads and writes records of other collections, in the transaction. */
  records: RecordsApi;
  /** The transaction, which `records(context)`, `notify` and `sendMail` join. */
  transaction: OpenTransaction;
  /** Refuses the change with a message (text or i18n key), at a field if one is given. */
  refuse(message: string, field?: string): never;
}

type HooksOf<C, T> = { [O in HookOperation]?: (context: C) => T | Promise<T> };

/** The hooks of a collection: server/resources/{name}.ts. The browser never loads them. */
export interface Hooks {
  /** Runs before the write. Returns values to write, of any field but files. */
  before?: HooksOf<TransactionHookContext, HookResult>;
  /** Runs after the write, in the transaction. */
  after?: HooksOf<TransactionHookContext, void>;
  /** Runs after the commit. An error is logged and undoes nothing. */
  committed?: HooksOf<HookContext, void>;
}

/**
 * Declares the hooks of a collection.
 * @example export default defineHooks({ before: { create: ({ values, refuse }) => { ... } } });
 */
export const defineHooks = (hooks: Hooks): Hooks => hooks;

type HookOwner = Pick<WriteContext, 'services' | 'collection'>;

const getHooks = ({ services, collection }: HookOwner): Hooks => services.hooks[collection.resource.name] ?? {};

const getHookName = ({ collection }: Pick<HookOwner, 'collection'>, hook: string) =>
  `The hook ${hook} of ${collection.resource.name}`;

function refuse(message: string, field?: string): never {
  throw field ? HttpError.forField(field, 400, message) : new HttpError(409, message);
}

function toHookContext(context: WriteContext, { operation: _, ...change }: RecordChange): TransactionHookContext {
  const { services, account, request, db, publish, changes, alsoChanged, freedFiles, failures } = context;
  const activeRecords = [...(context.activeRecords ?? []), `${context.collection.resource.name} ${change.id}`];
  const lists = { changes, alsoChanged, freedFiles, failures };
  const transaction: OpenTransaction = { db, publish, ...lists, activeRecords, isHook: true };
  const caller = { services, account, transaction, ...(request && { request }) };
  return { ...change, ...caller, db, records: services.records(caller), refuse };
}

/** Runs the `before` hook. Returns the values to write: those of the change, and those of the hook. */
export async function runBeforeHook(context: WriteContext, change: RecordChange): Promise<RecordValues> {
  const hook = getHooks(context).before?.[change.operation];
  if (!hook) return { ...change.values };
  const name = getHookName(context, `before.${change.operation}`);
  const values = await withHookTimeout(name, () => hook(toHookContext(context, change)));
  checkHookValues(context.collection.resource, values, name);
  return { ...change.values, ...values };
}

/** Runs the `after` hook. */
export async function runAfterHook(context: WriteContext, change: RecordChange): Promise<void> {
  const hook = getHooks(context).after?.[change.operation];
  const name = getHookName(context, `after.${change.operation}`);
  if (hook) await withHookTimeout(name, () => hook(toHookContext(context, change)));
}

/** Runs the `committed` hooks of changes, after the commit. */
export async function runCommittedHooks(
  { services, account, request }: Pick<OperationContext, 'services' | 'account' | 'request'>,
  changes: OperationContext['changes'],
): Promise<void> {
  for (const { operation, collection, ...change } of changes) {
    const hook = getHooks({ services, collection }).committed?.[operation];
    if (!hook) continue;
    const name = getHookName({ collection }, `committed.${operation}`);
    try {
      await withHookTimeout(name, () => hook({ ...change, services, account }));
    } catch (error) {
      if (request) request.log.error({ err: error }, `${name} failed`);
      else warn(`${name} failed`, error);
    }
  }
}
