import {
  type Account,
  createEventLoopYield,
  HttpError,
  type RecordsContext,
  records,
  type SavedFile,
  type Services,
  type TransactionContext,
  transaction,
} from 'portal-frame/server';
import { findAccountById } from 'portal-frame/server/accounts';
import { type AccountRow, type Db, insertRows, newId, toSearchKey } from 'portal-frame/server/database';
import { omitEmpty } from 'portal-frame/wire';
import {
  type NewAppointment,
  type NewOrder,
  toNewOrder,
  WIRE_FIELD_NAMES,
} from '../../src/wire/appointments/newAppointment.ts';
import { EXTRA_LABORATORIES } from '../../src/wire/choices.ts';
import { findOrderCollections } from '../orders/orderCollections.ts';
import { sendNotice } from '../outbox/appointmentNotices.ts';
import { createAppointmentEvent } from '../outbox/liveChanges.ts';
import { keepOverrides } from '../plan/findReasons.ts';
import { NEW_VISIT, NO_PATIENT, toDocumentRows } from '../store/appointments.ts';
import { laboratoriesByName } from '../store/people.ts';
import type { AppointmentRow } from '../store/schema.ts';
import { oneToWire } from './appointmentWire.ts';
import { bookingQuestions, pastQuestion, refuseUnassignable, refuseUntilConfirmed, visitMoment } from './booking.ts';
import { isUntaken } from './planning/visitSlots.ts';
import { createPayments } from './visitPayments.ts';

/** Finds the laboratory that an admin names: by id, else an extra laboratory, else the only account with the name. */
export async function laboratoryOf(db: Db, name: string, id?: string): Promise<Pick<Parties, 'laboratory' | 'name'>> {
  const refuse = (message: string) => HttpError.forField(WIRE_FIELD_NAMES.laboratory, 400, message);
  if (id !== undefined) {
    const laboratory = await findAccountById(db, id);
    if (laboratory?.role !== 'laboratory') throw refuse('server.noSuchLaboratory');
    return { laboratory, name: laboratory.full_name };
  }
  if (EXTRA_LABORATORIES.some((extra) => extra === name)) return { laboratory: null, name };
  const [laboratory, another] = await laboratoriesByName(db, name);
  if (!laboratory) throw refuse('server.noSuchLaboratory');
  if (another) throw refuse('server.severalLaboratories');
  return { laboratory, name };
}

/** Employee and laboratory of an appointment. */
export interface Parties {
  employee: AccountRow | null;
  laboratory: AccountRow | null;
  /** An extra laboratory's name if there is no account. */
  name: string;
}
interface NewInput extends Omit<RecordsContext, 'services'> {
  account: Account;
  body: NewAppointment & NewOrder;
  files: { image: SavedFile[]; documents: SavedFile[] };
}

/** Rows per statement. */
const PORTION = 50;

interface Belongings {
  /** Documents of the only appointment. */
  documents?: readonly SavedFile[];
  orders: readonly { appointment: string; tests: string[] }[];
  /** The orders need its rights. */
  context: RecordsContext;
}

/** Stores new appointments with their orders and payments. Returns the audit entries of the orders. */
export async function storeAppointments(
  tx: TransactionContext,
  rows: readonly AppointmentRow[],
  { documents = [], orders, context }: Belongings,
) {
  const rest = createEventLoopYield();
  const inPortions = async <T>(all: readonly T[], work: (portion: T[]) => Promise<unknown>) => {
    for (let from = 0; from < all.length; from += PORTION) {
      await rest();
      await work(all.slice(from, from + PORTION));
    }
  };
  const created: { id: string }[] = [];
  await inPortions(rows, (some) => insertRows(tx.db, 'appointments', some));
  await insertRows(tx.db, 'documents', toDocumentRows(rows[0]?.id ?? '', documents));
  await inPortions(orders, async (some) => created.push(...(await records(context).createMany('testOrders', some))));
  // Charges count the tests of orders.
  await inPortions(rows, (some) => createPayments(tx, some));
  return created.map(({ id }) => ({ operation: 'create', resource: 'testOrders', recordId: id }) as const);
}

