import { type CallHandler, type CallInput, getToday, HttpError, notFound, type Services } from 'portal-frame/server';
import type { AccountRow } from 'portal-frame/server/database';
import { addDays } from 'portal-frame/wire';
import { ownerOf } from '../../../server/calls/appointmentWire.ts';
import { isOfVisit, toKnownTests, toQuestion } from '../../../server/calls/booking.ts';
import type { Question } from '../../../server/calls/planning/bookingRules.ts';
import { appointmentById } from '../../../server/store/appointments.ts';
import {
  employeeByIdOrCode,
  findActiveEmployees,
  holdAllAssignable,
  laboratoriesByName,
} from '../../../server/store/people.ts';
import type { AppointmentRow } from '../../../server/store/schema.ts';
import { WIRE_FIELD_NAMES } from '../../../src/wire/appointments/newAppointment.ts';
import { MAX_SLOT_DAYS, type slotCalls } from '../wire/slotApi.ts';
import { loadVisitIndex } from './findBrokenRules.ts';
import { countWaiting, findSlots, type Slot, type SlotSearch } from './findSlots.ts';
import { withForeignWays } from './foreignWays.ts';
import { findTestLimits, loadDriving, loadPlanRules, type PlanServices, toVisitsWithTubes } from './loadPlanRules.ts';
import type { PlannedVisit, PlanRules } from './planRules.ts';
import { countReasons, whyNot } from './whyNot.ts';
import { includeTime, isWithin, toMoment } from './workingHours.ts';

type FindSlots = (typeof slotCalls)['findSlots'];

export const HOUR = 3_600_000;

type Search = Pick<CallInput<FindSlots>, 'body' | 'account'>;

/** The visit to book, or a booked one to move with the employee that it has. */
async function toVisit(
  { body, account }: Search,
  rules: PlanRules,
  services: Services,
): Promise<PlannedVisit & { employee?: string | null }> {
  const { db, config } = services;
  if (body.visit) {
    const row = await appointmentById(db, body.visit, ownerOf(account));
    if (!row) throw notFound();
    const [visit] = await toVisitsWithTubes(services, rules, [row]);
    return { ...(visit as PlannedVisit), employee: row.employee_id };
  }
  const [named] = body.laboratory ? await laboratoriesByName(db, body.laboratory) : [];
  const laboratory = account.role === 'laboratory' ? account.id : (named?.id ?? null);
  const limits = await findTestLimits(services, body.tests ?? [], laboratory);
  return { id: '', at: 0, minutes: config.visitMinutes, zip: body.zip ?? '', laboratory, ...limits };
}

async function findEmployees(
  { body, account }: Search,
  present: string | null | undefined,
  { db }: Services,
): Promise<AccountRow[]> {
  const active = await findActiveEmployees(db);
  if (!body.employeeId || account.role !== 'admin') return present ? active.filter(({ id }) => id === present) : active;
  const chosen = await employeeByIdOrCode(db, body.employeeId);
  if (!chosen) throw HttpError.forField(WIRE_FIELD_NAMES.employee, 400, 'server.noSuchEmployee');
  return active.filter(({ id }) => id === chosen.id);
}

const listNoons = ({ rules, from, days }: Pick<SlotSearch, 'rules' | 'from' | 'days'>) =>
  Array.from({ length: days }, (_, index) => toMoment(addDays(from, index), '12:00', rules.timeZone));

/** Lists what speaks against the employees at noon of each day. */
function explainNone(search: SlotSearch) {
  const { rules, visit, employees, near } = search;
  const noons = listNoons(search);
  const against = employees.map((id) => noons.flatMap((at) => whyNot(rules, visit, id, at, near(id, at))));
  return countReasons(against, 'employees');
}

/** Lists what speaks against a time; for laboratories only the reasons that do not depend on the employee. */
function explainAt({ rules, visit, employees, near }: SlotSearch, at: number, isAdmin: boolean) {
  const against = employees.map((id) => whyNot(rules, visit, id, at, near(id, at)));
  return countReasons(isAdmin ? against : against.map((own) => own.filter(isOfVisit)), 'employees');
}

