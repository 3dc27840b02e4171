import { sql } from 'kysely';
import type { Db } from '../../db/databaseSchema.ts';
import { getDatabaseKind } from '../../db/jsonLists.ts';
import type { DatabaseKind } from '../../db/openDatabase.ts';
import type { Collection } from '../schema/collection.ts';
import { quoteName } from '../schema/tableNames.ts';
import { getFormerDrops, rebuildIfChanged } from './derivedTables.ts';
import { ALL_VALUES, getSummaryTable, NO_REFERENCE, type SummaryTable } from './summaryTables.ts';

/** PostgreSQL connections use different rows, which reduces lock contention. */
const WRITER_SLOTS = 8;

/** Compiles the table, its triggers and the first count. */
function compileStatements(
  collection: Collection,
  { table: name, references, choices }: SummaryTable,
  kind: DatabaseKind,
): string[] {
  const table = quoteName(collection.table);
  const counts = quoteName(name);
  const trigger = (event: string) => quoteName(`${name}_${event}`);
  const text = kind === 'postgres' ? 'text collate "C"' : 'text';
  const keys = [...references, ...choices].map(({ valueColumn }) => quoteName(valueColumn));
  const key = [...keys, 'slot'].join(', ');
  const scopes = references.reduce(
    (found, _, at) => found.flatMap((one) => [0, 1].map((flag) => `${one}, ${flag} as s${at}`)),
    ['select 1 as s'],
  );
  const values = [
    ...references.map(
      ({ valueColumn }, at) =>
        `case when s${at} = 1 then coalesce(${quoteName(valueColumn)}, '${NO_REFERENCE}') else '${ALL_VALUES}' end`,
    ),
    ...choices.map(({ valueColumn }) => `coalesce(cast(${quoteName(valueColumn)} as text), '')`),
    kind === 'postgres' ? `pg_backend_pid() % ${WRITER_SLOTS}` : '0',
  ];
  const groups = values.map((_, at) => at + 1).join(', ');
  const count = (changes: string) => `insert into ${counts} (${key}, total)
    select ${values.join(', ')}, sum(sign) from (${changes}) as changes
    cross join (${scopes.join(' union all ')}) as scopes
    group by ${groups} having sum(sign) <> 0 order by ${groups}
    on conflict (${key}) do update set total = ${counts}.total + excluded.total`;
  const part = (from: string, sign: 1 | -1) =>
    `select ${[...keys.map((one) => `${from}.${one} as ${one}`), `${sign} as sign`].join(', ')}`;
  const rows = (from: string, sign: 1 | -1) => `${part(from, sign)} from ${from}`;
  const columns = [...keys.map((one) => `${one} ${text} not null`), 'slot integer not null', 'total bigint not null'];
  // One tree instead of the table's and the key's.
  const storage = kind === 'sqlite' ? ' without rowid' : '';
  const made = `create table ${counts} (${columns.join(', ')}, primary key (${key}))${storage}`;
  const all = count(rows(table, 1));
  const events = ['insert', 'update', 'delete'];
  if (kind === 'sqlite') {
    const differs = keys.map((one) => `new.${one} is not old.${one}`).join(' or ') || 'false';
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

/** Creates the counts of a collection, or rebuilds them for other fields. */
export async function createSummaryTable(db: Db, collection: Collection): Promise<void> {
  const tally = getSummaryTable(collection);
  const make = compileStatements(collection, tally, getDatabaseKind(db));
  await rebuildIfChanged(db, tally.table, { drop: await getFormerDrops(db, tally.table, make), make });
}

/** Drops tables that earlier versions kept for reports. */
export async function dropFormerSummaries(db: Db): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from x_made
    where id like 'x!_%!_days' escape '!' or id = 'x_offsets' order by id`.execute(db);
  for (const { id } of rows) {
    const drops = id === 'x_offsets' ? ['drop table if exists x_offsets'] : await getFormerDrops(db, id);
    for (const drop of drops) await sql.raw(drop).execute(db);
    await sql`delete from x_made where id = ${id}`.execute(db);
  }
}
