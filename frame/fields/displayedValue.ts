import type { AnyRecord } from '../wire/binding.ts';

/**
 * What a record holds at a field, as it is to be shown: of a reference the label that the host gave with the record,
 * null where it may not be shown to this person.
 */
export function getDisplayedValue(record: AnyRecord, name: string): unknown {
  const { labels } = record as { labels?: Record<string, unknown> };
  return labels && Object.hasOwn(labels, name) ? labels[name] : record[name];
}

/** Whether the host gave what a reference is called, or that it is not to be shown. */
export const hasLabel = (record: AnyRecord, name: string): boolean =>
  Object.hasOwn((record as { labels?: object }).labels ?? {}, name);
