import { isDeepStrictEqual } from 'node:util';
import { isSystemField } from '../../../config/systemFields.ts';
import { isBlank } from '../../../config/validate.ts';
import { isReferring } from '../../../fields/fieldTypes.ts';
import { SYSTEM_ROLE } from '../../../wire/roles.ts';
import { HttpError } from '../../base/httpError.ts';
import { getWritableFields, holdsReceivedFiles, mayFindBy } from '../access/fieldAccess.ts';
import type { OperationContext, WriteContext } from '../read/operationContext.ts';
import type { CollectionRow } from '../schema/collectionDb.ts';
import { type RecordValues, toRecordValues } from '../schema/recordRow.ts';
import { readCurrentRecord } from './childRecords.ts';

/** Normalizes a value, to compare sent with stored ones: a file without its signature, a record or row by its id. */
export function toComparable(value: unknown): unknown {
  if (isBlank(value)) return null;
  if (typeof value === 'string' && value.startsWith('uploads/')) return value.split(/[?#]/, 1)[0] ?? '';
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(toComparable);
  return (value as { id?: unknown }).id ?? value;
}

/**
 * Throws an HttpError (400) at fields outside `writable`. Allows the values that the record has for this user, because
 * clients such as react-admin send the whole record. A computed field may have its value before or after the change.
 */
export async function refuseUnwritable(
  context: WriteContext,
  sent: RecordValues,
  { writable, row, changed }: { writable: ReadonlyMap<string, unknown>; row: CollectionRow; changed: CollectionRow },
): Promise<void> {
  const { account, collection } = context;
  const { fields } = collection.resource;
  const differsFrom = (record: RecordValues) => (name: string) =>
    !isDeepStrictEqual(toComparable(sent[name]), toComparable(record[name]));
  const stored = toRecordValues(collection, row);
  // A refusal would let the user guess the stored value of a field they may not know.
  const mayKnow = (name: string) => mayFindBy(collection.resource, account.role, name) && !isReferring(fields[name]);
  let names = Object.keys(sent)
    .filter((name) => Object.hasOwn(fields, name) && !isSystemField(name, fields[name]) && !writable.has(name))
    .filter((name) => !mayKnow(name) || differsFrom(stored)(name));
  for (const one of [row, changed]) {
    if (names.length === 0) return;
    names = names.filter(differsFrom(await readCurrentRecord(context, one)));
  }
  refuseFields(names);
}

function refuseFields(names: readonly string[]): void {
  if (names.length === 0) return;
  const errors = Object.fromEntries(names.map((name) => [name, 'server.notWritable']));
  throw new HttpError(400, 'server.notWritable', { errors });
}

/** Throws an HttpError (400) at values of a new record that the server sets, and at those of the system that are no files. */
export function refuseDerivedValues({ account, collection: { resource } }: OperationContext, sent: RecordValues): void {
  const { fields } = resource;
  const open = getWritableFields(resource, SYSTEM_ROLE, 'create');
  const isFile = (name: string) =>
    ['file', 'files'].includes(fields[name]?.kind.storage ?? '') &&
    (account.role !== SYSTEM_ROLE || holdsReceivedFiles(fields[name], sent[name]));
  const isOpen = (name: string) => open.has(name) || isFile(name) || isSystemField(name, fields[name]);
  refuseFields(
    Object.keys(sent).filter((name) => Object.hasOwn(fields, name) && !isBlank(sent[name]) && !isOpen(name)),
  );
}
