import { type Kysely, sql } from 'kysely';
import { type DatabaseKind, runMigrationStep, toSearchKey } from 'portal-frame/server/database';

const PAGE = 1000;

/** Adds the search keys of patients to payments: of their visits, and of the names that differ from these. */
export async function addPatientKeys(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await runMigrationStep(db, kind, [
    `alter table transactions add column patient_key text ${kind === 'postgres' ? 'collate "C" ' : ''}not null default ''`,
    'create index transactions_patient on transactions (patient_key, id)',
  ]);
  await sql`update transactions set patient_key = coalesce((select patient_key from appointments
    where appointments.id = transactions.appointment_id and appointments.patient_name = transactions.patient_name), '')`.execute(
    db,
  );
  for (;;) {
    const { rows } = await sql<{ name: string }>`select distinct patient_name as name from transactions
      where patient_key = '' and patient_name <> '' limit ${PAGE}`.execute(db);
    const named = rows.filter(({ name }) => toSearchKey(name) !== '');
    for (const { name } of named)
      await sql`update transactions set patient_key = ${toSearchKey(name)}
        where patient_key = '' and patient_name = ${name}`.execute(db);
    if (named.length === 0) return;
  }
}
