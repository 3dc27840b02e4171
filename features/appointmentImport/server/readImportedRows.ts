import {
  type CsvTable,
  type FieldError,
  findInDirectory as lookUpRecord,
  type ReferenceDirectory as RecordDirectory,
  type RowImporter,
  loadReferenceDirectory as recordsNamed,
  toMatchKey,
} from 'portal-frame/plugins/imports/server';
import { type CallInput, getServerTexts, HttpError, notFound, type Services } from 'portal-frame/server';
import { findAccountById, findAccountsByRole, normalizeKey } from 'portal-frame/server/accounts';
import { type AccountRow, findCollection } from 'portal-frame/server/database';
import { parseMultiValue } from 'portal-frame/server/plugins';
import { parseSchema, toFieldErrors } from 'portal-frame/server/routes';
import type { AppointmentValues } from '../../../server/calls/appointmentChanges.ts';
import { toNewValues } from '../../../server/calls/newAppointments.ts';
import { hasOrders } from '../../../server/visitOrders.ts';
import {
  importedAdminAppointment,
  type NewAppointment,
  type NewOrder,
  newAppointmentWithOrder,
  toNewAppointment,
  toNewOrder,
  WIRE_FIELD_NAMES,
} from '../../../src/wire/appointments/newAppointment.ts';
import { EXTRA_LABORATORIES } from '../../../src/wire/choices.ts';

import type { appointmentImportCalls } from '../wire/appointmentImportCalls.ts';

/** Accounts by all names that a cell may use. */
interface Directory {
  byId: Map<string, AccountRow>;
  /** The id, or null for an ambiguous name. */
  byName: Map<string, string | null>;
}

/** Reads the accounts of a role, to find the person that a cell names. */
async function readDirectory({ db }: Services, role: 'employee' | 'laboratory'): Promise<Directory> {
  const rows = await findAccountsByRole(db, role);
  const byName = new Map<string, string | null>();
  const give = (name: string | null, id: string) => {
    if (!name) return;
    const key = normalizeKey(name);
    byName.set(key, byName.has(key) && byName.get(key) !== id ? null : id);
  };
  for (const { id, full_name, email, employee_code } of rows) {
    give(full_name, id);
    give(email, id);
    give(employee_code, id);
    // As shown in lists and exports.
    if (employee_code) give(`${employee_code} - ${full_name}`, id);
    give(id, id);
  }
  return { byId: new Map(rows.map((row) => [row.id, row])), byName };
}

function lookUp({ byName }: Directory, text: string): { value: string } | FieldError {
  const id = byName.get(normalizeKey(text));
  if (id === null) return { message: 'tables.several', args: { value: text } };
  return id === undefined ? { message: 'tables.notFound', args: { value: text } } : { value: id };
}

const OUR_NAMES = new Map<string, string>(Object.entries(WIRE_FIELD_NAMES).map(([own, wire]) => [wire, own]));

/** Validation errors by our names of the fields. */
function fieldErrorsOf(issues: Parameters<typeof toFieldErrors>[0], body: unknown): Record<string, FieldError> {
  const errors = Object.entries(toFieldErrors(issues, body));
  return Object.fromEntries(errors.map(([name, message]) => [OUR_NAMES.get(name) ?? name, { message }]));
}

export interface ImportedVisit {
  values: AppointmentValues;
  order: Required<NewOrder> | null;
}

export type ImportInput = CallInput<(typeof appointmentImportCalls)[keyof typeof appointmentImportCalls]>;

/** Finds the catalogue's tests that cells of the table may name; undefined without a catalogue. */
async function findNamedTests(
  table: CsvTable,
  { account, request }: ImportInput,
  services: Services,
): Promise<RecordDirectory | undefined> {
  const collection = findCollection(services, 'testOrders');
  if (!collection?.resource.fields.tests) return undefined;
  const cells = new Set(table.rows.flatMap((row) => row.cells));
  const named = new Set([...cells].flatMap(parseMultiValue).map(toMatchKey));
  const { language } = getServerTexts(request.headers['accept-language']);
  return recordsNamed({ services, collection, account }, collection.resource.fields.tests, 'id', { named, language });
}

/** Returns the resource and features of an import of visits. */
export function findImportTarget({ account }: ImportInput, services: Services) {
  const resource = services.resources.find(({ name }) => name === 'appointments');
  if (!resource) throw notFound();
  return { resource, role: account.role, features: hasOrders(services) ? (['orders'] as const) : [] };
}

/** Imports rows by the rules of the create calls; a laboratory's rows become its own appointments. */
export async function appointmentImporter(
  table: CsvTable,
  calling: ImportInput,
  services: Services,
): Promise<RowImporter<ImportedVisit>> {
  const { account } = calling;
  const tests = await findNamedTests(table, calling, services);
  const admin = account.role === 'admin';
  const own = admin ? undefined : await findAccountById(services.db, account.id);
  const target = findImportTarget(calling, services);
  if (!admin && !own) throw notFound();
  const none: Directory = { byId: new Map(), byName: new Map() };
  const employees = admin ? await readDirectory(services, 'employee') : none;
  const laboratories = admin ? await readDirectory(services, 'laboratory') : none;
  const extras = new Map(EXTRA_LABORATORIES.map((name) => [normalizeKey(name), name as string]));
  const schema = admin ? importedAdminAppointment : newAppointmentWithOrder;

  return {
    ...target,
    findReference(field, text) {
      if (field === 'tests') return tests ? lookUpRecord(tests, text) : { message: 'validation.invalid' };
      if (field === 'laboratory') {
        const extra = extras.get(normalizeKey(text));
        return extra ? { value: extra } : lookUp(laboratories, text);
      }
      const found = lookUp(employees, text);
      const inactive = 'value' in found && !employees.byId.get(found.value)?.is_active;
      return inactive ? { message: 'server.noSuchEmployee' } : found;
    },
    toRecord(values) {
      const employee = employees.byId.get(String(values.employee));
      const account = own ?? laboratories.byId.get(String(values.laboratory));
      const laboratory = account?.full_name ?? String(values.laboratory ?? '');
      const parties = { employee: employee?.id ?? null, laboratory, laboratoryAccount: account?.id ?? null };
      const named = { ...values, employee: employee?.employee_code, laboratory };
      const body = toNewAppointment(schema, admin ? named : values);
      const result = parseSchema<unknown>(schema, body);
      if (result.issues) return { errors: fieldErrorsOf(result.issues, body) };
      const data = result.data as NewAppointment & NewOrder;
      try {
        return { made: { values: toNewValues(data, parties, services), order: toNewOrder(data) } };
      } catch (cause) {
        if (!(cause instanceof HttpError)) throw cause;
        return { errors: { appointmentDateTime: { message: cause.message } } };
      }
    },
  };
}
