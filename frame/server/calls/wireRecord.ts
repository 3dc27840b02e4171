import type { RecordValues } from '../records/schema/recordRow.ts';

/** A record as the wire has it, where only its id is called otherwise there. */
export function toWireRecord<W extends { _id: string }>(record: RecordValues): W {
  const wire: RecordValues = { _id: record.id };
  for (const name in record) if (name !== 'id') wire[name] = record[name];
  return wire as W;
}
