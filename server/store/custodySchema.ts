import type { DatabaseKind } from 'portal-frame/server/database';

/** The table of the feature custody, as databases of former versions made it. */
const table = `create table custody_events (
  id bigint primary key not null,
  device text not null,
  seq bigint not null,
  code text not null,
  label text not null,
  label_key text not null,
  visit text not null,
  hand_over text not null,
  made_at text not null,
  previous text not null,
  hash text not null,
  account_id text not null,
  received_at bigint not null,
  standing text not null,
  anchor text not null
)`;

const indexes = [
  'create index custody_events_device on custody_events (device, seq)',
  'create index custody_events_label on custody_events (label_key, id)',
];

const MESSAGE = 'the custody events are append-only';

/** Triggers that allow only inserts. */
const guards: Record<DatabaseKind, string[]> = {
  sqlite: [
    `create trigger custody_no_update before update on custody_events begin select raise(abort, '${MESSAGE}'); end`,
    `create trigger custody_no_delete before delete on custody_events begin select raise(abort, '${MESSAGE}'); end`,
    `create trigger custody_no_replace before insert on custody_events
        when exists (select 1 from custody_events where id = new.id) begin select raise(abort, '${MESSAGE}'); end`,
  ],
  postgres: [
    `create or replace function refuse_custody_change() returns trigger language plpgsql as $$
        begin raise exception '${MESSAGE}'; end $$`,
    `create trigger custody_no_change before update or delete on custody_events
        for each row execute function refuse_custody_change()`,
    `create trigger custody_no_truncate before truncate on custody_events execute function refuse_custody_change()`,
  ],
};

export const custodySteps = (kind: DatabaseKind): string[] => [table, ...indexes, ...guards[kind]];
