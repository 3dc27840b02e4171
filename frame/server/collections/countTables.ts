import type { DatabaseKind } from '../store/open.ts';
import type { Collection, Column } from './collection.ts';
import { ALL, daysName, LONGEST, NO_DAY, NONE, type Tally, talliesOf } from './counts.ts';
import type { CollectionDb } from './db.ts';
import { bringUp, formerParts, quoted } from './derived.ts';
import { FIRST_DAY, LAST_DAY, makeOffsets, OFFSETS } from './offsets.ts';
import { keptOf } from './summing.ts';

/** PostgreSQL's connections count in rows of their own, so that writers seldom wait for one another. */
const SLOTS = 8;

/** The calendar day of a column as SQL, in the business time zone. */
function dayOf({ storage }: NonNullable<Tally['day']>, kind: DatabaseKind, column: string): string {
  if (storage !== 'moment') return `coalesce(substr(${column}, 1, 10), '${NONE}')`;
  const local = `(${column} + (select shift from ${OFFSETS} where since <= ${column} order by since desc limit 1)) / 1000.0`;
  const day =
    kind === 'sqlite'
      ? `strftime('%Y-%m-%d', ${local}, 'unixepoch')`
      : `to_char(to_timestamp(${local}) at time zone 'UTC', 'YYYY-MM-DD')`;
  return `case when ${column} is null then '${NONE}'
    when ${column} < ${FIRST_DAY} or ${column} >= ${LAST_DAY} then '${NO_DAY}' else ${day} end`;
}

/** What a record counts by: its value as a text, a fraction in full. */
export function keyText(column: Column, value: Tally['value'], kind: DatabaseKind): string {
  const name = quoted(column.value);
  const real =
    kind === 'sqlite'
      ? `case when ${name} is not null then printf('%!.17g', ${name} + 0.0) end`
      : `cast(${name} + 0.0 as text)`;
  const text =
    column === value && column.storage === 'text' ? `substr(${name}, 1, ${LONGEST})` : `cast(${name} as text)`;
  return `coalesce(${column.storage === 'real' ? real : text}, '')`;
}

/** Statements that make a tally: the table, what keeps it, and the first counting. */
function statements(collection: Collection, tally: Tally, kind: DatabaseKind, zone: string): string[] {
  const table = quoted(collection.table);
  const counts = quoted(tally.table);
  const trigger = (event: string) => quoted(`${tally.table}_${event}`);
  const { references, choices, sums, day } = tally;
  const text = kind === 'postgres' ? 'text collate "C"' : 'text';
  const names = [
    ...references.map(({ value }) => value),
    ...(day ? ['day'] : []),
    ...choices.map(({ value }) => value),
  ];
  const keys = names.map(quoted);
  const key = [...keys, 'slot'].join(', ');
  const scopes = references.reduce(
    (found, _, at) => found.flatMap((one) => [0, 1].map((flag) => `${one}, ${flag} as s${at}`)),
    ['select 1 as s'],
  );
  const values = [
    ...references.map(
      ({ value }, at) => `case when s${at} = 1 then coalesce(${quoted(value)}, '${NONE}') else '${ALL}' end`,
    ),
    ...(day ? ['day'] : []),
    ...choices.map((column) => keyText(column, tally.value, kind)),
    kind === 'postgres' ? `pg_backend_pid() % ${SLOTS}` : '0',
  ];
  const groups = values.map((_, at) => at + 1).join(', ');
  const totals = [
    ['total', 'sum(sign)'],
    ...sums
      .flatMap((column) => keptOf(column, kind))
      .map(([name, of]) => [quoted(name), `coalesce(sum(sign * ${of}), 0)`] as const),
  ] as const;
  const total = totals.map(([name]) => name).join(', ');
  const count = (changes: string) => `insert into ${counts} (${key}, ${total})
    select ${values.join(', ')}, ${totals.map(([, sum]) => sum).join(', ')} from (${changes}) as changes
    cross join (${scopes.join(' union all ')}) as scopes
    group by ${groups} having ${totals.map(([, sum]) => `${sum} <> 0`).join(' or ')} order by ${groups}
    on conflict (${key}) do update set ${totals.map(([name]) => `${name} = ${counts}.${name} + excluded.${name}`).join(', ')}`;
  const read = [...new Set([...references, ...choices, ...sums].map(({ value }) => quoted(value)))];
  const part = (from: string, sign: 1 | -1) =>
    `select ${[
      ...read.map((one) => `${from}.${one} as ${one}`),
      ...(day ? [`${dayOf(day, kind, `${from}.${quoted(day.value)}`)} as day`] : []),
      `${sign} as sign`,
    ].join(', ')}`;
  const rows = (name: string, sign: 1 | -1) => `${part(name, sign)} from ${name}`;
  const numbers = totals.map(
    ([name]) => `${name} ${kind === 'postgres' && name !== 'total' ? 'numeric' : 'bigint'} not null`,
  );
  const inZone = day?.storage === 'moment' ? ` /* ${zone.replace(/[^\w/+-]/g, '')} */` : '';
  const made = `create table ${counts} (${[...keys.map((one) => `${one} ${text} not null`), 'slot integer not null'].join(', ')},
    ${numbers.join(', ')}, primary key (${key}))${inZone}`;
  const all = count(rows(table, 1));
  const events = ['insert', 'update', 'delete'];
  if (kind === 'sqlite') {
    const watched = [...read, ...(day ? [quoted(day.value)] : [])];
    const differs = watched.map((one) => `new.${one} is not old.${one}`).join(' or ') || 'false';
    const change = [part('new', 1), `${part('new', 1)} union all ${part('old', -1)}`, part('old', -1)];
    const triggers = events.map(
      (event, at) => `create trigger ${trigger(event)} after ${event} on ${table}
        ${event === 'update' ? `when ${differs}` : ''} begin ${count(change[at] ?? '')}; end`,
    );
    return [made, ...triggers, all];
  }
  const change = [rows('come', 1), `${rows('come', 1)} union all ${rows('gone', -1)}`, rows('gone', -1)];
  const given = ['new table as come', 'new table as come old table as gone', 'old table as gone'];
  const triggers = events.flatMap((event, at) => [
    `create function ${trigger(event)}() returns trigger language plpgsql as $$ begin ${count(change[at] ?? '')}; return null; end $$`,
    `create trigger ${trigger(event)} after ${event} on ${table} referencing ${given[at]}
      for each statement execute function ${trigger(event)}()`,
  ]);
  return [made, ...triggers, all];
}

/** Brings the counts up to the collection's config: made anew where that names other fields now. */
export async function makeCounts(
  db: CollectionDb,
  kind: DatabaseKind,
  collection: Collection,
  zone: string,
): Promise<void> {
  const [main, ...others] = talliesOf(collection);
  if (others.some(({ day }) => day?.storage === 'moment')) await makeOffsets(db, zone);
  // Those of days and texts are brought up together: their number may have been another.
  const rest = others.flatMap((tally) => statements(collection, tally, kind, zone));
  for (const [name, make] of [
    [main.table, statements(collection, main, kind, zone)],
    [daysName(collection), rest],
  ] as const)
    await bringUp(db, name, { drop: await formerParts(db, kind, name, make), make });
}
