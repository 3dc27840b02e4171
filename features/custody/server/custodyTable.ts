import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from 'portal-frame/server/database';
import { createMissing } from 'portal-frame/server/plugins';
import { custodySteps } from '../../../server/store/custodySchema.ts';

declare module 'portal-frame/server/database' {
  interface Schema {
    custody_events: CustodyRow;
  }
}

/** A custody step as the device reported it. Anchors form a hash chain in the order of arrival. */
export interface CustodyRow {
  /** Counts arrivals from 1 without gaps. */
  id: number;
  device: string;
  seq: number;
  code: string;
  label: string;
  /** Lower case label for lookups. */
  label_key: string;
  visit: string;
  hand_over: string;
  made_at: string;
  previous: string;
  hash: string;
  account_id: string;
  received_at: number;
  /** `own`, or why the step does not count: `foreign` (another person's visit or tube) or `forged` (wrong hash). */
  standing: string;
  anchor: string;
}

/** Lets a trigger be there already. */
const tolerate = (kind: DatabaseKind, statement: string) =>
  statement.replace(
    /^create trigger /,
    kind === 'sqlite' ? 'create trigger if not exists ' : 'create or replace trigger ',
  );

/** The portal made this table until custody became a feature, so it may be there already. */
export const custodyMigrations = (kind: DatabaseKind): Record<string, Migration> => ({
  '001_custody': {
    up: (db) =>
      createMissing(
        db,
        custodySteps(kind).map((one) => tolerate(kind, one)),
      ),
  },
});
