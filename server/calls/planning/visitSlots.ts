import { getToday, HttpError, notFound, type Services } from 'portal-frame/server';
import { findAccountsByRole } from 'portal-frame/server/accounts';
import type { AccountRow } from 'portal-frame/server/database';
import { addDays } from 'portal-frame/wire';
import { WIRE_FIELD_NAMES } from '../../../src/wire/appointments/newAppointment.ts';
import { MAX_SLOT_DAYS } from '../../../src/wire/planning/planApi.ts';
import { loadVisitIndex } from '../../plan/findReasons.ts';
import { dropTaken, findSlots, type Slot, type SlotSearch } from '../../plan/findSlots.ts';
import { loadDriving, loadPlanRules, type PlanServices, toVisitsWithTubes } from '../../plan/loadPlanRules.ts';
import type { PlannedVisit, PlanRules } from '../../plan/planRules.ts';
import { countEmployees, whyNot } from '../../plan/whyNot.ts';
import { toMoment } from '../../plan/workingHours.ts';
import { appointmentById } from '../../store/appointments.ts';
import { employeeByIdOrCode, holdAllAssignable, laboratoriesByName } from '../../store/people.ts';
import type { AppointmentRow } from '../../store/schema.ts';
import { ownerOf } from '../appointmentWire.ts';
import type { Handler, Input } from '../handler.ts';

type Search = Pick<Input<'findSlots'>, 'body' | 'account'>;

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
  return { id: '', at: 0, minutes: config.visitMinutes, zip: body.zip ?? '', laboratory };
}

async function findEmployees(
  { body, account }: Search,
  present: string | null | undefined,
  { db }: Services,
): Promise<AccountRow[]> {
  const active = (await findAccountsByRole(db, 'employee')).filter((one) => one.is_active === 1);
  if (!body.employeeId || account.role !== 'admin') return present ? active.filter(({ id }) => id === present) : active;
  const chosen = await employeeByIdOrCode(db, body.employeeId);
  if (!chosen) throw HttpError.forField(WIRE_FIELD_NAMES.employee, 400, 'server.noSuchEmployee');
  return active.filter(({ id }) => id === chosen.id);
}

/** Lists what speaks against the employees at noon of each day. */
function explainNone({ rules, visit, employees, from, days, near }: SlotSearch) {
  const against = Array.from({ length: days }, (_, index) => toMoment(addDays(from, index), '12:00', rules.timeZone));
  return countEmployees(employees.map((id) => against.flatMap((at) => whyNot(rules, visit, id, at, near(id, at)))));
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
  const first = from > today ? from : today;
  const noons = Array.from({ length: days }, (_, index) => toMoment(addDays(first, index), '12:00', rules.timeZone));
  await loadDriving(services, rules, [visit.zip]);
  const index = await loadVisitIndex(services, rules, noons);
  return { rules, visit, employees, from: first, days, after: now, near: (id, at) => index.near(id, at) };
}

/** Finds the visits without an employee near the days of a search. */
const findWaiting = ({ rules, from, days, near }: SlotSearch) => [
  ...new Set(
    Array.from({ length: days }, (_, index) =>
      near('', toMoment(addDays(from, index), '12:00', rules.timeZone)),
    ).flat(),
  ),
];

/** Finds all slots but, for a visit without an employee, those that other such visits will take. */
export const findUntaken = (search: SlotSearch, employee: string | null | undefined): Slot[] =>
  employee ? findSlots(search) : dropTaken(findSlots(search), search.visit, findWaiting(search));

/**
 * Returns whether an employee is left for a visit that a laboratory books, besides those whom visits without an employee
 * need. Call in the transaction that books: it locks the employees, so that other bookings wait.
 */
export async function isUntaken(
  services: PlanServices & Pick<Services, 'store'>,
  row: AppointmentRow,
): Promise<boolean> {
  const { db, store } = services;
  const rules = await loadPlanRules(services);
  const at = row.scheduled_at;
  if (!rules.entered || row.status !== 'Pending' || at < Date.now()) return true;
  const employees = await holdAllAssignable(db, store.kind);
  const [visit] = await toVisitsWithTubes(services, rules, [row]);
  const day = { employees, from: getToday(rules.timeZone, at), days: 1 };
  const search = await prepareSearch(services, rules, visit as PlannedVisit, day);
  const free = employees.filter((id) => whyNot(rules, search.visit, id, at, search.near(id, at)).length === 0).length;
  const slot = { at, employee: '', free, detour: null };
  return dropTaken([slot], search.visit, search.near('', at)).length > 0;
}

/** Finds times for a visit. Laboratories do not learn who would come, and get none that visits of others will take. */
export const findVisitSlots: Handler<'findSlots'> = async ({ body, account }, services) => {
  const rules = await loadPlanRules(services);
  const visit = await toVisit({ body, account }, rules, services);
  const accounts = await findEmployees({ body, account }, visit.employee, services);
  const search = await prepareSearch(services, rules, visit, {
    employees: accounts.map(({ id }) => id),
    ...{ from: body.from ?? '', days: body.days ?? MAX_SLOT_DAYS },
  });
  const isAdmin = account.role === 'admin';
  const slots = isAdmin ? findSlots(search) : findUntaken(search, visit.employee);
  const codes = new Map(accounts.map((one) => [one.id, one.employee_code ?? one.id]));
  return {
    data: {
      slots: slots.map(({ at, detour, employee }) => ({
        ...{ at: new Date(at).toISOString(), detour, employeeId: isAdmin ? (codes.get(employee) ?? '') : '' },
      })),
      reasons: slots.length === 0 && isAdmin ? explainNone(search) : [],
    },
  };
};
