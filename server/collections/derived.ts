import { sql } from 'kysely';
import type { CollectionDb } from './tables.ts';

/** What is made of a collection's records and kept by triggers: it stands in tables of its own, and in no backup. */
const PREFIX = 'x_';
const MADE = `${PREFIX}made`;

export const isDerived = (table: string): boolean => table.startsWith(PREFIX);

/** The name of what is derived from a collection's table. */
export const derivedName = ({ table }: { table: string }, what: string): string => `${PREFIX}${table.slice(2)}_${what}`;

/** A name as both databases take it in SQL written out. */
export const quoted = (name: string): string => `"${name}"`;

/** Remembers how each derived part was made: it is made anew where that differs from what its config asks for now. */
export async function makeMade(db: CollectionDb): Promise<void> {
  await db.schema
    .createTable(MADE)
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('definition', 'text', (column) => column.notNull())
    .execute();
}

/** Makes a derived part by `make`, after `drop`ping what was made by other statements before. */
export async function bringUp(
  db: CollectionDb,
  name: string,
  { drop, make }: { drop: readonly string[]; make: readonly string[] },
): Promise<void> {
  const definition = make.join(';\n');
  const found = await db.selectFrom(MADE).select('definition').where('id', '=', name).executeTakeFirst();
  if ((found?.definition ?? '') === definition) return;
  for (const statement of [...drop, ...make]) await sql.raw(statement).execute(db);
  await sql`insert into ${sql.table(MADE)} (id, definition) values (${name}, ${definition})
    on conflict (id) do update set definition = excluded.definition`.execute(db);
}

/** What takes a derived part's former triggers away, whose number and tables may have been others. */
export async function formerTriggers(db: CollectionDb, name: string): Promise<string[]> {
  const found = await db.selectFrom(MADE).select('definition').where('id', '=', name).executeTakeFirst();
  const triggers = String(found?.definition ?? '')
    .split(';\n')
    .filter((statement) => statement.startsWith('create trigger '));
  return triggers.flatMap((statement) => {
    // create trigger "name" after insert on "table" ...
    const [, , trigger = '', , , , table = ''] = statement.split(' ');
    if (!statement.includes(' for each row ')) return [`drop trigger if exists ${trigger}`];
    return [`drop trigger if exists ${trigger} on ${table}`, `drop function if exists ${trigger}()`];
  });
}
