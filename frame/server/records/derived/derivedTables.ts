import { sql } from 'kysely';
import type { Db } from '../../db/databaseSchema.ts';
import { getDatabaseKind, isSqlite } from '../../db/jsonLists.ts';
import type { DatabaseKind } from '../../db/openDatabase.ts';
import { createSystemTable } from '../schema/createSystemTable.ts';
import { DERIVED_PREFIX, quoteName } from '../schema/tableNames.ts';

const DEFINITIONS_TABLE = `${DERIVED_PREFIX}made`;

export const isDerivedTable = (table: string): boolean => table.startsWith(DERIVED_PREFIX);

/** Creates the table with the SQL definition of each derived part. A part is rebuilt when its definition changes. */
export const createDefinitionsTable = (db: Db): Promise<void> =>
  createSystemTable(db, DEFINITIONS_TABLE, { id: 'text', definition: 'text' });

/** Returns the definition of a derived part; '' if there is none. */
export async function readDefinition(db: Db, name: string): Promise<string> {
  const { rows } = await sql<{ definition: string }>`select definition from ${sql.table(DEFINITIONS_TABLE)}
    where id = ${name}`.execute(db);
  return rows[0]?.definition ?? '';
}

/** True if a derived part has this definition. */
export const isUpToDate = async (db: Db, name: string, definition: string): Promise<boolean> =>
  (await readDefinition(db, name)) === definition;

export async function saveDefinition(db: Db, name: string, definition: string): Promise<void> {
  await sql`insert into ${sql.table(DEFINITIONS_TABLE)} (id, definition) values (${name}, ${definition})
    on conflict (id) do update set definition = excluded.definition`.execute(db);
}

/** Runs `drop` and `make` if the definition of a derived part has changed. */
export async function rebuildIfChanged(
  db: Db,
  name: string,
  { drop, make }: { drop: readonly string[]; make: readonly string[] },
): Promise<void> {
  const definition = make.join(';\n');
  if (await isUpToDate(db, name, definition)) return;
  for (const statement of [...drop, ...make]) await sql.raw(statement).execute(db);
  await saveDefinition(db, name, definition);
}

/** Returns statements that drop the former triggers of a derived part. */
async function getFormerTriggerDrops(db: Db, name: string): Promise<string[]> {
  const triggers = (await readDefinition(db, name))
    .split(';\n')
    .filter((statement) => statement.startsWith('create trigger '));
  return triggers.flatMap((statement) => {
    // create trigger "name" after insert on "table" ...
    const [, , trigger = '', , , , table = ''] = statement.split(' ');
    if (!statement.includes(' for each row ')) return [`drop trigger if exists ${trigger}`];
    return [`drop trigger if exists ${trigger} on ${table}`, `drop function if exists ${trigger}()`];
  });
}

/** Returns statements that drop the tables, triggers and functions of a definition. */
function getDropStatements(kind: DatabaseKind, made: string): string[] {
  const parts = [...made.matchAll(/^create (table|trigger|function) ("\w+")(?: after \w+ on ("\w+"))?/gm)].map(
    ([, what = '', part = '', on = '']) => ({ what, part, on }),
  );
  const those = (type: string) => parts.filter(({ what }) => what === type);
  return [
    ...those('trigger').map(
      ({ part, on }) => `drop trigger if exists ${part}${kind === 'postgres' ? ` on ${on}` : ''}`,
    ),
    ...those('function').map(({ part }) => `drop function if exists ${part}()`),
    ...those('table').map(({ part }) => `drop table if exists ${part}`),
  ];
}

/** Returns statements that drop a derived part and its replacement. */
export async function getFormerDrops(db: Db, name: string, make: readonly string[] = []): Promise<string[]> {
  const former = await readDefinition(db, name);
  return [...new Set([former, make.join(';\n')].flatMap((made) => getDropStatements(getDatabaseKind(db), made)))];
}

/** A trigger that runs after each changed row. */
export interface Trigger {
  name: string;
  event: 'insert' | 'update' | 'delete';
  table: string;
  /** An SQL condition on `old` and `new`. */
  when?: string;
  /** SQL without semicolons. */
  statements: readonly string[];
}

/** Compiles a trigger condition: one of these columns has changed. */
export const compileAnyChanged = (kind: DatabaseKind, columns: readonly string[]): string => {
  const test = kind === 'sqlite' ? 'is not' : 'is distinct from';
  return [...new Set(columns)].map((one) => `new.${quoteName(one)} ${test} old.${quoteName(one)}`).join(' or ');
};

const compileCreateTrigger = (kind: DatabaseKind, { name, event, table, when, statements }: Trigger): string[] => {
  const condition = when ? `when (${when})` : '';
  const body = statements.map((one) => `${one};`).join(' ');
  if (kind === 'sqlite')
    return [`create trigger ${quoteName(name)} after ${event} on ${quoteName(table)} ${condition} begin ${body} end`];
  return [
    `create function ${quoteName(name)}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
    `create trigger ${quoteName(name)} after ${event} on ${quoteName(table)} for each row ${condition} execute function ${quoteName(name)}()`,
  ];
};

export const compileDropTrigger = (kind: DatabaseKind, { name, table }: Pick<Trigger, 'name' | 'table'>): string[] =>
  kind === 'sqlite'
    ? [`drop trigger if exists ${quoteName(name)}`]
    : [
        `drop trigger if exists ${quoteName(name)} on ${quoteName(table)}`,
        `drop function if exists ${quoteName(name)}()`,
      ];

/** True if all these triggers exist. A migration that recreates a table drops its triggers. */
async function triggersExist(db: Db, triggers: readonly Trigger[]): Promise<boolean> {
  if (triggers.length === 0) return true;
  const from = isSqlite(db) ? sql`sqlite_master where type = 'trigger' and name` : sql`pg_trigger where tgname`;
  const names = triggers.map(({ name }) => name);
  const { rows } = await sql`select 1 from ${from} in (${sql.join(names)})`.execute(db);
  return rows.length >= names.length;
}

/** Rebuilds triggers if their definition has changed. `fill` computes the values of existing records. */
export async function rebuildTriggersIfChanged(
  db: Db,
  name: string,
  { triggers, fill }: { triggers: readonly Trigger[]; fill: readonly string[] },
): Promise<void> {
  const kind = getDatabaseKind(db);
  const existing = await readDefinition(db, name);
  if (triggers.length === 0 && existing === undefined) return;
  const drop = [
    ...(await getFormerTriggerDrops(db, name)),
    ...triggers.flatMap((one) => compileDropTrigger(kind, one)),
  ];
  const make = [...triggers.flatMap((one) => compileCreateTrigger(kind, one)), ...fill];
  if (existing !== undefined && !(await triggersExist(db, triggers)))
    await sql`delete from ${sql.table(DEFINITIONS_TABLE)} where id = ${name}`.execute(db);
  await rebuildIfChanged(db, name, { drop: [...new Set(drop)], make });
}
