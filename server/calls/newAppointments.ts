import {
  type Account,
  HttpError,
  type RecordsContext,
  type SavedFile,
  type Services,
  toIsoString,
  transaction,
} from 'portal-frame/server';
import { findAccountById } from 'portal-frame/server/accounts';
import { type Db, getCollection, insertRows } from 'portal-frame/server/database';
import {
  type NewAppointment,
  type NewOrder,
  SAME_FIELDS,
  toNewOrder,
  WIRE_FIELD_NAMES,
} from '../../src/wire/appointments/newAppointment.ts';
import { EXTRA_LABORATORIES } from '../../src/wire/choices.ts';
import { toAppointmentColumns, toDocumentRows } from '../store/appointments.ts';
import { laboratoriesByName } from '../store/people.ts';
import type { AppointmentRow } from '../store/schema.ts';
import { createOrders, hasOrders } from '../visitOrders.ts';
import { type AppointmentValues, createAppointment } from './appointmentChanges.ts';
import { oneToWire } from './appointmentWire.ts';
import { bookingQuestions, pastQuestion, refuseUnassignable, refuseUntilConfirmed, visitMoment } from './booking.ts';
import { findTaken, keepOverrides } from './planning/bookingRules.ts';
import { findSameVisits, holdSameVisits } from './sameVisits.ts';

/** Finds the laboratory that an admin names: by id, else an extra laboratory, else the only account with the name. */
export async function laboratoryOf(db: Db, name: string, id?: string): Promise<Omit<Parties, 'employee'>> {
  const refuse = (message: string) => HttpError.forField(WIRE_FIELD_NAMES.laboratory, 400, message);
  if (id !== undefined) {
    const laboratory = await findAccountById(db, id);
    if (laboratory?.role !== 'laboratory') throw refuse('server.noSuchLaboratory');
    return { laboratory: laboratory.full_name, laboratoryAccount: id };
  }
  if (EXTRA_LABORATORIES.some((extra) => extra === name)) return { laboratory: name, laboratoryAccount: null };
  const [laboratory, another] = await laboratoriesByName(db, name);
  if (!laboratory) throw refuse('server.noSuchLaboratory');
  if (another) throw refuse('server.severalLaboratories');
  return { laboratory: name, laboratoryAccount: laboratory.id };
}

/** Id of the employee, and name and id of the laboratory. Extra laboratories have no id. */
type Parties = Record<'employee' | 'laboratoryAccount', string | null> & { laboratory: string };
interface NewInput extends Omit<RecordsContext, 'services'> {
  account: Account;
  body: NewAppointment & NewOrder;
  files: { image: SavedFile[]; documents: SavedFile[] };
}

/** Creates an appointment with its order and documents in one transaction. */
export async function create({ files, ...input }: NewInput, parties: Parties, services: Services) {
  const { body, account } = input;
  const values = { ...toNewValues(body, parties, services), image: files.image[0] ?? null };
  const order = toNewOrder(body);
  if (order && !hasOrders(services)) throw HttpError.forField('tests', 400, 'validation.invalid');
  const row = await transaction({ ...input, services }, async (tx) => {
    const { db } = tx;
    const planned = toNewRow(values, services);
    await holdSameVisits(tx, [planned]);
    await refuseUnassignable(db, [parties.employee ?? []].flat(), services);
    const against = parties.employee
      ? await bookingQuestions(db, planned, services, { tests: order?.tests })
      : undefined;
    const isAsked = account.role === 'laboratory' && !body.confirmed;
    const taken = isAsked ? await findTaken({ ...services, db }, planned, order?.tests) : [];
    const isThere = !body.confirmed && (await findSameVisits({ db }, [planned])).size > 0;
    const same = isThere ? { message: 'server.sameVisit', field: 'patientName' } : undefined;
    const questions = [pastQuestion(undefined, planned, services), same, ...taken, ...(against?.questions ?? [])];
    if (!body.confirmed) refuseUntilConfirmed(questions);
    const created = await createAppointment(tx, values);
    await insertRows(db, 'documents', toDocumentRows(created.id, files.documents));
    const orders = await createOrders(tx, order ? [{ appointment: created.id, ...order }] : []);
    const overrides = await keepOverrides(tx, [{ row: created, reasons: against?.reasons ?? [] }], body.overrideReason);
    await tx.note(db, { recordId: created.id, nested: [...orders, ...overrides] });
    return created;
  });
  return { message: 'toasts.appointmentCreated', data: await oneToWire(row, services, account) };
}

export const orNull = <V>(value: V | '' | undefined) => (value === '' ? null : value);

/** Converts a validated body to the values of a new appointment. Throws an HttpError (400) at a skipped time. */
export function toNewValues(body: NewAppointment, parties: Parties, { config }: Services) {
  const appointmentDateTime = toIsoString(visitMoment(body.appointmentDateTime, config.timeZone));
  return {
    ...(Object.fromEntries(SAME_FIELDS.map((name) => [name, orNull(body[name]) ?? null])) as AppointmentValues),
    ...{ appointmentDateTime, ...parties },
  };
}

/** Returns the row of a new appointment, without an id, for planning and previews. */
export function toNewRow(values: AppointmentValues, services: Services): AppointmentRow {
  const { fields } = getCollection(services, 'appointments').resource;
  const missing = Object.fromEntries(Object.keys(fields).map((name) => [name, null]));
  const columns = toAppointmentColumns(services, { ...missing, ...values });
  return { ...columns, id: '', created_at: Date.now(), version: 1 } as AppointmentRow;
}
