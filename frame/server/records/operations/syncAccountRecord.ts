import { sql } from 'kysely';
import { findAccountResource, getAccountsConfig } from '../../../config/app/accounts.ts';
import type { AccountRow, Db } from '../../db/databaseSchema.ts';
import type { Publish } from '../../outbox/transact.ts';
import type { Services } from '../../services.ts';
import { findAudience } from '../access/rowRules.ts';
import { createContext, type SignedInCall, toWriteContext } from '../read/operationContext.ts';
import type { CollectionRow } from '../schema/collectionDb.ts';
import { readLinks } from '../schema/linkRows.ts';
import type { RecordValues } from '../schema/recordRow.ts';
import { isAccountTable } from '../write/recordAccount.ts';
import { applyUpdate } from '../write/writeRecords.ts';

/**
 * Copies a user's changes of their account to the record of that account, in the same transaction. If the account itself
 * is the record, publishes the change.
 */
export async function syncAccountRecord(
  services: Services,
  call: SignedInCall,
  db: Db,
  publish: Publish,
  after: AccountRow,
): Promise<void> {
  const own = services.collections.find((one) => isAccountTable(one) && one.resource.table?.where?.role === after.role);
  if (own) {
    const audience = await findAudience(db, own, after as unknown as CollectionRow);
    publish({ resource: own.resource.name, recordId: after.id, operation: 'change', audience });
  }
  const resource = findAccountResource(services.resources, after.role);
  const config = resource && getAccountsConfig(resource);
  if (!config) return;
  const context = toWriteContext(createContext(services, resource.name, call), db, publish);
  const { collection } = context;
  // Applies even if the user may not see the record.
  const query = sql<CollectionRow>`select * from ${sql.table(collection.table)} where id = ${after.id}`;
  const [row] = await readLinks(context.db, collection, (await query.execute(db)).rows);
  if (!row) return;
  const values: RecordValues = {
    [config.email]: after.email,
    [config.name]: after.full_name,
    ...(config.active && { [config.active]: after.is_active === 1 }),
  };
  await applyUpdate(context, { row, values });
}
