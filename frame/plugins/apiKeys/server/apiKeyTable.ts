import type { Migration } from 'kysely/migration';
import { apiKeySteps } from 'portal-frame/server/migrations';
import { createMissing } from 'portal-frame/server/plugins';

/** A program's way in. The secret is stored as a hash, the scope as JSON. */
export interface ApiKeyRow {
  id: string;
  account_id: string;
  name: string;
  secret_hash: string;
  scope: string;
  created_by: string;
  created_at: number;
  expires_at: number;
  /** Time of the last call, to the minute. */
  used_at: number | null;
  revoked_at: number | null;
}

declare module 'portal-frame/server/database' {
  interface Schema {
    api_keys: ApiKeyRow;
  }
}

/** The table of API keys, which the frame made before. */
export const apiKeyMigrations = (): Record<string, Migration> => ({
  '001_api_keys': { up: (db) => createMissing(db, apiKeySteps) },
});
