/** Background jobs, see jobs/jobRows.ts. */
export const jobSteps = [
  `create table jobs (
    name text primary key not null,
    since bigint not null,
    locked_until bigint not null,
    locked_by text not null
  )`,
  `create table job_runs (
    id text primary key not null,
    name text not null,
    due_at bigint not null,
    started_at bigint not null,
    finished_at bigint,
    retry_at bigint not null,
    tries integer not null,
    status text not null,
    result text not null
  )`,
  'create unique index job_runs_due on job_runs (name, due_at)',
  'create index job_runs_started on job_runs (started_at, id)',
  `create table job_records (
    name text not null,
    record_id text not null,
    day text not null,
    primary key (name, record_id, day)
  )`,
];
