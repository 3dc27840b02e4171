import { basename } from 'node:path';
import { sql } from 'kysely';
import { ConfigError } from '../../config/configError.ts';
import { importDefaults } from '../base/importDefault.ts';
import type { DatabaseKind } from '../db/openDatabase.ts';
import type { CollectionTransaction } from '../records/schema/collectionDb.ts';
import type { ChangeRecord } from './changeLog.ts';
import type { SchemaStep } from './changeSteps.ts';
import { getColumnNames, getLiveResources, type StoredShape } from './resourceShape.ts';

/** Context of a custom change, with the transaction of the whole start. */
export interface ChangeContext {
  db: CollectionTransaction;
  kind: DatabaseKind;
  /** Returns a resource's table and the columns of its fields. */
  place(resource: string): { table: string; columns: Readonly<Record<string, string>> };
}
type ChangeWork = (context: ChangeContext) => Promise<void>;

/** A custom change, server/changes/{name}.ts. Each runs once, in the order of file names. */
export interface CustomChange {
  /** Removed resources whose records are to be hidden. They stay in the database. */
  dropped?: readonly string[];
  /** Runs before the configs are compared with the database. */
  before?: ChangeWork | readonly string[];
  /** Runs after the database matches the configs. */
  after?: ChangeWork | readonly string[];
  /** Undoes the change, for `npm run plan -- --undo`. */
  undo?: ChangeWork | readonly string[];
}
export type NamedCustomChange = CustomChange & { name: string };

const CHANGE_KEYS = ['dropped', 'before', 'after', 'undo'];

/** @example export default defineChange({ before: ["update c_supplies set text_note = trim(text_note)"] }); */
export const defineChange = (change: CustomChange): CustomChange => change;

const isWork = (value: unknown) =>
  value === undefined ||
  typeof value === 'function' ||
  (Array.isArray(value) && value.every((one) => typeof one === 'string'));

function findChangeError(file: string, change: unknown): string | undefined {
  if (change === null || typeof change !== 'object')
    return `${file}: found no default export, expected export default defineChange({ ... }).`;
  const { before, after, undo, dropped = [] } = change as CustomChange;
  const unknown = Object.keys(change).find((key) => !CHANGE_KEYS.includes(key));
  if (unknown) return `${file}: ${unknown}: found "${unknown}", expected one of ${CHANGE_KEYS.join(', ')}.`;
  if (![before, after, undo].every(isWork))
    return `${file}: found what cannot be run, expected a function or a list of SQL statements.`;
  if (!Array.isArray(dropped)) return `${file}: dropped: found no list, expected names of resources.`;
  return undefined;
}

/** Loads the changes of server/changes in order. Throws a ConfigError that names each error. */
export async function loadChanges(folder?: string): Promise<NamedCustomChange[]> {
  const found = await importDefaults('server/changes/*.ts', folder);
  const errors = found.flatMap(([file, change]) => findChangeError(file, change) ?? []);
  if (errors.length > 0) throw new ConfigError(errors);
  return found.map(([file, change]) => ({ ...(change as CustomChange), name: basename(file, '.ts') }));
}

const getChangeFile = ({ name }: NamedCustomChange) => `server/changes/${name}.ts`;

/** Finds the custom changes that have not run yet, or whose run was undone. */
export function findPendingChanges(
  changes: readonly NamedCustomChange[],
  history: readonly ChangeRecord[],
): NamedCustomChange[] {
  const undone = new Set(history.map(({ undoes }) => undoes));
  const made = history.filter(({ number }) => !undone.has(number)).flatMap(({ steps }) => steps);
  const run = new Set(made.filter((step) => step.do === 'run').map(({ resource }) => resource));
  return changes.filter((one) => (one.before ?? one.after) && !run.has(getChangeFile(one)));
}

export const toRunSteps = (pending: readonly NamedCustomChange[]): SchemaStep[] =>
  pending.map((one) => ({ do: 'run', resource: getChangeFile(one) }));

/** Runs one part of these changes. Throws a ConfigError that names the file of a failing one. */
export async function runChanges(
  { db, kind }: Pick<ChangeContext, 'db' | 'kind'>,
  changes: readonly NamedCustomChange[],
  part: 'before' | 'after' | 'undo',
  shape: StoredShape,
): Promise<void> {
  const place = (resource: string) => {
    const found = getLiveResources(shape).find(({ name }) => name === resource);
    if (!found) throw new Error(`there is no resource "${resource}"`);
    return { table: found.table, columns: getColumnNames(found) };
  };
  for (const one of changes) {
    const work = one[part];
    try {
      if (typeof work === 'function') await work({ db, kind, place });
      else for (const statement of work ?? []) await sql.raw(statement).execute(db);
    } catch (cause) {
      throw new ConfigError([`${getChangeFile(one)}: ${part}: it failed (${(cause as Error).message}).`]);
    }
  }
}

/** Returns the changes that these steps ran, latest first, and the files that have no `undo`. */
export function findRunChanges(steps: readonly SchemaStep[], changes: readonly NamedCustomChange[]) {
  const files = steps.filter((step) => step.do === 'run').map(({ resource }) => resource);
  const ran = changes.filter((one) => files.includes(getChangeFile(one)));
  const undoable = new Set(ran.filter(({ undo }) => undo).map(getChangeFile));
  return { ran: ran.toReversed(), lasting: files.filter((file) => !undoable.has(file)) };
}
