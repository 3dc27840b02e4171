import type { Where } from 'portal-frame';
import {
  accountToWire,
  findPage,
  getCollection,
  parseOrReject,
  rejectTakenValues,
  releaseReferences,
  toRecords,
  toWireRecord,
} from 'portal-frame/internal/records';
import {
  type Account,
  createSessionsEvent,
  getToday,
  type Note,
  notFound,
  type SavedFile,
  type Services,
  transact,
  type UrlReader,
} from 'portal-frame/server';
import { createAccount, deleteAccount, hashNewPassword, type NewAccount } from 'portal-frame/server/accounts';
import type { AccountRow } from 'portal-frame/server/database';
import { fromWireTimings, getRequestedPage, pastDay, toWireTimings, type WireTiming } from 'portal-frame/wire';
import { wireEmployee } from '../../src/wire/employeeApi.ts';
import { wireLaboratory } from '../../src/wire/laboratoryApi.ts';
import { createAppointmentsEvent, createPersonEvents } from '../outbox/liveChanges.ts';
import { unassignPending } from '../store/appointments.ts';
import type { Handlers } from './handler.ts';

type Names =
  | 'adminEmployees'
  | 'activeEmployees'
  | 'laboratoryEmployees'
  | 'addEmployee'
  | 'deleteEmployee'
  | 'adminLaboratories'
  | 'employeeLaboratories'
  | 'addLaboratory'
  | 'deleteLaboratory';

export const PERSON_RESOURCES = { employee: 'employees', laboratory: 'laboratories' } as const;

/** The app's fields of an account in replies. `accountToWire` adds those of the frame. */
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

/** Converts an account to an employee or a laboratory on the wire. */
export function personToWire(row: AccountRow, services: Pick<Services, 'files'>, reader: UrlReader) {
  const { shape } = row.role === 'laboratory' ? wireLaboratory : wireEmployee;
  const person = { ...accountToWire(row, services, reader), ...personWire(row) };
  return Object.fromEntries(Object.entries(person).filter(([name]) => name in shape)) as typeof person;
}

/** The calls return everybody; pages are cut from that. */
const MOST = 10_000;

/** Finds the people of a role, newest first, with the fields that the role may read. */
async function everyone<W extends { _id: string }>(
  services: Services,
  { account, query = {} }: { account: Account; query?: Parameters<typeof getRequestedPage>[0] },
  role: 'employee' | 'laboratory',
  where?: Where,
): Promise<W[]> {
  const sort = { field: 'createdAt', order: 'DESC' } as const;
  // Employees read the laboratories without the right to list them.
  const context = { services, collection: getCollection(services, PERSON_RESOURCES[role]), account };
  const { rows } = await findPage(context, { sort, perPage: MOST, ...(where && { where }) });
  const found = await toRecords(context, rows);
  const asked = getRequestedPage(query);
  const from = asked && (asked.page - 1) * asked.perPage;
  const people = found.slice(from, asked && (from ?? 0) + asked.perPage).map(toWireRecord<W>);
  return account.role === 'admin' ? people.map((one) => ({ ...one, role })) : people;
}

type Added = Omit<NewAccount, 'passwordHash' | 'image'> & { password: string };

async function add(services: Services, { password, ...account }: Added, image: SavedFile | undefined, note: Note) {
  const { db, config } = services;
  const { email, username, employeeCode, role, fullName } = account;
  const unique = { email, username, employeeCode, ...(role === 'laboratory' && { laboratoryName: fullName }) };
  await rejectTakenValues(db, unique);
  const passwordHash = await hashNewPassword(password, account, config, 'password');
  try {
    return await transact(services, async (trx, publish) => {
      const row = await createAccount(trx, { ...account, passwordHash, image: image?.path ?? null });
      publish(...createPersonEvents(row.id, row.role, 'create'));
      await note(trx, { recordId: row.id });
      return row;
    });
  } catch (cause) {
    // Another request took a value while the password was hashed.
    await rejectTakenValues(db, unique);
    throw cause;
  }
}

async function remove(
  services: Services,
  id: string,
  role: 'employee' | 'laboratory',
  { account: by, note }: { account: Account; note: Note },
): Promise<void> {
  const { image, paths } = await transact(services, async (transaction, publish) => {
    const account = await deleteAccount(transaction, id, role);
    if (!account) throw notFound();
    if (role === 'employee') publish(createAppointmentsEvent(await unassignPending(transaction, id)));
    publish(...createPersonEvents(id, role, 'delete'), createSessionsEvent(id, 'delete'));
    const on = { services, db: transaction, account: by, publish };
    const { alsoChanged: also, freedFiles: paths } = await releaseReferences(on, [PERSON_RESOURCES[role]], [account]);
    await note(transaction, { nested: also });
    return { ...account, paths };
  });
  await services.files.discard([...(image ? [image] : []), ...paths]);
}

export const peopleHandlers: Handlers<Names> = {
  adminEmployees: async (input, services) => ({ data: await everyone(services, input, 'employee') }),
  laboratoryEmployees: async (input, services) => ({ data: await everyone(services, input, 'employee') }),
  activeEmployees: async (input, services) => ({
    data: await everyone(services, input, 'employee', { isActive: true }),
  }),
  adminLaboratories: async (input, services) => ({ data: await everyone(services, input, 'laboratory') }),
  employeeLaboratories: async (input, services) => ({ data: await everyone(services, input, 'laboratory') }),

  async addEmployee({ body, files, account, note }, services) {
    const { employeeId, ...rest } = body;
    parseOrReject(pastDay(getToday(services.config.timeZone), 'validation.hireDate'), body.hireDate, 'hireDate');
    const row = await add(services, { ...rest, role: 'employee', employeeCode: employeeId }, files.image[0], note);
    return { message: 'toasts.employeeAdded', data: personToWire(row, services, account) };
  },
  async addLaboratory({ body, files, account, note }, services) {
    const timings = toWireTimings(fromWireTimings(body.timings));
    const row = await add(services, { ...body, timings, role: 'laboratory' }, files.image[0], note);
    return { message: 'toasts.laboratoryAdded', data: personToWire(row, services, account) };
  },

  async deleteEmployee({ params, account, note }, services) {
    await remove(services, params.id, 'employee', { account, note });
    return { message: 'toasts.employeeDeleted', data: null };
  },
  async deleteLaboratory({ params, account, note }, services) {
    await remove(services, params.id, 'laboratory', { account, note });
    return { message: 'toasts.laboratoryDeleted', data: null };
  },
};
