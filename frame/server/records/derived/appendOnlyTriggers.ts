import { sql } from 'kysely';
import { listRollupFields } from '../../../config/related/rollups.ts';
import type { Db } from '../../db/databaseSchema.ts';
import { getDatabaseKind } from '../../db/jsonLists.ts';
import type { DatabaseKind } from '../../db/openDatabase.ts';
import type { Collection } from '../schema/collection.ts';
import { getDerivedName } from '../schema/tableNames.ts';
import { compileAnyChanged, compileDropTrigger, rebuildTriggersIfChanged, type Trigger } from './derivedTables.ts';

const MESSAGE = 'These records are append-only.';

/** Compiles triggers that refuse to delete a record or change its values. Derived columns may change. */
function compileTriggers({ table, columns, resource }: Collection, name: string, kind: DatabaseKind): Trigger[] {
  const derived = [...Object.keys(resource.compute ?? {}), ...listRollupFields(resource).map(([field]) => field)];
  const values = columns.filter(
    ({ lookup, linkTable, name: field }) => !lookup && !linkTable && !derived.includes(field),
  );
  const changed = compileAnyChanged(kind, ['id', ...values.map(({ valueColumn }) => valueColumn)]);
  const statements = [kind === 'sqlite' ? `select raise(abort, '${MESSAGE}')` : `raise exception '${MESSAGE}'`];
  return [
    { name: `${name}_update`, event: 'update', table, statements, when: changed },
    { name: `${name}_delete`, event: 'delete', table, statements },
  ];
}

/** Creates the triggers of append-only collections, and drops those of former ones. */
export async function createAppendOnlyTriggers(db: Db, collections: readonly Collection[]): Promise<void> {
  for (const collection of collections) {
    const name = getDerivedName(collection, 'kept');
    const triggers = collection.resource.appendOnly ? compileTriggers(collection, name, getDatabaseKind(db)) : [];
    await rebuildTriggersIfChanged(db, name, { triggers, fill: [] });
  }
}

/** Lets a restore empty a table. The next start creates the trigger again. */
export async function allowDeletes(db: Db, table: string): Promise<void> {
  const name = `${getDerivedName({ table }, 'kept')}_delete`;
  for (const drop of compileDropTrigger(getDatabaseKind(db), { name, table })) await sql.raw(drop).execute(db);
}
