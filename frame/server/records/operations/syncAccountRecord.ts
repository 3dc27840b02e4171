import { sql } from 'kysely';
import { accountResource, accountsOf } from '../../../config/accounts.ts';
import type { AccountRow, Db } from '../../db/databaseSchema.ts';
import type { Publish } from '../../outbox/transact.ts';
import { type Calling, type Scene, sceneOf } from '../read/operationContext.ts';
import { collectionDb, type Row } from '../schema/collectionDb.ts';
import { readLinks } from '../schema/linkRows.ts';
import type { Values } from '../schema/recordRow.ts';
import { writeChange } from '../write/writeRecord.ts';

/** Brings the record of an account to what its person changed of it, within the same transaction. */
export async function syncAccount(
  services: Scene['services'],
  calling: Calling,
  db: Db,
  publish: Publish,
  after: AccountRow,
): Promise<void> {
  const resource = accountResource(services.resources, after.role);
  const config = resource && accountsOf(resource);
  if (!config) return;
  const scene = sceneOf(services, resource.name, calling);
  // Whatever the person may see of it.
  const { rows } = await sql<Row>`select * from ${sql.table(scene.collection.table)} where id = ${after.id}`.execute(
    db,
  );
  const [row] = await readLinks(collectionDb(db), scene.collection, rows);
  if (!row) return;
  const values: Values = {
    [config.email]: after.email,
    [config.name]: after.full_name,
    ...(config.active && { [config.active]: after.is_active === 1 }),
  };
  await writeChange(scene, collectionDb(db), publish, { row, values, entries: new Map() });
}
