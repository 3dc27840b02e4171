import type { DatabaseKind } from 'portal-frame/server/database';

/**
 * `appointment_counts` is a summary table kept by triggers, so that totals need no scan. Each appointment counts four
 * times: for its employee or ALL, at its laboratory or ALL.
 */
export const ALL = '*';
/** Stands for no employee, and for a laboratory without an account. */
export const NONE = '-';

/** On PostgreSQL each connection counts in one of these rows, so that writers seldom wait for each other. */
const SLOTS = 8;

const KEY = 'employee_id, laboratory_id, laboratory, assigned, status, priority, tracked';
/** Updates of other columns do not change the counts. */
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

/** Changes of the counts caused by rows of `appointments`; `sign` is 1 or -1. */
const added = (from: string, sign: 1 | -1, where = '') => `select employee_id, laboratory_id, laboratory, status,
    priority, tracking_image is not null as tracked, ${sign} * count(*) as total,
    ${sign} * sum(coalesce(fees_cents, 0)) as fees_cents
  from ${from} ${where} group by employee_id, laboratory_id, laboratory, status, priority, tracking_image is not null`;

/** Adds the sums of `changes`, a query of `added` rows. Ordered by key, so that no two writers deadlock. */
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

/** Changes per event, from the old rows (`gone`) and the new ones (`come`). */
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

/** Triggers of the released migration 002_counts: a change needs a new migration. */
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

/** Rebuilds the counts. */
export const COUNT_ALL = ['delete from appointment_counts', count(added('appointments', 1), '0')];

export const countsSteps = (kind: DatabaseKind): string[] => [
  table(kind),
  byName,
  ...(kind === 'sqlite' ? sqliteTriggers() : postgresTriggers()),
  ...COUNT_ALL,
];
