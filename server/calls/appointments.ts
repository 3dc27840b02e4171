import { type AppointmentQuery, fromAppointmentQuery } from '../../src/wire/appointmentQuery.ts';
import { type Appointment, writeAppointment } from '../../src/wire/appointmentRecord.ts';
import { fromNewAppointment, NAMES, type NewAppointment } from '../../src/wire/newAppointment.ts';
import { EXTRA_LABORATORIES } from '../../src/wire/values.ts';
import type { Note } from '../audit/audited.ts';
import type { Owner as Owned, Reader } from '../files/addresses.ts';
import type { SavedFile } from '../files/store.ts';
import type { Account, Handlers, Input } from '../http/handler.ts';
import { notFound, Refusal } from '../http/refusal.ts';
import { translateServer } from '../http/texts.ts';
import { transact } from '../outbox/transact.ts';
import type { Services } from '../services.ts';
import { accountById, employeeByIdOrCode, laboratoriesByName } from '../store/accounts.ts';
import type { AppointmentFilter, Owner } from '../store/appointmentFilter.ts';
import {
  addAppointment,
  appointmentById,
  assignEmployee,
  complete,
  type FullAppointment,
  pageOfAppointments,
  patientKey,
  scheduledAppointments,
  setStatus,
  setTracking,
} from '../store/appointments.ts';
import { newId } from '../store/id.ts';
import type { AccountRow, AppointmentRow, Db } from '../store/schema.ts';
import { liveSession } from '../store/sessions.ts';
import { openTransaction, settleTransaction } from '../store/transactions.ts';
import { dayRange, localToUtc, today } from '../time.ts';
import { refuseOverlap, refuseUnassignable } from './booking.ts';
import { notify } from './notify.ts';
import { appointmentTold, transactionTold } from './told.ts';

type Names =
  | 'adminAppointments'
  | 'adminArchive'
  | 'adminToday'
  | 'employeeAppointments'
  | 'employeeArchive'
  | 'employeeToday'
  | 'laboratoryAppointments'
  | 'laboratoryArchive'
  | 'laboratoryToday'
  | 'adminCreateAppointment'
  | 'laboratoryCreateAppointment'
  | 'updateAppointment'
  | 'assignAppointment'
  | 'uploadTracking';

/** Whose appointments a person sees (design.md): the employee's and the laboratory's own, all of them the admin. */
export function ownerOf({ role, id }: Account): Owner | undefined {
  if (role === 'admin') return undefined;
  return { column: role === 'employee' ? 'employee_id' : 'laboratory_id', id };
}

/** A row as the wire has it, its files as signed addresses. */
export function toWire(
  { row, documents, employee }: FullAppointment,
  { files }: Pick<Services, 'files'>,
  reader: Reader,
) {
  const url = (file: { path: string; size?: number }, as: Owned['as']) =>
    files.urlOf(file, { resource: 'appointments', id: row.id, as }, reader);
  const { image, tracking_image: tracking } = row;
  const record: Appointment = {
    id: row.id,
    patientName: row.patient_name,
    image: image && url({ path: image }, 'photos'),
    age: row.age,
    email: row.email,
    contactNumber: row.contact_number,
    address: row.address,
    accountNumber: row.account_number,
    dateOfBirth: row.date_of_birth,
    gender: row.gender,
    employee: employee && {
      id: employee.id,
      employeeId: employee.employee_code ?? '',
      fullName: employee.full_name,
    },
    laboratory: row.laboratory,
    fees: row.fees_cents === null ? null : row.fees_cents / 100,
    priorityLevel: row.priority,
    appointmentDateTime: new Date(row.scheduled_at).toISOString(),
    status: row.status,
    specialInstructions: row.instructions,
    documents: documents.map((file) => url(file, 'documents')),
    trackingImage: tracking && url({ path: tracking }, 'documents'),
    createdAt: new Date(row.created_at).toISOString(),
  };
  const names = documents.map(({ path, name }) => [path, name]);
  if (tracking) names.push([tracking, `tracking.${tracking.split('.').pop()}`]);
  return writeAppointment(record, row.laboratory_id, names.length > 0 ? Object.fromEntries(names) : undefined);
}

async function oneToWire(row: AppointmentRow, services: Services, reader: Reader) {
  const [full] = await complete(services.db, [row]);
  return toWire(full as FullAppointment, services, reader);
}

