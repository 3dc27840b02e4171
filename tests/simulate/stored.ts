import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Selectable, sql } from 'kysely';
import type { Schema } from 'portal-frame/server/database';
import { findUnrecorded } from 'portal-frame/testing';
import type { SimulatedServer } from './server.ts';
import { forbid, type World } from './world.ts';

/** Rows as the database has them, past the API: the invariants compare both. */
export async function query<T>(server: SimulatedServer, text: string): Promise<T[]> {
  return (await sql.raw<T>(text).execute(server.db())).rows;
}

const VISIT =
  'id, patient_name, employee_id, laboratory_id, scheduled_at, status, visit_state, version, completed_by_report';
export type VisitRow = Pick<
  Selectable<Schema['appointments']>,
  | 'id'
  | 'patient_name'
  | 'employee_id'
  | 'laboratory_id'
  | 'scheduled_at'
  | 'status'
  | 'visit_state'
  | 'version'
  | 'completed_by_report'
>;

export const readVisits = (server: SimulatedServer, where = 'true'): Promise<VisitRow[]> =>
  query<VisitRow>(server, `select ${VISIT} from appointments where ${where}`);

/** Finds the first difference of two lists in any order. */
export function findDifference(one: readonly string[], other: readonly string[]): string | undefined {
  const [a, b] = [one.toSorted(), other.toSorted()];
  const at = Array.from({ length: Math.max(a.length, b.length) }).findIndex((_, index) => a[index] !== b[index]);
  return at === -1 ? undefined : `${a[at]} or ${b[at]}`;
}

export const findVisit = async (
  server: SimulatedServer,
  by: 'id' | 'patient_name',
  value: string,
): Promise<VisitRow | undefined> => (await readVisits(server, `${by} = '${value}'`))[0];

export const findDaysOff = (server: SimulatedServer): Promise<{ reason: string }[]> =>
  query(server, 'select text_reason as reason from "c_timeOff"');

/** Ids of visits that were added to draw a rejected tube again. */
export async function findRedraws(server: SimulatedServer): Promise<Set<string>> {
  const orders = await query<{ id: string }>(
    server,
    'select text_appointment as id from "c_testOrders" where "text_redrawOf" is not null',
  );
  return new Set(orders.map(({ id }) => id));
}

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

/** Forbids records whose history lacks a version. Holds after every answer. */
export async function checkRecorded({ server }: Pick<World, 'server'>, after: string): Promise<void> {
  const all = await findUnrecorded(server.db(), await server.collections());
  const found = all.find((one) => !server.known.has(one));
  forbid('every change has its history', found && `${found} after ${after}`);
}
