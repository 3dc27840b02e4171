import { sql } from 'kysely';
import type { Permission } from '../../../config/permissions.ts';
import { type ChildField, listChildFields } from '../../../config/related/childRows.ts';
import { mayDo } from '../../../config/resource.ts';
import { mayRead } from '../../../config/rights.ts';
import { requiredMessage } from '../../../wire/validationRules.ts';
import { HttpError } from '../../base/httpError.ts';
import { createEventLoopYield } from '../../base/yieldToEventLoop.ts';
import type { Db } from '../../db/databaseSchema.ts';
import { mayReadRecords } from '../access/fieldAccess.ts';
import { getVisibleConditions } from '../access/rowRules.ts';
import { refreshDerivedValues } from '../derived/rollupColumns.ts';
import { isInKeyScope } from '../query/keyScope.ts';
import { toRecords } from '../read/findRecords.ts';
import { getDb, type ReadContext } from '../read/operationContext.ts';
import type { Collection, Column } from '../schema/collection.ts';
import type { CollectionRow } from '../schema/collectionDb.ts';
import { readLinks } from '../schema/linkRows.ts';
import type { RecordValues } from '../schema/recordRow.ts';
import { compileEqualTo } from './checkReferences.ts';
import { toTakenRefusal } from './writeTransaction.ts';

/** Child rows as sent, by field. */
export type ChildRows = ReadonlyMap<string, readonly RecordValues[]>;

/** A field that holds child rows, with their collection. */
export interface ChildCollection extends ChildField {
  collection: Collection;
  /** The column that refers to the parent record. */
  parentColumn: Column;
}

/** Lists the fields of a collection that hold child rows. */
export function getChildCollections({
  services: { collections },
  collection,
}: Pick<ReadContext, 'services' | 'collection'>): ChildCollection[] {
  const all = collections.map(({ resource }) => resource);
  return listChildFields(collection.resource, all).flatMap((child) => {
    const found = collections.find(({ resource }) => resource === child.target);
    const parentColumn = found?.columns.find(({ name }) => name === child.field);
    return found && parentColumn ? [{ ...child, collection: found, parentColumn }] : [];
  });
}

/** Returns the child rows among sent values. */
export function getChildRows({ resource }: Collection, values: RecordValues): ChildRows {
  const found = Object.entries(values).filter(([name]) => resource.fields[name]?.kind.storage === 'children');
  return new Map(found.map(([name, rows]) => [name, (rows ?? []) as RecordValues[]]));
}

/** Assigns the messages of an HttpError to the cells of a child row; returns other errors as they are. */
export function toRowRefusal(cause: unknown, { name, collection }: ChildCollection, index: number): unknown {
  const refusal = cause instanceof HttpError ? cause : toTakenRefusal(collection, cause);
  if (!refusal) return cause;
  const { errors, ...details } = refusal.details;
  const place = `${name}.${index}`;
  const messages = errors
    ? Object.entries(errors).map(([field, message]) => [`${place}.${field}`, message])
    : [[place, refusal.message]];
  return new HttpError(refusal.status, refusal.message, { ...details, errors: Object.fromEntries(messages) });
}

export function requireChildPermission(
  { target }: ChildCollection,
  account: ReadContext['account'],
  permission: Permission,
): void {
  if (!mayDo(target, account.role, permission) || !isInKeyScope(account, target))
    throw new HttpError(403, 'server.forbidden');
}

/** Throws an HttpError (400) if a record has more child rows than allowed, or none although one is required. */
export async function refuseChildCount(
  db: Db,
  { name, ownField, most, collection, parentColumn }: ChildCollection,
  parent: string,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(collection.table)}
    where ${compileEqualTo(parentColumn, parent)} limit ${most + 1}`.execute(db);
  if (rows.length === 0 && ownField.required) throw HttpError.forField(name, 400, requiredMessage(name));
  if (rows.length > most) throw HttpError.forField(name, 400, 'server.tooManyRows', { most });
}

const findPositionColumn = ({ collection, position }: ChildCollection) =>
  collection.columns.find(({ name }) => name === position);

/** Finds the position of the last child row; 0 if there is none. */
export async function findLastPosition(db: Db, child: ChildCollection, parent: string): Promise<number> {
  const column = findPositionColumn(child);
  if (!column) return 0;
  const { rows } = await sql<{ last: number | null }>`select max(${sql.ref(column.valueColumn)}) as last
    from ${sql.table(child.collection.table)} where ${compileEqualTo(child.parentColumn, parent)}`.execute(db);
  return Number(rows[0]?.last ?? 0);
}

/** Adds the child rows that the user may see to a record, in their order. */
export async function addChildren(context: ReadContext, record: RecordValues): Promise<RecordValues> {
  const { collection, account } = context;
  const db = getDb(context);
  for (const child of getChildCollections(context)) {
    const { name, collection: children, parentColumn, most } = child;
    if (!mayReadRecords(children.resource, account) || !mayRead(collection.resource, account.role, name)) continue;
    const position = findPositionColumn(child);
    const order = position ? sql`${sql.ref(position.valueColumn)} asc nulls first, id` : sql`id`;
    const isChild = compileEqualTo(parentColumn, String(record.id));
    const where = sql.join([isChild, ...getVisibleConditions(children, account)], sql` and `);
    const { rows } = await sql<CollectionRow>`select * from ${sql.table(children.table)} where ${where}
      order by ${order} limit ${most}`.execute(db);
    record[name] = await toRecords({ ...context, collection: children }, await readLinks(db, children, rows));
  }
  return record;
}

/** Converts rows to records with fresh derived values and child rows. Yields to other requests in between. */
export async function readCurrentRecords(
  context: ReadContext,
  rows: readonly CollectionRow[],
): Promise<RecordValues[]> {
  const yieldNow = createEventLoopYield();
  const records = await toRecords(context, await refreshDerivedValues(getDb(context), context.collection, rows));
  for (const record of records) {
    await yieldNow();
    await addChildren(context, record);
  }
  return records;
}

/** Converts a row to a record with fresh derived values and child rows. */
export async function readCurrentRecord(context: ReadContext, row: CollectionRow): Promise<RecordValues> {
  return (await readCurrentRecords(context, [row]))[0] as RecordValues;
}