async function list(
  { query, account }: { query: AppointmentQuery; account: Account },
  services: Services,
  archived: boolean,
) {
  const { db, config } = services;
  const { page, perPage, sort, filter } = fromAppointmentQuery(query);
  // An employee is named by record id or by code.
  const employee = filter.employee ? await employeeByIdOrCode(db, filter.employee) : undefined;
  const wanted: AppointmentFilter = {
    owner: ownerOf(account),
    archived,
    id: filter.id,
    status: filter.status,
    priority: filter.priorityLevel,
    laboratory: filter.laboratory,
    employeeId: filter.employee ? (employee?.id ?? '') : undefined,
    scheduled: filter.appointmentDate ? dayRange(filter.appointmentDate, config.timeZone) : undefined,
    assigned: filter.assigned,
    tracking: filter.tracking,
  };
  const { appointments, totalPages } = await pageOfAppointments(db, wanted, sort, page, perPage);
  return { data: { appointments: appointments.map((one) => toWire(one, services, account)), totalPages } };
}

async function todayOf({ account }: { account: Account }, services: Services) {
  const { db, config } = services;
  const range = dayRange(today(config.timeZone), config.timeZone);
  const found = await scheduledAppointments(db, range, ownerOf(account));
  return { data: found.map((one) => withEmployee(toWire(one, services, account))) };
}

/** Today's lists hold the employee a second time, under `employee` (spec 7). */
const withEmployee = <W extends ReturnType<typeof writeAppointment>>(wire: W) => ({
  ...wire,
  employee: wire.employeeId,
});

const wholeList = (input: Input<'adminAppointments'>, services: Services) => list(input, services, false);
const archive = (input: Input<'adminArchive'>, services: Services) => list(input, services, true);

export const appointmentHandlers: Handlers<Names> = {
  adminAppointments: wholeList,
  employeeAppointments: wholeList,
  laboratoryAppointments: wholeList,
  adminArchive: archive,
  employeeArchive: archive,
  laboratoryArchive: archive,
  adminToday: todayOf,
  employeeToday: todayOf,
  laboratoryToday: todayOf,

  async adminCreateAppointment(input, services) {
    const { employee: code, laboratory: name, laboratoryId } = fromNewAppointment(input.body);
    const employee = await employeeByIdOrCode(services.db, code);
    if (!employee) throw Refusal.at(NAMES.employee, 400, 'server.noSuchEmployee');
    return create(input, { employee, ...(await laboratoryOf(services.db, name, laboratoryId)) }, services);
  },

  async laboratoryCreateAppointment(input, services) {
    const laboratory = await accountById(services.db, input.account.id);
    if (!laboratory) throw notFound();
    return create(input, { employee: null, laboratory, name: laboratory.full_name }, services);
  },

  async updateAppointment({ params, body, account, note }, services) {
    const row = await transact(services, async (db, tell) => {
      const before = await appointmentById(db, params.id);
      const row = before && (await setStatus(db, params.id, body.status));
      if (!row) throw notFound();
      await settleTransaction(db, row.id, body.status);
      if (before.status !== row.status) await notify(db, tell, services, 'status', row);
      tell(appointmentTold(row, 'change'), transactionTold('change'));
      await note(db);
      return row;
    });
    return { message: 'toasts.statusUpdated', data: await oneToWire(row, services, account) };
  },

  async assignAppointment({ params, body, account, request, note }, services) {
    const { db } = services;
    const found = await appointmentById(db, params.id);
    if (!found) throw notFound();
    const employee = await employeeByIdOrCode(db, body.employeeId);
    if (!employee) throw Refusal.at(NAMES.employee, 400, 'server.noSuchEmployee');
    const row = await transact(services, async (trx, tell) => {
      await refuseUnassignable(trx, employee.id, services);
      if (!body.confirmed && !found.employee_id) await refuseOverlap(trx, found, employee.id, services);
      const assigned = await assignEmployee(trx, params.id, employee.id);
      if (!assigned) throw new Refusal(409, 'server.alreadyAssigned');
      await notify(trx, tell, services, 'assigned', assigned);
      tell(appointmentTold(assigned, 'change'));
      await note(trx);
      return assigned;
    });
    // The reply's data holds the message as well (spec 7).
    const told = translateServer(request.headers['accept-language']).say('toasts.assigned');
    return { message: 'toasts.assigned', data: { message: told, ...(await oneToWire(row, services, account)) } };
  },

  async uploadTracking({ params, files, account, note }, services) {
    const [image] = files.image;
    if (!image) throw Refusal.at('image', 400, 'errors.noFile');
    const found = await appointmentById(services.db, params.id, ownerOf(account));
    if (!found) throw notFound();
    const row = await transact(services, async (db, tell) => {
      const tracked = await setTracking(db, params.id, account.id, image.path);
      if (!tracked) throw new Refusal(409, 'server.alreadyTracked');
      await notify(db, tell, services, 'tracking', tracked);
      tell(appointmentTold(tracked, 'change'));
      await note(db);
      return tracked;
    });
    const { db, config } = services;
    // Such a photo is taken late, but a session that is over for want of use is told nothing of the patient.
    const inUse = await liveSession(db, account.sessionId, account.id, config.idleMinutes);
    const told = inUse ? await oneToWire(row, services, account) : toWire(withoutPatient(row), services, account);
    return { message: 'toasts.trackingUploaded', data: told };
  },
};

