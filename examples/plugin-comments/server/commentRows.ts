import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import {
  type Collection,
  type DatabaseKind,
  type Db,
  runMigrationStep,
  splitIntoBatches,
  toSearchKey,
} from 'portal-frame/server/database';

export interface CommentRow {
  id: string;
  /** Name of the resource on whose record it was written. */
  resource: string;
  record_id: string;
  account_id: string;
  text: string;
  /** The text without case and accents, for the search. */
  text_key: string;
  /** JSON list of account ids. */
  mentions: string;
  version: number;
  created_at: number;
  edited_at: number | null;
}

declare module 'portal-frame/server/database' {
  interface Schema {
    comments: CommentRow;
  }
}

const steps = [
  `create table comments (
    id text primary key not null,
    resource text not null,
    record_id text not null,
    account_id text not null,
    text text not null,
    text_key text not null,
    mentions text not null,
    version integer not null,
    created_at bigint not null,
    edited_at bigint
  )`,
  'create index comments_record on comments (record_id, id)',
];

export const commentMigrations = (kind: DatabaseKind): Record<string, Migration> => ({
  '001_comments': { up: (db: Kysely<unknown>) => runMigrationStep(db, kind, steps) },
});

/**
 * Names under which comments on records of a collection are stored. Several resources may show one table, such as
 * current and archived records, and a resource may have had other names.
 */
export const listCommentNames = ({ table }: Pick<Collection, 'table'>, all: readonly Collection[]): string[] =>
  all.flatMap((one) => (one.table === table ? [one.resource.name, one.resource.renamedFrom ?? []].flat() : []));

const selectComments = (db: Db, names: readonly string[]) => db.selectFrom('comments').where('resource', 'in', names);

/** Finds the newest comments on a record, oldest first, and their total. */
export async function findComments(db: Db, names: readonly string[], recordId: string, most: number) {
  const found = selectComments(db, names).where('record_id', '=', recordId);
  const { total } = await found.select((eb) => eb.fn.countAll().as('total')).executeTakeFirstOrThrow();
  const rows = await found.selectAll().orderBy('id', 'desc').limit(most).execute();
  return { rows: rows.toReversed(), total: Number(total) };
}

/** Finds a comment on a record. */
export const findComment = (db: Db, names: readonly string[], recordId: string, id: string) =>
  selectComments(db, names).where('record_id', '=', recordId).where('id', '=', id).selectAll().executeTakeFirst();

/** Finds the newest comments that contain a text, on records that these conditions select. */
export function searchComments(
  db: Db,
  names: readonly string[],
  text: string,
  { table, where }: { table: string; where: readonly unknown[] },
  most: number,
): Promise<CommentRow[]> {
  const pattern = `%${toSearchKey(text).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const visible = sql`select id from ${sql.table(table)} where ${sql.join([sql`1 = 1`, ...where], sql` and `)}`;
  return selectComments(db, names)
    .where(sql<SqlBool>`text_key like ${pattern} escape '\\'`)
    .where(sql<SqlBool>`record_id in (${visible})`)
    .selectAll()
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

/** Deletes the comments on erased records. */
export async function eraseComments(db: Db, recordIds: readonly string[]): Promise<void> {
  for (const batch of splitIntoBatches(recordIds))
    await db.deleteFrom('comments').where('record_id', 'in', batch).execute();
}

/**
 * Deletes comments on records that are neither in the table nor in the trash of their collection: records that were
 * erased while the plug-in was left out. Returns their number.
 */
export async function deleteOrphans(db: Db, collections: readonly Collection[]): Promise<number> {
  let deleted = 0;
  for (const { table, trash } of collections) {
    const names = listCommentNames({ table }, collections);
    const tables = trash ? [table, trash.table] : [table];
    const isGone = tables.map((one) => sql<SqlBool>`record_id not in (select id from ${sql.table(one)})`);
    const orphans = db.deleteFrom('comments').where('resource', 'in', names);
    deleted += Number((await orphans.where((eb) => eb.and(isGone)).executeTakeFirst()).numDeletedRows);
  }
  return deleted;
}
