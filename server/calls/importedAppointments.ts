import { notFound } from '../../frame/server/base/refusal.ts';
import type { Account } from '../../frame/server/http/handler.ts';
import { errorsOf, parseWith } from '../../frame/server/http/validate.ts';
import type { FieldError, Importer } from '../../frame/server/import/rows.ts';
import type { Services } from '../../frame/server/services.ts';
import { accountById, accountsOf, keyOf } from '../../frame/server/store/accounts.ts';
import type { AccountRow } from '../../frame/server/store/schema.ts';
import {
  NAMES,
  type NewAppointment,
  newAdminAppointment,
  newAppointment,
  toNewAppointment,
} from '../../src/wire/newAppointment.ts';
import { EXTRA_LABORATORIES } from '../../src/wire/values.ts';
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

/** How an admin's rows become appointments of anybody, and a laboratory's its own: by the rules of the create calls. */
export async function appointmentImporter(account: Account, services: Services): Promise<Importer<AppointmentRow>> {
  const admin = account.role === 'admin';
  const own = admin ? undefined : await accountById(services.db, account.id);
  const resource = services.resources.find(({ name }) => name === 'appointments');
  if (!resource || (!admin && !own)) throw notFound();
  const none: Directory = { byId: new Map(), byName: new Map() };
  const employees = admin ? await directoryOf(services, 'employee') : none;
  const laboratories = admin ? await directoryOf(services, 'laboratory') : none;
  const extras = new Map(EXTRA_LABORATORIES.map((name) => [keyOf(name), name as string]));
  const schema = admin ? newAdminAppointment : newAppointment;

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
    find(field, text) {
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
      return { made: newRow(result.data as NewAppointment, parties, null, services) };
    },
  };
}
