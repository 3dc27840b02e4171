import { selectAccounts } from 'portal-frame/server/accounts';
import { findAudience, getDb, type ReadContext } from 'portal-frame/server/collections';
import type { CollectionRow } from 'portal-frame/server/database';

/** Finds the people who see a record, ordered by name: active accounts of roles that sign in. */
export async function findReaders(context: ReadContext, row: CollectionRow) {
  const { services, collection } = context;
  const audience = await findAudience(getDb(context), collection, row);
  const accounts = await selectAccounts(getDb(context))
    .where('is_active', '=', 1)
    .where((eb) => eb.or([eb('role', 'in', audience as never[]), eb('id', 'in', audience)]))
    .select(['id', 'full_name as name', 'role'])
    .orderBy('full_name')
    .execute();
  return accounts.filter(({ role }) => services.app.roles.hasSignIn(role));
}
