import { sql } from 'kysely';
import { findAccountResource, getAccountsConfig } from '../../../config/accounts.ts';
import type { AccountRow, Db } from '../../db/databaseSchema.ts';
import type { Publish } from '../../outbox/transact.ts';
import { createContext, type OperationContext, type SignedInCall } from '../read/operationContext.ts';
import { type CollectionRow, toCollectionDb } from '../schema/collectionDb.ts';
import { readLinks } from '../schema/linkRows.ts';
import type { RecordValues } from '../schema/recordRow.ts';
import { applyUpdate } from '../write/writeRecord.ts';

/** Brings the record of an account to what its person changed of it, within the same transaction. */
export async function syncAccountRecord(
  services: OperationContext['services'],
  calling: SignedInCall,
  db: Db,
  publish: Publish,
  after: AccountRow,
): Promise<void> {
  const resource = findAccountResource(services.resources, after.role);
  const config = resource && getAccountsConfig(resource);
  if (!config) return;
  const scene = createContext(services, resource.name, calling);
  // Whatever the person may see of it.
  const { rows } =
    await sql<CollectionRow>`select * from ${sql.table(scene.collection.table)} where id = ${after.id}`.execute(db);
  const [row] = await readLinks(toCollectionDb(db), scene.collection, rows);
  if (!row) return;
  const values: RecordValues = {
    [config.email]: after.email,
    [config.name]: after.full_name,
    ...(config.active && { [config.active]: after.is_active === 1 }),
  };
  await applyUpdate(scene, toCollectionDb(db), publish, { row, values, entries: new Map() });
}
