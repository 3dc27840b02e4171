import { sql } from 'kysely';
import { type ChildField, listChildFields } from '../../../config/childRows.ts';
import { mayDo, type Permission } from '../../../config/resource.ts';
import { mayRead } from '../../../config/rights.ts';
import { requiredMessage } from '../../../wire/rules.ts';
import { HttpError } from '../../base/httpError.ts';
import { createEventLoopYield } from '../../base/yieldToEventLoop.ts';
import type { Services } from '../../services.ts';
import { getAllowedRoles } from '../access/fieldAccess.ts';
import { getVisibleConditions } from '../access/rowRules.ts';
import { refreshDerivedValues } from '../derived/rollupColumns.ts';
import { toRecords } from '../read/findRecords.ts';
import type { OperationContext } from '../read/operationContext.ts';
import type { Collection } from '../schema/collection.ts';
import { type CollectionDb, type CollectionRow, toCollectionDb } from '../schema/collectionDb.ts';
import { readLinks } from '../schema/linkRows.ts';
import type { RecordValues } from '../schema/recordRow.ts';
import { compileEqualTo } from './checkReferences.ts';
import { toTakenRefusal } from './writeTransaction.ts';

/** Rows as they were sent, by field. */
export type ChildRows = ReadonlyMap<string, readonly RecordValues[]>;

export interface ChildCollection extends ChildField {
  collection: Collection;
  /** The column of the reference to the record. */
  parentColumn: Collection['columns'][number];
}

/** The fields of a collection that hold rows, with the collections of these. */
export function getChildCollections({
  collection,
  collections,
}: Pick<OperationContext, 'collection' | 'collections'>): ChildCollection[] {
  const all = collections.map(({ resource }) => resource);
  return listChildFields(collection.resource, all).flatMap((one) => {
    const found = collections.find(({ resource }) => resource === one.target);
    const by = found?.columns.find(({ name }) => name === one.field);
    return found && by ? [{ ...one, collection: found, parentColumn: by }] : [];
  });
}

/** The rows among values that were sent, which are no values of the record itself. */
export function getChildRows({ resource }: Collection, values: RecordValues): ChildRows {
  const found = Object.entries(values).filter(([name]) => resource.fields[name]?.kind.storage === 'children');
  return new Map(found.map(([name, rows]) => [name, (rows ?? []) as RecordValues[]]));
}

/** A refusal of a row, at its cells; the values that two records may not share are its collection's. */
export function toRowRefusal(cause: unknown, { name, collection }: ChildCollection, index: number): unknown {
  const refusal = cause instanceof HttpError ? cause : toTakenRefusal(collection, cause);
  if (!refusal) return cause;
  const { errors, ...details } = refusal.details;
  const at = errors
    ? Object.entries(errors).map(([field, message]) => [`${name}.${index}.${field}`, message] as const)
    : [[`${name}.${index}`, refusal.message] as const];
  return new HttpError(refusal.status, refusal.message, { ...details, errors: Object.fromEntries(at) });
}

export const requireChildPermission = (
  { target }: ChildCollection,
  role: OperationContext['account']['role'],
  permission: Permission,
) => {
  if (!mayDo(target, role, permission)) throw new HttpError(403, 'server.forbidden');
};

/** A record has as many rows as its config lets it have. */
export async function refuseChildCount(
  db: CollectionDb,
  { name, ownField: own, most, collection, parentColumn: by }: ChildCollection,
  parent: string,
) {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(collection.table)}
    where ${compileEqualTo(by, parent)} limit ${most + 1}`.execute(db);
  if (rows.length === 0 && own.required) throw HttpError.forField(name, 400, requiredMessage(name));
  if (rows.length > most) throw HttpError.forField(name, 400, 'server.tooManyRows', { most });
}

/** The place of the last row that a record has; 0 where it has none, or its rows have no places. */
export async function findLastPosition(
  db: CollectionDb,
  { collection, position, parentColumn: by }: ChildCollection,
  parent: string,
): Promise<number> {
  const place = collection.columns.find(({ name }) => name === position);
  if (!place) return 0;
  const { rows } = await sql<{ last: number | null }>`select max(${sql.ref(place.valueColumn)}) as last
    from ${sql.table(collection.table)} where ${compileEqualTo(by, parent)}`.execute(db);
  return Number(rows[0]?.last ?? 0);
}

/** Puts its rows into a record, in their order: those that this person may look at where they may read the field. */
export async function addChildren(
  scene: Pick<OperationContext, 'services' | 'collection' | 'collections' | 'account'>,
  record: RecordValues,
  db: CollectionDb = toCollectionDb(scene.services.db),
): Promise<RecordValues> {
  const { services, collection, account } = scene;
  for (const { name, collection: rows, position, parentColumn: by, most } of getChildCollections(scene)) {
    const reads = getAllowedRoles(rows.resource, ['list', 'show', 'edit'], true).includes(account.role);
    if (!reads || !mayRead(collection.resource, account.role, name)) continue;
    const place = rows.columns.find((column) => column.name === position);
    const order = place ? sql`${sql.ref(place.valueColumn)} asc nulls first, id` : sql`id`;
    const where = sql.join([compileEqualTo(by, String(record.id)), ...getVisibleConditions(rows, account)], sql` and `);
    const found = await sql<CollectionRow>`select * from ${sql.table(rows.table)} where ${where}
      order by ${order} limit ${most}`.execute(db);
    const reader = { ...services, db: db as unknown as Services['db'] };
    record[name] = await toRecords(reader, rows, await readLinks(db, rows, found.rows), account);
  }
  return record;
}

/** Rows as records, as they are now; others get their turn between them. */
export async function readCurrentRecords(
  scene: OperationContext,
  rows: readonly CollectionRow[],
): Promise<RecordValues[]> {
  const { services, collection, account } = scene;
  const rest = createEventLoopYield();
  const now: CollectionRow[] = [];
  for (const row of rows) {
    await rest();
    now.push(await refreshDerivedValues(toCollectionDb(services.db), collection, row));
  }
  const records = await toRecords(services, collection, now, account);
  for (const record of records) {
    await rest();
    await addChildren(scene, record);
  }
  return records;
}

export async function readCurrentRecord(
  scene: OperationContext,
  row: CollectionRow,
  db?: CollectionDb,
): Promise<RecordValues> {
  const { services, collection, account } = scene;
  const reader = { ...services, ...(db && { db: db as unknown as Services['db'] }) };
  const now = await refreshDerivedValues(toCollectionDb(reader.db), collection, row);
  const [record] = await toRecords(reader, collection, [now], account);
  return addChildren(scene, record as RecordValues, db);
}
