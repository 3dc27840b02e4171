import { me, type RecordValues, type Where } from 'portal-frame';
import type { Services, TimeRange } from 'portal-frame/server';
import {
  type AccountRow,
  aggregateRowsAsJson,
  countRows,
  type DatabaseKind,
  type Db,
  expandJsonTexts,
  getCollection,
  runCachedQuery,
  type Schema,
  selectFromIndex,
  toRowColumns,
} from 'portal-frame/server/database';
import type { ReportKind } from '../../src/wire/choices.ts';
import { nameOf } from './appointmentIndexes.ts';
import type { AppointmentRow, DocumentRow } from './schema.ts';

/** An employee or a laboratory. Undefined stands for all appointments (admin). */
export interface Owner {
  column: 'employee_id' | 'laboratory_id';
  id: string;
}

/** Returns the condition on an owner's appointments: `me` stands for its id. */
export const ownedBy = (owner: Owner | undefined): Where =>
  owner ? { [owner.column === 'employee_id' ? 'employee' : 'laboratory']: me } : {};

/** Counts an owner's matching appointments up to `most`. */
export const countUpTo = (services: Services, where: Where, most?: number, owner?: Owner): Promise<number> =>
  countRows(services, 'appointments', { where: { and: [ownedBy(owner), where] }, most, me: owner?.id });

/** Also of deleted accounts. */
export type AssignedEmployee = Pick<AccountRow, 'id' | 'employee_code' | 'full_name'>;

type AppointmentFile = Pick<DocumentRow, 'path' | 'name' | 'size'>;

export interface FullAppointment {
  row: AppointmentRow;
  /** In the order they were added. */
  documents: AppointmentFile[];
  employee: AssignedEmployee | null;
  /** Number of all reports, and of notes. */
  reports: { all: number; notes: number };
}

/** Selects an owner's appointments in a time range, by the index that suits. */
export const selectScheduled = (db: Db, { from, to }: TimeRange, owner?: Owner) =>
  selectFromIndex<Schema, 'appointments'>(db, 'appointments', nameOf('scheduled_at', owner?.column ?? ''))
    .where('scheduled_at', '>=', from)
    .where('scheduled_at', '<', to)
    .$if(owner !== undefined, (query) => query.where(owner?.column ?? 'employee_id', '=', owner?.id ?? ''));

/** Finds the appointments in a time range, earliest first. */
export const scheduledAppointments = (
  db: Db,
  scheduled: TimeRange,
  owner: Owner | undefined,
): Promise<AppointmentRow[]> =>
  selectScheduled(db, scheduled, owner).selectAll().orderBy('scheduled_at').orderBy('id').execute();

export const appointmentById = (db: Db, id: string, owner?: Owner): Promise<AppointmentRow | undefined> =>
  db
    .selectFrom('appointments')
    .selectAll()
    .where('id', '=', id)
    .$if(owner !== undefined, (query) => query.where(owner?.column ?? 'employee_id', '=', owner?.id ?? ''))
    .executeTakeFirst();

const selectByIds = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('appointments')
    .selectAll()
    .where('id', 'in', expandJsonTexts(db, JSON.stringify(ids)));

/** Finds the appointments with these ids, in any order. */
export const appointmentsById = (db: Db, ids: readonly string[]): Promise<AppointmentRow[]> =>
  selectByIds(db, ids).execute();

/** Finds appointments in the order of their ids, and holds them until the transaction ends. */
export const lockAppointments = (db: Db, ids: readonly string[], kind: DatabaseKind): Promise<AppointmentRow[]> =>
  selectByIds(db, ids)
    .orderBy('id')
    .$if(kind === 'postgres', (query) => query.forUpdate())
    .execute();

/** Finds an appointment and holds it until the transaction ends. */
export const lockAppointment = async (db: Db, id: string, kind: DatabaseKind): Promise<AppointmentRow | undefined> =>
  (await lockAppointments(db, [id], kind))[0];

