import { asList, asNumber, asObject, asText } from 'portal-frame';
import {
  asCount,
  type ChangeBinding,
  type HintsBinding,
  type ManyChange,
  type ManyChanged,
  omitEmpty,
} from 'portal-frame/wire';
import { confirm, readIfVersioned } from '../../../src/wire/appointments/appointmentApi.ts';
import { WIRE_FIELD_NAMES } from '../../../src/wire/appointments/newAppointment.ts';
import { whyNot } from '../../../src/wire/appointments/whyNotCodes.ts';
import { readZip } from '../../../src/wire/appointments/zipCode.ts';
import { dispatchCalls, MAX_BULK_APPOINTMENTS, MAX_TAB_COUNT, toAppointmentChange } from './dispatchApi.ts';

const update: ChangeBinding = {
  call: dispatchCalls.changeAppointment,
  body: ({ values, record }) => toAppointmentChange(values, record),
  names: WIRE_FIELD_NAMES,
  confirm,
  read: readIfVersioned,
};
const adminUpdate = { admin: update };
function readManyChanged(data: unknown): ManyChanged {
  const { changed, left } = asObject(data);
  return {
    changed: asList(changed).map(({ _id, version }) => ({ id: asText(_id), version: asCount(version) })),
    left: asList(left).map(({ _id, why }) => ({ id: asText(_id), why: asText(why) })),
  };
}
/**
 * Returns the entries of a call on many appointments. An undo has no common value, so each record sends its own; one
 * whose value is unknown is left out.
 */
const toEntries = (wireName: string, field: string, { ids, values, records }: ManyChange) => {
  const recordsById = new Map(records.map((record) => [record.id, record]));
  return ids.flatMap((id) => {
    const record = recordsById.get(id);
    const value = values[field] ?? record?.[field];
    return value === undefined ? [] : { _id: id, [wireName]: value ?? '', ...omitEmpty({ version: record?.version }) };
  });
};
const assignMany: ChangeBinding = {
  ...update,
  many: {
    call: dispatchCalls.assignMany,
    body: (input) => ({ appointments: toEntries('employeeId', 'employee', input) }),
    confirm,
    read: readManyChanged,
  },
};
const completeMany: ChangeBinding = {
  ...update,
  many: {
    call: dispatchCalls.setStatusMany,
    body: (input) => ({ appointments: toEntries('status', 'status', input) }),
    confirm,
    read: readManyChanged,
  },
};

/** Shows how busy each employee is on the days of the visits to assign, and what speaks against each. */
const availabilityHints: HintsBinding = {
  call: dispatchCalls.availability,
  ask: (records) => {
    const dated = records.filter(
      (record) => typeof record.appointmentDateTime === 'string' && record.appointmentDateTime,
    );
    const [first] = dated;
    if (!first || dated.length > MAX_BULK_APPOINTMENTS) return null;
    return {
      at: dated.map((one) => one.appointmentDateTime).join(','),
      ...omitEmpty({
        but: dated.flatMap((one) => (one.id ? [one.id] : [])).join(','),
        ...(!first.id && { zip: readZip(asText(first.address)), laboratory: first.laboratory }),
      }),
    };
  },
  read: (data) => Object.fromEntries(asList(data).map((one) => [asText(one._id), toAvailabilityHint(one)])),
};
/** Converts an employee's availability to the hint beside their name, with what speaks against them. */
function toAvailabilityHint(wire: Record<string, unknown>) {
  const [visits, against] = [asCount(wire.visits), asCount(wire.against)];
  const nearest = asNumber(wire.nearest);
  // The lowest rank comes first: fewest conflicts, then a visit at about that time, then fewest visits.
  const rank = against * 1e6 + (nearest ?? 1e5) + visits;
  const reasons = asList(wire.reasons).map((one) => {
    const { code, parameters } = whyNot.read(one);
    return one.visits === 1 && against === 1
      ? { text: `plan.reasons.${code}`, args: parameters }
      : { text: `plan.conflicts.${code}`, args: { count: asCount(one.visits) } };
  });
  const text = against > 0 ? 'hints.busy' : 'hints.free';
  return { rank, text, args: { smart_count: visits }, against: against > 0, reasons };
}

/** Requests of the dispatcher for appointments. */
export const appointmentBindings = {
  edit: adminUpdate,
  counts: {
    admin: {
      call: dispatchCalls.appointmentCounts,
      max: MAX_TAB_COUNT,
      read: (data: unknown) =>
        Object.fromEntries(Object.entries(asObject(data)).map(([tab, count]) => [tab, asCount(count)])),
    },
  },
  hints: { employee: { admin: availabilityHints } },
  actions: {
    assignTo: { admin: assignMany },
    complete: { admin: completeMany },
    reassign: adminUpdate,
    unassign: adminUpdate,
    move: adminUpdate,
    cancel: adminUpdate,
    setCanceller: adminUpdate,
    undo: adminUpdate,
  },
};

/** Requests for archived appointments. */
export const archiveBindings = { actions: { setCanceller: adminUpdate, undo: adminUpdate } };
