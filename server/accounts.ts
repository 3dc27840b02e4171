import { asList, asObject } from 'portal-frame';
import { type AccountParts, HttpError, parseOrReject } from 'portal-frame/server';
import { normalizeKey } from 'portal-frame/server/accounts';
import { fromWireTimings, omitEmpty, toWireTimings } from 'portal-frame/wire';
import { wireTimingsRule } from '../src/wire/laboratoryApi.ts';
import { getRequestedName, notifyOfName } from './calls/laboratoryNames.ts';
import { PERSON_RESOURCES, personWire, spreadNewName } from './calls/people.ts';
import { findAdminIds } from './outbox/appointmentNotices.ts';
import { createPersonEvents } from './outbox/liveChanges.ts';
import { isReserved, laboratoryKey } from './store/laboratoryNames.ts';
import { profileColumns, toOwnColumns } from './store/profiles.ts';

/** Columns of an account without values of the portal. Appointments and the audit trail need the code of a deleted one. */
const emptyColumns = {
  ...{ job_role: '', hire_date: null, department: '', shift_timing: '', timings: null },
  ...{ requested_name: null, name_key: null },
};

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
  columns: (account) => ({
    ...{ ...emptyColumns, employee_code: null, employee_key: null, ...omitEmpty(toOwnColumns(account)) },
    ...(account.role === 'laboratory' && { name_key: laboratoryKey(account.fullName) }),
  }),
  columnsAfterDelete: emptyColumns,
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
      if (asked) await notifyOfName(db, publish, services, 'nameRequested', await findAdminIds(db), after);
      await spreadNewName(db, publish, before, after);
    },
  },
  events: (id, role) => createPersonEvents(id, role, 'change'),
};