/** Counts an employee's open visits of a day (a range in ms) before this one. */
export async function countStopsBefore(
  db: Db,
  { id, employee_id, scheduled_at }: AppointmentRow,
  { from }: { from: number },
): Promise<number> {
  const { count } = await db
    .selectFrom('appointments')
    .select((of) => of.fn.countAll().as('count'))
    .where('employee_id', '=', employee_id)
    .where('status', '=', 'Pending')
    .where((of) => of.or([of('visit_state', 'is', null), of('visit_state', '=', 'started')]))
    .where('scheduled_at', '>=', from)
    .where((of) =>
      of.or([
        of('scheduled_at', '<', scheduled_at),
        of.and([of('scheduled_at', '=', scheduled_at), of('id', '<', id)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Finds an employee's first open visit of a day. */
export const findNextVisit = (db: Db, employee: string, { from, to }: { from: number; to: number }) =>
  db
    .selectFrom('appointments')
    .selectAll()
    .where('employee_id', '=', employee)
    .where('status', '=', 'Pending')
    .where('visit_state', 'is', null)
    .where('scheduled_at', '>=', from)
    .where('scheduled_at', '<', to)
    .orderBy('scheduled_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

type Reported = [appointment: string, ReportKind];

/** Loads documents, employees and report counts of these rows in one query. */
export async function loadDetails(db: Db, rows: readonly AppointmentRow[]): Promise<FullAppointment[]> {
  if (rows.length === 0) return [];
  const values = {
    ids: JSON.stringify(rows.map(({ id }) => id)),
    employeeIds: JSON.stringify([...new Set(rows.flatMap(({ employee_id: id }) => id ?? []))]),
  };
  const [found] = await runCachedQuery(db, 'belongings', values, ({ ids, employeeIds }) =>
    db.selectNoFrom((of) => [
      of
        .selectFrom('documents')
        .select(aggregateRowsAsJson(db, ['appointment_id', 'position', 'path', 'name', 'size']).as('lists'))
        .where('appointment_id', 'in', expandJsonTexts(db, ids))
        .as('documents'),
      of
        .selectFrom('accounts')
        .select(aggregateRowsAsJson(db, ['id', 'employee_code', 'full_name']).as('lists'))
        .where('id', 'in', expandJsonTexts(db, employeeIds))
        .as('employees'),
      of
        .selectFrom('visit_reports')
        .select(aggregateRowsAsJson(db, ['appointment_id', 'kind']).as('lists'))
        .where('appointment_id', 'in', expandJsonTexts(db, ids))
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
  const noted = (all: readonly Reported[]) => all.filter(([, kind]) => kind === 'note').length;
  return rows.map((row) => ({
    row,
    reports: { all: reportsOf(row.id).length, notes: noted(reportsOf(row.id)) },
    documents: (documents.get(row.id) ?? [])
      .sort((one, other) => one[1] - other[1])
      .map(([, , path, name, size]) => ({ path, name, size })),
    employee: employee.get(row.employee_id ?? '') ?? null,
  }));
}

/** Columns of a patient, without values. */
export const NO_PATIENT = {
  ...{ patient_name: '', patient_key: '', image: null, age: null, email: '', contact_number: '', address: '' },
  ...{ account_number: '', date_of_birth: null, gender: '', instructions: '' },
};

/** Converts values of an appointment to its columns. */
export const toAppointmentColumns = (services: Services, values: RecordValues): Partial<AppointmentRow> =>
  toRowColumns(getCollection(services, 'appointments'), values, services.config.timeZone);

/** Returns the rows of saved documents of an appointment, in their order. */
export const toDocumentRows = (appointment_id: string, saved: readonly AppointmentFile[]): DocumentRow[] =>
  saved.map(({ path, name, size }, position) => ({ appointment_id, position, path, name, size }));

/** Finds the ids of the laboratories of an employee's appointments, or of the employees of a laboratory's. */
export async function partnersOf(db: Db, { column, id }: Owner): Promise<(string | null)[]> {
  const other = column === 'employee_id' ? 'laboratory_id' : 'employee_id';
  const rows = await db.selectFrom('appointments').select(other).distinct().where(column, '=', id).execute();
  return rows.map((row) => row[other] ?? null);
}

/** Finds the name that the uploader gave a document. */
export async function documentName(db: Db, appointmentId: string, path: string): Promise<string | undefined> {
  const rows = db.selectFrom('documents').select('name').where('appointment_id', '=', appointmentId);
  return (await rows.where('path', '=', path).executeTakeFirst())?.name;
}