/** Prepares the search for times of a visit from a day on, not before now. */
export async function prepareSearch(
  services: PlanServices,
  rules: PlanRules,
  visit: PlannedVisit,
  { employees, from, days }: Pick<SlotSearch, 'employees' | 'from' | 'days'>,
): Promise<SlotSearch> {
  const now = Date.now();
  const today = getToday(rules.timeZone, now);
  const range = { rules, from: from > today ? from : today, days };
  await loadDriving(services, rules, [visit.zip]);
  const index = await loadVisitIndex(services, rules, listNoons(range));
  return { ...range, visit, employees, after: now, near: (id, at) => index.near(id, at) };
}

/**
 * Finds the slots that a laboratory or its patient may know. For a visit without an employee, it leaves out those that
 * other such visits will take: at these, not more employees are free than such visits overlap.
 */
export function findUntaken(search: SlotSearch, employee: string | null | undefined): Slot[] {
  const slots = findSlots(withForeignWays(search));
  if (employee) return slots;
  const waiting = [...new Set(listNoons(search).flatMap((at) => search.near('', at)))];
  return slots.filter(({ at, free }) => free > countWaiting(search.visit, at, waiting));
}

/**
 * Asks about a visit that a laboratory books if it cannot be at its time, or if no employee is left for it. Employees
 * whom other visits without one need are not left. Call in the transaction that books: it locks the employees, so that other
 * bookings wait.
 * @param tests ids.
 */
export async function findTaken(
  services: PlanServices & Pick<Services, 'store'>,
  row: AppointmentRow,
  tests?: readonly string[],
): Promise<Question[]> {
  const { db, store } = services;
  const rules = await loadPlanRules(services);
  const at = row.scheduled_at;
  if (row.status !== 'Pending' || at < Date.now()) return [];
  const employees = await holdAllAssignable(db, store.kind);
  if (employees.length === 0) return [];
  const [visit] = await toVisitsWithTubes(services, rules, [row], toKnownTests(row, tests));
  const day = { employees, from: getToday(rules.timeZone, at), days: 1 };
  const search = withForeignWays(await prepareSearch(services, rules, visit as PlannedVisit, day));
  const against = employees.map((id) => whyNot(search.rules, search.visit, id, at, search.near(id, at)));
  const ofVisit = (against[0] ?? []).filter(isOfVisit);
  if (ofVisit.length > 0) return ofVisit.map((reason) => toQuestion(reason, true));
  // Unknown hours refuse nothing.
  const free = against.filter((reasons) => reasons.every(({ code }) => code === 'noHours')).length;
  if (free > countWaiting(search.visit, at, search.near('', at))) return [];
  return [{ message: 'plan.taken', field: 'appointmentDateTime' }];
}

/** Finds times for a visit. Laboratories learn neither employee nor detour, and get none that visits of others will take. */
export const findVisitSlots: CallHandler<FindSlots> = async ({ body, account }, services) => {
  const rules = await loadPlanRules(services);
  const visit = await toVisit({ body, account }, rules, services);
  const accounts = await findEmployees({ body, account }, visit.employee, services);
  const search = await prepareSearch(services, rules, visit, {
    employees: accounts.map(({ id }) => id),
    ...{ from: body.from ?? '', days: body.days ?? MAX_SLOT_DAYS },
  });
  const isAdmin = account.role === 'admin';
  // A laboratory moves a visit as changePolicy.ts allows.
  const after = search.after + (body.visit ? services.config.patientChangeHours * HOUR : 0);
  const free = isAdmin ? findSlots(search) : findUntaken({ ...search, after }, visit.employee);
  const { patientTimes, timeZone } = services.config;
  const times = body.visit ? includeTime(patientTimes, visit.at, timeZone) : patientTimes;
  // Other times are booked by hand.
  const slots = free.filter(({ at }) => isWithin(times, at, timeZone));
  const codes = new Map(accounts.map((one) => [one.id, one.employee_code ?? one.id]));
  return {
    data: {
      slots: slots.map(({ at, detour, employee }) => ({
        at: new Date(at).toISOString(),
        // Detours to a typed ZIP code would tell where the visits of other laboratories are.
        ...(isAdmin ? { detour, employeeId: codes.get(employee) ?? '' } : { detour: null, employeeId: '' }),
      })),
      reasons: slots.length === 0 && isAdmin ? explainNone(search) : [],
      against:
        body.at && !free.some(({ at }) => at === Date.parse(body.at ?? ''))
          ? explainAt(search, Date.parse(body.at), isAdmin)
          : [],
    },
  };
};
