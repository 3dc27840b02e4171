import type { Transaction } from 'kysely';
import type { UniqueValues } from '../accounts/accountRows.ts';
import { findTakenValues } from '../accounts/accountRows.ts';
import { HttpError } from '../base/httpError.ts';
import type { Db, Schema } from '../db/databaseSchema.ts';
import { type Publish, transact } from '../outbox/transact.ts';
import { serverParts } from '../parts.ts';
import type { Services } from '../services.ts';

/** Throws an HttpError (409) for values that an account other than `exceptId` has, or that nobody may have. */
export async function rejectTakenValues(db: Db, values: UniqueValues, exceptId?: string): Promise<void> {
  const taken = (await findTakenValues(db, values, exceptId)).map(({ field, message }): [string, string] => [
    field,
    message,
  ]);
  for (const [name, { field, refused }] of Object.entries(serverParts().accounts?.unique ?? {})) {
    const value = values[name];
    const message = value && refused?.(value);
    if (message) taken.push([field, message]);
  }
  const [first] = taken;
  if (first) throw new HttpError(409, first[1], { errors: Object.fromEntries(taken) });
}

/**
 * Runs `work` in a transaction. If it fails because another request has taken one of the values, throws the HttpError
 * (409) of `rejectTakenValues`.
 */
export const transactUnique = <T>(
  services: Services,
  { values, exceptId }: { values: UniqueValues; exceptId?: string },
  work: (db: Transaction<Schema>, publish: Publish) => Promise<T>,
): Promise<T> =>
  transact(services, work).catch(async (cause: unknown) => {
    if (!(cause instanceof HttpError)) await rejectTakenValues(services.db, values, exceptId);
    throw cause;
  });
