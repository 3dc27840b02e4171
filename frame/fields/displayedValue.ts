import type { AnyRecord } from '../wire/binding.ts';

/** Returns the value to display: for a reference the host's label, null if it is hidden from this person. */
export function getDisplayedValue(record: AnyRecord, name: string): unknown {
  const { labels } = record as { labels?: Record<string, unknown> };
  return labels && Object.hasOwn(labels, name) ? labels[name] : record[name];
}

/** True if the host sent a label for the reference, even an empty one. */
export const hasLabel = (record: AnyRecord, name: string): boolean =>
  Object.hasOwn((record as { labels?: object }).labels ?? {}, name);
