import { asList, asObject } from 'portal-frame';
import { type AccountParts, HttpError } from 'portal-frame/server';
import { type NewAccount, normalizeKey } from 'portal-frame/server/accounts';
import { parseOrReject } from 'portal-frame/server/routes';
import { fromWireTimings, omitEmpty, toWireTimings } from 'portal-frame/wire';
import { wireTimingsRule } from '../src/wire/laboratoryApi.ts';
import { getRequestedName, notifyOfName } from './calls/laboratoryNames.ts';
import { PERSON_RESOURCES, personWire, spreadName } from './calls/people.ts';
import { findAdminIds } from './outbox/appointmentNotices.ts';
import { isReserved, laboratoryKey } from './store/laboratoryNames.ts';

type OwnValue = 'gender' | 'about' | 'jobRole' | 'hireDate' | 'timings' | 'department' | 'shiftTiming' | 'employeeCode';
type OwnValues = { [K in OwnValue]?: NewAccount[K] | undefined };

/** Returns the columns of the portal's own values; undefined values are not set. */
const toOwnColumns = ({ gender, about, department, timings, ...own }: OwnValues) => ({
  ...{ gender, about, department, job_role: own.jobRole, hire_date: own.hireDate, shift_timing: own.shiftTiming },
  ...{ timings: timings && JSON.stringify(timings), employee_code: own.employeeCode },
});

/** Parses the week that a laboratory enters in its profile: JSON of wire timings (spec 7). Days without times are closed. */
function parseOpenDays(text: string) {
  let week: unknown;
  try {
    week = JSON.parse(text);
  } catch {
    throw HttpError.forField('timings', 400, 'validation.invalid');
  }
  if (!Array.isArray(week)) throw HttpError.forField('timings', 400, 'validation.invalid');
  const open = week.filter((one) => asList<unknown>(asObject(one).time).some((time) => time !== null && time !== ''));
  if (open.length > 0) parseOrReject(wireTimingsRule, open, 'timings');
  return toWireTimings(fromWireTimings(open));
}

export const accounts: AccountParts = {
  columns: (account) => ({ employee_code: null, employee_key: null, ...omitEmpty(toOwnColumns(account)) }),
  // Appointments and the audit trail need the code of a deleted account.
  emptyColumns: {
    ...{ job_role: '', hire_date: null, department: '', shift_timing: '', timings: null },
    ...{ requested_name: null, name_key: null },
  },
  unique: {
    employee_code: {
      column: 'employee_key',
      key: normalizeKey,
      field: 'employeeId',
      role: 'employee',
      message: 'server.employeeIdTaken',
    },
    full_name: {
      column: 'name_key',
      key: laboratoryKey,
      field: 'fullName',
      role: 'laboratory',
      message: 'server.laboratoryTaken',
      refused: (name) => (isReserved(name) ? 'server.laboratoryReserved' : undefined),
    },
  },
  getResource: (role) => (role === 'employee' || role === 'laboratory' ? PERSON_RESOURCES[role] : undefined),
  toWire: personWire,
  profile: {
    parse: (role, { timings, ...values }) =>
      role === 'laboratory' ? { ...values, timings: timings && parseOpenDays(timings) } : values,
    // A laboratory's new name needs the approval of an admin.
    claims: async (services, account, { fullName }) => ({
      full_name: await getRequestedName(services, account, fullName),
    }),
    // A laboratory's new name is only stored as requested.
    columns(account, change: OwnValues & { fullName: string }) {
      const asks = account.role === 'laboratory' && change.fullName !== account.full_name;
      return {
        ...toOwnColumns(change),
        ...(asks && { full_name: account.full_name, requested_name: change.fullName }),
      };
    },
    async changed({ db, publish, services, before, after }) {
      const { id, full_name: fullName, requested_name: requestedName } = after;
      const tx = { db, publish, services };
      if (requestedName && requestedName !== before.requested_name)
        await notifyOfName(tx, 'nameRequested', await findAdminIds(db), { id, fullName, requestedName });
      const names = { values: { fullName }, before: { fullName: before.full_name } };
      await spreadName(after.role)({ id, db, transaction: { publish }, ...names });
    },
  },
};
