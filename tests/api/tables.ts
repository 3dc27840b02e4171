import { type Selectable, sql } from 'kysely';
import type { Schema } from 'portal-frame/server/database';
import type { TestServer } from './harness.ts';

type Place = Pick<TestServer, 'services'>;
const equal = (values: object, between: string) =>
  sql.join(
    Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    sql.raw(between),
  );

/** Selects the rows with these values, sorted by a column if there are several. */
export async function rowsOf<T extends keyof Schema>({ services }: Place, table: T, where: object = {}, by?: string) {
  const narrowed = Object.keys(where).length > 0 ? sql`where ${equal(where, ' and ')}` : sql``;
  const ordered = by ? sql`order by ${sql.ref(by)}` : sql``;
  const query = sql<Selectable<Schema[T]>>`select * from ${sql.table(table)} ${narrowed} ${ordered}`;
  return (await query.execute(services.db)).rows;
}

/** Selects the only row with these values. */
export async function rowOf<T extends keyof Schema>(server: Place, table: T, where: object) {
  const [row] = await rowsOf(server, table, where);
  if (!row) throw new Error(`no such row of ${table}`);
  return row;
}

/** Reads the versions that the changes of a record left, newest first. */
export async function versionsOf(server: Place, record_id: unknown) {
  const rows = await rowsOf(server, 'collection_history', { record_id }, 'version');
  const read = (values: string): Record<string, unknown> => JSON.parse(values);
  return rows.reverse().map(({ action, before, after }) => ({ action, before: read(before), after: read(after) }));
}

/** Updates the rows with these values. */
export const setRows = ({ services }: Place, table: keyof Schema, values: object, where: object) =>
  sql`update ${sql.table(table)} set ${equal(values, ', ')} where ${equal(where, ' and ')}`.execute(services.db);

/** Lists all tables. */
export const tablesOf = async ({ services }: Place) =>
  (await services.db.introspection.getTables()).map(({ name }) => name as keyof Schema);

/** Lists the paths of all stored files. */
export async function storedPaths({ services }: Place): Promise<string[]> {
  const found: string[] = [];
  for await (const { path } of services.files.storage.list()) found.push(path);
  return found;
}

/** Returns the rows of all tables as text, except those that hold ids only. */
export async function storedContent(server: TestServer): Promise<string> {
  const tables = (await tablesOf(server)).filter((name) => !/^(audit|events|sessions|accounts)/.test(name));
  return JSON.stringify(await Promise.all(tables.map((name) => rowsOf(server, name))));
}
