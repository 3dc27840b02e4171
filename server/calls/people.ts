import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Where } from 'portal-frame';
import {
  type Account,
  getToday,
  type Note,
  notFound,
  notifyByMail,
  type Publish,
  parseOrReject,
  records,
  requireReauthentication,
  type SavedFile,
  type Services,
  toWireRecord,
  transact,
  type UrlReader,
} from 'portal-frame/server';
import {
  accountToWire,
  changeAccount,
  createAccount,
  findAccountById,
  hashNewPassword,
  hashPassword,
  type NewAccount,
  rejectTakenValues,
  removeAccount,
  transactUnique,
} from 'portal-frame/server/accounts';
import { type AccountRow, type Db, releaseReferences } from 'portal-frame/server/database';
import { fromWireTimings, getRequestedPage, pastDay, toWireTimings, type WireTiming } from 'portal-frame/wire';
import type { WireAdmin } from '../../src/wire/adminApi.ts';
import { wireEmployee } from '../../src/wire/employeeApi.ts';
import { wireLaboratory } from '../../src/wire/laboratoryApi.ts';
import { createAppointmentsEvent, createPersonEvents } from '../outbox/liveChanges.ts';
import { partnersOf, unassignPending } from '../store/appointments.ts';
import { type PersonChange, personColumns, renameLaboratory } from '../store/profiles.ts';
import { ownerOf } from './appointmentWire.ts';
import type { SomeHandlers } from './handler.ts';

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

/** Converts an account to an employee or a laboratory on the wire. */
export function personToWire(row: AccountRow, services: Pick<Services, 'files'>, reader: UrlReader) {
  const { shape } = row.role === 'laboratory' ? wireLaboratory : wireEmployee;
  const person = { ...accountToWire(row, services, reader), ...personWire(row) };
  return Object.fromEntries(Object.entries(person).filter(([name]) => name in shape)) as typeof person;
}

/** Page size of a request without a page, which returns everybody. */
const MAX_PEOPLE = 10_000;

interface Listing {
  account: Account;
  query?: Parameters<typeof getRequestedPage>[0] | undefined;
}

/** Finds the people of a role that match, newest first: ids begin with their time. */
async function list<W extends { _id: string }>(
  services: Services,
  { account, query = {} }: Listing,
  role: PersonRole,
  where: Where = {},
): Promise<W[]> {
  const page = getRequestedPage(query) ?? { perPage: MAX_PEOPLE };
  const options = { where, sort: { field: 'id', order: 'DESC' }, ...page } as const;
  const { records: found } = await records({ services, account }).find(PERSON_RESOURCES[role], options);
  return found.map((one) => ({
    ...toWireRecord<W>(one),
    ...(account.role === 'admin' && role !== 'admin' && { role }),
  }));
}

interface Calling {
  account: Account;
  request: FastifyRequest;
  note: Note;
}

/** Values that no other account may have. */
type Unique = Pick<PersonChange, 'email' | 'username' | 'fullName'> & { employeeCode?: string | null | undefined };
const toUnique = (role: PersonRole, { email, username, employeeCode, fullName }: Unique) => ({
  ...{ email, username, employeeCode },
  ...(role === 'laboratory' && { laboratoryName: fullName }),
});

type Added = Omit<NewAccount, 'passwordHash'> & { role: PersonRole; password?: string };
type Adding = Calling & { files?: { image?: SavedFile[] } };

/** Adds a person. Without a password a random one is stored, and the person is invited by mail to set one. */
async function add(services: Services, { request, note, files }: Adding, { password, ...account }: Added) {
  const values = toUnique(account.role, account);
  await rejectTakenValues(services.db, values);
  const passwordHash = await (password === undefined
    ? hashPassword(randomBytes(32).toString('base64url'), services.config)
    : hashNewPassword(password, account, services.config, 'password'));
  return transactUnique(services, { values }, async (db, publish) => {
    const row = await createAccount(db, { ...account, passwordHash, image: files?.image?.[0]?.path ?? null });
    if (password === undefined) await notifyByMail(db, services, request, row, 'invited');
    publish(...createPersonEvents(row.id, row.role, 'create'));
    await note(db, { recordId: row.id });
    return row;
  });
}

/** After a rename, updates the name in a laboratory's appointments and refetches the lists that show it. */
export async function spreadNewName(db: Db, publish: Publish, before: AccountRow, after: AccountRow): Promise<void> {
  const owner = ownerOf(after);
  if (!owner || after.full_name === before.full_name) return;
  if (after.role === 'laboratory') await renameLaboratory(db, after);
  publish(createAppointmentsEvent([after.id, ...(await partnersOf(db, owner))]));
}

/** Finds a person of a role, or throws 404. */
export async function findPerson(db: Db, id: string, role: PersonRole): Promise<AccountRow> {
  const found = await findAccountById(db, id);
  if (found?.role !== role) throw notFound();
  return found;
}

/** Changes a person's account with the copies of the name, and publishes the live events. */
export async function changePerson(
  context: Parameters<typeof changeAccount>[0],
  before: AccountRow,
  columns: Parameters<typeof changeAccount>[2],
): Promise<AccountRow> {
  const after = await changeAccount(context, before, columns);
  context.publish(...createPersonEvents(before.id, before.role, 'change'));
  await spreadNewName(context.db, context.publish, before, after);
  return after;
}

