import type { Collections } from '../../../config/related/collectionTypes.ts';
import type { FieldValues, HookValues } from '../../../config/related/recordTypes.ts';
import type { ResourceConfig } from '../../../config/resource.ts';
import type { SYSTEM_FIELDS } from '../../../config/systemFields.ts';
import type { Fields } from '../../../fields/kind.ts';
import { HttpError } from '../../base/httpError.ts';
import { warn } from '../../base/warn.ts';
import type { Db } from '../../db/databaseSchema.ts';
import type {
  AlsoChanged,
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
import { checkHookValues, type HookResult, requireFinished, withHookTimeout } from './hookLimits.ts';

export const HOOK_PHASES = ['prepare', 'before', 'after', 'afterAll', 'committed'] as const;
/** Rounds of `afterAll` hooks that trigger each other. */
const MAX_ROUNDS = 20;

/** The input of `before` and `after` hooks. `N` are the names of fields. */
export interface TransactionHookContext<N extends string = string> extends HookContext {
  /** The transaction. Its writes are committed with the change, or not at all. */
  db: CollectionTransaction;
  /** Reads and writes records of other collections, in the transaction. */
  records: RecordsApi;
  /** The transaction, which `records(context)`, `notify` and `sendMail` join. */
  transaction: OpenTransaction;
  /** The result of `prepare`; undefined if the action runs on several records or in another transaction. */
  prepared?: unknown;
  /** Refuses the change with a message (text or i18n key), at a field if one is given. */
  refuse(message: string, field?: N): never;
}

/** The input of `afterAll` hooks. `C` are the changes of the collection, in their order. */
export interface AfterAllContext<C = RecordChange, N extends string = string>
  extends Omit<TransactionHookContext<N>, 'prepared' | keyof RecordChange> {
  changes: readonly C[];
}

/** The input of `afterChanges` of server/app.ts: changes of all collections, in their order. */
export interface AfterChangesContext extends Omit<AfterAllContext, 'changes'> {
  changes: readonly (RecordChange & { resource: string })[];
  /** Records that changed along with these: references cleared, or records deleted with what they refer to. */
  alsoChanged: readonly AlsoChanged[];
}

/** The input of `beforeCommit`: changes of all collections, in their order. */
export interface CommitContext extends Pick<AfterChangesContext, 'services' | 'changes'> {
  db: Db;
  /** The job, or the name of the system, that made the changes; none for a person. */
  actor: string | undefined;
}

/** Hooks by what they are called for. */
export type HooksOf<C, T> = { [O in HookOperation]?: (context: C) => T | Promise<T> };

/** The hooks of any collection, as the server runs them. */
export interface Hooks {
  prepare?: HooksOf<HookContext, unknown>;
  before?: HooksOf<TransactionHookContext, HookResult>;
  after?: HooksOf<TransactionHookContext, void>;
  afterAll?(context: AfterAllContext): void | Promise<void>;
  committed?: HooksOf<HookContext, void>;
  timeout?: number;
}

type NullableKey<V> = { [K in keyof V]: null extends V[K] ? K : never }[keyof V];
/** The values of a new record before it is written. Optional ones may be missing. */
type NewValues<V> = Omit<V, NullableKey<V>> & Partial<V>;

interface Change<V, B, A> {
  values: Readonly<V>;
  before: B;
  action: A;
}
/** The part of the input that depends on the operation. `R` are the values of a record, `T` the transitions. */
interface Changes<R, T, Created = R, Changed = R> {
  create: Change<Created, undefined, undefined>;
  change: Change<Changed, Readonly<R>, string | undefined>;
  delete: Change<R, Readonly<R>, undefined>;
  transition: Change<Changed, Readonly<R>, T>;
}
/** A change as `afterAll` receives it. */
type SavedChange<R, T> = {
  [O in HookOperation]: { operation: O; id: string } & Changes<R, T>[O];
}[HookOperation];
type PhaseHooks<C, I, T> = {
  [O in keyof I]?: (context: Omit<C, keyof Change<never, never, never>> & I[O]) => T | Promise<T>;
};

/** The hooks of a resource: server/resources/{name}.ts. The browser never loads them. */
interface ResourceHooks<V, R, T extends string, C = TransactionHookContext<keyof V & string>> {
  /**
   * Runs before the transaction of an action or transition, without a time limit. It may read and write for long, in
   * transactions of its own, so that others need not wait. `before` and `after` get the result.
   */
  prepare?: PhaseHooks<HookContext, Pick<Changes<R, T>, 'change' | 'transition'>, unknown>;
  /** Runs before the write. Returns values to write, of any field; files only if a call received them. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a function without `return` is a hook too
  before?: PhaseHooks<C, Changes<R, T, NewValues<V>, Partial<V>>, Partial<V> | undefined | void>;
  /** Runs after the write, in the transaction. The result is ignored. */
  after?: PhaseHooks<C, Changes<R, T>, unknown>;
  /**
   * Runs once at the end of the transaction, before its activity entries, with all changes of the collection. What it
   * writes to the same collection does not run it again.
   * @example afterAll: ({ changes, records }) => records.createMany('moves', changes.map(({ id }) => ({ item: id })))
   */
  afterAll?(context: AfterAllContext<SavedChange<R, T>, keyof V & string>): unknown;
  /** Runs after the commit. An error is logged and undoes nothing. */
  committed?: PhaseHooks<HookContext, Changes<R, T>, unknown>;
  /** Seconds that `before` and `after` may take, if they write thousands of rows. Default: 5. */
  timeout?: number;
}

/** Hooks of a collection by its name, with the fields that plug-ins add to it in `Collections`. */
type NamedHooks<N extends keyof Collections> = ResourceHooks<
  Omit<Collections[N], 'id' | 'version' | keyof typeof SYSTEM_FIELDS>,
  Omit<Collections[N], 'id' | 'version'>,
  string
>;

/**
 * Declares the hooks of a collection. Its config, or its name in `Collections`, gives the types of their values.
 * @example export default defineHooks(rentals, { before: { create: ({ values, refuse }) => { ... } } });
 */
export function defineHooks<F extends Fields, A extends string, T extends string>(
  resource: ResourceConfig<F, A, T>,
  hooks: ResourceHooks<FieldValues<F>, HookValues<F>, T>,
): Hooks;
export function defineHooks<N extends keyof Collections>(collection: N, hooks: NamedHooks<N>): Hooks;
export function defineHooks(_: unknown, hooks: object): Hooks {
  return hooks as Hooks;
}

type HookOwner = Pick<WriteContext, 'services' | 'collection'>;

const getHooks = ({ services, collection }: HookOwner): Hooks => services.hooks[collection.resource.name] ?? {};

const getHookName = ({ collection }: Pick<HookOwner, 'collection'>, hook: string) =>
  `The hook ${hook} of ${collection.resource.name}`;

function refuse(message: string, field?: string): never {
  throw field ? HttpError.forField(field, 400, message) : new HttpError(409, message);
}

type Caller = Omit<WriteContext, 'collection' | 'activity'>;

/** Creates the part of a hook's input that does not depend on the record. */
function createHookCaller(context: Caller, activeRecords: readonly string[] = []) {
  const { services, account, request, db, publish, changes, alsoChanged, freedFiles, failures } = context;
  const { claimedFiles = [], hashes = new Map() } = context;
  const lists = { changes, alsoChanged, freedFiles, claimedFiles, failures, hashes };
  const transaction: OpenTransaction = { db, publish, ...lists, activeRecords, unfinished: new Set(), isHook: true };
  const caller = { services, account, transaction, ...(request && { request }) };
  return { ...caller, db, records: services.records(caller), refuse };
}

function toHookContext(context: WriteContext, { operation: _, ...change }: RecordChange): TransactionHookContext {
  const activeRecords = [...(context.activeRecords ?? []), `${context.collection.resource.name} ${change.id}`];
  return { ...change, ...createHookCaller(context, activeRecords), prepared: context.prepared };
}

/** Runs a hook within its limits. Throws an Error if it did not await one of its writes. */
async function runHook<I extends { transaction: OpenTransaction }, T>(
  name: string,
  input: I,
  hook: (input: I) => T | Promise<T>,
  { changes, timeout }: { changes?: number; timeout?: number | undefined } = {},
): Promise<T> {
  const result = await withHookTimeout(name, () => hook(input), changes, timeout);
  requireFinished(input.transaction, name);
  return result;
}

/** Runs the `prepare` hook of an action before its transaction; not if one is open. `read` returns record and input. */
export async function runPrepareHook(
  context: OperationContext,
  operation: HookOperation,
  read: () => Promise<Omit<RecordChange, 'operation'>>,
): Promise<unknown> {
  const hook = context.db ? undefined : getHooks(context).prepare?.[operation];
  if (!hook) return undefined;
  const { services, account } = context;
  return hook({ ...(await read()), services, account });
}

/** Runs the `before` hook. Returns the values to write: those of the change, and those of the hook. */
export async function runBeforeHook(context: WriteContext, change: RecordChange): Promise<RecordValues> {
  const { before, timeout } = getHooks(context);
  const hook = before?.[change.operation];
  if (!hook) return { ...change.values };
  const name = getHookName(context, `before.${change.operation}`);
  const values = await runHook(name, toHookContext(context, change), hook, { timeout });
  checkHookValues(context.collection.resource, values, name);
  return { ...change.values, ...values };
}

/** Runs the `after` hook. */
export async function runAfterHook(context: WriteContext, change: RecordChange): Promise<void> {
  const { after, timeout } = getHooks(context);
  const hook = after?.[change.operation];
  const name = getHookName(context, `after.${change.operation}`);
  if (hook) await runHook(name, toHookContext(context, change), hook, { timeout });
}

/** Runs the `afterAll` hooks of the changes that did not have theirs yet. Call it before the commit, as the opener. */
export async function runAfterAllHooks(context: Caller): Promise<void> {
  const { services, changes } = context;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const open = changes.filter(({ isFinished }) => !isFinished);
    for (const [collection, some] of Map.groupBy(open, (one) => one.collection)) {
      for (const one of some) one.isFinished = true;
      const { afterAll } = getHooks({ services, collection });
      if (!afterAll) continue;
      const first = changes.length;
      const input = some.map(({ collection: _, isFinished: __, ...change }) => change);
      const name = getHookName({ collection }, 'afterAll');
      await runHook(name, { changes: input, ...createHookCaller(context) }, afterAll, { changes: some.length });
      for (const one of changes.slice(first)) if (one.collection === collection) one.isFinished = true;
    }
    if (changes.every(({ isFinished }) => isFinished) && !(await runAfterChanges(context))) return;
  }
  throw new Error(`afterAll hooks trigger each other for ever: ${changes.at(-1)?.collection.resource.name}`);
}

