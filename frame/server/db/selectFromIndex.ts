import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from './databaseSchema.ts';
import { isSqlite } from './jsonLists.ts';

/** Selects from a table by an index. PostgreSQL chooses its own; SQLite keeps no statistics and needs the name. */
export function selectFromIndex<DB, T extends keyof DB & string>(
  db: Db,
  table: T,
  index: string | undefined,
): SelectQueryBuilder<DB, T, object> {
  const name = sql`${sql.table(table)} ${index !== undefined && isSqlite(db) ? sql`indexed by ${sql.ref(index)}` : sql``}`;
  const from = db.selectFrom(sql`${sql.table(table)}`.as(name));
  return from as unknown as SelectQueryBuilder<DB, T, object>;
}