type Changed = Calling & { params: { id: string }; files: { image: SavedFile[] } };

/** Updates an account. A new e-mail address or username requires reauthentication. */
async function change(
  services: Services,
  { params: { id }, files, account, request, note }: Changed,
  role: PersonRole,
  sent: PersonChange,
) {
  const image = files.image[0]?.path;
  const values = toUnique(role, sent);
  const { before, after } = await transactUnique(services, { values, exceptId: id }, async (db, publish) => {
    const before = await findPerson(db, id, role);
    if (sent.email !== before.email || sent.username !== before.username) requireReauthentication(account);
    await rejectTakenValues(db, values, id);
    const columns = personColumns(before, { ...sent, image });
    const after = await changePerson({ db, publish, services, account, request }, before, columns);
    await note(db, { recordId: id });
    return { before, after };
  });
  if (image && before.image) await services.files.discard([before.image]);
  return personToWire(after, services, account);
}

type Deleted = Pick<Calling, 'account' | 'note'> & { params: { id: string } };

/** Deletes a person's account. Unassigns an employee's pending visits, and releases the references to the person. */
async function remove<M extends string>(
  services: Services,
  { params: { id }, account, note }: Deleted,
  role: PersonRole,
  message: M,
) {
  const freed = await transact(services, async (db, publish) => {
    const gone = await removeAccount({ db, publish, services }, id, role);
    if (!gone) throw notFound();
    if (role === 'employee') publish(createAppointmentsEvent(await unassignPending(db, id)));
    publish(...createPersonEvents(id, role, 'delete'));
    const on = { services, db, account, publish };
    const { alsoChanged: nested, freedFiles } = await releaseReferences(on, [PERSON_RESOURCES[role]], [gone]);
    await note(db, { nested });
    return [...(gone.image ? [gone.image] : []), ...freedFiles];
  });
  await services.files.discard(freed);
  return { message, data: null };
}

/** Converts the wire's values to those of an account. Refuses a hire date in the future. */
function fromEmployee<B extends { employeeId: string; hireDate: string }>(
  { employeeId, ...rest }: B,
  { config }: Services,
) {
  parseOrReject(pastDay(getToday(config.timeZone), 'validation.hireDate'), rest.hireDate, 'hireDate');
  return { ...rest, employeeCode: employeeId };
}
const fromLaboratory = <B extends { timings: unknown }>(body: B) => ({
  ...body,
  timings: toWireTimings(fromWireTimings(body.timings)),
});

export const peopleHandlers = {
  adminEmployees: async (input, services) => ({ data: await list(services, input, 'employee') }),
  laboratoryEmployees: async (input, services) => ({ data: await list(services, input, 'employee') }),
  activeEmployees: async (input, services) => ({ data: await list(services, input, 'employee', { isActive: true }) }),
  adminLaboratories: async (input, services) => ({ data: await list(services, input, 'laboratory') }),
  employeeLaboratories: async (input, services) => ({ data: await list(services, input, 'laboratory') }),
  admins: async ({ account }, services) => ({ data: await list<WireAdmin>(services, { account }, 'admin') }),

  async addEmployee(input, services) {
    const row = await add(services, input, { ...fromEmployee(input.body, services), role: 'employee' });
    return { message: 'toasts.employeeAdded', data: personToWire(row, services, input.account) };
  },
  async addLaboratory(input, services) {
    const row = await add(services, input, { ...fromLaboratory(input.body), role: 'laboratory' });
    return { message: 'toasts.laboratoryAdded', data: personToWire(row, services, input.account) };
  },
  async addAdmin(input, services) {
    const { id } = await add(services, input, { ...input.body, role: 'admin' });
    const added = await records({ services, account: input.account }).findOne('admins', id);
    return { message: 'toasts.adminAdded', data: toWireRecord<WireAdmin>(added) };
  },

  changeEmployee: async (input, services) => ({
    message: 'toasts.employeeChanged',
    data: await change(services, input, 'employee', fromEmployee(input.body, services)),
  }),
  changeLaboratory: async (input, services) => ({
    message: 'toasts.laboratoryChanged',
    data: await change(services, input, 'laboratory', fromLaboratory(input.body)),
  }),
  async setEmployeeActive({ params: { id }, body: { isActive }, account, request, note }, services) {
    const row = await transact(services, async (db, publish) => {
      const before = await findPerson(db, id, 'employee');
      // An inactive account is deactivated again: if its owner did it, undoing an e-mail change would reactivate it.
      if (isActive && before.is_active === 1) return before;
      const on = { db, publish, services, account, request };
      const after = await changePerson(on, before, { is_active: isActive ? 1 : 0 });
      await note(db, { recordId: id, fields: ['isActive'] });
      return after;
    });
    return { message: 'toasts.updated', data: personToWire(row, services, account) };
  },

  deleteEmployee: (input, services) => remove(services, input, 'employee', 'toasts.employeeDeleted'),
  deleteLaboratory: (input, services) => remove(services, input, 'laboratory', 'toasts.laboratoryDeleted'),
  deleteAdmin: (input, services) => remove(services, input, 'admin', 'toasts.adminDeleted'),
} satisfies SomeHandlers;
