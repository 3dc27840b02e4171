import { sql } from 'kysely';
import type { Services } from 'portal-frame/server';
import { type Db, findCollection, findStoredRecords, type StoredRecord } from 'portal-frame/server/database';
import { fromWireTimings } from 'portal-frame/wire';
import { readZip } from '../../src/wire/planning/zipCode.ts';
import { planOrders } from '../orders/plannedOrders.ts';
import type { AppointmentRow } from '../store/schema.ts';
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
import { findZipPlace, type Place } from './zipCodes.ts';

export type PlanServices = Pick<Services, 'collections' | 'config'> & { db: Db };

/** Finds all records of a collection without access checks; none if the server does not have it. */
const findAll = <N extends string>(services: PlanServices, name: N): Promise<StoredRecord<N>[]> =>
  findStoredRecords(services.db, findCollection(services, name));

const byId = <R extends { id: string }>(records: readonly R[]) => new Map(records.map((one) => [one.id, one]));

const toMoment = (text: string | null) => (text ? Date.parse(text) : null);

async function loadEmployees(services: PlanServices): Promise<Map<string, EmployeeRules>> {
  const [shifts, timeOff, credentials, workRules] = [
    await findAll(services, 'shifts'),
    (await findAll(services, 'timeOff')).filter(({ state }) => state === 'approved'),
    await findAll(services, 'credentials'),
    await findAll(services, 'workRules'),
  ];
  const ids = new Set([...shifts, ...timeOff, ...credentials, ...workRules].map(({ employee }) => employee));
  return new Map(
    [...ids].map((id) => {
      const own = <R extends { employee: string }>(all: readonly R[]) => all.filter((one) => one.employee === id);
      const [{ startZip, visitsPerDay, zones } = NO_RULES] = own(workRules);
      return [
        id,
        {
          ...{ shifts: own(shifts), timeOff: own(timeOff), credentials: own(credentials) },
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

async function loadTables(services: PlanServices): Promise<Omit<PlanRules, 'timeZone' | 'entered'>> {
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

/** Tables that set no rule: alone, they change nothing. */
const PLACE_TABLES = ['zipPlaces', 'facilities'];
const PLAN_TABLES = [...PLACE_TABLES, 'shifts', 'timeOff', 'credentials', 'workRules', 'closedDays', 'zones', 'skills'];

/**
 * Reads the version of the planning tables in one query: it differs after every change of a record. Accounts have none,
 * so their part is the columns that planning reads. Also tells whether anything was entered.
 */
async function readVersion(services: PlanServices): Promise<{ text: string; entered: boolean }> {
  const needs = findCollection(services, 'visitNeeds')?.table;
  const parts = [
    ...PLAN_TABLES.flatMap((name) => {
      const table = findCollection(services, name)?.table;
      const state = sql`concat(sum(version), ' ', max(id), ' ', max(changed_at))`;
      return table
        ? sql`select ${sql.lit(name)} as name, count(*) as count, ${state} as state from ${sql.table(table)}`
        : [];
    }),
    ...(needs
      ? [
          sql`select 'needs' as name, count(*) as count, '' as state from (select 1 from ${sql.table(needs)} limit 1) as entries`,
        ]
      : []),
    sql`select 'laboratory' as name, 0 as count, concat(id, ' ', address, ' ', timings) as state from accounts where role = 'laboratory' and deleted_at is null`,
  ];
  const query = sql<{ name: string; count: number; state: string }>`${sql.join(parts, sql` union all `)}`;
  const { rows } = await query.execute(services.db);
  return {
    text: JSON.stringify(rows.map(({ name, count, state }) => `${name} ${count} ${state}`).toSorted()),
    entered: rows.some(({ name, count }) => !PLACE_TABLES.includes(name) && Number(count) > 0),
  };
}

type PlanTables = Awaited<ReturnType<typeof loadTables>>;

/** The tables last loaded by each server of this process. */
const loaded = new WeakMap<object, { version: string; tables: PlanTables }>();

/** Loads all that was entered for planning; from memory unless a planning table has changed. */
export async function loadPlanRules(services: PlanServices): Promise<PlanRules> {
  const { text: version, entered } = await readVersion(services);
  const known = loaded.get(services.collections);
  const tables = known?.version === version ? known.tables : await loadTables(services);
  if (known?.tables !== tables) loaded.set(services.collections, { version, tables });
  const { timeZone, holidays } = services.config;
  return { timeZone, entered: entered || holidays !== undefined, ...tables };
}

/**
 * Loads the driving times between these ZIP codes and those of laboratories and employees, if OSRM_URL is set. A
 * transaction does not wait for them: it would hold up others.
 */
export async function loadDriving(
  { db, config }: PlanServices,
  { entered, laboratories, employees, findPlace }: PlanRules,
  zips: readonly string[],
): Promise<void> {
  if (!config.osrmUrl || !entered) return;
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
  const { entered, facilities } = rules;
  const stored = entered ? await loadNeeds(services, ids) : new Map<string, VisitNeeds>();
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

/** Converts appointments as `toPlannedVisits` does, with the hours that their tubes keep. */
export async function toVisitsWithTubes(
  services: PlanServices,
  rules: PlanRules,
  rows: readonly AppointmentRow[],
  unstored?: ReadonlyMap<string, VisitNeeds>,
): Promise<PlannedVisit[]> {
  const visits = await toPlannedVisits(services, rules, rows, unstored);
  const orders = rules.entered ? await planOrders(services, rows) : [];
  const hours = new Map(
    orders.map(({ row, tubes }) => [row.id, Math.min(...tubes.map(({ stability }) => stability?.hours ?? Infinity))]),
  );
  return visits.map((visit) => {
    const tubeHours = hours.get(visit.id);
    return tubeHours !== undefined && Number.isFinite(tubeHours) ? { ...visit, tubeHours } : visit;
  });
}
