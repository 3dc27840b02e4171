import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Call } from '../../../wire/call.ts';
import type { Audited } from '../../audit/audited.ts';
import type { EntryExtras } from '../../audit/entries.ts';
import type { Account, InputOf } from '../../http/handler.ts';
import type { Services } from '../../services.ts';
import { type Collection, collectionOf } from '../schema/collection.ts';
import type { Values } from '../schema/recordRow.ts';

/** What a handler is given, of a call whose person is signed in. */
export type Calling = Pick<InputOf<Call>, 'account' | 'request' | 'note' | 'tried'>;

/**
 * The scene of a change to a collection, for a call that makes it; with `of` another one in the same transaction, so
 * that what is called once it is committed, and noted with it, comes together.
 */
export function sceneOf(
  services: Services,
  name: string,
  { account, request, note, tried }: Calling,
  of?: Pick<Scene, 'done' | 'along' | 'freed'>,
): Scene {
  const { done, along, freed } = of ?? { done: [], along: [], freed: [] };
  const collection = collectionOf(services, name);
  const { collections } = services;
  return {
    services,
    collection,
    collections,
    account,
    audit: { note, tried },
    request,
    log: request.log,
    done,
    along,
    freed,
  };
}

/** What a change of a collection needs to know. */
export interface Scene {
  services: Services;
  collection: Collection;
  /** All of them, for the references between them. */
  collections: readonly Collection[];
  account: Account;
  audit: Pick<Audited, 'note' | 'tried'>;
  /** Who asks, for mails about it. */
  request: FastifyRequest;
  log: FastifyBaseLogger;
  /** What was changed so far, for the hooks that are called once it is committed. */
  done: (Change & { collection: Collection })[];
  /** Records of other collections that were changed with it, for its audit entry. */
  along: NonNullable<EntryExtras['also']>[number][];
  /** Files that nothing refers to any more, to be discarded once it is committed. */
  freed: string[];
  /** The records whose hooks make this change, each within the one before. */
  underWay?: readonly string[];
}

/** Operations that call hooks. A transition is not a `change`; every other action is one. */
export const HOOKED = ['create', 'change', 'delete', 'transition'] as const;
export type Hooked = (typeof HOOKED)[number];

/** What a hook is given. */
export interface HookContext {
  id: string;
  /** `before`: the values about to be written; else the record as it is now. Of a deletion: as it was. */
  values: Readonly<Values>;
  /** The record as it was; of a new one nothing. */
  before: Readonly<Values> | undefined;
  /** The transition or action, where it is one. */
  action: string | undefined;
  account: Account;
  services: Services;
}

/** A change as hooks receive it. */
export interface Change extends Pick<HookContext, 'id' | 'values' | 'before' | 'action'> {
  hooked: Hooked;
}
