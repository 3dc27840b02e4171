import { sql } from 'kysely';
import type { EventOperation } from '../../../wire/events.ts';
import { requiredMessage } from '../../../wire/validationRules.ts';
import { HttpError, notFound } from '../../base/httpError.ts';
import { getVisibleConditions } from '../access/rowRules.ts';
import { lockDependents } from '../derived/rollupColumns.ts';
import { findRows } from '../read/findRecords.ts';
import type { AlsoChanged, WriteContext } from '../read/operationContext.ts';
import { splitIntoBatches } from '../schema/bulkStatements.ts';
import { type Collection, getIndexName } from '../schema/collection.ts';
import { type CollectionRow, getVersion } from '../schema/collectionDb.ts';
import type { RecordValues } from '../schema/recordRow.ts';
import { findBrokenRule } from '../schema/ruleConditions.ts';
import { refuseActiveRecord } from './hookLimits.ts';
import { toRuleRefusal } from './refuseConflicts.ts';

/** Writes the activity entries of a change: one for each id, and one for each further change. */
export const noteChange = (
  { activity, db, alsoChanged }: WriteContext,
  ids: string | string[],
  fields: string[] = [],
  also: AlsoChanged[] = [],
) => {
  alsoChanged.push(...also);
  return activity.note(db, { recordIds: [ids].flat(), fields, nested: alsoChanged });
};

/** Publishes a change to roles and accounts: those that saw the record before, and those that see it now. */
export const publishChange = (
  { collection, publish }: WriteContext,
  recordId: string,
  operation: EventOperation,
  ...audience: string[]
) => publish({ resource: collection.resource.name, recordId, operation, audience: [...new Set(audience)] });

/** Throws an HttpError (400) if the user would not see one of these records. */
export async function refuseInvisibleRows(
  { collection, account, db }: WriteContext,
  rows: readonly CollectionRow[],
): Promise<void> {
  const conditions = getVisibleConditions(collection, account);
  if (conditions.length === 0) return;
  for (const batch of splitIntoBatches(rows)) {
    const where = sql.join([sql`id in (${sql.join(batch.map(({ id }) => id))})`, ...conditions], sql` and `);
    const found = await sql<{ id: string }>`select id from ${sql.table(collection.table)} where ${where}`.execute(db);
    const visible = new Set(found.rows.map(({ id }) => id));
    const hidden = batch.find(({ id }) => !visible.has(id));
    if (hidden) throw new HttpError(400, 'server.unseen', { index: rows.indexOf(hidden) });
  }
}

/** An error of PostgreSQL. Those of SQLite have only a message. */
type DatabaseError = Record<'message' | 'constraint' | 'code' | 'table' | 'column', string>;

/** Converts a violated unique index or rule (409) or a null (400) to an HttpError at its fields; undefined for others. */
export function toTakenRefusal(collection: Collection, cause: unknown): HttpError | undefined {
  const { table, columns } = collection;
  const { message = '', constraint = '', code, table: nullTable, column: nullColumn } = cause as Partial<DatabaseError>;
  const taken = columns.find(
    ({ field, uniqueColumn }) =>
      field.unique &&
      uniqueColumn &&
      (constraint === getIndexName(table, uniqueColumn) ||
        message === `UNIQUE constraint failed: ${table}.${uniqueColumn}`),
  );
  if (taken) return HttpError.forField(taken.name, 409, 'server.valueTaken');
  const empty = columns.find(
    ({ valueColumn }) =>
      (code === '23502' && nullTable === table && nullColumn === valueColumn) ||
      message === `NOT NULL constraint failed: ${table}.${valueColumn}`,
  );
  return empty ? HttpError.forField(empty.name, 400, requiredMessage(empty.name)) : toRuleRefusal(collection, cause);
}

/** Adds the index of the record among several to the HttpError that refused it. */
export const refuseAt =
  ({ collection }: Pick<WriteContext, 'collection'>, index: number) =>
  (cause: unknown): never => {
    // The opener repeats its work at a broken rule.
    const refusal = findBrokenRule(collection, cause) ? cause : (toTakenRefusal(collection, cause) ?? cause);
    if (refusal instanceof HttpError) refusal.details.index = index;
    throw refusal;
  };

/** Throws an HttpError (409) if `version` was sent and is not the current one. */
export function refuseStale(
  { collection }: Pick<WriteContext, 'collection'>,
  row: CollectionRow,
  sent: RecordValues,
): void {
  if (sent.version !== undefined && sent.version !== getVersion(collection, row))
    throw new HttpError(409, 'server.stale');
}

/** Locks a record for a change. Throws an HttpError (404) if the user does not see it. */
export const lockRow = async (context: WriteContext, id: string): Promise<CollectionRow> =>
  (await lockAllRows(context, [id])).get(id) as CollectionRow;

/** Locks records for a change. Throws an HttpError (404) if the user does not see all of them. */
export async function lockAllRows(context: WriteContext, ids: readonly string[]): Promise<Map<string, CollectionRow>> {
  for (const id of ids) refuseActiveRecord(context, id);
  const rows = await lockRows(context, ids);
  if (!ids.every((id) => rows.has(id))) throw notFound();
  return rows;
}

/**
 * Locks those of these records that the user sees and returns them by id. PostgreSQL locks in the order of the ids, which
 * avoids deadlocks; SQLite has one writer and needs no locks.
 */
export async function lockRows(context: WriteContext, ids: readonly string[]): Promise<Map<string, CollectionRow>> {
  const sorted = [...new Set(ids)].toSorted();
  if (sorted.length === 0) return new Map();
  await lockDependents(context, sorted);
  const rows = await findRows(context, sorted, { lock: true });
  return new Map(rows.map((row) => [row.id, row]));
}
