import type { FastifyRequest } from 'fastify';
import type { Call } from '../../../wire/call.ts';
import type { EntryExtras } from '../../audit/createAuditEntries.ts';
import type { RequestAudit } from '../../audit/requestAudit.ts';
import type { Db } from '../../db/databaseSchema.ts';
import type { Account, CallInput } from '../../http/callHandler.ts';
import type { Publish } from '../../outbox/transact.ts';
import type { Services } from '../../services.ts';
import { type Collection, getCollection } from '../schema/collection.ts';
import type { CollectionTransaction } from '../schema/collectionDb.ts';
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

/** A further change, for the audit trail. */
export type AlsoChanged = NonNullable<EntryExtras['nested']>[number];

/** A request that reads or changes a collection. */
export interface OperationContext extends ReadContext {
  audit: Pick<RequestAudit, 'note' | 'noteDryRun'>;
  request: FastifyRequest;
  /** Changes so far, for the `committed` hooks. */
  changes: (RecordChange & { collection: Collection })[];
  /** Changes to other records in the same transaction. */
  alsoChanged: AlsoChanged[];
  /** Files to discard after the commit. */
  freedFiles: string[];
  /** Records whose hooks are running, outermost first. */
  activeRecords?: readonly string[];
}

/** An operation within its transaction. */
export interface WriteContext extends OperationContext {
  db: CollectionTransaction;
  publish: Publish;
  createHookRecords(context: WriteContext, id: string): HookRecords;
}

/** Writes of a hook to other collections, in the same transaction. */
export interface HookRecords {
  /**
   * Creates a record and returns its id. Defaults, hooks, history, audit entry and live event apply. The values may set
   * fields that the user may not, but the user must be able to see the record.
   */
  create(collection: string, values: RecordValues): Promise<string>;
  /** Updates a record that the user sees, in the same way. */
  update(collection: string, id: string, values: RecordValues): Promise<void>;
  /** Adds another change to the audit trail. */
  note(entry: AlsoChanged): void;
  /** Publishes live events of other changes. */
  publish: Publish;
}

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

/**
 * Creates the context of a call that changes the collection `name`. With `of`, both contexts share one transaction,
 * audit entry and list of hooks to call.
 */
export function createContext(
  services: Services,
  name: string,
  { account, request, note, noteDryRun }: SignedInCall,
  of: Pick<OperationContext, 'changes' | 'alsoChanged' | 'freedFiles'> = {
    changes: [],
    alsoChanged: [],
    freedFiles: [],
  },
): OperationContext {
  const { changes, alsoChanged, freedFiles } = of;
  const audit = { note, noteDryRun };
  return {
    ...{ services, collection: getCollection(services, name), account, audit, request },
    ...{ changes, alsoChanged, freedFiles },
  };
}

/** Returns the open transaction, else the database. */
export const getDb = ({ db, services }: Pick<ReadContext, 'db' | 'services'>): Db => db ?? services.db;
