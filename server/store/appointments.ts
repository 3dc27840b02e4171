import { sql } from 'kysely';
import { type ReportKind, VISIT_STATES, type VisitState } from '../../src/wire/visitReports.ts';
import type { Range } from '../time.ts';
import { type AppointmentFilter, type Owner, shapeOf, valuesOf, withValues } from './appointmentFilter.ts';
import { CONDITIONS, indexFor } from './appointmentIndexes.ts';
import { runCompiled } from './compiled.ts';
import { countedTotal } from './counts.ts';
import { inLists, insertAll, isSqlite, listed } from './json.ts';
import type { AccountRow, AppointmentRow, AppointmentStatus, Db, DocumentRow } from './schema.ts';

/** Rows per page (spec 9: the server sets it). */
const PAGE_SIZE = 10;

/** What a patient's name is sorted by: without accents and case, so that Ángel stands beside Angela. */
export const patientKey = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();

export interface AppointmentSort {
  field: 'createdAt' | 'patientName' | 'appointmentDateTime';
  order: 'ASC' | 'DESC';
}

/** The employee of an appointment, whether the account still exists or not. */
export type AssignedEmployee = Pick<AccountRow, 'id' | 'employee_code' | 'full_name'>;

/** An upload that belongs to an appointment. */
type AppointmentFile = Pick<DocumentRow, 'path' | 'name' | 'size'>;

/** An appointment with what belongs to it. */
export interface FullAppointment {
  row: AppointmentRow;
  /** As they were added. */
  documents: AppointmentFile[];
  employee: AssignedEmployee | null;
  /** How far its employee says it is, as it stands now: under another employee or at another time it begins anew. */
  visitState: VisitState | null;
  /** How many reports there are, and how many of them are notes. */
  reports: { all: number; notes: number };
}

/**
 * The table, read along that index. PostgreSQL chooses by what it knows of the table's contents; SQLite keeps no such
 * knowledge and has to be told.
 */
function along(db: Db, index: string | undefined) {
  if (index === undefined || !isSqlite(db)) return db.selectFrom('appointments');
  const name = sql`appointments indexed by ${sql.ref(index)}`;
  return db.selectFrom(sql<AppointmentRow>`appointments`.as<'appointments'>(name));
}

/** The appointments that match, read along the index that fits the order, unless another is named. */
export function matching(
  db: Db,
  filter: AppointmentFilter,
  order: 'created_at' | 'patient_key' | 'scheduled_at',
  index = indexFor(filter, order),
) {
  const { owner, scheduled, status } = filter;
  let query = along(db, index);
  if (owner) query = query.where(owner.column, '=', owner.id);
  if (filter.id !== undefined) query = query.where('id', '=', filter.id);
  if (filter.archived) query = query.where(sql<boolean>`${sql.raw(CONDITIONS.archived)}`);
  if (filter.pending) query = query.where(sql<boolean>`${sql.raw(CONDITIONS.pending)}`);
  if (status) query = query.where('status', '=', status);
  if (filter.priority) query = query.where('priority', '=', filter.priority);
  if (filter.laboratory) query = query.where('laboratory', '=', filter.laboratory);
  if (filter.employeeId !== undefined) query = query.where('employee_id', '=', filter.employeeId);
  if (scheduled) query = query.where('scheduled_at', '>=', scheduled.from).where('scheduled_at', '<', scheduled.to);
  if (filter.assigned !== undefined) query = query.where('employee_id', filter.assigned ? 'is not' : 'is', null);
  if (filter.tracking === true) query = query.where(sql<boolean>`${sql.raw(CONDITIONS.tracked)}`);
  if (filter.tracking === false) query = query.where('tracking_image', 'is', null);
  return query;
}

