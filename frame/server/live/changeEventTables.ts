/** Recent changes for live updates; ids only. */
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
