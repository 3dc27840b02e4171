import { normalizeKey, selectAccounts } from '../../frame/server/accounts/accountRows.ts';
import type { AccountRow, Db } from '../../frame/server/db/databaseSchema.ts';
import type { DatabaseKind } from '../../frame/server/db/openDatabase.ts';

/**
 * Whether this employee may be given appointments: neither deleted nor inactive, and not made so until the database
 * transaction ends.
 */
export async function holdAssignable(db: Db, id: string, kind: DatabaseKind): Promise<boolean> {
  const held = await selectAccounts(db)
    .select('id')
    .where('id', '=', id)
    .where('role', '=', 'employee')
    .where('is_active', '=', 1)
    .$if(kind === 'postgres', (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return held !== undefined;
}

/** An employee by record id or code, to look for their appointments; deleted ones are found by id. */
export async function employeeByIdOrCode(db: Db, text: string): Promise<AccountRow | undefined> {
  const employees = db.selectFrom('accounts').selectAll().where('role', '=', 'employee');
  return (
    (await employees.where('id', '=', text).executeTakeFirst()) ??
    (await employees.where('employee_key', '=', normalizeKey(text)).where('deleted_at', 'is', null).executeTakeFirst())
  );
}

/** The laboratories of exactly that name: one, but for look-alikes that are older than the rule against them. */
export const laboratoriesByName = (db: Db, name: string): Promise<AccountRow[]> =>
  selectAccounts(db).selectAll().where('role', '=', 'laboratory').where('full_name', '=', name).execute();
