import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Call } from '../../../wire/call.ts';
import type { EntryExtras } from '../../audit/createAuditEntries.ts';
import type { RequestAudit } from '../../audit/requestAudit.ts';
import type { Account, CallInput } from '../../http/callHandler.ts';
import type { Services } from '../../services.ts';
import { type Collection, getCollection } from '../schema/collection.ts';
import type { RecordValues } from '../schema/recordRow.ts';

/** What a handler is given, of a call whose person is signed in. */
export type SignedInCall = Pick<CallInput<Call>, 'account' | 'request' | 'note' | 'noteDryRun'>;

/**
 * The scene of a change to a collection, for a call that makes it; with `of` another one in the same transaction, so
 * that what is called once it is committed, and noted with it, comes together.
 */
export function createContext(
  services: Services,
  name: string,
  { account, request, note, noteDryRun: tried }: SignedInCall,
  of?: Pick<OperationContext, 'changes' | 'alsoChanged' | 'freedFiles'>,
): OperationContext {
  const {
    changes: done,
    alsoChanged: along,
    freedFiles: freed,
  } = of ?? { changes: [], alsoChanged: [], freedFiles: [] };
  const collection = getCollection(services, name);
  const { collections } = services;
  return {
    services,
    collection,
    collections,
    account,
    audit: { note, noteDryRun: tried },
    request,
    log: request.log,
    changes: done,
    alsoChanged: along,
    freedFiles: freed,
  };
}

/** What a change of a collection needs to know. */
export interface OperationContext {
  services: Services;
  collection: Collection;
  /** All of them, for the references between them. */
  collections: readonly Collection[];
  account: Account;
  audit: Pick<RequestAudit, 'note' | 'noteDryRun'>;
  /** Who asks, for mails about it. */
  request: FastifyRequest;
  log: FastifyBaseLogger;
  /** What was changed so far, for the hooks that are called once it is committed. */
  changes: (RecordChange & { collection: Collection })[];
  /** Records of other collections that were changed with it, for its audit entry. */
  alsoChanged: NonNullable<EntryExtras['nested']>[number][];
  /** Files that nothing refers to any more, to be discarded once it is committed. */
  freedFiles: string[];
  /** The records whose hooks make this change, each within the one before. */
  activeRecords?: readonly string[];
}

/** Operations that call hooks. A transition is not a `change`; every other action is one. */
export const HOOK_OPERATIONS = ['create', 'change', 'delete', 'transition'] as const;
export type HookOperation = (typeof HOOK_OPERATIONS)[number];

/** What a hook is given. */
export interface HookContext {
  id: string;
  /** `before`: the values about to be written; else the record as it is now. Of a deletion: as it was. */
  values: Readonly<RecordValues>;
  /** The record as it was; of a new one nothing. */
  before: Readonly<RecordValues> | undefined;
  /** The transition or action, where it is one. */
  action: string | undefined;
  account: Account;
  services: Services;
}

/** A change as hooks receive it. */
export interface RecordChange extends Pick<HookContext, 'id' | 'values' | 'before' | 'action'> {
  operation: HookOperation;
}
