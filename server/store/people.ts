import { normalizeKey, selectAccounts } from '../../frame/server/accounts/accountRows.ts';
import type { AccountRow, Db } from '../../frame/server/db/databaseSchema.ts';
import type { DatabaseKind } from '../../frame/server/db/openDatabase.ts';

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
