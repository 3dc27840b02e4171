import type { DatabaseKind } from '../../frame/server/db/openDatabase.ts';

/**
 * `appointment_counts` says how many appointments there are of every kind, so that a total never counts the
 * appointments themselves. Triggers keep it with every write, in the same transaction. Each appointment counts
 * four times: for its employee or for ALL of them, at its laboratory or at ALL of them. So the total of any filter
 * is the sum of the few rows that differ in status, priority, assigned and tracked.
 */
export const ALL = '*';
/** Stands for the employee of an unassigned appointment, and for the account of a laboratory without one. */
const NONE = '-';

/**
 * PostgreSQL's connections count in this many rows each of their own, so that writers seldom wait for one another;
 * SQLite has one writer at a time.
 */
const SLOTS = 8;

const KEY = 'employee_id, laboratory_id, laboratory, assigned, status, priority, tracked';
/** What is counted, and by what: an update that leaves all of these alone leaves the counts alone. */
const COUNTED = ['employee_id', 'laboratory_id', 'laboratory', 'status', 'priority', 'tracking_image', 'fees_cents'];

const table = (kind: DatabaseKind) => `create table appointment_counts (
  employee_id text not null,
  laboratory_id text not null,
  laboratory text not null,
  assigned integer not null,
  status text not null,
  priority text not null,
  tracked integer not null,
  slot integer not null,
  total bigint not null,
  fees_cents bigint not null,
  primary key (${KEY}, slot)
)${kind === 'sqlite' ? ' without rowid' : ''}`;

const byName = 'create index appointment_counts_laboratory on appointment_counts (laboratory, employee_id)';

/** Rows of `appointments` as what they add to the counts; `sign` is 1 or -1. */
const added = (from: string, sign: 1 | -1, where = '') => `select employee_id, laboratory_id, laboratory, status,
    priority, tracking_image is not null as tracked, ${sign} * count(*) as total,
    ${sign} * sum(coalesce(fees_cents, 0)) as fees_cents
  from ${from} ${where} group by employee_id, laboratory_id, laboratory, status, priority, tracking_image is not null`;

/** Adds what `changes` (a query of `added` rows) come to. In the order of the key, so that no two writers deadlock. */
const count = (changes: string, slot: string) => `insert into appointment_counts (${KEY}, slot, total, fees_cents)
  select case when for_employee = 1 then coalesce(employee_id, '${NONE}') else '${ALL}' end,
    case when at_laboratory = 1 then coalesce(laboratory_id, '${NONE}') else '${ALL}' end,
    case when at_laboratory = 1 then laboratory else '' end,
    case when employee_id is null then 0 else 1 end,
    status, priority, case when tracked then 1 else 0 end, ${slot}, sum(total), sum(fees_cents)
  from (${changes}) as changes cross join (
    select 0 as for_employee, 0 as at_laboratory union all select 0, 1 union all select 1, 0 union all select 1, 1
  ) as scopes
  group by 1, 2, 3, 4, 5, 6, 7
  having sum(total) <> 0 or sum(fees_cents) <> 0
  order by 1, 2, 3, 4, 5, 6, 7
  on conflict (${KEY}, slot) do update set total = appointment_counts.total + excluded.total,
    fees_cents = appointment_counts.fees_cents + excluded.fees_cents`;

/** What each kind of write changes, from the rows as they were (`gone`) and as they are now (`come`). */
const changes = (come: string, gone: string) => ({
  insert: added(come, 1),
  update: `${added(come, 1)} union all ${added(gone, -1)}`,
  delete: added(gone, -1),
});

function sqliteTriggers(): string[] {
  const differs = COUNTED.map((column) => `new.${column} is not old.${column}`).join(' or ');
  const rowOf = (name: string) => `(select ${COUNTED.map((column) => `${name}.${column} as ${column}`).join(', ')})`;
  return Object.entries(changes(rowOf('new'), rowOf('old'))).map(
    ([event, changed]) => `create trigger appointments_counted_${event} after ${event} on appointments
      ${event === 'update' ? `when ${differs}` : ''} begin ${count(changed, '0')}; end`,
  );
}

function postgresTriggers(): string[] {
  const tables = {
    insert: 'new table as come',
    update: 'new table as come old table as gone',
    delete: 'old table as gone',
  };
  return Object.entries(changes('come', 'gone')).flatMap(([event, changed]) => [
    `create function count_appointments_${event}() returns trigger language plpgsql as $$
      begin ${count(changed, `pg_backend_pid() % ${SLOTS}`)}; return null; end $$`,
    `create trigger appointments_counted_${event} after ${event} on appointments
      referencing ${tables[event as keyof typeof tables]} for each statement execute function count_appointments_${event}()`,
  ]);
}

/** Counts everything anew: for a database that has appointments already, and after rows came past the triggers. */
export const COUNT_ALL = ['delete from appointment_counts', count(added('appointments', 1), '0')];

export const countsSteps = (kind: DatabaseKind): string[] => [
  table(kind),
  byName,
  ...(kind === 'sqlite' ? sqliteTriggers() : postgresTriggers()),
  ...COUNT_ALL,
];
