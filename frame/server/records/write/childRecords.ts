import { sql } from 'kysely';
import { type Children, childrenOf } from '../../../config/children.ts';
import { mayDo, type Permission } from '../../../config/resource.ts';
import { mayRead } from '../../../config/rights.ts';
import { missing } from '../../../wire/rules.ts';
import { Refusal } from '../../base/refusal.ts';
import { restNowAndThen } from '../../base/rest.ts';
import type { Services } from '../../services.ts';
import { rolesThat } from '../access/fieldAccess.ts';
import { seenBy } from '../access/rowRules.ts';
import { withDependentValues } from '../derived/rollupColumns.ts';
import { recordsOf } from '../read/findRecords.ts';
import type { Scene } from '../read/operationContext.ts';
import type { Collection } from '../schema/collection.ts';
import { type CollectionDb, collectionDb, type Row } from '../schema/collectionDb.ts';
import { readLinks } from '../schema/linkRows.ts';
import type { Values } from '../schema/recordRow.ts';
import { equalTo } from './checkReferences.ts';
import { takenIn } from './writeTransaction.ts';

/** Rows as they were sent, by field. */
export type SentRows = ReadonlyMap<string, readonly Values[]>;

export interface Held extends Children {
  collection: Collection;
  /** The column of the reference to the record. */
  by: Collection['columns'][number];
}

/** The fields of a collection that hold rows, with the collections of these. */
export function heldBy({ collection, collections }: Pick<Scene, 'collection' | 'collections'>): Held[] {
  const all = collections.map(({ resource }) => resource);
  return childrenOf(collection.resource, all).flatMap((one) => {
    const found = collections.find(({ resource }) => resource === one.target);
    const by = found?.columns.find(({ name }) => name === one.field);
    return found && by ? [{ ...one, collection: found, by }] : [];
  });
}

/** The rows among values that were sent, which are no values of the record itself. */
export function rowsIn({ resource }: Collection, values: Values): SentRows {
  const found = Object.entries(values).filter(([name]) => resource.fields[name]?.kind.storage === 'children');
  return new Map(found.map(([name, rows]) => [name, (rows ?? []) as Values[]]));
}

/** A refusal of a row, at its cells; the values that two records may not share are its collection's. */
export function atRow(cause: unknown, { name, collection }: Held, index: number): unknown {
  const refusal = cause instanceof Refusal ? cause : takenIn(collection, cause);
  if (!refusal) return cause;
  const { errors, ...details } = refusal.details;
  const at = errors
    ? Object.entries(errors).map(([field, message]) => [`${name}.${index}.${field}`, message] as const)
    : [[`${name}.${index}`, refusal.message] as const];
  return new Refusal(refusal.code, refusal.message, { ...details, errors: Object.fromEntries(at) });
}

export const forbid = ({ target }: Held, role: Scene['account']['role'], permission: Permission) => {
  if (!mayDo(target, role, permission)) throw new Refusal(403, 'server.forbidden');
};

/** A record has as many rows as its config lets it have. */
export async function refuseNumber(db: CollectionDb, { name, own, most, collection, by }: Held, parent: string) {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(collection.table)}
    where ${equalTo(by, parent)} limit ${most + 1}`.execute(db);
  if (rows.length === 0 && own.required) throw Refusal.at(name, 400, missing(name));
  if (rows.length > most) throw Refusal.at(name, 400, 'server.tooManyRows', { most });
}

/** The place of the last row that a record has; 0 where it has none, or its rows have no places. */
export async function lastPlace(db: CollectionDb, { collection, position, by }: Held, parent: string): Promise<number> {
  const place = collection.columns.find(({ name }) => name === position);
  if (!place) return 0;
  const { rows } = await sql<{ last: number | null }>`select max(${sql.ref(place.value)}) as last
    from ${sql.table(collection.table)} where ${equalTo(by, parent)}`.execute(db);
  return Number(rows[0]?.last ?? 0);
}

/** Puts its rows into a record, in their order: those that this person may look at where they may read the field. */
export async function withChildren(
  scene: Pick<Scene, 'services' | 'collection' | 'collections' | 'account'>,
  record: Values,
  db: CollectionDb = collectionDb(scene.services.db),
): Promise<Values> {
  const { services, collection, account } = scene;
  for (const { name, collection: rows, position, by, most } of heldBy(scene)) {
    const reads = rolesThat(rows.resource, ['list', 'show', 'edit'], true).includes(account.role);
    if (!reads || !mayRead(collection.resource, account.role, name)) continue;
    const place = rows.columns.find((column) => column.name === position);
    const order = place ? sql`${sql.ref(place.value)} asc nulls first, id` : sql`id`;
    const where = sql.join([equalTo(by, String(record.id)), ...seenBy(rows, account)], sql` and `);
    const found = await sql<Row>`select * from ${sql.table(rows.table)} where ${where}
      order by ${order} limit ${most}`.execute(db);
    const reader = { ...services, db: db as unknown as Services['db'] };
    record[name] = await recordsOf(reader, rows, await readLinks(db, rows, found.rows), account);
  }
  return record;
}

/** Rows as records, as they are now; others get their turn between them. */
export async function recordsNow(scene: Scene, rows: readonly Row[]): Promise<Values[]> {
  const { services, collection, account } = scene;
  const rest = restNowAndThen();
  const now: Row[] = [];
  for (const row of rows) {
    await rest();
    now.push(await withDependentValues(collectionDb(services.db), collection, row));
  }
  const records = await recordsOf(services, collection, now, account);
  for (const record of records) {
    await rest();
    await withChildren(scene, record);
  }
  return records;
}

export async function recordOf(scene: Scene, row: Row, db?: CollectionDb): Promise<Values> {
  const { services, collection, account } = scene;
  const reader = { ...services, ...(db && { db: db as unknown as Services['db'] }) };
  const now = await withDependentValues(collectionDb(reader.db), collection, row);
  const [record] = await recordsOf(reader, collection, [now], account);
  return withChildren(scene, record as Values, db);
}
