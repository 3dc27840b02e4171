import { sql } from 'kysely';
import type { DatabaseKind } from '../db/openDatabase.ts';
import { bulkUpdate } from '../records/schema/bulkStatements.ts';
import type { CollectionDb } from '../records/schema/collectionDb.ts';
import { type HistoryRow, toHistoryDb } from '../records/tables/historyTable.ts';
import type { FieldMatch, ResourceMatch } from './compareShapes.ts';
import { type ConvertedValue, convertStorage, createConverter } from './convertValues.ts';
import type { FieldShape } from './resourceShape.ts';

const PAGE_SIZE = 1000;

type VersionValues = Record<string, unknown>;
type Rewrite = (values: VersionValues) => VersionValues;
interface VersionsTarget {
  db: CollectionDb;
  kind: DatabaseKind;
}

const rewriteJson = (json: string, rewrite: Rewrite) => JSON.stringify(rewrite(JSON.parse(json) as VersionValues));

/** Rewrites the stored versions of a resource's records. Passes the changed rows to `note` in their former state. */
export async function rewriteVersions(
  { db, kind }: VersionsTarget,
  { resource, since = 0, passes = [] }: { resource: string; since?: number; passes?: readonly string[] },
  rewrite: Rewrite,
  note: (rows: readonly HistoryRow[]) => Promise<void> = async () => {},
): Promise<void> {
  const passed = new Set(passes);
  for (let last = ''; ; ) {
    const asked = toHistoryDb(db).selectFrom('collection_history').selectAll();
    const own = asked.where('resource', '=', resource).where('at', '>=', since).where('id', '>', last);
    const rows = await own.orderBy('id').limit(PAGE_SIZE).execute();
    const changed = rows.flatMap((row) => {
      const set = { before: rewriteJson(row.before, rewrite), after: rewriteJson(row.after, rewrite) };
      const differs = set.before !== row.before || set.after !== row.after;
      return differs && !passed.has(row.id) ? [{ row, set }] : [];
    });
    await note(changed.map(({ row }) => row));
    const columns = ['before', 'after'].map((column) => [column, 'text'] as const);
    const written = changed.map(({ row, set }) => [row.id, set] as const);
    await bulkUpdate(db, kind, 'collection_history', columns, written);
    last = rows.at(-1)?.id ?? last;
    if (rows.length < PAGE_SIZE) return;
  }
}

const createRewrite = (fields: ReadonlyMap<string, (value: unknown) => ConvertedValue>): Rewrite => {
  const convert = (name: string, value: unknown): unknown => {
    const found = value === null ? undefined : fields.get(name)?.(value);
    return found && !found.givenUp ? found.value : value;
  };
  return (values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, convert(name, value)]));
};

/** A version holds only changed fields, so functions that read the whole record are skipped. */
const createVersionConverter = ({ field, before, after }: FieldMatch, zone: string) => {
  if (!before || (typeof field.convert === 'function' && field.convert.length > 1)) return undefined;
  const convert = createConverter(before, after, field, zone);
  return (value: unknown): ConvertedValue => {
    try {
      return convert(value, {});
    } catch {
      return undefined;
    }
  };
};

/** Converts values of these fields in stored versions and saves the former versions for undo. */
export async function convertVersions(
  on: VersionsTarget,
  { before }: Pick<ResourceMatch, 'before'>,
  fields: readonly FieldMatch[],
  { zone, change }: { zone: string; change: number },
): Promise<void> {
  const own = fields.flatMap((one) => {
    const convert = createVersionConverter(one, zone);
    return convert && one.before ? [[one.before.name, convert] as const] : [];
  });
  if (!before || own.length === 0) return;
  await rewriteVersions(on, { resource: before.name }, createRewrite(new Map(own)), async (rows) => {
    for (const { id, record_id, before: was, after: is } of rows)
      await toHistoryDb(on.db)
        .insertInto('collection_history_was')
        .values({ change, id, record_id, before: was, after: is })
        .execute();
  });
}

/** Converts versions back that were written since a change; `restoreVersions` restores the older ones. */
export async function convertVersionsBack(
  on: VersionsTarget,
  resource: string,
  conversions: readonly { old: FieldShape; now: FieldShape }[],
  { zone, change, since }: { zone: string; change: number; since: number },
): Promise<void> {
  const was = toHistoryDb(on.db).selectFrom('collection_history_was').select('id').where('change', '=', change);
  const passes = (await was.execute()).map(({ id }) => id);
  const back = conversions.map(({ old, now }) => {
    const convert = (value: unknown): ConvertedValue => {
      const found = convertStorage(now.storage, old, value, zone);
      return found === undefined ? undefined : { value: found };
    };
    return [now.name, convert] as const;
  });
  if (back.length > 0) await rewriteVersions(on, { resource, since, passes }, createRewrite(new Map(back)));
}

/** Restores the versions from before a change. */
export async function restoreVersions({ db }: VersionsTarget, change: number): Promise<void> {
  await sql`update collection_history set ("before", "after") =
    (select "before", "after" from collection_history_was as was where was.id = collection_history.id and change = ${change})
    where id in (select id from collection_history_was where change = ${change})`.execute(db);
  await toHistoryDb(db).deleteFrom('collection_history_was').where('change', '=', change).execute();
}
