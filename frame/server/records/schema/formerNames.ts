import { listEarlierNames } from '../../../config/checks/checkChanges.ts';
import type { AnyResource } from '../../../config/resource.ts';
import { isBlank } from '../../../config/validate.ts';
import { HttpError } from '../../base/httpError.ts';
import type { Collection } from './collection.ts';
import type { RecordValues } from './recordRow.ts';

function toCurrentChoice({ convert }: { convert?: unknown }, value: unknown): unknown {
  if (typeof value !== 'string' || convert === null || typeof convert !== 'object') return value;
  return Object.hasOwn(convert, value) ? (convert as RecordValues)[value] : value;
}

/**
 * Renames fields and choices that a client of an older config sent. Throws an HttpError (409) at a value of a removed
 * field, which would be lost.
 */
export function toCurrentNames({ resource }: Pick<Collection, 'resource'>, sent: RecordValues): RecordValues {
  const { fields, dropped = [] } = resource;
  const gone = dropped.find((name) => !isBlank(sent[name] ?? null));
  if (gone !== undefined) throw HttpError.forField(gone, 409, 'server.fieldGone');
  const former = Object.values(fields).flatMap(({ renamedFrom }) => listEarlierNames(renamedFrom));
  const past = new Set([...former.filter((one) => !(one in fields)), ...dropped]);
  const values = Object.fromEntries(Object.entries(sent).filter(([name]) => !past.has(name)));
  for (const [name, field] of Object.entries(fields)) {
    const earlier = listEarlierNames(field.renamedFrom).find((one) => !(one in fields) && Object.hasOwn(sent, one));
    if (earlier !== undefined && !Object.hasOwn(sent, name)) values[name] = sent[earlier];
    if (Object.hasOwn(values, name)) values[name] = toCurrentChoice(field, values[name]);
  }
  return values;
}

/** Returns the names of a resource in URLs: its own, and former ones that no other resource has now. */
export function getRouteNames(resource: AnyResource, all: readonly AnyResource[]): string[] {
  const taken = new Set(all.map(({ name }) => name));
  return [resource.name, ...listEarlierNames(resource.renamedFrom).filter((name) => !taken.has(name))];
}