/** Stores a new appointment and notifies its employee. Returns the audit entry of its order. */
export async function storeAppointment(
  tx: TransactionContext,
  row: AppointmentRow,
  { order, ...more }: Omit<Belongings, 'orders'> & { order: { tests: string[] } | null | undefined },
) {
  const orders = order ? [{ appointment: row.id, ...order }] : [];
  const entries = await storeAppointments(tx, [row], { ...more, orders });
  if (row.employee_id) await sendNotice(tx, 'assigned', row);
  tx.publish(createAppointmentEvent(row, 'create'));
  return entries;
}

/** Creates an appointment with its transaction, order and notifications in one transaction. */
export async function create(input: NewInput, parties: Parties, services: Services) {
  const { body, files, account } = input;
  const row = newRow(body, parties, files.image[0]?.path ?? null, services);
  const order = toNewOrder(body);
  if (order && !findOrderCollections(services)) throw HttpError.forField('tests', 400, 'validation.invalid');
  await transaction({ ...input, services }, async (tx) => {
    const { db } = tx;
    if (parties.employee) await refuseUnassignable(db, parties.employee.id, services);
    const against = parties.employee && (await bookingQuestions(db, row, services));
    const isTaken = account.role === 'laboratory' && !body.confirmed && !(await isUntaken({ ...services, db }, row));
    const taken = isTaken ? { message: 'plan.taken', field: 'appointmentDateTime' } : undefined;
    const questions = [pastQuestion(undefined, row, services), taken, ...(against?.questions ?? [])];
    if (!body.confirmed) refuseUntilConfirmed(questions);
    const orders = await storeAppointment(tx, row, { documents: files.documents, order, context: tx });
    const overrides = await keepOverrides(tx, [{ row, reasons: against?.reasons ?? [] }], body.overrideReason);
    if (account.role === 'laboratory') await sendNotice(tx, 'added', row);
    await tx.note(db, { recordId: row.id, nested: [...orders, ...overrides] });
  });
  return { message: 'toasts.appointmentCreated', data: await oneToWire(row, services, account) };
}

export const orNull = <V>(value: V | '' | undefined) => (value === '' ? null : value);

/** Converts the values of a validated body to columns; undefined if it does not name them. */
const toColumns = ({ patientName, fees, appointmentDateTime: at, ...body }: NewAppointment, zone: string) => ({
  patient_name: patientName,
  patient_key: toSearchKey(patientName),
  email: body.email,
  age: orNull(body.age),
  contact_number: body.contactNumber,
  account_number: body.accountNumber,
  address: body.address,
  date_of_birth: orNull(body.dateOfBirth),
  gender: body.gender,
  priority: body.priorityLevel,
  fees_cents: fees === undefined ? undefined : Math.round(fees * 100),
  scheduled_at: visitMoment(at, zone),
  status: body.status,
  instructions: body.specialInstructions,
});

/** Columns that each new appointment has. */
type GivenColumns = Pick<AppointmentRow, 'patient_name' | 'gender' | 'priority' | 'scheduled_at' | 'status'>;

/** Creates the row of a new appointment from a validated body. */
export function newRow(
  body: NewAppointment,
  parties: Parties,
  image: string | null,
  { config }: Services,
): AppointmentRow {
  const now = Date.now();
  const columns = omitEmpty({ ...toColumns(body, config.timeZone) }) as GivenColumns;
  return {
    ...{ ...NO_PATIENT, fees_cents: null, ...NEW_VISIT, ...columns },
    id: newId(now),
    image,
    employee_id: parties.employee?.id ?? null,
    laboratory_id: parties.laboratory?.id ?? null,
    laboratory: parties.name,
    created_at: now,
    updated_at: now,
  };
}
