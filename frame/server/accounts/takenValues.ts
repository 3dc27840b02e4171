import { HttpError } from '../base/httpError.ts';
import type { Db } from '../db/databaseSchema.ts';
import { findTakenValues, listUniqueColumns, type UniqueColumn, type UniqueValues } from './accountRows.ts';

/** Throws an HttpError (409) for values that an account other than `exceptId` has, or that nobody may have. */
export async function rejectTakenValues(db: Db, values: UniqueValues, exceptId?: string): Promise<void> {
  const taken = await findTakenValues(db, values, exceptId);
  const [first] = taken;
  if (first) throw new HttpError(409, first[1], { errors: Object.fromEntries(taken) });
}

/** Returns the column whose unique index was violated; undefined for other errors. Indexes begin with its name. */
export function findViolatedColumn(cause: unknown): UniqueColumn | undefined {
  const { message = '', constraint = '' } = cause as { message?: string; constraint?: string };
  const isViolated = ({ column }: UniqueColumn) =>
    new RegExp(`\\baccounts[._]${column.replace(/_key$/, '')}`).test(constraint || message);
  return listUniqueColumns()
    .map(([, one]) => one)
    .find(isViolated);
}

/** Converts a violated unique index of accounts to an HttpError (409) at its field; returns other errors as they are. */
export function toTakenAccountRefusal(cause: unknown): unknown {
  const taken = findViolatedColumn(cause);
  return taken ? HttpError.forField(taken.field, 409, taken.message) : cause;
}
