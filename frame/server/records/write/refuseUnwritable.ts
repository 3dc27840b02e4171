import { isDeepStrictEqual } from 'node:util';
import { isSystemField } from '../../../config/systemFields.ts';
import { isBlank } from '../../../config/validate.ts';
import { HttpError } from '../../base/httpError.ts';
import { mayFindBy } from '../access/fieldAccess.ts';
import type { OperationContext } from '../read/operationContext.ts';
import type { CollectionDb, CollectionRow } from '../schema/collectionDb.ts';
import { type RecordValues, toRecordValues } from '../schema/recordRow.ts';
import { readCurrentRecord } from './childRecords.ts';

/** A value as it can be compared: a file without its signature, a record or row by its id. */
function toComparable(value: unknown): unknown {
  if (isBlank(value)) return null;
  if (typeof value === 'string' && value.startsWith('uploads/')) return value.split(/[?#]/, 1)[0] ?? '';
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(toComparable);
  return (value as { id?: unknown }).id ?? value;
}

/**
 * Refuses (400) values for fields outside `writable`, unless they are those of the record as this person reads it: clients
 * such as react-admin send the whole record back. A computed field may have the value from before or after the change.
 */
export async function refuseUnwritable(
  scene: OperationContext,
  db: CollectionDb,
  {
    sent,
    writable,
    row,
    changed,
  }: { sent: RecordValues; writable: ReadonlyMap<string, unknown>; row: CollectionRow; changed: CollectionRow },
): Promise<void> {
  const { account, collection } = scene;
  const { fields } = collection.resource;
  const differsFrom = (record: RecordValues) => (name: string) =>
    !isDeepStrictEqual(toComparable(sent[name]), toComparable(record[name]));
  const stored = toRecordValues(collection, row);
  // Compared with what is stored only if the person may know it: who is refused or not could guess at it.
  const mayKnow = (name: string) =>
    mayFindBy(collection.resource, account.role, name) && (fields[name] as { to?: unknown }).to === undefined;
  let names = Object.keys(sent)
    .filter((name) => Object.hasOwn(fields, name) && !isSystemField(name, fields[name]) && !writable.has(name))
    .filter((name) => !mayKnow(name) || differsFrom(stored)(name));
  for (const one of [row, changed]) {
    if (names.length === 0) return;
    names = names.filter(differsFrom(await readCurrentRecord(scene, one, db)));
  }
  if (names.length === 0) return;
  const errors = Object.fromEntries(names.map((name) => [name, 'server.notWritable']));
  throw new HttpError(400, 'server.notWritable', { errors });
}
