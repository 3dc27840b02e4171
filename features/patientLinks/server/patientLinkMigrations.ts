import type { Migration } from 'kysely/migration';
import { createMissing } from 'portal-frame/server/plugins';

/** The portal made this table until patient links became a feature, so it may be there already. */
const steps = [
  `create table visit_confirmations (
    appointment_id text not null references appointments (id) on delete cascade,
    scheduled_at bigint not null,
    token_hash text,
    answer text,
    reason text,
    answered_at bigint,
    created_at bigint not null,
    way_token_hash text,
    way_asked_at bigint,
    primary key (appointment_id, scheduled_at)
  )`,
  'create unique index visit_confirmations_token on visit_confirmations (token_hash)',
  'create unique index visit_confirmations_way_token on visit_confirmations (way_token_hash)',
];

export const patientLinkMigrations = (): Record<string, Migration> => ({
  '001_visit_confirmations': { up: (db) => createMissing(db, steps) },
});
