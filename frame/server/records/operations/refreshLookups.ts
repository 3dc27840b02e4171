import { compileDeferredUpdates } from '../derived/lookupColumns.ts';
import type { RecordsContext } from '../read/operationContext.ts';
import { getCollection } from '../schema/collection.ts';
import { toCollectionDb } from '../schema/collectionDb.ts';
import { pagesById } from '../schema/pagesById.ts';
import { transaction } from './recordsContext.ts';

/** Records of one transaction, so that nobody waits for it long. */
const PORTION = 50;

/**
 * Refreshes the lookups with `deferred` of the records that refer to another one, in short transactions of their own.
 * Call it after the change of that record, such as in a job without a schedule. `key` is the value of the reference.
 * @example run: (context, invoice) => refreshLookups(context, { resource: 'lines', reference: 'invoice', key: invoice.key })
 */
export async function refreshLookups(
  context: RecordsContext,
  { resource, reference, key }: { resource: string; reference: string; key: string },
): Promise<void> {
  const collection = getCollection(context.services, resource);
  const column = collection.columns.find(({ name }) => name === reference)?.valueColumn;
  if (!column) throw new TypeError(`${resource} has no reference ${reference}.`);
  const referring = toCollectionDb(context.services.db)
    .selectFrom(collection.table)
    .select('id')
    .where(column, '=', key);
  const read = (last: string, size: number) =>
    referring.where('id', '>', last).orderBy('id').limit(size).execute() as Promise<{ id: string }[]>;
  for await (const rows of pagesById(read, PORTION))
    await transaction(context, async ({ db }) => {
      const ids = rows.map(({ id }) => id);
      for (const update of compileDeferredUpdates(collection, column, ids)) await update.execute(db);
    });
  const audience = Object.keys(collection.resource.roles);
  await transaction(context, async ({ publish }) => publish({ resource, operation: 'change', audience }));
}
