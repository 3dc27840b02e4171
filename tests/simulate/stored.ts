import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Selectable, sql } from 'kysely';
import type { Schema } from 'portal-frame/server/database';
import type { SimulatedServer } from './server.ts';

/** Rows as the database has them, past the API: the invariants compare both. */
export async function query<T>(server: SimulatedServer, text: string): Promise<T[]> {
  return (await sql.raw<T>(text).execute(server.db())).rows;
}

export type VisitRow = Selectable<Schema['appointments']>;

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

export const findVisits = (server: SimulatedServer, patient: string): Promise<VisitRow[]> =>
  query<VisitRow>(server, `select * from appointments where patient_name = ${quote(patient)}`);

export const readVisit = async (server: SimulatedServer, id: string): Promise<VisitRow | undefined> =>
  (await query<VisitRow>(server, `select * from appointments where id = ${quote(id)}`))[0];

export const findDaysOff = (server: SimulatedServer): Promise<{ reason: string }[]> =>
  query(server, 'select text_reason as reason from "c_timeOff"');

/** Messages of the outbox that are still to be sent. */
export const countMessages = async (server: SimulatedServer): Promise<number> =>
  Number((await query<{ count: number }>(server, 'select count(*) as count from outbox'))[0]?.count ?? 0);

/** Texts of all sent mails, oldest first. */
export function readMails(dataDir: string): string[] {
  const folder = join(dataDir, 'outbox');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const mails = names.filter((name) => name.endsWith('.eml')).toSorted();
  return mails.map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('=\r\n', ''));
}
