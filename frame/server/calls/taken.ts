import type { Unique } from '../accounts/accountRows.ts';
import { takenValues } from '../accounts/accountRows.ts';
import { Refusal } from '../base/refusal.ts';
import type { Db } from '../db/databaseSchema.ts';
import { serverParts } from '../parts.ts';

/**
 * Refuses (409) a value that another account has already, at its field, and one that nobody may have; `but` is the
 * account that may have them.
 */
export async function refuseTaken(db: Db, values: Unique, but?: string): Promise<void> {
  const taken = (await takenValues(db, values, but)).map(({ field, message }): [string, string] => [field, message]);
  for (const [name, { field, refused }] of Object.entries(serverParts().accounts?.unique ?? {})) {
    const value = values[name];
    const message = value && refused?.(value);
    if (message) taken.push([field, message]);
  }
  const [first] = taken;
  if (first) throw new Refusal(409, first[1], { errors: Object.fromEntries(taken) });
}
