/** Unsent messages, see outboxRows.ts. */
export const outboxSteps = [
  `create table outbox (
    id text primary key not null,
    kind text not null,
    payload text not null,
    tries integer not null,
    next_at bigint not null,
    locked_until bigint not null,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  'create index outbox_due on outbox (kind, next_at)',
];
