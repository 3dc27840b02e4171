import type { Note } from '../../frame/server/audit/audited.ts';
import { sessionsTold } from '../../frame/server/calls/told.ts';
import { wireOf } from '../../frame/server/calls/wireOf.ts';
import { firstOf } from '../../frame/server/collections/ask.ts';
import { releaseRows } from '../../frame/server/collections/deleting.ts';
import type { Asking } from '../../frame/server/collections/query.ts';
import type { Reader } from '../../frame/server/files/addresses.ts';
import type { SavedFile } from '../../frame/server/files/store.ts';
import type { Account } from '../../frame/server/http/handler.ts';
import { notFound, Refusal } from '../../frame/server/http/refusal.ts';
import { check } from '../../frame/server/http/validate.ts';
import { transact } from '../../frame/server/outbox/transact.ts';
import { newPasswordHash } from '../../frame/server/passwordRule.ts';
import type { Services } from '../../frame/server/services.ts';
import { createAccount, deleteAccount, type NewAccount, takenFields } from '../../frame/server/store/accounts.ts';
import type { AccountRow, Db } from '../../frame/server/store/schema.ts';
import { today } from '../../frame/server/time.ts';
import type { WireProfile } from '../../frame/wire/account.ts';
import { pastDay } from '../../frame/wire/rules.ts';
import { fromWireTimings, toWireTimings } from '../../frame/wire/timings.ts';
import { unassignPending } from '../store/appointments.ts';
import { isReserved } from '../store/laboratoryNames.ts';
import type { Handlers } from './handler.ts';
import { appointmentsTold, personTold } from './told.ts';

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

const OWNERS = { admin: 'profile', employee: 'employees', laboratory: 'laboratories' };

/** An account as the wire has people and laboratories; never its password. */
export function personToWire(row: AccountRow, { files }: Pick<Services, 'files'>, reader: Reader) {
  const owner = { resource: OWNERS[row.role], id: row.id, as: 'photos' } as const;
  return {
    _id: row.id,
    employeeId: row.employee_code ?? '',
    fullName: row.full_name,
    requestedName: row.requested_name,
    image: row.image && files.urlOf({ path: row.image }, owner, reader),
    email: row.email,
    contactNumber: row.contact_number,
    address: row.address,
    gender: row.gender,
    hireDate: row.hire_date,
    jobRole: row.job_role,
    department: row.department,
    shiftTiming: row.shift_timing,
    about: row.about,
    username: row.username,
    role: row.role,
    isActive: row.is_active === 1,
    isNotification: row.is_notification === 1,
    createdAt: new Date(row.created_at).toISOString(),
    timings: row.timings === null ? null : (JSON.parse(row.timings) as WireProfile['timings']),
  } satisfies WireProfile;
}

/** What the wire tells of every person besides, though one of that role has none of it. */
const NOTHING_MORE = {
  employeeId: '',
  requestedName: null,
  gender: '',
  hireDate: null,
  department: '',
  shiftTiming: '',
  timings: null,
};

/** All people of a role, the newest first: to an admin as the wire has a person, to others what their role may read. */
async function everyone<W extends { _id: string }>(
  services: Services,
  { account }: { account: Account },
  role: 'employee' | 'laboratory',
  where?: Asking['where'],
): Promise<W[]> {
  const sort = { field: 'createdAt', order: 'DESC' } as const;
  const { records } = await firstOf(services, OWNERS[role], account, { sort, ...(where && { where }) });
  const people = records.map(wireOf<W>);
  return account.role === 'admin' ? people.map((one) => ({ ...NOTHING_MORE, ...one, role })) : people;
}

/** Of each value that must be unique: its field on the wire, and what is said where another account has it. */
const TAKEN = {
  email: ['email', 'server.emailTaken'],
  username: ['username', 'server.usernameTaken'],
  employeeCode: ['employeeId', 'server.employeeIdTaken'],
  laboratoryName: ['fullName', 'server.laboratoryTaken'],
} as const;

/**
 * Refuses (409) a value that another account has already, at its field, and a laboratory's name that is reserved;
 * `but` is the account that may have them.
 */
export async function refuseTaken(db: Db, values: Parameters<typeof takenFields>[1], but?: string): Promise<void> {
  const taken: (readonly [string, string])[] = (await takenFields(db, values, but)).map((name) => TAKEN[name]);
  if (values.laboratoryName !== undefined && isReserved(values.laboratoryName))
    taken.push(['fullName', 'server.laboratoryReserved']);
  const [first] = taken;
  if (first) throw new Refusal(409, first[1], { errors: Object.fromEntries(taken) });
}

type Added = Omit<NewAccount, 'passwordHash' | 'image'> & { password: string };

async function add(services: Services, { password, ...account }: Added, image: SavedFile | undefined, note: Note) {
  const { db, config } = services;
  const unique = { ...account, ...(account.role === 'laboratory' && { laboratoryName: account.fullName }) };
  await refuseTaken(db, unique);
  const passwordHash = await newPasswordHash(password, account, config, 'password');
  try {
    return await transact(services, async (trx, tell) => {
      const row = await createAccount(trx, { ...account, passwordHash, image: image?.path ?? null });
      tell(...personTold(row.id, row.role, 'create'));
      await note(trx, { recordId: row.id });
      return row;
    });
  } catch (cause) {
    // Somebody else took a name while the password was hashed.
    await refuseTaken(db, unique);
    throw cause;
  }
}

async function remove(
  services: Services,
  id: string,
  role: 'employee' | 'laboratory',
  { account: by, note }: { account: Account; note: Note },
): Promise<void> {
  const { image, paths } = await transact(services, async (transaction, tell) => {
    const account = await deleteAccount(transaction, id, role);
    if (!account) throw notFound();
    if (role === 'employee') tell(appointmentsTold(await unassignPending(transaction, id)));
    tell(...personTold(id, role, 'delete'), sessionsTold(id, 'delete'));
    const on = { services, db: transaction, account: by, tell };
    const { also, paths } = await releaseRows(on, [OWNERS[role]], [account]);
    await note(transaction, { also });
    return { ...account, paths };
  });
  await services.files.discard([...(image ? [image] : []), ...paths]);
}

/** Employees and laboratories: listed, added with an account of their own, deleted. */
export const peopleHandlers: Handlers<Names> = {
  adminEmployees: async (input, services) => ({ data: await everyone(services, input, 'employee') }),
  laboratoryEmployees: async (input, services) => ({ data: await everyone(services, input, 'employee') }),
  activeEmployees: async (input, services) => ({
    data: await everyone(services, input, 'employee', [['isActive', 'equals', true]]),
  }),
  adminLaboratories: async (input, services) => ({ data: await everyone(services, input, 'laboratory') }),
  employeeLaboratories: async (input, services) => ({ data: await everyone(services, input, 'laboratory') }),

  async addEmployee({ body, files, account, note }, services) {
    const { employeeId, ...rest } = body;
    check(pastDay(today(services.config.timeZone)), body.hireDate, 'hireDate');
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
