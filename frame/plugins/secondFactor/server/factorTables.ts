import type { Migration } from 'kysely/migration';
import { factorSteps } from 'portal-frame/server/migrations';
import { createMissing } from 'portal-frame/server/plugins';
import type { FactorKind } from '../wire/secondFactorCalls.ts';

export interface FactorRow {
  id: string;
  account_id: string;
  kind: FactorKind;
  /** Name that the person chose; '' for none. */
  name: string;
  /** Encrypted TOTP secret, or public key of the passkey. */
  secret: string;
  credential: string | null;
  /** Time step of the last code, or signature count of the passkey. */
  counter: number;
  /** Transports of the passkey, separated by spaces. */
  transports: string;
  created_at: number;
  used_at: number | null;
}

export interface RecoveryCodeRow {
  id: string;
  account_id: string;
  code_hash: string;
  created_at: number;
}

declare module 'portal-frame/server/database' {
  interface Schema {
    factors: FactorRow;
    recovery_codes: RecoveryCodeRow;
  }
}

/** The tables of second factors, which the frame made before. */
export const factorMigrations = (): Record<string, Migration> => ({
  '001_factors': { up: (db) => createMissing(db, factorSteps) },
});
