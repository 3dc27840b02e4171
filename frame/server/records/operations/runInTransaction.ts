import { setImmediate } from 'node:timers/promises';
import { isBlank } from '../../../config/validate.ts';
import { toTakenAccountRefusal } from '../../accounts/accountRows.ts';
import { hashPassword } from '../../accounts/passwordHash.ts';
import type { Note } from '../../activity/requestActivity.ts';
import { isAfterEnd } from '../../db/guardTransactions.ts';
import { transact } from '../../outbox/transact.ts';
import type { ServerParts } from '../../parts.ts';
import { refreshStaleRecords } from '../derived/staleRecords.ts';
import {
  type OpenTransaction,
  type OperationContext,
  type TransactionLists,
  toWriteContext,
  type WriteContext,
} from '../read/operationContext.ts';
import type { Collection } from '../schema/collection.ts';
import { toCollectionDb } from '../schema/collectionDb.ts';
import { findBrokenRule } from '../schema/ruleConditions.ts';
import { refuseDeepHooks } from '../write/hookLimits.ts';
import { toEmailTakenRefusal } from '../write/recordAccount.ts';
import { runAfterAllHooks, runBeforeCommit, runCommittedHooks } from '../write/runHooks.ts';
import { toTakenRefusal } from '../write/writeTransaction.ts';

/** Attempts of a transaction that PostgreSQL aborts because of a deadlock. */
const MAX_ATTEMPTS = 4;
const hasCode = (cause: unknown, ...codes: string[]) => codes.includes(String((cause as { code?: unknown }).code));
const isDeadlock = (cause: unknown) => hasCode(cause, '40P01', '40001');
/** PostgreSQL refuses every statement after the first error of a transaction. */
const isAborted = (cause: unknown) => hasCode(cause, '25P02');

/** The part of a context that a transaction needs. */
type Opener = Pick<OperationContext, 'services' | 'account' | 'request' | 'actor' | keyof TransactionLists> &
  Partial<Pick<OperationContext, 'collection'>>;
type Work<T> = (...transaction: Parameters<Parameters<typeof transact<T>>[1]>) => Promise<T>;
type Transaction = Pick<OpenTransaction, 'db' | 'publish'>;

export interface TransactionOptions {
  /** True to write thousands of records: readers on SQLite do not wait. */
  onWorker?: boolean;
  /** Passwords of accounts that `work` creates, if they have one. They are hashed before the transaction. */
  passwords?: readonly unknown[];
}

/** Runs `work` in the transaction that the caller has opened. Its opener rolls back if `work` throws. */
async function joinTransaction<T>(
  context: OperationContext & Transaction,
  work: (context: WriteContext) => Promise<T>,
) {
  refuseDeepHooks(context);
  const { unfinished, collection, failures } = context;
  const operation = { resource: collection.resource.name };
  unfinished?.add(operation);
  try {
    return await work(context);
  } catch (cause) {
    // The transaction may run again, without the part that outlived its first attempt.
    if (!isAfterEnd(cause)) failures.push(cause);
    // The opener repeats its work at a broken rule.
    throw findBrokenRule(collection, cause) ? cause : toRefusal(context.services.app, [collection], cause);
  } finally {
    unfinished?.delete(operation);
  }
}

/**
 * Runs a change in one transaction: the caller's, else a new one. The one who opens it commits, then discards the files
 * that it freed and runs the `committed` hooks. Repeats `work` after a deadlock, and once if the database found a rule
 * broken. Throws an HttpError (409) at the field if another request has taken a unique value.
 */
export async function runInTransaction<T>(
  context: OperationContext,
  work: (context: WriteContext) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  const { db, publish } = context;
  if (db && publish) return joinTransaction({ ...context, db, publish }, work);
  return openTransaction(
    context,
    (trx, send) => {
      const write = toWriteContext(context, trx, send);
      const note: Note = async (...entries) => {
        await runAfterAllHooks(write);
        return context.activity.note(...entries);
      };
      return work({ ...write, activity: { ...context.activity, note } });
    },
    options,
  );
}

/** Opens a transaction, as `runInTransaction` does. */
export async function openTransaction<T>(context: Opener, work: Work<T>, options: TransactionOptions = {}): Promise<T> {
  const { onWorker = false, passwords = [] } = options;
  // One after the other, so that sign-ins do not wait for an import.
  for (const text of passwords.filter((one) => typeof one === 'string' && !isBlank(one)).map(String)) {
    const hash = await hashPassword(text, context.services.config);
    context.hashes?.set(text, [...(context.hashes.get(text) ?? []), hash]);
  }
  const result = await commit(context, work, onWorker);
  const { services, changes, freedFiles } = context;
  if (freedFiles.length > 0) await services.files.discard(freedFiles.splice(0));
  await runCommittedHooks(context, changes.splice(0));
  return result;
}

/** Runs `work` and what follows from its changes in a transaction. Repeats it as `runInTransaction` says. */
async function commit<T>(opener: Opener, work: Work<T>, long: boolean): Promise<T> {
  const { services, collection, actor, changes, alsoChanged, freedFiles, claimedFiles = [], failures } = opener;
  const lists = [changes, alsoChanged, freedFiles, claimedFiles, failures].map((list) => [list, list.length] as const);
  const finish: Work<T> = async (db, publish) => {
    const result = await work(db, publish);
    if (failures.length === 0) await runAfterAllHooks({ ...opener, db: toCollectionDb(db), publish });
    return result;
  };
  for (let attempt = 1; ; attempt++) {
    try {
      const all: Work<T> = async (db, publish) => {
        const result = await finish(db, publish).catch((cause) => {
          throw isAborted(cause) ? (failures[0] ?? cause) : cause;
        });
        if (failures.length > 0) throw failures[0];
        await refreshStaleRecords(db, services);
        await runBeforeCommit({ services, actor }, db, changes.slice(lists[0]?.[1]));
        return result;
      };
      return await transact(services, all, { long });
    } catch (cause) {
      // Statements that were still under way get their refusal first.
      await setImmediate();
      for (const [list, length] of lists) list.length = length;
      // The next attempt finds the other record and names it.
      const isBroken = services.collections.some((one) => findBrokenRule(one, cause));
      if (!(isDeadlock(cause) || isBroken) || attempt >= (isBroken ? 2 : MAX_ATTEMPTS))
        throw toRefusal(services.app, collection ? [collection, ...services.collections] : services.collections, cause);
    }
  }
}

/** Converts an error of the database to the HttpError at its field; returns other errors as they are. */
function toRefusal(app: ServerParts, collections: readonly Collection[], cause: unknown): unknown {
  for (const collection of collections) {
    const refusal = toTakenRefusal(collection, cause) ?? toEmailTakenRefusal(app, collection, cause);
    if (refusal) return refusal;
  }
  return toTakenAccountRefusal(app, cause);
}
