import type { Values } from '../records/schema/recordRow.ts';

/** A record as the wire has it, where only its id is called otherwise there. */
export function wireOf<W extends { _id: string }>(record: Values): W {
  const wire: Values = { _id: record.id };
  for (const name in record) if (name !== 'id') wire[name] = record[name];
  return wire as W;
}
