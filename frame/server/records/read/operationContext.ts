import type { FastifyRequest } from 'fastify';
import type { Call } from '../../../wire/call.ts';
import type { EntryExtras } from '../../activity/activityEntries.ts';
import type { Note, RequestActivity } from '../../activity/requestActivity.ts';
import type { Db } from '../../db/databaseSchema.ts';
import type { SavedFile } from '../../files/fileStore.ts';
import type { Account, CallInput } from '../../http/callHandler.ts';
import type { Publish } from '../../outbox/transact.ts';
import type { Services } from '../../services.ts';
import { type Collection, getCollection } from '../schema/collection.ts';
import { type CollectionTransaction, toCollectionDb } from '../schema/collectionDb.ts';
import type { RecordValues } from '../schema/recordRow.ts';

/** The input of a call whose user is signed in. */
export type SignedInCall = Pick<CallInput<Call>, 'account' | 'request' | 'note' | 'noteDryRun'>;

/** A user who reads a collection. */
export interface ReadContext {
  services: Services;
  collection: Collection;
  account: Account;
  /** The open transaction, if any. */
  db?: Db;
}

/** A further change, for the activity log. */
export type AlsoChanged = NonNullable<EntryExtras['nested']>[number];

/** Lists that all operations of one transaction share. */
export interface TransactionLists {
  /** Changes so far, for the `afterAll` and `committed` hooks. */
  changes: (RecordChange & { collection: Collection; isFinished?: true })[];
  /** Changes for the activity log, besides the one that the request asked for. */
  alsoChanged: AlsoChanged[];
  /** Files to discard after the commit. */
  freedFiles: string[];
  /** Received files that records have taken. */
  claimedFiles?: SavedFile[];
  /** Errors of joined operations. The transaction is then rolled back, even if the caller caught them. */
  failures: unknown[];
  /** Hashes of passwords of new accounts, made before the transaction, for which other writers wait. */
  hashes?: Map<string, string[]>;
}

export const createTransactionLists = (): TransactionLists => ({
  ...{ changes: [], alsoChanged: [], freedFiles: [], claimedFiles: [], failures: [], hashes: new Map() },
});

/** An open transaction, which calls of the records API join. */
export interface OpenTransaction extends TransactionLists {
  db: CollectionTransaction;
  publish: Publish;
  /** Records whose hooks are running, outermost first. */
  activeRecords?: readonly string[];
  /** Joined operations of the hook or call that have not ended. */
  unfinished?: Set<{ resource: string }>;
  /** The caller is a hook: it writes fields that the user may not. */
  isHook?: true;
}

/** The caller of the records API: an account or the system, and the transaction that its calls join. */
export interface RecordsContext {
  services: Services;
  /** Null in public calls, which the API refuses. */
  account: Account | null;
  request?: FastifyRequest;
  /** The name of the system or a job in the activity log. */
  actor?: string;
  /** Writes the activity entry of the call, see `transaction`. */
  note?: Note;
  transaction?: OpenTransaction;
}

/** An operation on a collection. */
export interface OperationContext
  extends ReadContext,
    TransactionLists,
    Pick<OpenTransaction, 'activeRecords' | 'isHook' | 'unfinished'> {
  activity: Pick<RequestActivity, 'note' | 'noteDryRun'>;
  request?: FastifyRequest | undefined;
  actor?: string | undefined;
  db?: CollectionTransaction;
  publish?: Publish;
  /** The result of the `prepare` hook. */
  prepared?: unknown;
}

/** An operation within its transaction. */
export interface WriteContext extends OperationContext {
  db: CollectionTransaction;
  publish: Publish;
}

/** Adds the open transaction to the context of an operation. */
export const toWriteContext = (context: OperationContext, db: Db, publish: Publish): WriteContext => ({
  ...context,
  db: toCollectionDb(db),
  publish,
});

/** Operations that call hooks. A transition is not a `change`; every other action is one. */
export const HOOK_OPERATIONS = ['create', 'change', 'delete', 'transition'] as const;
export type HookOperation = (typeof HOOK_OPERATIONS)[number];

/** The input of a hook. */
export interface HookContext {
  id: string;
  /** In `before`, the values to be written; then the current record. Of a delete, the old record. */
  values: Readonly<RecordValues>;
  /** The record before the change; undefined for a new one. */
  before: Readonly<RecordValues> | undefined;
  /** The name of the transition or action, if the change is one. */
  action: string | undefined;
  account: Account;
  services: Services;
}

/** A change as hooks receive it. */
export interface RecordChange extends Pick<HookContext, 'id' | 'values' | 'before' | 'action'> {
  operation: HookOperation;
}

/** Creates the context of a call that changes the collection `name`. */
export const createContext = (
  services: Services,
  name: string,
  { account, request, note, noteDryRun }: SignedInCall,
): OperationContext => ({
  ...{ services, collection: getCollection(services, name), account, activity: { note, noteDryRun }, request },
  ...createTransactionLists(),
});

/** Returns the open transaction, else the database. */
export const getDb = ({ db, services }: Pick<ReadContext, 'db' | 'services'>): Db => db ?? services.db;
