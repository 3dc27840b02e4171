import type { FastifyBaseLogger } from 'fastify';
import type { EntryExtras } from '../../audit/createAuditEntries.ts';
import { HttpError } from '../../base/httpError.ts';
import type { Account } from '../../http/callHandler.ts';
import type { Publish } from '../../outbox/transact.ts';
import type { Services } from '../../services.ts';
import type { HookContext, HookOperation, OperationContext, RecordChange } from '../read/operationContext.ts';
import type { CollectionDb } from '../schema/collectionDb.ts';
import type { RecordValues } from '../schema/recordRow.ts';
import { checkHookValues, type HookResult, withHookTimeout } from './hookLimits.ts';

export const HOOK_PHASES = ['before', 'after', 'committed'] as const;

/** What a hook inside the transaction is given besides. */
export interface TransactionHookContext extends HookContext {
  /** The transaction: what is written through it is committed with the change, or not at all. */
  db: CollectionDb;
  /** Records of other collections are added and changed with it. */
  records: HookRecords;
  /** Refuses the change with a message (a text or i18n key), at a field where one is to blame. */
  refuse(message: string, field?: string): never;
}

type TransactionHooks<T> = { [D in HookOperation]?: (context: TransactionHookContext) => T | Promise<T> };

/** A collection's hooks: server/resources/{name}.ts, which the browser never sees. */
export interface Hooks {
  /** In the transaction, before it is written; gives values to be written besides, of any field but files. */
  before?: TransactionHooks<HookResult>;
  /** In the transaction, after it was written. */
  after?: TransactionHooks<void>;
  /** Once it is committed; what goes wrong there is logged, and undoes nothing. */
  committed?: { [D in HookOperation]?: (context: HookContext) => void | Promise<void> };
}

/** @example export default defineHooks({ before: { create: ({ values, refuse }) => { ... } } }); */
export const defineHooks = (hooks: Hooks): Hooks => hooks;

interface HookOwner {
  services: Services;
  collection: { resource: { name: string } };
  account: Account;
  log: FastifyBaseLogger;
}

/** A change under way: what hooks inside the transaction work with. */
export interface HookTransaction {
  context: OperationContext;
  db: CollectionDb;
  publish: Publish;
  /** What the hooks of this record's change change besides. */
  getRecords(id: string): HookRecords;
}

function createHookContext(
  { context: scene, db, getRecords: alongOf }: HookTransaction,
  { operation: _, ...change }: RecordChange,
): TransactionHookContext {
  const { services, account } = scene;
  return { ...change, services, account, db, records: alongOf(change.id), refuse };
}

const getHooks = ({ services, collection }: Pick<HookOwner, 'services' | 'collection'>): Hooks =>
  services.hooks[collection.resource.name] ?? {};

function refuse(message: string, field?: string): never {
  throw field ? HttpError.forField(field, 400, message) : new HttpError(409, message);
}

const getHookName = ({ collection }: Pick<HookOwner, 'collection'>, hook: string) =>
  `The hook ${hook} of ${collection.resource.name}`;

/** Calls the hook before a change and gives the values to be written: those of the change, and what it adds. */
export async function runBeforeHook(inner: HookTransaction, change: RecordChange): Promise<RecordValues> {
  const { context: scene } = inner;
  const hooks = getHooks(scene).before;
  if (!hooks?.[change.operation]) return { ...change.values };
  const name = getHookName(scene, `before.${change.operation}`);
  const more = await withHookTimeout(name, () => hooks[change.operation]?.(createHookContext(inner, change)));
  checkHookValues(scene.collection.resource, more, name);
  return { ...change.values, ...more };
}

/** Calls the hook after a change was written. */
export async function runAfterHook(inner: HookTransaction, change: RecordChange): Promise<void> {
  const hooks = getHooks(inner.context).after;
  const name = getHookName(inner.context, `after.${change.operation}`);
  if (hooks?.[change.operation])
    await withHookTimeout(name, () => hooks[change.operation]?.(createHookContext(inner, change)));
}

/** Calls the hooks for changes that are committed by now. */
export async function runCommittedHooks(
  scene: Omit<HookOwner, 'collection'>,
  changes: readonly (RecordChange & Pick<HookOwner, 'collection'>)[],
): Promise<void> {
  const { services, account, log } = scene;
  for (const { operation: hooked, collection, ...change } of changes) {
    const hooks = getHooks({ services, collection }).committed;
    if (!hooks?.[hooked]) continue;
    const name = getHookName({ collection }, `committed.${hooked}`);
    try {
      await withHookTimeout(name, () => hooks[hooked]?.({ ...change, services, account }));
    } catch (error) {
      log.error({ err: error }, `${name} failed`);
    }
  }
}

/** What a hook changes besides its own record, in the same transaction. */
export interface HookRecords {
  /**
   * Adds a record of any collection and gives its id. It has its defaults, hooks, history, audit entry and live event; its
   * values are the hook's, whatever the person may fill in, and the person must see it.
   */
  create(collection: string, values: RecordValues): Promise<string>;
  /** Changes a record that the person sees, in the same way. */
  update(collection: string, id: string, values: RecordValues): Promise<void>;
  /** Names what else the hook changed for the audit trail. */
  note(entry: NonNullable<EntryExtras['nested']>[number]): void;
  /** Publishes what else it changed. */
  publish: Publish;
}
