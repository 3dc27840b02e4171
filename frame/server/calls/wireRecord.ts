import type { RecordValues } from '../records/schema/recordRow.ts';

/** Renames `id` to `_id`, the API's name for it. */
export function toWireRecord<W extends { _id: string }>(record: RecordValues): W {
  const wire: RecordValues = { _id: record.id };
  for (const name in record) if (name !== 'id') wire[name] = record[name];
  return wire as W;
}
