/** Who changed what for whom, for a while: what listeners are sent live. Ids of records and accounts only. */
export const eventTableSteps = [
  `create table events (
  id bigint primary key not null,
  at bigint not null,
  resource text not null,
  record_id text,
  deed text not null,
  audience text not null
)`,
  'create index events_at on events (at)',
];
