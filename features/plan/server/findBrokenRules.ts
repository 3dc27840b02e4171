import {
  createEventLoopYield,
  getServerTexts,
  records,
  type Services,
  type TransactionContext,
  trustedContext,
} from 'portal-frame/server';
import { type Db, findCollection, findStoredRecords } from 'portal-frame/server/database';
import type { Override } from '../../../server/calls/planning/bookingRules.ts';
import { selectScheduled } from '../../../server/store/appointments.ts';
import type { AppointmentRow } from '../../../server/store/schema.ts';
import {
  loadPlanRules,
  type PlanServices,
  toPlannedVisits,
  toVisitsWithTubes,
  type Unstored,
} from './loadPlanRules.ts';
import type { Confirmed, PlannedVisit, PlanRules, WhyNot } from './planRules.ts';
import { whyNot, withoutUnplanned } from './whyNot.ts';
import { mergeHours } from './workingHours.ts';

const DAY = 86_400_000;

/** Visits by employee and by UTC day, so that one day's neighbors are found without reading all. */
export class VisitIndex {
  readonly #days = new Map<string, PlannedVisit[]>();

  add(employee: string, visit: PlannedVisit): void {
    const key = `${employee} ${Math.floor(visit.at / DAY)}`;
    const found = this.#days.get(key);
    if (found) found.push(visit);
    else this.#days.set(key, [visit]);
  }

  /** Finds the visits of an employee, or without one (''), at most a day away, and some beyond. */
  near(employee: string, at: number): PlannedVisit[] {
    const day = Math.floor(at / DAY);
    return [day - 1, day, day + 1].flatMap((one) => this.#days.get(`${employee} ${one}`) ?? []);
  }
}

/** The UTC days of these times and those beside them, merged to ranges. */
function toRanges(times: readonly number[]) {
  const days = [...new Set(times.map((at) => Math.floor(at / DAY)))];
  return mergeHours(days.map((day) => ({ from: (day - 1) * DAY, to: (day + 2) * DAY })));
}

/** Loads the pending visits around these times: of some employees, or all. */
export async function loadVisitIndex(
  services: PlanServices,
  rules: PlanRules,
  times: readonly number[],
  employees?: readonly string[],
): Promise<VisitIndex> {
  const index = new VisitIndex();
  const owners = employees?.map((id) => ({ column: 'employee_id', id }) as const) ?? [undefined];
  for (const range of toRanges(times))
    for (const owner of owners) {
      const rows = await selectScheduled(services.db, range, owner)
        .select(['id', 'scheduled_at', 'address', 'laboratory_id', 'employee_id'])
        .where('status', '=', 'Pending')
        .execute();
      const visits = await toPlannedVisits(services, rules, rows);
      for (const [at, visit] of visits.entries()) index.add(rows[at]?.employee_id ?? '', visit);
    }
  return index;
}

const describeReason = ({ code, parameters }: WhyNot): string =>
  getServerTexts('en').formatMessage(`plan.reasons.${code}`, parameters);

/** Finds what dispatchers confirmed against the rules, by visit. */
export async function findConfirmed(services: PlanServices, visits: readonly string[]) {
  const found = await findStoredRecords(services.db, findCollection(services, 'planOverrides'), visits, 'appointment');
  const confirmed = found.map(({ appointment, employee, at, reasons }) => ({
    ...{ appointment, employee, at: Date.parse(at ?? ''), reasons: (reasons ?? '').split('\n') },
  }));
  return Map.groupBy<string | null, Confirmed & { appointment: string | null }>(
    confirmed,
    ({ appointment }) => appointment,
  );
}

/** Leaves out the reasons that a dispatcher confirmed for this employee and time: they are decided. */
export function withoutConfirmed(
  reasons: readonly WhyNot[],
  confirmed: readonly Confirmed[] = [],
  employee: string | null,
  at: number,
): WhyNot[] {
  const own = confirmed.filter((one) => one.employee === employee && one.at === at);
  const decided = new Set(own.flatMap((one) => one.reasons));
  return reasons.filter((reason) => decided.size === 0 || !decided.has(describeReason(reason)));
}

/** Leaves out the reasons that a dispatcher confirmed for a booking as it is. */
async function leaveOutConfirmed(
  services: PlanServices,
  rows: readonly AppointmentRow[],
  found: ReadonlyMap<number, WhyNot[]>,
): Promise<Map<number, WhyNot[]>> {
  const against = [...found].flatMap(([index, reasons]) => {
    const row = rows[index];
    return row ? [{ index, reasons, row }] : [];
  });
  const confirmed = await findConfirmed(
    services,
    against.map(({ row }) => row.id),
  );
  const open = against.flatMap(({ index, reasons, row }): [number, WhyNot[]][] => {
    const left = withoutConfirmed(reasons, confirmed.get(row.id), row.employee_id, row.scheduled_at);
    return left.length > 0 ? [[index, left]] : [];
  });
  return new Map(open);
}

/**
 * Lists the reasons against bookings by their index in `rows`. Each is checked against the bookings in the database and
 * those before it. Only pending visits with an employee that are not reported done have reasons, without those that a
 * dispatcher has confirmed.
 * @param known `rules` that the caller has loaded, and `needs` and `tests` of bookings that are not stored yet, by id.
 */
export async function findReasonsAmong(
  db: Db,
  rows: readonly AppointmentRow[],
  { collections, config }: Pick<Services, 'collections' | 'config'>,
  known: { rules?: PlanRules } & Unstored = {},
): Promise<Map<number, WhyNot[]>> {
  const pending = [...rows.entries()].filter(
    ([, { status, employee_id: employee, visit_state: state }]) => status === 'Pending' && employee && state !== 'done',
  );
  const found = new Map<number, WhyNot[]>();
  if (pending.length === 0) return found;
  const services = { collections, config, db };
  const rules = known.rules ?? (await loadPlanRules(services));
  const times = pending.map(([, { scheduled_at: at }]) => at);
  const employees = [...new Set(pending.flatMap(([, row]) => row.employee_id ?? []))];
  const index = await loadVisitIndex(services, rules, times, employees);
  const own = pending.map(([, row]) => row);
  const visits = await toVisitsWithTubes(services, rules, own, known);
  const rest = createEventLoopYield();
  for (const [at, [place, row]] of pending.entries()) {
    await rest();
    const [visit, employee] = [visits[at] as PlannedVisit, row.employee_id as string];
    const others = index.near(employee, visit.at);
    const reasons = withoutUnplanned(whyNot(rules, visit, employee, visit.at, others));
    if (reasons.length > 0) found.set(place, reasons);
    if (!others.some(({ id }) => id === visit.id)) index.add(employee, visit);
  }
  return leaveOutConfirmed(services, rows, found);
}

/** Keeps the reasons that a dispatcher overrode, and why. Returns the audit entries. */
export async function keepOverrides(
  tx: TransactionContext,
  overrides: readonly Override[],
  note?: string,
): Promise<{ operation: 'create'; resource: string; recordId: string }[]> {
  const kept = overrides.filter(({ reasons }) => reasons.length > 0);
  if (!findCollection(tx.services, 'planOverrides') || kept.length === 0) return [];
  const created = await records(trustedContext(tx)).createMany(
    'planOverrides',
    kept.map(({ row, reasons }) => ({
      ...{ appointment: row.id, employee: row.employee_id, at: new Date(row.scheduled_at).toISOString() },
      reasons: reasons.map(describeReason).join('\n'),
      ...(note && { note }),
    })),
  );
  return created.map(({ id }) => ({ operation: 'create', resource: 'planOverrides', recordId: id }));
}
