import { sql } from 'kysely';
import type { Db, HistoryRow } from '../../db/databaseSchema.ts';
import { bulkUpdate } from '../../records/schema/bulkStatements.ts';
import { pagesById } from '../../records/schema/pagesById.ts';
import type { FieldMatch, ResourceMatch } from '../compareShapes.ts';
import type { FieldShape } from '../resourceShape.ts';
import { type ConvertedValue, convertStorage, createConverter } from './convertValues.ts';

const COLUMNS = [
  ['before', 'text'],
  ['after', 'text'],
] as const;

type VersionValues = Record<string, unknown>;
type Rewrite = (values: VersionValues) => VersionValues;
type ConvertValue = (value: unknown) => ConvertedValue;

const rewriteJson = (json: string, rewrite: Rewrite) => JSON.stringify(rewrite(JSON.parse(json) as VersionValues));

/** Rewrites the stored versions of a resource's records. Passes the changed rows to `note` in their former state. */
export async function rewriteVersions(
  db: Db,
  { resource, since = 0, skippedIds = [] }: { resource: string; since?: number; skippedIds?: readonly string[] },
  rewrite: Rewrite,
  note: (rows: readonly HistoryRow[]) => Promise<void> = async () => {},
): Promise<void> {
  const skipped = new Set(skippedIds);
  const versions = db.selectFrom('collection_history').selectAll().where('resource', '=', resource);
  const pages = pagesById((last, size) =>
    versions.where('at', '>=', since).where('id', '>', last).orderBy('id').limit(size).execute(),
  );
  for await (const rows of pages) {
    const changed = rows.flatMap((row) => {
      const set = { before: rewriteJson(row.before, rewrite), after: rewriteJson(row.after, rewrite) };
      const differs = set.before !== row.before || set.after !== row.after;
      return differs && !skipped.has(row.id) ? [{ row, set }] : [];
    });
    await note(changed.map(({ row }) => row));
    const updates = changed.map(({ row, set }) => [row.id, set] as const);
    await bulkUpdate(db, 'collection_history', COLUMNS, updates);
  }
}

const createRewrite = (fields: ReadonlyMap<string, ConvertValue>): Rewrite => {
  const convert = (name: string, value: unknown): unknown => {
    const found = value === null ? undefined : fields.get(name)?.(value);
    return found && !found.givenUp ? found.value : value;
  };
  return (values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, convert(name, value)]));
};

/**
 * Creates the converter of a field in stored versions. Returns undefined if `convert` reads the whole record, because a
 * version holds only changed fields.
 */
const createVersionConverter = ({ field, before, after }: FieldMatch, zone: string): ConvertValue | undefined => {
  if (!before || (typeof field.convert === 'function' && field.convert.length > 1)) return undefined;
  const convert = createConverter(before, after, field, zone);
  return (value) => {
    try {
      return convert(value, {});
    } catch {
      return undefined;
    }
  };
};

/** Converts values of these fields in stored versions and saves the former versions for undo. */
export async function convertVersions(
  db: Db,
  { before }: Pick<ResourceMatch, 'before'>,
  fields: readonly FieldMatch[],
  { zone, change }: { zone: string; change: number },
): Promise<void> {
  const converters = fields.flatMap((field) => {
    const convert = createVersionConverter(field, zone);
    return convert && field.before ? [[field.before.name, convert] as const] : [];
  });
  if (!before || converters.length === 0) return;
  const former = db.insertInto('collection_history_was');
  await rewriteVersions(db, { resource: before.name }, createRewrite(new Map(converters)), async (rows) => {
    for (const { id, record_id, before, after } of rows)
      await former.values({ change, id, record_id, before, after }).execute();
  });
}

/** Converts versions back that were written since a change; `restoreVersions` restores the older ones. */
export async function convertVersionsBack(
  db: Db,
  resource: string,
  conversions: readonly { old: FieldShape; now: FieldShape }[],
  { zone, change, since }: { zone: string; change: number; since: number },
): Promise<void> {
  if (conversions.length === 0) return;
  const former = db.selectFrom('collection_history_was').select('id').where('change', '=', change);
  const skippedIds = (await former.execute()).map(({ id }) => id);
  const converters = conversions.map(({ old, now }): [string, ConvertValue] => {
    const convert = (value: unknown) => convertStorage(now.storage, old, value, zone);
    return [now.name, (value) => (convert(value) === undefined ? undefined : { value: convert(value) })];
  });
  await rewriteVersions(db, { resource, since, skippedIds }, createRewrite(new Map(converters)));
}

export async function restoreVersions(db: Db, change: number): Promise<void> {
  await sql`update collection_history set ("before", "after") =
    (select "before", "after" from collection_history_was as was where was.id = collection_history.id and change = ${change})
    where id in (select id from collection_history_was where change = ${change})`.execute(db);
  await db.deleteFrom('collection_history_was').where('change', '=', change).execute();
}
