import { sql } from 'kysely';
import type { Services } from 'portal-frame/server';
import { type Db, findCollection, findStoredRecords, type StoredRecord } from 'portal-frame/server/database';
import { fromWireTimings } from 'portal-frame/wire';
import { appointmentsById } from '../../../server/store/appointments.ts';
import type { AppointmentRow } from '../../../server/store/schema.ts';
import { findWireOrders, planTests, type TestLimits } from '../../../server/visitOrders.ts';
import { readZip } from '../../../src/wire/appointments/zipCode.ts';
import { getDrivingTimes } from './drivingTimes.ts';
import { memoize } from './memoize.ts';
import {
  type ClosedDays,
  type EmployeeRules,
  NO_RULES,
  type PlannedVisit,
  type PlanRules,
  type VisitNeeds,
} from './planRules.ts';
import { withPublicHolidays } from './publicHolidays.ts';
import { createTravelMinutes, createZoneFinder } from './travelTimes.ts';
import { readShiftTiming } from './workingHours.ts';
import { findZipPlace, type Place } from './zipCodes.ts';

export type PlanServices = Pick<Services, 'collections' | 'config'> & { db: Db };

/** Finds all records of a collection without access checks; none if the server does not have it. */
const findAll = <N extends string>(services: PlanServices, name: N): Promise<StoredRecord<N>[]> =>
  findStoredRecords(services.db, findCollection(services, name));

const byId = <R extends { id: string }>(records: readonly R[]) => new Map(records.map((one) => [one.id, one]));

const toMoment = (text: string | null) => (text ? Date.parse(text) : null);

/** The department that does not draw, unless its record says otherwise. */
const OFFICE = 'Admin';

/** Finds the employees of the office who have made visits nevertheless. */
const selectDrawingOffice = () => sql<{ id: string }>`select id from accounts
  where role = 'employee' and deleted_at is null and department = ${OFFICE} and exists (
    select 1 from appointments where employee_id = accounts.id and status = 'Completed')`;

async function loadEmployees(services: PlanServices): Promise<Map<string, EmployeeRules>> {
  const { db } = services;
  const [shifts, timeOff, credentials, workRules] = [
    await findAll(services, 'shifts'),
    (await findAll(services, 'timeOff')).filter(({ state }) => state === 'approved'),
    await findAll(services, 'credentials'),
    await findAll(services, 'workRules'),
  ];
  const drawing = new Set((await selectDrawingOffice().execute(db)).rows.map(({ id }) => id));
  const profiles = await db
    .selectFrom('accounts')
    .select(['id', 'shift_timing', 'department', 'is_active'])
    .where('role', '=', 'employee')
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(
    profiles.map(({ id, shift_timing: timing, department, is_active: active }) => {
      const own = <R extends { employee: string }>(all: readonly R[]) => all.filter((one) => one.employee === id);
      const [{ startZip, visitsPerDay, zones } = NO_RULES] = own(workRules);
      return [
        id,
        {
          ...{ shifts: [...own(shifts), ...readShiftTiming(timing)], timeOff: own(timeOff) },
          ...{ credentials: own(credentials), draws: department !== OFFICE || drawing.has(id) },
          isActive: active === 1,
          ...{ startZip: startZip ?? '', visitsPerDay, zones: zones ?? [] },
        },
      ];
    }),
  );
}

/** Finds what the patients of these visits need. */
export async function loadNeeds(services: PlanServices, visits: readonly string[]): Promise<Map<string, VisitNeeds>> {
  const collection = findCollection(services, 'visitNeeds');
  return new Map(
    (await findStoredRecords(services.db, collection, visits, 'appointment')).map(
      ({ appointment, earliest, latest, minutes, skills, facility, pinned }) => [
        appointment,
        {
          ...{ earliest: toMoment(earliest), latest: toMoment(latest), minutes },
          ...{ skills: skills ?? [], facility, pinned: pinned === true },
        },
      ],
    ),
  );
}

const readWeek = memoize((timings: string) => fromWireTimings(JSON.parse(timings)));

