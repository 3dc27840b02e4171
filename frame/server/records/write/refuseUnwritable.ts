import { isDeepStrictEqual } from 'node:util';
import { isSystemField } from '../../../config/systemFields.ts';
import { isMissing } from '../../../config/validate.ts';
import { Refusal } from '../../base/refusal.ts';
import { mayFindBy } from '../access/fieldAccess.ts';
import type { Scene } from '../read/operationContext.ts';
import type { CollectionDb, Row } from '../schema/collectionDb.ts';
import { type Values, valuesOf } from '../schema/recordRow.ts';
import { recordOf } from './childRecords.ts';

/** A value as it can be compared: a file without its signature, a record or row by its id. */
function comparable(value: unknown): unknown {
  if (isMissing(value)) return null;
  if (typeof value === 'string' && value.startsWith('uploads/')) return value.split(/[?#]/, 1)[0] ?? '';
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(comparable);
  return (value as { id?: unknown }).id ?? value;
}

/**
 * Refuses (400) values for fields outside `writable`, unless they are those of the record as this person reads it: clients
 * such as react-admin send the whole record back. A computed field may have the value from before or after the change.
 */
export async function refuseUnwritable(
  scene: Scene,
  db: CollectionDb,
  { sent, writable, row, changed }: { sent: Values; writable: ReadonlyMap<string, unknown>; row: Row; changed: Row },
): Promise<void> {
  const { account, collection } = scene;
  const { fields } = collection.resource;
  const differsFrom = (record: Values) => (name: string) =>
    !isDeepStrictEqual(comparable(sent[name]), comparable(record[name]));
  const stored = valuesOf(collection, row);
  // Compared with what is stored only if the person may know it: who is refused or not could guess at it.
  const mayKnow = (name: string) =>
    mayFindBy(collection.resource, account.role, name) && (fields[name] as { to?: unknown }).to === undefined;
  let names = Object.keys(sent)
    .filter((name) => Object.hasOwn(fields, name) && !isSystemField(name, fields[name]) && !writable.has(name))
    .filter((name) => !mayKnow(name) || differsFrom(stored)(name));
  for (const one of [row, changed]) {
    if (names.length === 0) return;
    names = names.filter(differsFrom(await recordOf(scene, one, db)));
  }
  if (names.length === 0) return;
  const errors = Object.fromEntries(names.map((name) => [name, 'server.notWritable']));
  throw new Refusal(400, 'server.notWritable', { errors });
}
