import { type Expression, type SqlBool, sql } from 'kysely';
import { type Fact, testOf } from '../store/facts.ts';
import type { DatabaseKind } from '../store/open.ts';
import { READINGS } from '../store/readings.ts';
import { bringUp, derivedName, quoted } from './derived.ts';
import { type Collection, type Column, isNarrowing } from './plan.ts';
import { type CollectionDb, schemaDb } from './tables.ts';

/**
 * How many records there are of every kind, so that a total never counts the records themselves. Triggers keep it with
 * every write, in the same transaction. A record counts by its choices and switches that lists are filtered by, and by
 * up to two references (whose it is, above all): for its own value of each, and for ALL of them.
 */
const ALL = '*';
/** Stands for a reference that is empty. */
const NONE = '-';
const MOST_REFERENCES = 2;
/** Kinds that a collection's choices may make together: so many counts are summed up at most. */
const MOST_KINDS = 300;
/** PostgreSQL's connections count in rows of their own, so that writers seldom wait for one another. */
const SLOTS = 8;

/** A condition on the records of a list; `is` where it is that a column has that value. */
export interface Condition {
  test: Expression<SqlBool>;
  is?: readonly [Column, string | number];
  /** In a table that is there: the same as data. */
  fact?: Fact;
}

export const conditionOf = (fact: Fact): Condition => ({ test: testOf(fact), fact });
/** All of them as data; undefined where one is none. */
export const factsIn = (conditions: readonly Condition[]): Fact[] | undefined =>
  conditions.every(({ fact }) => fact) ? conditions.flatMap(({ fact }) => fact ?? []) : undefined;

interface Counted {
  references: readonly Column[];
  choices: readonly Column[];
}

const countsOf = (collection: Pick<Collection, 'table'>) => derivedName(collection, 'counts');

/** How many values a column has at most; undefined where nobody knows. */
function kindsOf({ field, storage }: Column): number | undefined {
  const { choices } = field as { choices?: readonly unknown[] };
  if (storage === 'flag') return 3;
  return field.kind.name === 'choice' && choices ? choices.length + 1 : undefined;
}

function countedBy(collection: Collection): Counted {
  const narrowing = collection.columns.filter((column) => isNarrowing(collection, column));
  const owners = new Set(Object.values(collection.resource.roles).map(({ own }) => own));
  const references = narrowing
    .filter(({ name, field }) => owners.has(name) || field.kind.name === 'reference')
    .toSorted((a, b) => Number(owners.has(b.name)) - Number(owners.has(a.name)));
  const choices: Column[] = [];
  let kinds = 1;
  for (const column of narrowing) {
    const own = kindsOf(column);
    if (own === undefined || kinds * own > MOST_KINDS) continue;
    kinds *= own;
    choices.push(column);
  }
  return { references: references.slice(0, MOST_REFERENCES), choices };
}

/** The total of a list by the counts; undefined where a condition is about something else, and records must be counted. */
export function countedTotal(db: CollectionDb, collection: Collection, conditions: readonly Condition[]) {
  if (collection.placed) {
    const facts = factsIn(conditions);
    return facts && READINGS[collection.table]?.counted(schemaDb(db), facts);
  }
  const { references, choices } = countedBy(collection);
  const known = new Map(conditions.flatMap(({ is }) => (is ? [[is[0], is[1]] as const] : [])));
  const all = [...references, ...choices];
  if (known.size < conditions.length || [...known.keys()].some((column) => !all.includes(column))) return undefined;
  let query = db.selectFrom(countsOf(collection));
  for (const column of references) query = query.where(column.value, '=', String(known.get(column) ?? ALL));
  for (const column of choices.filter((one) => known.has(one)))
    query = query.where(column.value, '=', String(known.get(column)));
  return query.select((of) => of.fn.coalesce(of.fn.sum<number>('total'), sql.lit(0)).as('total'));
}

/** Statements that make the counts: the table, what keeps it, and the first counting. */
function statements(collection: Collection, kind: DatabaseKind): { drop: string[]; make: string[] } {
  const table = quoted(collection.table);
  const counts = quoted(countsOf(collection));
  const trigger = (event: string) => quoted(`${countsOf(collection)}_${event}`);
  const { references, choices } = countedBy(collection);
  const columns = [...references, ...choices].map(({ value }) => quoted(value));
  const key = [...columns, 'slot'].join(', ');
  const scopes = references.reduce(
    (found, _, at) => found.flatMap((one) => [0, 1].map((flag) => `${one}, ${flag} as s${at}`)),
    ['select 1 as s'],
  );
  const values = [
    ...references.map(
      ({ value }, at) => `case when s${at} = 1 then coalesce(${quoted(value)}, '${NONE}') else '${ALL}' end`,
    ),
    ...choices.map(({ value }) => `coalesce(cast(${quoted(value)} as text), '')`),
    kind === 'postgres' ? `pg_backend_pid() % ${SLOTS}` : '0',
  ];
  const groups = values.map((_, at) => at + 1).join(', ');
  const count = (changes: string) => `insert into ${counts} (${key}, total)
    select ${values.join(', ')}, sum(sign) from (${changes}) as changes
    cross join (${scopes.join(' union all ')}) as scopes
    group by ${groups} having sum(sign) <> 0 order by ${groups}
    on conflict (${key}) do update set total = ${counts}.total + excluded.total`;
  const part = (from: string, sign: 1 | -1) =>
    `select ${[...columns.map((one) => `${from}.${one} as ${one}`), `${sign} as sign`].join(', ')}`;
  const rows = (name: string, sign: 1 | -1) => `${part(name, sign)} from ${name}`;
  const made = `create table ${counts} (${[...columns.map((one) => `${one} text not null`), 'slot integer not null'].join(', ')},
    total bigint not null, primary key (${key}))`;
  const all = count(rows(table, 1));
  const events = ['insert', 'update', 'delete'];
  if (kind === 'sqlite') {
    const differs = columns.map((one) => `new.${one} is not old.${one}`).join(' or ') || 'false';
    const change = [part('new', 1), `${part('new', 1)} union all ${part('old', -1)}`, part('old', -1)];
    const triggers = events.map(
      (event, at) => `create trigger ${trigger(event)} after ${event} on ${table}
        ${event === 'update' ? `when ${differs}` : ''} begin ${count(change[at] ?? '')}; end`,
    );
    const drop = [
      ...events.map((event) => `drop trigger if exists ${trigger(event)}`),
      `drop table if exists ${counts}`,
    ];
    return { drop, make: [made, ...triggers, all] };
  }
  const change = [rows('come', 1), `${rows('come', 1)} union all ${rows('gone', -1)}`, rows('gone', -1)];
  const given = ['new table as come', 'new table as come old table as gone', 'old table as gone'];
  const triggers = events.flatMap((event, at) => [
    `create function ${trigger(event)}() returns trigger language plpgsql as $$ begin ${count(change[at] ?? '')}; return null; end $$`,
    `create trigger ${trigger(event)} after ${event} on ${table} referencing ${given[at]}
      for each statement execute function ${trigger(event)}()`,
  ]);
  const drop = [
    ...events.flatMap((event) => [
      `drop trigger if exists ${trigger(event)} on ${table}`,
      `drop function if exists ${trigger(event)}()`,
    ]),
    `drop table if exists ${counts}`,
  ];
  return { drop, make: [made, ...triggers, all] };
}

/** Brings the counts up to the collection's config: made anew where that names other fields now. */
export const makeCounts = (db: CollectionDb, kind: DatabaseKind, collection: Collection): Promise<void> =>
  bringUp(db, countsOf(collection), statements(collection, kind));
