import { type Kysely, sql } from 'kysely';
import { isReserved, laboratoryKey } from './laboratoryNames.ts';

/**
 * Columns for names of laboratories, records of notifications, and networks of reset codes. Clears deleted accounts.
 */
const columns = [
  'alter table accounts add column name_key text',
  'alter table accounts add column requested_name text',
  'alter table notifications add column resource text',
  'alter table notifications add column record_id text',
  "alter table reset_codes add column network text not null default ''",
  'alter table reset_codes add column foreign_tries integer not null default 0',
  ...['sessions', 'push_tokens', 'feeds', 'reset_codes', 'email_changes', 'notifications'].map(
    (table) => `delete from ${table} where account_id in (select id from accounts where deleted_at is not null)`,
  ),
  `update accounts set email = '', email_key = '', username = '', username_key = '', password_hash = '',
    contact_number = '', address = '', gender = '', about = '', image = null, job_role = '', hire_date = null,
    department = '', shift_timing = '', timings = null where deleted_at is not null`,
];

/**
 * Migrates accounts: runs `columns`, and gives laboratories their name keys. Of several similar names the oldest gets
 * the key. The others, and names like an extra laboratory, get none and block nobody.
 */
export async function accountSteps(
  db: Kysely<unknown>,
  run: (db: Kysely<unknown>, statements: readonly string[]) => Promise<void>,
): Promise<void> {
  await run(db, columns);
  const { rows } = await sql<{ id: string; full_name: string }>`
    select id, full_name from accounts where role = 'laboratory' and deleted_at is null order by created_at, id
  `.execute(db);
  const taken = new Set<string>();
  for (const { id, full_name } of rows) {
    const key = laboratoryKey(full_name);
    if (taken.has(key) || isReserved(full_name)) continue;
    taken.add(key);
    await sql`update accounts set name_key = ${key} where id = ${id}`.execute(db);
  }
  await run(db, ['create unique index accounts_name on accounts (name_key) where deleted_at is null']);
}
