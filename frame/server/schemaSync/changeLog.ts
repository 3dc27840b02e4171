import type { Kysely } from 'kysely';
import type { Store } from '../db/openDatabase.ts';
import type { CollectionDb } from '../records/schema/collectionDb.ts';
import type { Step } from './changeSteps.ts';
import type { Shape } from './resourceShape.ts';

/** A change of what is stored, as it was made: what it needs to be described, and to be taken back. */
export interface Recorded {
  number: number;
  at: number;
  steps: readonly Step[];
  before: Shape;
  after: Shape;
  /** The change that this one took back. */
  undoes?: number | null;
}
interface Row {
  number: number;
  at: number;
  steps: string;
  before: string;
  after: string;
  undoes: number | null;
}
const TABLE = 'collection_changes';
type RecordDb = Kysely<{ [TABLE]: Row }>;
const recordDb = (db: CollectionDb | Store['db']) => db as unknown as RecordDb;

export async function makeRecordTable(db: CollectionDb): Promise<void> {
  await db.schema
    .createTable(TABLE)
    .ifNotExists()
    .addColumn('number', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('steps', 'text', (column) => column.notNull())
    .addColumn('before', 'text', (column) => column.notNull())
    .addColumn('after', 'text', (column) => column.notNull())
    .addColumn('undoes', 'integer')
    .execute();
}

/** The changes that were made, newest first; none for a database that has no record of them. */
export async function recorded(db: CollectionDb, tables: readonly string[], most = 1000): Promise<Recorded[]> {
  if (!tables.includes(TABLE)) return [];
  const rows = await recordDb(db).selectFrom(TABLE).selectAll().orderBy('number', 'desc').limit(most).execute();
  return rows.map(({ number, at, undoes, ...json }) => ({
    number,
    at: Number(at),
    undoes,
    steps: JSON.parse(json.steps) as Step[],
    before: JSON.parse(json.before) as Shape,
    after: JSON.parse(json.after) as Shape,
  }));
}

/** Keeps a change; its number is the next one. */
export async function keepChange(
  db: CollectionDb,
  { steps, before, after, undoes = null }: Omit<Recorded, 'number' | 'at'>,
  last: number,
): Promise<void> {
  const json = { steps: JSON.stringify(steps), before: JSON.stringify(before), after: JSON.stringify(after) };
  await recordDb(db)
    .insertInto(TABLE)
    .values({ number: last + 1, at: Date.now(), undoes, ...json })
    .execute();
}