const toNamedChange = ({ collection, isFinished: _, ...change }: Caller['changes'][number]) => ({
  ...change,
  resource: collection.resource.name,
});

/** Runs `beforeCommit` of plug-ins and the app. Call it last in the transaction of the changes. */
export async function runBeforeCommit(
  { services, actor }: Pick<OperationContext, 'services' | 'actor'>,
  db: Db,
  changes: Caller['changes'],
): Promise<void> {
  await services.app.beforeCommit?.({ services, actor, db, changes: changes.map(toNamedChange) });
}

/** Changes that `afterChanges` has seen. */
const seen = new WeakSet<object>();

/** Runs the app's `afterChanges` with the changes that it has not seen; true if there were any. */
async function runAfterChanges(context: Caller): Promise<boolean> {
  const { afterChanges } = context.services.app;
  const take = <T extends object>(list: readonly T[]) => {
    const fresh = list.filter((one) => !seen.has(one));
    for (const one of fresh) seen.add(one);
    return fresh;
  };
  const [changes, alsoChanged] = [take(context.changes), take(context.alsoChanged)];
  const count = changes.length + alsoChanged.length;
  if (!afterChanges || count === 0) return false;
  const input = { changes: changes.map(toNamedChange), alsoChanged, ...createHookCaller(context) };
  await runHook('The hook afterChanges of server/app.ts', input, afterChanges, { changes: count });
  return true;
}

/** Runs the `committed` hooks of changes, after the commit. */
export async function runCommittedHooks(
  { services, account, request }: Pick<OperationContext, 'services' | 'account' | 'request'>,
  changes: OperationContext['changes'],
): Promise<void> {
  for (const { operation, collection, isFinished: _, ...change } of changes) {
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