async function loadLaboratories(db: Db): Promise<PlanRules['laboratories']> {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'address', 'timings'])
    .where('role', '=', 'laboratory')
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(
    rows.map(({ id, address, timings }) => [id, { zip: readZip(address), week: timings ? readWeek(timings) : [] }]),
  );
}

/** Loads the entered days, and the public holidays of HOLIDAYS without those that the business works on. */
async function loadClosedDays(services: PlanServices): Promise<PlanRules['closedDays']> {
  const days = await findAll(services, 'closedDays');
  const closed = new Map<string, ClosedDays>();
  for (const [of, own] of Map.groupBy(days, ({ laboratory }) => laboratory ?? ''))
    closed.set(of, new Map(own.flatMap(({ date, name, worked }) => (worked ? [] : [[date, name]]))));
  const { holidays } = services.config;
  if (!holidays) return closed;
  const worked = new Set(
    days.flatMap(({ laboratory, date, worked: isWorked }) => (isWorked && !laboratory ? date : [])),
  );
  return closed.set('', withPublicHolidays(closed.get('') ?? new Map(), worked, holidays));
}

async function loadTables(services: PlanServices): Promise<Omit<PlanRules, 'timeZone'>> {
  const laboratories = await loadLaboratories(services.db);
  const employees = await loadEmployees(services);
  const closedDays = await loadClosedDays(services);
  const zones = (await findAll(services, 'zones')).map(({ id, name, zips, speed }) => ({
    ...{ id, name, speed },
    zips: zips.split(/[\s,;]+/).filter(Boolean),
  }));
  const places = new Map(
    (await findAll(services, 'zipPlaces')).map(({ zip, latitude, longitude }): [string, Place] => [
      zip,
      [latitude, longitude],
    ]),
  );
  const { osrmUrl } = services.config;
  const driving = osrmUrl ? getDrivingTimes(osrmUrl) : undefined;
  const findPlace = (zip: string) => places.get(zip) ?? findZipPlace(zip) ?? undefined;
  const findDriving = driving && ((from: string, to: string) => driving.find(from, to));
  return {
    ...{ employees, laboratories, closedDays, findPlace, findZone: createZoneFinder(zones) },
    travel: createTravelMinutes({ zones, findPlace, findDriving }),
    facilities: byId(await findAll(services, 'facilities')),
    skills: byId(await findAll(services, 'skills')),
  };
}

const PLAN_TABLES = [
  'zipPlaces',
  'facilities',
  'shifts',
  'timeOff',
  'credentials',
  'workRules',
  'closedDays',
  'zones',
  'skills',
];

/**
 * Reads the version of the planning tables in one query: it differs after every change of a record. Accounts have none,
 * so their part is the columns that planning reads.
 */
export async function readPlanVersion(services: PlanServices): Promise<string> {
  const parts = [
    ...PLAN_TABLES.flatMap((name) => {
      const table = findCollection(services, name)?.table;
      const state = sql`concat(count(*), ' ', sum(version), ' ', max(id), ' ', max(changed_at))`;
      return table ? sql`select ${sql.lit(name)} as name, ${state} as state from ${sql.table(table)}` : [];
    }),
    sql`select role as name, concat(id, ' ', case when role = 'laboratory' then concat(address, ' ', timings)
      else concat(is_active, department, ' ', shift_timing) end) as state
      from accounts where role in ('laboratory', 'employee') and deleted_at is null`,
    sql`select 'draws' as name, id as state from (${selectDrawingOffice()}) as office`,
  ];
  const query = sql<{ name: string; state: string }>`${sql.join(parts, sql` union all `)}`;
  const { rows } = await query.execute(services.db);
  return JSON.stringify(rows.map(({ name, state }) => `${name} ${state}`).toSorted());
}

type PlanTables = Awaited<ReturnType<typeof loadTables>>;

/** The tables last loaded by each server of this process. */
const loaded = new WeakMap<object, { version: string; tables: PlanTables }>();

/** Loads all that is known for planning; from memory unless it has changed. */
export async function loadPlanRules(services: PlanServices): Promise<PlanRules> {
  const version = await readPlanVersion(services);
  const known = loaded.get(services.collections);
  const tables = known?.version === version ? known.tables : await loadTables(services);
  if (known?.tables !== tables) loaded.set(services.collections, { version, tables });
  return { timeZone: services.config.timeZone, ...tables };
}

