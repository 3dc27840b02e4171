import type { EventOperation } from '../../../wire/events.ts';
import type { EntryExtras } from '../../audit/createAuditEntries.ts';
import { HttpError, notFound } from '../../base/httpError.ts';
import { type Publish, transact } from '../../outbox/transact.ts';
import { getVisibleConditions } from '../access/rowRules.ts';
import { lockDependents } from '../derived/rollupColumns.ts';
import { findRow, findRows } from '../read/findRecords.ts';
import type { OperationContext } from '../read/operationContext.ts';
import { type Collection, getIndexName } from '../schema/collection.ts';
import { type CollectionDb, type CollectionRow, toCollectionDb, toSchemaDb } from '../schema/collectionDb.ts';
import type { RecordValues } from '../schema/recordRow.ts';
import { toEmailTakenRefusal } from './recordAccount.ts';

/** The audit entry of a change, or one for each record, with the names of the fields, and what else it did. */
export const noteChange = (
  { audit, alsoChanged: along }: OperationContext,
  db: CollectionDb,
  ids: string | string[],
  fields: string[] = [],
  also: EntryExtras['nested'] = [],
) => audit.note(toSchemaDb(db), { recordIds: [ids].flat(), fields, nested: [...along, ...also] });

/** Publishes a change to everybody who may see the record as it was, as it is, or both. */
export const publishChange = (
  publish: Publish,
  { collection }: OperationContext,
  recordId: string,
  operation: EventOperation,
  ...audience: string[]
) => publish({ resource: collection.resource.name, recordId, operation, audience: [...new Set(audience)] });

/** Nobody adds what they would not see. */
export async function refuseInvisibleRecord(
  db: CollectionDb,
  { services, collection, account }: OperationContext,
  id: string,
): Promise<void> {
  if (getVisibleConditions(collection, account).length === 0) return;
  if (!(await findRow(db, services, collection, id, account))) throw new HttpError(400, 'server.unseen');
}

/** How often a change is tried that PostgreSQL ends since it and another one wait for each other. */
const MAX_ATTEMPTS = 4;
const isDeadlock = (cause: unknown) => ['40P01', '40001'].includes(String((cause as { code?: unknown }).code));

/**
 * Runs a change in one transaction; a value that somebody else took meanwhile is refused (409) at its field. Where it
 * and others would wait for each other for ever, it is undone and begins anew: `work` may run more than once.
 */
export async function runInTransaction<T>(
  scene: OperationContext,
  work: (db: CollectionDb, publish: Publish) => Promise<T>,
  how: { long?: boolean } = {},
  tries = 1,
): Promise<T> {
  const { services, collection, changes: done, alsoChanged: along, freedFiles: freed } = scene;
  const lists = [done, along, freed].map((list) => [list, list.length] as const);
  try {
    return await transact(services, (trx, publish) => work(toCollectionDb(trx), publish), how);
  } catch (cause) {
    if (!isDeadlock(cause) || tries >= MAX_ATTEMPTS)
      throw toTakenRefusal(collection, cause) ?? toEmailTakenRefusal(collection, cause) ?? cause;
    for (const [list, length] of lists) list.length = length;
    return runInTransaction(scene, work, how, tries + 1);
  }
}

/** The refusal of a value that somebody else took meanwhile; undefined for any other error. */
export function toTakenRefusal({ table, columns }: Collection, cause: unknown): HttpError | undefined {
  const { message = '', constraint = '' } = cause as { message?: string; constraint?: string };
  const taken = columns.find(
    ({ uniqueColumn: unique }) =>
      unique &&
      (constraint === getIndexName(table, unique) || message === `UNIQUE constraint failed: ${table}.${unique}`),
  );
  return taken && HttpError.forField(taken.name, 409, 'server.valueTaken');
}

/** Throws a Refusal (409) where `version` was sent and is no longer the record's. */
export function refuseStale(row: CollectionRow, sent: RecordValues): void {
  if (sent.version !== undefined && sent.version !== row.version) throw new HttpError(409, 'server.stale');
}

/** The record, held for a change. Throws a Refusal (404) where it is not there or not this person's. */
export async function lockRow(
  { services, collection, collections, account }: OperationContext,
  db: CollectionDb,
  id: string,
) {
  await lockDependents(db, services.store.kind, collection, collections, [id]);
  const row = await findRow(db, services, collection, id, account, true);
  if (!row) throw notFound();
  return row;
}

/**
 * The records of these ids that are there and this person's, by id, held for a change; always in one order, so that of two
 * who change the same ones each waits for the other, and never both.
 */
export async function lockRows(
  { services, collection, collections, account }: OperationContext,
  db: CollectionDb,
  ids: readonly string[],
): Promise<Map<string, CollectionRow>> {
  const requested = [...new Set(ids)].toSorted();
  if (requested.length === 0) return new Map();
  await lockDependents(db, services.store.kind, collection, collections, requested);
  const rows = await findRows(db, services, collection, requested, account, true);
  return new Map(rows.map((row) => [row.id, row]));
}
