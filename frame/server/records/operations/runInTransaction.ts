import { transact } from '../../outbox/transact.ts';
import type { OperationContext, WriteContext } from '../read/operationContext.ts';
import { findBrokenRule } from '../schema/ruleConditions.ts';
import { toWriteContext } from '../write/hookRecords.ts';
import { toEmailTakenRefusal } from '../write/recordAccount.ts';
import { toTakenRefusal } from '../write/writeTransaction.ts';

/** Attempts of a transaction that PostgreSQL aborts because of a deadlock. */
const MAX_ATTEMPTS = 4;
const isDeadlock = (cause: unknown) => ['40P01', '40001'].includes(String((cause as { code?: unknown }).code));

/**
 * Runs a change in one transaction, then discards the files that it freed. Repeats `work` after a deadlock, and once if
 * the database found a rule broken. Throws an HttpError (409) at the field if another request has taken a unique value.
 */
export async function runInTransaction<T>(
  context: OperationContext,
  work: (context: WriteContext) => Promise<T>,
  { onWorker = false } = {},
): Promise<T> {
  const { services, collection, changes, alsoChanged, freedFiles } = context;
  const lists = [changes, alsoChanged, freedFiles].map((list) => [list, list.length] as const);
  for (let attempt = 1; ; attempt++) {
    try {
      const result = await transact(services, (db, publish) => work(toWriteContext(context, db, publish)), {
        long: onWorker,
      });
      if (freedFiles.length > 0) await services.files.discard(freedFiles.splice(0));
      return result;
    } catch (cause) {
      // The next attempt finds the other record and names it.
      const isBroken = services.collections.some((one) => findBrokenRule(one, cause));
      if (!(isDeadlock(cause) || isBroken) || attempt >= (isBroken ? 2 : MAX_ATTEMPTS))
        throw toTakenRefusal(collection, cause) ?? toEmailTakenRefusal(collection, cause) ?? cause;
      for (const [list, length] of lists) list.length = length;
    }
  }
}
