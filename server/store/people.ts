import { findAccountsByRole, normalizeKey, selectAccounts } from 'portal-frame/server/accounts';
import { type AccountRow, type DatabaseKind, type Db, expandJsonTexts } from 'portal-frame/server/database';

/** The ids of active employees, which PostgreSQL locks until the transaction ends. SQLite has one writer. */
const selectAssignable = (db: Db, kind: DatabaseKind) =>
  selectAccounts(db)
    .select('id')
    .where('role', '=', 'employee')
    .where('is_active', '=', 1)
    .$if(kind === 'postgres', (query) => query.forNoKeyUpdate());

/** True if these employees are active. Locks the accounts until the transaction ends. */
export async function holdAssignable(db: Db, ids: readonly string[], kind: DatabaseKind): Promise<boolean> {
  const named = selectAssignable(db, kind).where('id', 'in', expandJsonTexts(db, JSON.stringify(ids)));
  return (await named.orderBy('id').execute()).length === new Set(ids).size;
}

/** Finds the ids of all active employees, and holds them as `holdAssignable` does, in the order of their ids. */
export async function holdAllAssignable(db: Db, kind: DatabaseKind): Promise<string[]> {
  const held = await selectAssignable(db, kind).orderBy('id').execute();
  return held.map(({ id }) => id);
}

/** Finds the active employees in the order of their names. */
export const findActiveEmployees = async (db: Db): Promise<AccountRow[]> =>
  (await findAccountsByRole(db, 'employee')).filter((one) => one.is_active === 1);

/** Finds an employee by record id or code; deleted ones only by id. */
export async function employeeByIdOrCode(db: Db, text: string): Promise<AccountRow | undefined> {
  const employees = db.selectFrom('accounts').selectAll().where('role', '=', 'employee');
  const byCode = employees.where('employee_key', '=', normalizeKey(text)).where('deleted_at', 'is', null);
  return (await employees.where('id', '=', text).executeTakeFirst()) ?? byCode.executeTakeFirst();
}

/** Finds the laboratories with exactly this name. Old databases may have several. */
export const laboratoriesByName = (db: Db, name: string): Promise<AccountRow[]> =>
  selectAccounts(db).selectAll().where('role', '=', 'laboratory').where('full_name', '=', name).execute();
