import type { FastifyBaseLogger } from 'fastify';
import type { EntryExtras } from '../../audit/entries.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Account } from '../../http/handler.ts';
import type { Publish } from '../../outbox/transact.ts';
import type { Services } from '../../services.ts';
import type { Change, HookContext, Hooked, Scene } from '../read/operationContext.ts';
import type { CollectionDb } from '../schema/collectionDb.ts';
import type { Values } from '../schema/recordRow.ts';
import { checkGiven, type Given, inTime } from './hookLimits.ts';

export const MOMENTS = ['before', 'after', 'committed'] as const;

/** What a hook inside the transaction is given besides. */
export interface InsideContext extends HookContext {
  /** The transaction: what is written through it is committed with the change, or not at all. */
  db: CollectionDb;
  /** Records of other collections are added and changed with it. */
  along: Along;
  /** Refuses the change with a message (a text or i18n key), at a field where one is to blame. */
  refuse(message: string, field?: string): never;
}

type Inside<T> = { [D in Hooked]?: (context: InsideContext) => T | Promise<T> };

/** A collection's hooks: server/resources/{name}.ts, which the browser never sees. */
export interface Hooks {
  /** In the transaction, before it is written; gives values to be written besides, of any field but files. */
  before?: Inside<Given>;
  /** In the transaction, after it was written. */
  after?: Inside<void>;
  /** Once it is committed; what goes wrong there is logged, and undoes nothing. */
  committed?: { [D in Hooked]?: (context: HookContext) => void | Promise<void> };
}

/** @example export default defineHooks({ before: { create: ({ values, refuse }) => { ... } } }); */
export const defineHooks = (hooks: Hooks): Hooks => hooks;

interface Hooking {
  services: Services;
  collection: { resource: { name: string } };
  account: Account;
  log: FastifyBaseLogger;
}

/** A change under way: what hooks inside the transaction work with. */
export interface Inner {
  scene: Scene;
  db: CollectionDb;
  publish: Publish;
  /** What the hooks of this record's change change besides. */
  alongOf(id: string): Along;
}

function insideOf({ scene, db, alongOf }: Inner, { hooked: _, ...change }: Change): InsideContext {
  const { services, account } = scene;
  return { ...change, services, account, db, along: alongOf(change.id), refuse };
}

const hooksOf = ({ services, collection }: Pick<Hooking, 'services' | 'collection'>): Hooks =>
  services.hooks[collection.resource.name] ?? {};

function refuse(message: string, field?: string): never {
  throw field ? Refusal.at(field, 400, message) : new Refusal(409, message);
}

const nameOf = ({ collection }: Pick<Hooking, 'collection'>, hook: string) =>
  `The hook ${hook} of ${collection.resource.name}`;

/** Calls the hook before a change and gives the values to be written: those of the change, and what it adds. */
export async function beforeChange(inner: Inner, change: Change): Promise<Values> {
  const { scene } = inner;
  const hooks = hooksOf(scene).before;
  if (!hooks?.[change.hooked]) return { ...change.values };
  const name = nameOf(scene, `before.${change.hooked}`);
  const more = await inTime(name, () => hooks[change.hooked]?.(insideOf(inner, change)));
  checkGiven(scene.collection.resource, more, name);
  return { ...change.values, ...more };
}

/** Calls the hook after a change was written. */
export async function afterChange(inner: Inner, change: Change): Promise<void> {
  const hooks = hooksOf(inner.scene).after;
  const name = nameOf(inner.scene, `after.${change.hooked}`);
  if (hooks?.[change.hooked]) await inTime(name, () => hooks[change.hooked]?.(insideOf(inner, change)));
}

/** Calls the hooks for changes that are committed by now. */
export async function afterCommit(
  scene: Omit<Hooking, 'collection'>,
  changes: readonly (Change & Pick<Hooking, 'collection'>)[],
): Promise<void> {
  const { services, account, log } = scene;
  for (const { hooked, collection, ...change } of changes) {
    const hooks = hooksOf({ services, collection }).committed;
    if (!hooks?.[hooked]) continue;
    const name = nameOf({ collection }, `committed.${hooked}`);
    try {
      await inTime(name, () => hooks[hooked]?.({ ...change, services, account }));
    } catch (error) {
      log.error({ err: error }, `${name} failed`);
    }
  }
}

/** What a hook changes besides its own record, in the same transaction. */
export interface Along {
  /**
   * Adds a record of any collection and gives its id. It has its defaults, hooks, history, audit entry and live event; its
   * values are the hook's, whatever the person may fill in, and the person must see it.
   */
  add(collection: string, values: Values): Promise<string>;
  /** Changes a record that the person sees, in the same way. */
  change(collection: string, id: string, values: Values): Promise<void>;
  /** Names what else the hook changed for the audit trail. */
  note(entry: NonNullable<EntryExtras['also']>[number]): void;
  /** Publishes what else it changed. */
  publish: Publish;
}