/**
 * The laboratory that an admin names: the account of that id, else one of the extras, which never have one, else the
 * only account of that name.
 */
async function laboratoryOf(db: Db, name: string, id?: string): Promise<Pick<Parties, 'laboratory' | 'name'>> {
  const refuse = (message: string) => Refusal.at(NAMES.laboratory, 400, message);
  if (id !== undefined) {
    const laboratory = await accountById(db, id);
    if (laboratory?.role !== 'laboratory') throw refuse('server.noSuchLaboratory');
    return { laboratory, name: laboratory.full_name };
  }
  if (EXTRA_LABORATORIES.some((extra) => extra === name)) return { laboratory: null, name };
  const [laboratory, another] = await laboratoriesByName(db, name);
  if (!laboratory) throw refuse('server.noSuchLaboratory');
  if (another) throw refuse('server.severalLaboratories');
  return { laboratory, name };
}

const withoutPatient = (row: AppointmentRow): FullAppointment => ({
  row: {
    ...row,
    ...{ patient_name: '', patient_key: '', image: null, age: null, email: '', contact_number: '', address: '' },
    ...{ account_number: '', date_of_birth: null, gender: '', instructions: '', tracking_image: null },
  },
  documents: [],
  employee: null,
});

/** Who an appointment is for. */
export interface Parties {
  employee: AccountRow | null;
  laboratory: AccountRow | null;
  /** The laboratory's name; one of the extras where it has no account. */
  name: string;
}
interface NewInput {
  body: NewAppointment;
  files: { image: SavedFile[]; documents: SavedFile[] };
  account: Account;
  note: Note;
}

/** Writes the appointment, its transaction and its notices together, or nothing. */
async function create({ body, files, account, note }: NewInput, parties: Parties, services: Services) {
  const row = newRow(body, parties, files.image[0]?.path ?? null, services);
  await transact(services, async (db, tell) => {
    if (parties.employee) await refuseUnassignable(db, parties.employee.id, services);
    if (parties.employee && !body.confirmed) await refuseOverlap(db, row, parties.employee.id, services);
    await addAppointment(db, row, files.documents);
    await openTransaction(db, row);
    if (account.role === 'laboratory') await notify(db, tell, services, 'added', row);
    if (parties.employee) await notify(db, tell, services, 'assigned', row);
    tell(appointmentTold(row, 'create'));
    if (row.fees_cents) tell(transactionTold('create'));
    await note(db, { recordId: row.id });
  });
  return { message: 'toasts.appointmentCreated', data: await oneToWire(row, services, account) };
}

/** The row of a new appointment; its body is as the call's schema gives it. */
export function newRow(
  body: NewAppointment,
  parties: Parties,
  image: string | null,
  { config }: Services,
): AppointmentRow {
  const now = Date.now();
  return {
    id: newId(now),
    patient_name: body.patientName,
    patient_key: patientKey(body.patientName),
    image,
    age: body.age ?? null,
    email: body.email ?? '',
    contact_number: body.contactNumber ?? '',
    address: body.address ?? '',
    account_number: body.accountNumber ?? '',
    date_of_birth: body.dateOfBirth || null,
    gender: body.gender,
    employee_id: parties.employee?.id ?? null,
    laboratory_id: parties.laboratory?.id ?? null,
    laboratory: parties.name,
    fees_cents: body.fees === undefined ? null : Math.round(body.fees * 100),
    priority: body.priorityLevel,
    scheduled_at: localToUtc(body.appointmentDateTime, config.timeZone),
    status: body.status,
    instructions: body.specialInstructions ?? '',
    tracking_image: null,
    created_at: now,
    updated_at: now,
    version: 1,
  };
}
