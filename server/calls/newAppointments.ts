import { NAMES, type NewAppointment } from '../../src/wire/newAppointment.ts';
import { EXTRA_LABORATORIES } from '../../src/wire/values.ts';
import type { Note } from '../audit/audited.ts';
import type { SavedFile } from '../files/store.ts';
import type { Account } from '../http/handler.ts';
import { Refusal } from '../http/refusal.ts';
import { transact } from '../outbox/transact.ts';
import type { Services } from '../services.ts';
import { accountById, laboratoriesByName } from '../store/accounts.ts';
import { addAppointment, patientKey } from '../store/appointments.ts';
import { newId } from '../store/id.ts';
import type { AccountRow, AppointmentRow, Db } from '../store/schema.ts';
import { openTransaction } from '../store/transactions.ts';
import { localToUtc } from '../time.ts';
import { oneToWire } from './appointmentWire.ts';
import { refuseOverlap, refuseUnassignable } from './booking.ts';
import { notify } from './notify.ts';
import { appointmentTold, transactionTold } from './told.ts';

/**
 * The laboratory that an admin names: the account of that id, else one of the extras, which never have one, else the
 * only account of that name.
 */
export async function laboratoryOf(db: Db, name: string, id?: string): Promise<Pick<Parties, 'laboratory' | 'name'>> {
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
export async function create({ body, files, account, note }: NewInput, parties: Parties, services: Services) {
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
    cancel_reason: null,
    created_at: now,
    updated_at: now,
    version: 1,
  };
}
