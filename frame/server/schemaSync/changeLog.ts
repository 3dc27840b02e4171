import { sql } from 'kysely';
import type { Db } from '../db/databaseSchema.ts';
import type { SchemaStep } from './changeSteps.ts';
import type { StoredShape } from './resourceShape.ts';

/** An applied change, with the data to describe and undo it. */
export interface ChangeRecord {
  number: number;
  at: number;
  steps: readonly SchemaStep[];
  before: StoredShape;
  after: StoredShape;
  /** Number of the change that this one undid. */
  undoes?: number | null;
}
const TABLE = 'collection_changes';

export async function createChangeTable(db: Db): Promise<void> {
  await sql`create table if not exists ${sql.table(TABLE)} (number integer primary key not null, at bigint not null,
    steps text not null, "before" text not null, "after" text not null, undoes integer)`.execute(db);
}

/** Reads the applied changes, newest first. */
export async function readChanges(db: Db, tables: readonly string[]): Promise<ChangeRecord[]> {
  if (!tables.includes(TABLE)) return [];
  const rows = await db.selectFrom(TABLE).selectAll().orderBy('number', 'desc').limit(1000).execute();
  return rows.map(({ number, at, undoes, ...json }) => ({
    number,
    at: Number(at),
    undoes,
    steps: JSON.parse(json.steps) as SchemaStep[],
    before: JSON.parse(json.before) as StoredShape,
    after: JSON.parse(json.after) as StoredShape,
  }));
}

export async function saveChange(
  db: Db,
  { steps, before, after, undoes = null }: Omit<ChangeRecord, 'number' | 'at'>,
  last: number,
): Promise<void> {
  const json = { steps: JSON.stringify(steps), before: JSON.stringify(before), after: JSON.stringify(after) };
  await db
    .insertInto(TABLE)
    .values({ number: last + 1, at: Date.now(), undoes, ...json })
    .execute();
}
