import { asList, asObject } from 'portal-frame';
import { parseOrReject } from 'portal-frame/internal/records';
import { type AccountParts, HttpError } from 'portal-frame/server';
import { type NewAccount, normalizeKey } from 'portal-frame/server/accounts';
import { fromWireTimings, toWireTimings } from 'portal-frame/wire';
import { wireTimingsRule } from '../src/wire/laboratoryApi.ts';
import { getRequestedName, notifyAdmins } from './calls/laboratoryNames.ts';
import { PERSON_RESOURCES, personWire, spreadNewName } from './calls/people.ts';
import { createPersonEvents } from './outbox/liveChanges.ts';
import { isReserved, laboratoryKey } from './store/laboratoryNames.ts';
import { profileColumns } from './store/profiles.ts';

const columns = (account: NewAccount) => ({
  name_key: account.role === 'laboratory' ? laboratoryKey(account.fullName) : null,
  requested_name: null,
  job_role: account.jobRole ?? '',
  hire_date: account.hireDate ?? null,
  employee_code: account.employeeCode ?? null,
  employee_key: account.employeeCode ? normalizeKey(account.employeeCode) : null,
  department: account.department ?? '',
  shift_timing: account.shiftTiming ?? '',
  timings: account.timings ? JSON.stringify(account.timings) : null,
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
  columns,
  // Appointments and the audit trail need name and code.
  columnsAfterDelete: {
    ...{ job_role: '', hire_date: null, department: '', shift_timing: '', timings: null },
    ...{ requested_name: null, name_key: null },
  },
  unique: {
    employeeCode: {
      column: 'employee_key',
      key: normalizeKey,
      field: 'employeeId',
      message: 'server.employeeIdTaken',
    },
    laboratoryName: {
      column: 'name_key',
      key: laboratoryKey,
      field: 'fullName',
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
      laboratoryName: await getRequestedName(services, account, fullName),
    }),
    columns: profileColumns,
    async changed({ db, publish, services, before, after }) {
      const asked = after.requested_name !== before.requested_name && after.requested_name;
      if (asked) await notifyAdmins(db, publish, services, after);
      await spreadNewName(db, publish, before, after);
    },
  },
  events: (id, role) => createPersonEvents(id, role, 'change'),
};
