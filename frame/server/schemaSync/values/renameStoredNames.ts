import { sql } from 'kysely';
import type { Db } from '../../db/databaseSchema.ts';
import {
  type FieldShape,
  getLiveFields,
  getLiveResources,
  type ResourceShape,
  type StoredShape,
} from '../resourceShape.ts';
import { rewriteVersions } from './convertVersions.ts';

type NameMap = ReadonlyMap<string, string>;

/** Returns the new names of fields by their former ones. Columns identify a field. */
function findNewNames(former: ResourceShape, current: ResourceShape): NameMap {
  const names = getLiveFields(current).flatMap(({ name, value, from }) => {
    const isSame = (field: FieldShape) =>
      field.value === value || field.value === from?.value || field.from?.value === value;
    const old = getLiveFields(former).find(isSame) ?? former.fields.find(isSame);
    return old && old.name !== name ? [[old.name, name] as const] : [];
  });
  return new Map(names);
}

/** Replaces names in a column. One statement lets two of them swap. */
async function renameInColumn(db: Db, table: string, column: string, names: NameMap, where = sql`1 = 1`) {
  if (names.size === 0) return;
  const cases = [...names].map(([from, to]) => sql`when ${from} then ${to}`);
  const name = sql.ref(column);
  await sql`update ${sql.table(table)} set ${name} = case ${name} ${sql.join(cases, sql` `)} else ${name} end
    where ${where} and ${name} in (${sql.join([...names.keys()])})`.execute(db);
}

/** Renames resources and fields in stored versions and uploads, which hold names instead of columns. */
export async function renameStoredNames(db: Db, before: StoredShape, after: StoredShape): Promise<void> {
  const resources = new Map<string, string>();
  for (const current of getLiveResources(after)) {
    const former = before.find(({ table }) => table === current.table);
    if (!former) continue;
    if (former.name !== current.name) resources.set(former.name, current.name);
    const names = findNewNames(former, current);
    if (names.size === 0) continue;
    await rewriteVersions(db, { resource: former.name }, (values) =>
      Object.fromEntries(Object.entries(values).map(([name, value]) => [names.get(name) ?? name, value])),
    );
    await renameInColumn(db, 'collection_files', 'field', names, sql`resource = ${former.name}`);
  }
  for (const table of ['collection_history', 'collection_files'])
    await renameInColumn(db, table, 'resource', resources);
}
