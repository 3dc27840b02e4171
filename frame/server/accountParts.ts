import type { Updateable } from 'kysely';
import type { WireProfile } from '../wire/calls/profileCalls.ts';
import type { Role } from '../wire/roles.ts';
import type { UniqueColumn, UniqueValues } from './accounts/accountRows.ts';
import type { ProfileUpdate } from './accounts/profileRows.ts';
import type { NewAccount } from './appInterfaces.ts';
import type { Account } from './base/requestAccount.ts';
import type { AccountRow, Db } from './db/databaseSchema.ts';
import type { Publish } from './outbox/transact.ts';
import type { Services } from './services.ts';

type ProfileChange = Record<'before' | 'after', AccountRow> & { db: Db; publish: Publish; services: Services };

/** Extends accounts with columns and steps of the app. */
export interface AccountParts {
  /** Values of the app's columns in a new account, besides `emptyColumns`. */
  columns?(account: NewAccount): Partial<AccountRow>;
  /** Values of the app's columns in an account without them, and in a deleted one. */
  emptyColumns?: Partial<AccountRow>;
  /** Unique columns besides those of e-mail address and username. */
  unique?: Readonly<Record<string, UniqueColumn>>;
  /** The resource with a record for each account of a role; it decides who sees the photo. */
  getResource?(role: Role): string | undefined;
  toWire?(row: AccountRow): Partial<WireProfile>;
  profile?: {
    /** Converts form values to those that the role's rules expect. */
    parse?(role: Role, values: Readonly<Record<string, string | undefined>>): Record<string, unknown>;
    /** Unique values of the update. Runs before the first write; may throw an HttpError. */
    claims?(services: Services, account: Account, change: ProfileUpdate): Promise<UniqueValues>;
    /** Further columns to update, or replacements of the standard ones. */
    columns?(current: AccountRow, change: ProfileUpdate): Updateable<AccountRow>;
    /** Runs in the transaction of the update. */
    changed?(on: ProfileChange): Promise<void>;
  };
}
