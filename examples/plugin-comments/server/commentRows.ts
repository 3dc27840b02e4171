import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import {
  type Collection,
  type DatabaseKind,
  type Db,
  runMigrationStep,
  toSearchKey,
} from 'portal-frame/server/database';

export interface CommentRow {
  id: string;
  /** Name of the resource on whose record it was written. */
  resource: string;
  record_id: string;
  account_id: string;
  text: string;
  /** The text without case and accents. */
  text_key: string;
  /** JSON list of people. */
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
    id text primary key not null, resource text not null, record_id text not null, account_id text not null,
    text text not null, text_key text not null, mentions text not null,
    version integer not null, created_at bigint not null, edited_at bigint
  )`,
  'create index comments_record on comments (record_id, id)',
];

export const commentMigrations = (kind: DatabaseKind): Record<string, Migration> => ({
  '001_comments': { up: (db: Kysely<unknown>) => runMigrationStep(db, kind, steps) },
});

/**
 * Names under which comments on records of a table are stored. Several resources may show one, such as current and
 * archived records, and a resource may have had other names.
 */
export const listCommentNames = (table: string, all: readonly Collection[]): string[] =>
  all.flatMap((one) => (one.table === table ? [one.resource.name, one.resource.renamedFrom ?? []].flat() : []));

/** Selects comments with their authors, newest first. */
export const selectComments = (db: Db, names: readonly string[]) =>
  db
    .selectFrom('comments as stored')
    .innerJoin('accounts', 'accounts.id', 'stored.account_id')
    .where('stored.resource', 'in', names)
    .selectAll('stored')
    .select(['accounts.full_name', 'accounts.role'])
    .orderBy('stored.id', 'desc');

/** Creates the condition that a comment contains a text. */
export const containsText = (text: string) =>
  sql<SqlBool>`text_key like ${`%${toSearchKey(text).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`} escape '\\'`;

/** Deletes the comments on erased records. */
export async function eraseComments(db: Db, recordIds: readonly string[]): Promise<void> {
  await db.deleteFrom('comments').where('record_id', 'in', recordIds).execute();
}

/**
 * Deletes comments on records that are neither in their table nor in its trash: records that were erased while the
 * plug-in was left out. Returns their number.
 */
export async function deleteOrphans(db: Db, collections: readonly Collection[]): Promise<number> {
  let deleted = 0;
  for (const { table, trash } of collections) {
    const isGone = [table, ...(trash ? [trash.table] : [])].map(
      (one) => sql<SqlBool>`record_id not in (select id from ${sql.table(one)})`,
    );
    const orphans = db.deleteFrom('comments').where('resource', 'in', listCommentNames(table, collections));
    deleted += Number((await orphans.where((eb) => eb.and(isGone)).executeTakeFirst()).numDeletedRows);
  }
  return deleted;
}