/**
 * Loads the driving times between these ZIP codes and those of laboratories and employees, if OSRM_URL is set. A
 * transaction does not wait for them: it would hold up others.
 */
export async function loadDriving(
  { db, config }: PlanServices,
  { laboratories, employees, findPlace }: PlanRules,
  zips: readonly string[],
): Promise<void> {
  if (!config.osrmUrl) return;
  const fixed = [...laboratories.values()].map(({ zip }) => zip);
  const starts = [...employees.values()].map(({ startZip }) => startZip);
  const loading = getDrivingTimes(config.osrmUrl).load([...zips, ...fixed, ...starts], findPlace);
  if (!db.isTransaction) await loading;
}

/** Columns of an appointment that planning reads. */
export type VisitRow = Pick<AppointmentRow, 'id' | 'scheduled_at' | 'address' | 'laboratory_id'>;

/**
 * Converts appointments, with what the patient needs.
 * @param unstored needs of appointments that are not stored yet, by id.
 */
export async function toPlannedVisits(
  services: PlanServices,
  rules: PlanRules,
  rows: readonly VisitRow[],
  unstored: ReadonlyMap<string, VisitNeeds> = new Map(),
): Promise<PlannedVisit[]> {
  const ids = rows.map(({ id }) => id);
  const { facilities } = rules;
  const stored = await loadNeeds(services, ids);
  await loadDriving(
    services,
    rules,
    rows.map(({ address }) => readZip(address)),
  );
  return rows.map((row) => {
    const needs = unstored.get(row.id) ?? stored.get(row.id);
    return {
      ...{ id: row.id, at: row.scheduled_at, laboratory: row.laboratory_id, zip: readZip(row.address), needs },
      minutes: needs?.minutes ?? facilities.get(needs?.facility ?? '')?.minutes ?? services.config.visitMinutes,
    };
  });
}

const HOUR = 3_600_000;

/** Returns the limits that tests set to a visit: the hours that the tubes keep, and the fast. */
function toTestLimits({ tests, tubes }: TestLimits, known: number | null) {
  const keeps = Math.min(...tubes.map(({ hours }) => hours ?? Infinity));
  const fasts = Math.max(0, ...tests.map(({ fastingHours }) => fastingHours));
  return {
    ...(Number.isFinite(keeps) && { tubeHours: keeps }),
    ...(fasts > 0 && { preparation: { hours: fasts, from: Date.now() + fasts * HOUR, known } }),
  };
}

/** Finds the limits that tests (ids) set to a visit that is not booked yet. */
export const findTestLimits = async (services: PlanServices, tests: readonly string[], laboratory: string | null) =>
  toTestLimits(await planTests(services, tests, laboratory), null);

/** Needs and tests of visits that are not stored yet, by id. */
export interface Unstored {
  needs?: ReadonlyMap<string, VisitNeeds> | undefined;
  /** Ids of their tests. */
  tests?: ReadonlyMap<string, readonly string[]> | undefined;
}

/** Converts appointments as `toPlannedVisits` does, with the hours that their tubes keep and the patients' fasts. */
export async function toVisitsWithTubes(
  services: PlanServices,
  rules: PlanRules,
  rows: readonly AppointmentRow[],
  { needs, tests }: Unstored = {},
): Promise<PlannedVisit[]> {
  const visits = await toPlannedVisits(services, rules, rows, needs);
  const orders = [...(await findWireOrders(services, rows))];
  const fasting = orders.filter(([, order]) => order.tests.some(({ fastingHours }) => fastingHours > 0));
  // The rows may be about to move.
  const stored = await appointmentsById(
    services.db,
    fasting.map(([id]) => id),
  );
  const known = new Map(stored.map((row) => [row.id, row.scheduled_at]));
  const limits = new Map(orders.map(([id, order]) => [id, toTestLimits(order, known.get(id) ?? null)]));
  for (const { id, laboratory_id: laboratory } of rows) {
    const own = tests?.get(id);
    if (own) limits.set(id, await findTestLimits(services, own, laboratory));
  }
  return visits.map((visit) => ({ ...visit, ...limits.get(visit.id) }));
}
