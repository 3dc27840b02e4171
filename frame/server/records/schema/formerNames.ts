import { listEarlierNames } from '../../../config/checkChanges.ts';
import type { AnyResource } from '../../../config/resource.ts';
import { isBlank } from '../../../config/validate.ts';
import { HttpError } from '../../base/httpError.ts';
import type { Collection } from './collection.ts';
import type { RecordValues } from './recordRow.ts';

/** A value that a config converted, as it is called today. */
function toCurrentChoice({ convert }: { convert?: unknown }, value: unknown): unknown {
  if (typeof value !== 'string' || convert === null || typeof convert !== 'object') return value;
  return Object.hasOwn(convert, value) ? (convert as RecordValues)[value] : value;
}

/**
 * What was sent, by the names of today: a screen or a device may have been opened under an older config. Throws a
 * Refusal (409) at a value for a field that is gone: it would be lost.
 */
export function toCurrentNames({ resource }: Pick<Collection, 'resource'>, sent: RecordValues): RecordValues {
  const { fields, dropped = [] } = resource;
  const gone = dropped.find((name) => !isBlank(sent[name] ?? null));
  if (gone !== undefined) throw HttpError.forField(gone, 409, 'server.fieldGone');
  const values = { ...sent };
  for (const [name, field] of Object.entries(fields)) {
    const earlier = listEarlierNames(field.renamedFrom).find((one) => !(one in fields) && Object.hasOwn(sent, one));
    if (earlier !== undefined && !Object.hasOwn(sent, name)) values[name] = sent[earlier];
    if (Object.hasOwn(values, name)) values[name] = toCurrentChoice(field, values[name]);
  }
  return values;
}

/** The names under which a resource is asked for: its own, and those it had that no other has now. */
export function getRouteNames(resource: AnyResource, all: readonly AnyResource[]): string[] {
  const taken = new Set(all.map(({ name }) => name));
  return [resource.name, ...listEarlierNames(resource.renamedFrom).filter((name) => !taken.has(name))];
}
