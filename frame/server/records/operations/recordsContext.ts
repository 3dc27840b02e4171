import { SYSTEM_ROLE } from '../../../wire/roles.ts';
import { findAccountById } from '../../accounts/accountRows.ts';
import { createChangeEntries, toRecordsCaller } from '../../activity/activityEntries.ts';
import type { Note } from '../../activity/requestActivity.ts';
import { unauthorized } from '../../base/httpError.ts';
import type { Account } from '../../http/callHandler.ts';
import type { Services } from '../../services.ts';
import {
  createTransactionLists,
  type OpenTransaction,
  type OperationContext,
  type RecordsContext,
} from '../read/operationContext.ts';
import { toCollectionDb } from '../schema/collectionDb.ts';
import { requireFinished } from '../write/hookLimits.ts';
import { runAfterAllHooks } from '../write/runHooks.ts';
import { openTransaction, type TransactionOptions } from './runInTransaction.ts';

/** A context with an open transaction. */
export type TransactionContext = RecordsContext & {
  account: Account;
  /**
   * Writes the activity entry of the call, then those of the records so far, or `nested` instead of these. Call it last.
   * Contexts without a call write only those of the records.
   */
  note: Note;
  transaction: OpenTransaction;
} & Pick<OpenTransaction, 'db' | 'publish'>;

/** The system has no account. It may do what otherwise needs reauthentication. */
const SYSTEM_ACCOUNT: Account = {
  ...{ id: '', role: SYSTEM_ROLE, sessionId: '' },
  get reauthenticatedAt() {
    return Date.now();
  },
};

/**
 * Creates the context of the system, which has every right. Activity entries name `actor`. With a context instead of the
 * services, calls join its transaction.
 * @example await records(systemContext(services, 'nightly close')).updateMany('rentals', { where }, { open: false });
 */
export function systemContext(of: Services | RecordsContext, actor = 'system'): RecordsContext {
  if (!('services' in of)) return { services: of, account: SYSTEM_ACCOUNT, actor };
  const { isHook: _, ...transaction } = of.transaction ?? {};
  const open = of.transaction && { transaction: transaction as OpenTransaction };
  return { services: of.services, account: SYSTEM_ACCOUNT, actor, ...(of.request && { request: of.request }), ...open };
}

/** Creates the context of an account without a request, such as a service account. Throws an HttpError (401). */
export async function accountContext(services: Services, id: string): Promise<RecordsContext> {
  const found = await findAccountById(services.db, id);
  if (found?.is_active !== 1) throw unauthorized();
  return { services, account: { id, role: found.role, sessionId: '', reauthenticatedAt: 0 } };
}

/**
 * Creates the context of code that writes for an account as a hook does: any field, and any transition, of records that
 * the account sees.
 */
export const trustedContext = (tx: TransactionContext): RecordsContext => ({
  ...tx,
  transaction: { ...tx.transaction, isHook: true },
});

/** Returns the account of a context. Throws an HttpError (401) if a public call has none. */
export function requireAccount({ account }: RecordsContext): Account {
  if (!account) throw unauthorized();
  return account;
}

/** Creates a function that writes the activity entries of changes, with the actor of the context. */
export const createActorNote = ({ services, account, request, actor }: RecordsContext) => {
  const caller = toRecordsCaller(account, request, actor);
  return (db: OpenTransaction['db'], changes: OpenTransaction['alsoChanged']) =>
    services.activity.append(db, createChangeEntries(caller, changes));
};

/**
 * Runs `work` in one transaction: the context's, else a new one. Calls with `tx` join it: all of them are committed, or
 * none. After a deadlock `work` runs again, so it must have no effects outside the database.
 * @example await transaction(context, async (tx) => { await records(tx).create('loans', loan); });
 */
export async function transaction<T>(
  context: RecordsContext,
  work: (tx: TransactionContext) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  const account = requireAccount(context);
  const { services, request, actor, note: write, transaction: open } = context;
  const caller = { services, account, ...(request && { request }), ...(actor && { actor }) };
  const finish = async (own: OpenTransaction) => open ?? runAfterAllHooks({ ...caller, ...own });
  const inside = (joined: OpenTransaction) => {
    const note: Note = async (db, extras) => {
      await finish(joined);
      await write?.(db, { nested: joined.alsoChanged.splice(0), ...extras });
    };
    return work({ ...caller, note, transaction: joined, db: joined.db, publish: joined.publish });
  };
  if (open) return inside(open);
  const lists = createTransactionLists();
  return openTransaction(
    { ...caller, ...lists },
    async (trx, publish) => {
      const db = toCollectionDb(trx);
      const own = { db, publish, ...lists, unfinished: new Set<{ resource: string }>() };
      const result = await inside(own);
      requireFinished(own, 'A transaction');
      await finish(own);
      await createActorNote(context)(db, lists.alsoChanged);
      return result;
    },
    options,
  );
}

/** Creates the functions that note one operation. Within a transaction, its opener writes the entries. */
export function createOperationActivity(
  context: RecordsContext,
  info: Pick<OpenTransaction['alsoChanged'][number], 'operation' | 'resource' | 'action'>,
): OperationContext['activity'] {
  const write = createActorNote(context);
  return {
    async note(db, { recordIds = [], fields = [], nested = [] } = {}) {
      const own = recordIds.map((recordId) => ({ ...info, recordId, fields }));
      const { transaction: open } = context;
      if (!open) return write(toCollectionDb(db), [...own, ...nested]);
      // Nested changes are in the list already.
      if (info.operation !== 'change' || fields.length > 0) open.alsoChanged.push(...own);
    },
    noteDryRun: () => Promise.resolve(),
  };
}
