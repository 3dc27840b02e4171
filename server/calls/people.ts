import type { FastifyRequest } from 'fastify';
import type { Role, Where } from 'portal-frame';
import {
  type Account,
  type Publish,
  type RecordsApi,
  records,
  type SavedFile,
  type Services,
  type TransactionContext,
  toWireRecord,
  transaction,
  type UrlReader,
} from 'portal-frame/server';
import { accountToWire, findAccountById } from 'portal-frame/server/accounts';
import type { AccountRow, Db } from 'portal-frame/server/database';
import { fromWireTimings, getRequestedPage, type Timing, toWireTimings, type WireTiming } from 'portal-frame/wire';
import { type WireAdmin, wireAdmin } from '../../src/wire/adminApi.ts';
import { wireEmployee } from '../../src/wire/employeeApi.ts';
import { wireLaboratory } from '../../src/wire/laboratoryApi.ts';
import { createAppointmentsEvent } from '../outbox/liveChanges.ts';
import { partnersOf } from '../store/appointments.ts';
import { ownerOf } from './appointmentWire.ts';
import type { Input, SomeHandlers } from './handler.ts';

export const PERSON_RESOURCES = { employee: 'employees', laboratory: 'laboratories', admin: 'admins' } as const;
type PersonRole = keyof typeof PERSON_RESOURCES;

/** Returns the app's fields of an account for replies; `accountToWire` adds the frame's. */
export const personWire = (row: AccountRow) => ({
  employeeId: row.employee_code ?? '',
  requestedName: row.requested_name,
  gender: row.gender,
  hireDate: row.hire_date,
  jobRole: row.job_role,
  department: row.department,
  shiftTiming: row.shift_timing,
  about: row.about,
  timings: row.timings === null ? null : (JSON.parse(row.timings) as WireTiming[]),
});

const SHAPES = { employee: wireEmployee.shape, laboratory: wireLaboratory.shape, admin: wireAdmin.shape };

/** Converts an account to an employee, a laboratory or an admin on the wire. */
export function personToWire(row: AccountRow, services: Pick<Services, 'app' | 'files'>, reader: UrlReader) {
  const shape = SHAPES[row.role as PersonRole];
  const person = { ...accountToWire(row, services, reader), ...personWire(row) };
  return Object.fromEntries(Object.entries(person).filter(([name]) => name in shape)) as typeof person;
}

type Listing = { account: Account; query?: Parameters<typeof getRequestedPage>[0] | undefined };

/** Finds the people of a role that match, newest first: ids begin with their time. */
async function list<W extends { _id: string }>(
  services: Services,
  { account, query = {} }: Listing,
  role: PersonRole,
  where: Where = {},
): Promise<W[]> {
  // A request without a page gets everybody.
  const page = getRequestedPage(query) ?? { perPage: 10_000 };
  const options = { where, sort: { field: 'id', order: 'DESC' }, ...page } as const;
  const { records: found } = await records({ services, account }).find(PERSON_RESOURCES[role], options);
  return found.map((one) => ({
    ...toWireRecord<W>(one),
    ...('timings' in one && Array.isArray(one.timings) && { timings: toWireTimings(one.timings as Timing[]) }),
    ...(account.role === 'admin' && role !== 'admin' && { role }),
  }));
}

type Calling = Pick<TransactionContext, 'account' | 'note'> & { request: FastifyRequest; body?: object };

/** Writes a person in one transaction with the call's audit entry. Returns the account, unless it was deleted. */
export const writePerson = (
  calling: Calling,
  services: Services,
  write: (tx: TransactionContext) => Promise<{ id: string }>,
): Promise<AccountRow> => {
  const { password } = (calling.body ?? {}) as { password?: string };
  const work = async (tx: TransactionContext) => {
    const { id } = await write(tx);
    const nested = tx.transaction.alsoChanged.filter(({ recordId }) => recordId !== id);
    await tx.note(tx.db, { recordId: id, nested });
    return (await findAccountById(tx.db, id)) as AccountRow;
  };
  return transaction({ ...calling, services }, work, { passwords: [password] });
};

/** Creates a handler that writes a person and replies with the account. */
const reply =
  <I extends Calling, M extends string>(message: M, write: (api: RecordsApi, input: I) => Promise<{ id: string }>) =>
  async (input: I, services: Services) => {
    const row = await writePerson(input, services, (tx) => write(records(tx), input));
    return { message, data: personToWire(row, services, input.account) };
  };

const remove =
  <M extends string>(name: (typeof PERSON_RESOURCES)[PersonRole], message: M) =>
  async (input: Calling & { params: { id: string } }, services: Services) => {
    await writePerson(input, services, (tx) => records(tx).delete(name, input.params.id));
    return { message, data: null };
  };

type Form<B> = { body: B; files: { image: SavedFile[] } };

/** Returns the values of a form with its picture, if it has one. */
const toValues = <B extends object>({ body, files: { image } }: Form<B>) => ({
  ...body,
  ...(image[0] && { image: image[0] as never }),
});
const toLaboratory = <B extends { timings: unknown }>(form: Form<B>) => ({
  ...toValues(form),
  timings: fromWireTimings(form.body.timings),
});

type Named = { readonly fullName: string };
type Renamed = { id: string; db: Db; transaction: { publish: Publish }; values: Named; before: Named };

/** Refetches the lists of appointments that show a new name. A hook after changes. */
export const spreadName =
  (role: Role) =>
  async ({ id, db, transaction: { publish }, values, before }: Renamed): Promise<void> => {
    const owner = ownerOf({ id, role });
    if (!owner || values.fullName === before.fullName) return;
    publish(createAppointmentsEvent([id, ...(await partnersOf(db, owner))]));
  };

export const peopleHandlers = {
  adminEmployees: async (input, services) => ({ data: await list(services, input, 'employee') }),
  laboratoryEmployees: async (input, services) => ({ data: await list(services, input, 'employee') }),
  activeEmployees: async (input, services) => ({ data: await list(services, input, 'employee', { isActive: true }) }),
  adminLaboratories: async (input, services) => ({ data: await list(services, input, 'laboratory') }),
  employeeLaboratories: async (input, services) => ({ data: await list(services, input, 'laboratory') }),
  admins: async ({ account }, services) => ({ data: await list<WireAdmin>(services, { account }, 'admin') }),

  addEmployee: reply('toasts.employeeAdded', (api, input: Input<'addEmployee'>) =>
    api.create('employees', toValues(input)),
  ),
  addLaboratory: reply('toasts.laboratoryAdded', (api, input: Input<'addLaboratory'>) =>
    api.create('laboratories', toLaboratory(input)),
  ),
  addAdmin: reply('toasts.adminAdded', (api, { body }: Input<'addAdmin'>) => api.create('admins', body)),

  changeEmployee: reply('toasts.employeeChanged', (api, input: Input<'changeEmployee'>) =>
    api.update('employees', input.params.id, toValues(input)),
  ),
  changeLaboratory: reply('toasts.laboratoryChanged', (api, input: Input<'changeLaboratory'>) =>
    api.update('laboratories', input.params.id, toLaboratory(input)),
  ),
  setEmployeeActive: reply('toasts.updated', (api, { params, body }: Input<'setEmployeeActive'>) =>
    api.update('employees', params.id, { isActive: body.isActive }),
  ),

  deleteEmployee: remove('employees', 'toasts.employeeDeleted'),
  deleteLaboratory: remove('laboratories', 'toasts.laboratoryDeleted'),
  deleteAdmin: remove('admins', 'toasts.adminDeleted'),
} satisfies SomeHandlers;
