import type { EventOperation } from '../../../wire/events.ts';
import type { EntryExtras } from '../../audit/entries.ts';
import { notFound, Refusal } from '../../base/refusal.ts';
import { type Publish, transact } from '../../outbox/transact.ts';
import { seenBy } from '../access/rowRules.ts';
import { holdDependents } from '../derived/rollupColumns.ts';
import { findRow, findRows } from '../read/findRecords.ts';
import type { Scene } from '../read/operationContext.ts';
import { type Collection, indexName } from '../schema/collection.ts';
import { type CollectionDb, collectionDb, type Row, schemaDb } from '../schema/collectionDb.ts';
import type { Values } from '../schema/recordRow.ts';
import { accountTaken } from './recordAccount.ts';

/** The audit entry of a change, or one for each record, with the names of the fields, and what else it did. */
export const noted = (
  { audit, along }: Scene,
  db: CollectionDb,
  ids: string | string[],
  fields: string[] = [],
  also: EntryExtras['also'] = [],
) => audit.note(schemaDb(db), { recordIds: [ids].flat(), fields, also: [...along, ...also] });

/** Publishes a change to everybody who may see the record as it was, as it is, or both. */
export const publishChange = (
  publish: Publish,
  { collection }: Scene,
  recordId: string,
  operation: EventOperation,
  ...audience: string[]
) => publish({ resource: collection.resource.name, recordId, operation, audience: [...new Set(audience)] });

/** Nobody adds what they would not see. */
export async function refuseUnseen(
  db: CollectionDb,
  { services, collection, account }: Scene,
  id: string,
): Promise<void> {
  if (seenBy(collection, account).length === 0) return;
  if (!(await findRow(db, services, collection, id, account))) throw new Refusal(400, 'server.unseen');
}

/** How often a change is tried that PostgreSQL ends since it and another one wait for each other. */
const MOST_TRIES = 4;
const isEntangled = (cause: unknown) => ['40P01', '40001'].includes(String((cause as { code?: unknown }).code));

/**
 * Runs a change in one transaction; a value that somebody else took meanwhile is refused (409) at its field. Where it
 * and others would wait for each other for ever, it is undone and begins anew: `work` may run more than once.
 */
export async function changing<T>(
  scene: Scene,
  work: (db: CollectionDb, publish: Publish) => Promise<T>,
  how: { long?: boolean } = {},
  tries = 1,
): Promise<T> {
  const { services, collection, done, along, freed } = scene;
  const lists = [done, along, freed].map((list) => [list, list.length] as const);
  try {
    return await transact(services, (trx, publish) => work(collectionDb(trx), publish), how);
  } catch (cause) {
    if (!isEntangled(cause) || tries >= MOST_TRIES)
      throw takenIn(collection, cause) ?? accountTaken(collection, cause) ?? cause;
    for (const [list, length] of lists) list.length = length;
    return changing(scene, work, how, tries + 1);
  }
}

/** The refusal of a value that somebody else took meanwhile; undefined for any other error. */
export function takenIn({ table, columns }: Collection, cause: unknown): Refusal | undefined {
  const { message = '', constraint = '' } = cause as { message?: string; constraint?: string };
  const taken = columns.find(
    ({ unique }) =>
      unique && (constraint === indexName(table, unique) || message === `UNIQUE constraint failed: ${table}.${unique}`),
  );
  return taken && Refusal.at(taken.name, 409, 'server.valueTaken');
}

/** Throws a Refusal (409) where `version` was sent and is no longer the record's. */
export function refuseStale(row: Row, sent: Values): void {
  if (sent.version !== undefined && sent.version !== row.version) throw new Refusal(409, 'server.stale');
}

/** The record, held for a change. Throws a Refusal (404) where it is not there or not this person's. */
export async function rowToChange({ services, collection, collections, account }: Scene, db: CollectionDb, id: string) {
  await holdDependents(db, services.store.kind, collection, collections, [id]);
  const row = await findRow(db, services, collection, id, account, true);
  if (!row) throw notFound();
  return row;
}

/**
 * The records of these ids that are there and this person's, by id, held for a change; always in one order, so that of two
 * who change the same ones each waits for the other, and never both.
 */
export async function rowsToChange(
  { services, collection, collections, account }: Scene,
  db: CollectionDb,
  ids: readonly string[],
): Promise<Map<string, Row>> {
  const requested = [...new Set(ids)].toSorted();
  if (requested.length === 0) return new Map();
  await holdDependents(db, services.store.kind, collection, collections, requested);
  const rows = await findRows(db, services, collection, requested, account, true);
  return new Map(rows.map((row) => [row.id, row]));
}
