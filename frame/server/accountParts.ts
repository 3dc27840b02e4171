import type { Updateable } from 'kysely';
import type { WireProfile } from '../wire/accountCalls.ts';
import type { Role } from '../wire/roles.ts';
import type { NewAccount, UniqueColumn, UniqueValues } from './accounts/accountRows.ts';
import type { ProfileUpdate } from './accounts/profileRows.ts';
import type { Account } from './base/requestAccount.ts';
import type { AccountRow, Db } from './db/databaseSchema.ts';
import type { NewEvent } from './live/changeEvents.ts';
import type { Publish } from './outbox/transact.ts';
import type { Services } from './services.ts';

/** What an app's accounts have beyond what every account has: columns of its own in `accounts`, and what happens after a change. */
export interface AccountParts {
  /** What the columns of its own hold in a new account. */
  columns?(account: NewAccount): Partial<AccountRow>;
  /** What a deleted account is left with in them; what is left out stays. */
  columnsAfterDelete?: Partial<AccountRow>;
  /** What no two accounts share besides the e-mail address and the username. */
  unique?: Readonly<Record<string, UniqueColumn>>;
  /** The resource that an account of a role is a record of: whoever may see that may see its photo. */
  getResource?(role: Role): string | undefined;
  /** What the wire has of an account besides. */
  toWire?(row: AccountRow): Partial<WireProfile>;
  /** What a change of one's own profile brings besides. */
  profile?: {
    /** The form's values as the rules of the role want them. */
    parse?(role: Role, values: Readonly<Record<string, string | undefined>>): Record<string, unknown>;
    /** Looked at before anything is written: values that no other account may have. May throw a Refusal. */
    claims?(services: Services, account: Account, change: ProfileUpdate): Promise<UniqueValues>;
    /** What is written besides, or in place of what every account has. */
    columns?(current: AccountRow, change: ProfileUpdate): Updateable<AccountRow>;
    /** What else is done in the same database transaction. */
    changed?(on: {
      db: Db;
      publish: Publish;
      services: Services;
      before: AccountRow;
      after: AccountRow;
    }): Promise<void>;
  };
  /** Further events that a change of an account publishes. */
  events?(id: string, role: Role): NewEvent[];
}