/** How many match. One day or one id is so few that they are counted themselves. */
export async function countAppointments(db: Db, filter: AppointmentFilter): Promise<number> {
  if (filter.id === undefined && !filter.scheduled) return countedTotal(db, filter);
  const { count } = await matching(db, filter, 'scheduled_at')
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The column of each order. */
const ORDERS = { createdAt: 'created_at', patientName: 'patient_key', appointmentDateTime: 'scheduled_at' } as const;
/** The same order, but no index has it. */
const UNINDEXED = {
  created_at: sql`created_at + 0`,
  patient_key: sql`patient_key || ''`,
  scheduled_at: sql.ref('scheduled_at'),
};

/**
 * One page (from 1 on) of the appointments that match, and how many pages there are. Pages of the second half are read
 * from the end, so that the last one is as near as the first.
 */
export async function pageOfAppointments(
  db: Db,
  filter: AppointmentFilter,
  { field, order }: AppointmentSort,
  page: number,
  perPage = PAGE_SIZE,
): Promise<{ appointments: FullAppointment[]; totalPages: number; total: number }> {
  const count = await countAppointments(db, filter);
  const totalPages = Math.max(1, Math.ceil(count / perPage));
  const before = (page - 1) * perPage;
  const size = Math.min(perPage, count - before);
  if (size <= 0) return { appointments: [], totalPages, total: count };
  const backwards = before > count / 2;
  const direction = (order === 'ASC') === backwards ? 'desc' : 'asc';
  const column = ORDERS[field];
  const index = indexFor(filter, column);
  const values = { ...valuesOf(filter), size, skipped: backwards ? count - before - size : before };
  const rows = await runCompiled(db, `page ${shapeOf(filter)} ${index} ${direction}`, values, (value) => {
    // A day is found by its time and then sorted: PostgreSQL might read the whole table in order for it instead.
    const key = filter.scheduled ? UNINDEXED[column] : sql.ref(column);
    return matching(db, withValues(filter, value), column, index)
      .selectAll()
      .orderBy(key, direction)
      .orderBy('id', direction)
      .limit(value.size)
      .offset(value.skipped);
  });
  return { appointments: await complete(db, backwards ? rows.reverse() : rows), totalPages, total: count };
}

/** The appointments of a stretch of time, earliest first. */
export async function scheduledAppointments(
  db: Db,
  scheduled: Range,
  owner: Owner | undefined,
): Promise<FullAppointment[]> {
  const rows = await matching(db, { scheduled, owner }, 'scheduled_at')
    .selectAll()
    .orderBy('scheduled_at')
    .orderBy('id')
    .execute();
  return complete(db, rows);
}

/** One appointment, if it is there and the owner's; undefined else. */
export async function appointmentById(db: Db, id: string, owner?: Owner): Promise<AppointmentRow | undefined> {
  return matching(db, { id, owner }, 'created_at').selectAll().executeTakeFirst();
}

/** The first Pending appointment of an employee that lies less than `minutes` from this one; undefined where there is none. */
export async function overlapping(
  db: Db,
  { id, scheduled_at: at }: Pick<AppointmentRow, 'id' | 'scheduled_at'>,
  employeeId: string,
  minutes: number,
): Promise<AppointmentRow | undefined> {
  const length = minutes * 60_000;
  const scheduled = { from: at - length + 1, to: at + length };
  return matching(db, { employeeId, status: 'Pending', scheduled }, 'scheduled_at')
    .selectAll()
    .where('id', '!=', id)
    .orderBy('scheduled_at')
    .limit(1)
    .executeTakeFirst();
}

type Reported = [appointment: string, account: string, scheduledAt: number, madeAt: number, id: string, ReportKind];

/** The last of its employee's reports of the visit as it stands. */
function visitStateOf(row: AppointmentRow, reports: readonly Reported[]): VisitState | null {
  const own = reports.filter(
    ([, account, at, , , kind]) =>
      account === row.employee_id && at === row.scheduled_at && VISIT_STATES.some((state) => state === kind),
  );
  const [last] = own.sort((one, other) => other[3] - one[3] || (other[4] > one[4] ? 1 : -1));
  return VISIT_STATES.find((state) => state === last?.[5]) ?? null;
}

/** Fetches what belongs to these rows, in one query for all of them. */
export async function complete(db: Db, rows: readonly AppointmentRow[]): Promise<FullAppointment[]> {
  if (rows.length === 0) return [];
  const values = {
    ids: JSON.stringify(rows.map(({ id }) => id)),
    employeeIds: JSON.stringify([...new Set(rows.flatMap(({ employee_id: id }) => id ?? []))]),
  };
  const [found] = await runCompiled(db, 'belongings', values, ({ ids, employeeIds }) =>
    db.selectNoFrom((of) => [
      of
        .selectFrom('documents')
        .select(inLists(db, ['appointment_id', 'position', 'path', 'name', 'size']).as('lists'))
        .where('appointment_id', 'in', listed(db, ids))
        .as('documents'),
      of
        .selectFrom('accounts')
        .select(inLists(db, ['id', 'employee_code', 'full_name']).as('lists'))
        .where('id', 'in', listed(db, employeeIds))
        .as('employees'),
      of
        .selectFrom('visit_reports')
        .select(inLists(db, ['appointment_id', 'account_id', 'scheduled_at', 'made_at', 'id', 'kind']).as('lists'))
        .where('appointment_id', 'in', listed(db, ids))
        .as('reports'),
    ]),
  );
  const files = JSON.parse(found?.documents ?? '[]') as [string, number, string, string, number][];
  const documents = Map.groupBy(files, ([id]) => id);
  const employees = JSON.parse(found?.employees ?? '[]') as [string, string | null, string][];
  const employee = new Map(
    employees.map(([id, employee_code, full_name]) => [id, { id, employee_code, full_name }] as const),
  );
  const reports = Map.groupBy(JSON.parse(found?.reports ?? '[]') as Reported[], ([id]) => id);
  const reportsOf = (id: string) => reports.get(id) ?? [];
  const noted = (all: readonly Reported[]) => all.filter(([, , , , , kind]) => kind === 'note').length;
  return rows.map((row) => ({
    row,
    visitState: visitStateOf(row, reportsOf(row.id)),
    reports: { all: reportsOf(row.id).length, notes: noted(reportsOf(row.id)) },
    documents: (documents.get(row.id) ?? [])
      .sort((one, other) => one[1] - other[1])
      .map(([, , path, name, size]) => ({ path, name, size })),
    employee: employee.get(row.employee_id ?? '') ?? null,
  }));
}

/** What may change of an appointment. */
export type AppointmentUpdate = Partial<Omit<AppointmentRow, 'id' | 'created_at' | 'updated_at' | 'version'>>;
/** Changes an appointment and counts its version up. */
const changing = (db: Db, id: string, change: AppointmentUpdate) =>
  db
    .updateTable('appointments')
    .set((row) => ({ ...change, updated_at: Date.now(), version: row('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll();

/** Changes what is still at that version; undefined where somebody else changed it meanwhile. */
export function changeAppointment(
  db: Db,
  { id, version }: Pick<AppointmentRow, 'id' | 'version'>,
  change: AppointmentUpdate,
): Promise<AppointmentRow | undefined> {
  return changing(db, id, change).where('version', '=', version).executeTakeFirst();
}

/** Sets the status; undefined where there is no such appointment. The reason of a cancelled one goes with another. */
export function setStatus(db: Db, id: string, status: AppointmentStatus): Promise<AppointmentRow | undefined> {
  return changing(db, id, { status, ...(status !== 'Rejected' && { cancel_reason: null }) }).executeTakeFirst();
}

/** Assigns an employee while none is assigned: of many at a time one wins, the others get undefined. */
export function assignEmployee(db: Db, id: string, employeeId: string): Promise<AppointmentRow | undefined> {
  return changing(db, id, { employee_id: employeeId }).where('employee_id', 'is', null).executeTakeFirst();
}

/** Sets the one tracking image; undefined where there is one already, or the appointment is not the employee's. */
export function setTracking(db: Db, id: string, employeeId: string, path: string): Promise<AppointmentRow | undefined> {
  return changing(db, id, { tracking_image: path })
    .where('employee_id', '=', employeeId)
    .where('tracking_image', 'is', null)
    .executeTakeFirst();
}

/** Writes a new appointment with its documents. */
export async function addAppointment(
  db: Db,
  row: AppointmentRow,
  documents: readonly AppointmentFile[],
): Promise<void> {
  await db.insertInto('appointments').values(row).execute();
  if (documents.length === 0) return;
  const rows = documents.map(({ path, name, size }, position) => ({
    appointment_id: row.id,
    position,
    path,
    name,
    size,
  }));
  await db.insertInto('documents').values(rows).execute();
}

/** Writes many new appointments, without documents. */
export const addAppointments = (db: Db, rows: readonly AppointmentRow[]): Promise<void> =>
  insertAll(db, 'appointments', rows);

/** When an employee's Pending appointments of that time are, earliest first. */
export async function pendingTimes(db: Db, employeeId: string, scheduled: Range): Promise<number[]> {
  const rows = await matching(db, { employeeId, status: 'Pending', scheduled }, 'scheduled_at')
    .select('scheduled_at')
    .orderBy('scheduled_at')
    .execute();
  return rows.map((row) => row.scheduled_at);
}

/** Gives an employee's pending appointments back, as unassigned; what they did stays theirs. Gives their laboratories. */
export async function unassignPending(db: Db, employeeId: string): Promise<(string | null)[]> {
  const rows = await db
    .updateTable('appointments')
    .set((row) => ({ employee_id: null, updated_at: Date.now(), version: row('version', '+', 1) }))
    .where('employee_id', '=', employeeId)
    .where('status', '=', 'Pending')
    .where('tracking_image', 'is', null)
    .returning('laboratory_id')
    .execute();
  return [...new Set(rows.map((row) => row.laboratory_id))];
}

/** The accounts at the other end of an employee's or a laboratory's appointments. */
export async function partnersOf(db: Db, { column, id }: Owner): Promise<(string | null)[]> {
  const other = column === 'employee_id' ? 'laboratory_id' : 'employee_id';
  const rows = await db.selectFrom('appointments').select(other).distinct().where(column, '=', id).execute();
  return rows.map((row) => row[other] ?? null);
}

/** What the person called a document of an appointment who sent it. */
export async function documentName(db: Db, appointmentId: string, path: string): Promise<string | undefined> {
  const rows = db.selectFrom('documents').select('name').where('appointment_id', '=', appointmentId);
  return (await rows.where('path', '=', path).executeTakeFirst())?.name;
}
