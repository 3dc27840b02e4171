import { sql } from 'kysely';
import type { DatabaseKind } from '../db/openDatabase.ts';
import type { CollectionDb } from '../records/schema/collectionDb.ts';
import { rewriteVersions } from './convertVersions.ts';
import { type FieldShape, getLiveFields, getLiveResources, type StoredShape } from './resourceShape.ts';

type NameMap = ReadonlyMap<string, string>;

const renameInHistory = (db: CollectionDb, kind: DatabaseKind, resource: string, names: NameMap): Promise<void> =>
  rewriteVersions({ db, kind }, { resource }, (values) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [names.get(name) ?? name, value])),
  );

/** Renames resources and fields in stored versions and files. */
export async function renameStoredNames(
  db: CollectionDb,
  kind: DatabaseKind,
  before: StoredShape,
  after: StoredShape,
): Promise<void> {
  // In one statement, so that two resources can swap names.
  const moved = getLiveResources(after).flatMap((now) => {
    const was = before.find(({ table }) => table === now.table);
    return was ? [{ was, now }] : [];
  });
  for (const { was, now } of moved) {
    const names = new Map(
      getLiveFields(now).flatMap(({ name, value, from }) => {
        const isIt = (one: FieldShape) => one.value === value || one.value === from?.value || one.from?.value === value;
        const old = getLiveFields(was).find(isIt) ?? was.fields.find(isIt);
        return old && old.name !== name ? [[old.name, name] as const] : [];
      }),
    );
    if (names.size === 0) continue;
    await renameInHistory(db, kind, was.name, names);
    await renameFiles(db, was.name, names);
  }
  const resources = moved.filter(({ was, now }) => was.name !== now.name);
  for (const table of ['collection_history', 'collection_files']) {
    const column = sql.ref('resource');
    if (resources.length === 0) continue;
    const cases = resources.map(({ was, now }) => sql`when ${was.name} then ${now.name}`);
    await sql`update ${sql.table(table)} set resource = case ${column} ${sql.join(cases, sql` `)} else ${column} end
      where ${column} in (${sql.join(resources.map(({ was }) => was.name))})`.execute(db);
  }
}

async function renameFiles(db: CollectionDb, resource: string, names: NameMap): Promise<void> {
  const cases = [...names].map(([from, to]) => sql`when ${from} then ${to}`);
  await sql`update collection_files set field = case field ${sql.join(cases, sql` `)} else field end
    where resource = ${resource} and field in (${sql.join([...names.keys()])})`.execute(db);
}
