import { splitMany } from '../../frame/fields/many.ts';
import { accountById, accountsOf, keyOf } from '../../frame/server/accounts/accountRows.ts';
import { notFound, Refusal } from '../../frame/server/base/refusal.ts';
import { translateServer } from '../../frame/server/base/texts.ts';
import type { AccountRow } from '../../frame/server/db/databaseSchema.ts';
import { errorsOf, parseWith } from '../../frame/server/http/validate.ts';
import { plain } from '../../frame/server/import/cells.ts';
import type { FieldError, Importer } from '../../frame/server/import/rows.ts';
import type { Table } from '../../frame/server/import/table.ts';
import {
  lookUp as lookUpRecord,
  type Directory as RecordDirectory,
  directoryOf as recordsNamed,
} from '../../frame/server/records/operations/importReferences.ts';
import { type Calling, sceneOf } from '../../frame/server/records/read/operationContext.ts';
import type { Services } from '../../frame/server/services.ts';
import {
  importedAdminAppointment,
  NAMES,
  type NewAppointment,
  newOrderedAppointment,
  type Ordered,
  orderIn,
  toNewAppointment,
} from '../../src/wire/newAppointment.ts';
import { EXTRA_LABORATORIES } from '../../src/wire/values.ts';
import { orderPlaces } from '../orders/places.ts';
import type { AppointmentRow } from '../store/schema.ts';
import { newRow, type Parties } from './newAppointments.ts';

/** People, or laboratories, by all that a cell may call them. */
interface Directory {
  byId: Map<string, AccountRow>;
  /** The id, or null for a name that several have. */
  byName: Map<string, string | null>;
}

async function directoryOf({ db }: Services, role: 'employee' | 'laboratory'): Promise<Directory> {
  const rows = await accountsOf(db, role);
  const byName = new Map<string, string | null>();
  const give = (name: string | null, id: string) => {
    if (!name) return;
    const key = keyOf(name);
    byName.set(key, byName.has(key) && byName.get(key) !== id ? null : id);
  };
  for (const { id, full_name, email, employee_code } of rows) {
    give(full_name, id);
    give(email, id);
    give(employee_code, id);
    // As lists and exports show an employee.
    if (employee_code) give(`${employee_code} - ${full_name}`, id);
    give(id, id);
  }
  return { byId: new Map(rows.map((row) => [row.id, row])), byName };
}

function lookUp({ byName }: Directory, text: string): { value: string } | FieldError {
  const id = byName.get(keyOf(text));
  if (id === null) return { message: 'tables.several', args: { value: text } };
  return id === undefined ? { message: 'tables.notFound', args: { value: text } } : { value: id };
}

const OUR_NAMES = new Map<string, string>(Object.entries(NAMES).map(([own, wire]) => [wire, own]));

/** What the call that makes one appointment would refuse, by our names of the fields. */
function fieldErrorsOf(issues: Parameters<typeof errorsOf>[0], body: unknown): Record<string, FieldError> {
  const errors = Object.entries(errorsOf(issues, body));
  return Object.fromEntries(errors.map(([name, message]) => [OUR_NAMES.get(name) ?? name, { message }]));
}

/** An appointment of a file, with the order that it brings. */
export interface ImportedVisit {
  row: AppointmentRow;
  order: Required<Ordered> | null;
}

/** The tests that the cells of a table may name; undefined without a catalogue. */
async function testsIn(table: Table, calling: Calling, services: Services): Promise<RecordDirectory | undefined> {
  const testOrders = orderPlaces(services)?.testOrders.resource;
  if (!testOrders?.fields.tests) return undefined;
  const named = new Set(table.rows.flatMap(({ cells }) => cells.flatMap(splitMany)).map(plain));
  const { language } = translateServer(calling.request.headers['accept-language']);
  return recordsNamed(sceneOf(services, testOrders.name, calling), testOrders.fields.tests, 'id', { named, language });
}

/** How an admin's rows become appointments of anybody, and a laboratory's its own: by the rules of the create calls. */
export async function appointmentImporter(
  table: Table,
  calling: Calling,
  services: Services,
): Promise<Importer<ImportedVisit>> {
  const { account } = calling;
  const tests = await testsIn(table, calling, services);
  const admin = account.role === 'admin';
  const own = admin ? undefined : await accountById(services.db, account.id);
  const resource = services.resources.find(({ name }) => name === 'appointments');
  if (!resource || (!admin && !own)) throw notFound();
  const none: Directory = { byId: new Map(), byName: new Map() };
  const employees = admin ? await directoryOf(services, 'employee') : none;
  const laboratories = admin ? await directoryOf(services, 'laboratory') : none;
  const extras = new Map(EXTRA_LABORATORIES.map((name) => [keyOf(name), name as string]));
  const schema = admin ? importedAdminAppointment : newOrderedAppointment;

  const partiesOf = ({ employee, laboratory }: Record<string, unknown>): Parties => {
    const account = own ?? laboratories.byId.get(String(laboratory)) ?? null;
    return {
      employee: employees.byId.get(String(employee)) ?? null,
      laboratory: account,
      name: account?.full_name ?? String(laboratory ?? ''),
    };
  };
  return {
    resource,
    role: account.role,
    features: tests ? ['orders'] : [],
    find(field, text) {
      if (field === 'tests') return tests ? lookUpRecord(tests, text) : { message: 'validation.invalid' };
      if (field === 'laboratory') {
        const extra = extras.get(keyOf(text));
        return extra ? { value: extra } : lookUp(laboratories, text);
      }
      const found = lookUp(employees, text);
      const inactive = 'value' in found && !employees.byId.get(found.value)?.is_active;
      return inactive ? { message: 'server.noSuchEmployee' } : found;
    },
    make(values) {
      const parties = partiesOf(values);
      const named = { ...values, employee: parties.employee?.employee_code, laboratory: parties.name };
      const body = toNewAppointment(schema, admin ? named : values);
      const result = parseWith<unknown>(schema, body);
      if (result.issues) return { errors: fieldErrorsOf(result.issues, body) };
      const data = result.data as NewAppointment & Ordered;
      try {
        return { made: { row: newRow(data, parties, null, services), order: orderIn(data) } };
      } catch (cause) {
        if (!(cause instanceof Refusal)) throw cause;
        return { errors: { appointmentDateTime: { message: cause.message } } };
      }
    },
  };
}
