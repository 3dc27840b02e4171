import type { DeleteResult, UpdateResult } from 'kysely';

interface ChangeQuery {
  executeTakeFirst(): Promise<UpdateResult | DeleteResult>;
}

/** Runs an update or delete. True if it changed at least one row. */
export async function changesRow(query: ChangeQuery): Promise<boolean> {
  const result = await query.executeTakeFirst();
  return ('numUpdatedRows' in result ? result.numUpdatedRows : result.numDeletedRows) > 0n;
}
