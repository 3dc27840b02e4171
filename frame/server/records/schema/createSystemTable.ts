import type { Db } from '../../db/databaseSchema.ts';

type ColumnType = 'text' | 'integer' | 'bigint';

/** Creates a table with a primary key, unless it exists. Columns are not null, except those listed as `nullable`. */
export async function createSystemTable(
  db: Pick<Db, 'schema'>,
  table: string,
  columns: Readonly<Record<string, ColumnType>>,
  { primaryKey = 'id', nullable = [] }: { primaryKey?: string | undefined; nullable?: readonly string[] } = {},
): Promise<void> {
  let builder = db.schema.createTable(table).ifNotExists();
  for (const [name, type] of Object.entries(columns))
    builder = builder.addColumn(name, type, (column) => {
      if (name === primaryKey) return column.primaryKey().notNull();
      return nullable.includes(name) ? column : column.notNull();
    });
  await builder.execute();
}
