import { normalizeKey, selectAccounts } from 'portal-frame/server/accounts';
import type { AccountRow, DatabaseKind, Db } from 'portal-frame/server/database';

/** True if this employee is active. Locks the account until the transaction ends. */
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

/** Finds an employee by record id or code; deleted ones only by id. */
export async function employeeByIdOrCode(db: Db, text: string): Promise<AccountRow | undefined> {
  const employees = db.selectFrom('accounts').selectAll().where('role', '=', 'employee');
  return (
    (await employees.where('id', '=', text).executeTakeFirst()) ??
    (await employees.where('employee_key', '=', normalizeKey(text)).where('deleted_at', 'is', null).executeTakeFirst())
  );
}

/** Finds the laboratories with exactly this name. Old databases may have several. */
export const laboratoriesByName = (db: Db, name: string): Promise<AccountRow[]> =>
  selectAccounts(db).selectAll().where('role', '=', 'laboratory').where('full_name', '=', name).execute();
