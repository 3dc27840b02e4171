import { type CollectionRow, toCollectionDb } from 'portal-frame/internal/records';
import type { Services } from 'portal-frame/server';
import { findAccountsByRole } from 'portal-frame/server/accounts';
import type { Db } from 'portal-frame/server/database';
import { fromWireTimings } from 'portal-frame/wire';
import { planOrders, type StoredRecord, toStoredRecords } from '../orders/plannedOrders.ts';
import type { AppointmentRow } from '../store/schema.ts';
import type { EmployeeRules, PlannedVisit, PlanRules, VisitNeeds } from './planRules.ts';
import { createTravelMinutes } from './travelTimes.ts';
import { type Place, readZip } from './zipCodes.ts';

type PlanServices = Pick<Services, 'collections' | 'config'> & { db: Db };

/** Finds all records of a collection without access checks; none if the server does not have it. */
async function findAll<N extends string>({ db, collections }: PlanServices, name: N): Promise<StoredRecord<N>[]> {
  const collection = collections.find(({ resource }) => resource.name === name);
  if (!collection) return [];
  const rows = await toCollectionDb(db).selectFrom(collection.table).selectAll().orderBy('id').execute();
  return toStoredRecords<N>(db, collection, rows as CollectionRow[]);
}

const toMoment = (text: string | null | undefined) => (text ? Date.parse(text) : null);

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
      const own = <R extends { employee: string }>(records: readonly R[]) =>
        records.filter((one) => one.employee === id);
      const [rule] = own(workRules);
      return [
        id,
        {
          shifts: own(shifts).map(({ from, to, week }) => ({ from: from ?? null, to: to ?? null, week })),
          timeOff: own(timeOff),
          credentials: own(credentials).map(({ skill, expiresOn }) => ({ skill, expiresOn: expiresOn ?? null })),
          startZip: rule?.startZip ?? '',
          visitsPerDay: rule?.visitsPerDay ?? null,
          zones: rule?.zones ?? [],
        },
      ];
    }),
  );
}

async function loadNeeds(services: PlanServices): Promise<Map<string, VisitNeeds>> {
  return new Map(
    (await findAll(services, 'visitNeeds')).map(({ appointment, earliest, latest, minutes, skills, pinned }) => [
      appointment,
      {
        ...{ earliest: toMoment(earliest), latest: toMoment(latest), minutes: minutes ?? null },
        ...{ skills: skills ?? [], pinned: pinned === true },
      },
    ]),
  );
}

async function loadLaboratories(db: Db): Promise<PlanRules['laboratories']> {
  return new Map(
    (await findAccountsByRole(db, 'laboratory')).map(({ id, address, timings }) => [
      id,
      { zip: readZip(address), week: timings ? fromWireTimings(JSON.parse(timings)) : [] },
    ]),
  );
}

/** Loads all that was entered for planning. */
export async function loadPlanRules(services: PlanServices): Promise<PlanRules> {
  const employees = await loadEmployees(services);
  const needs = await loadNeeds(services);
  const closedDays = new Map<string, Map<string, string>>();
  for (const { laboratory, date, name } of await findAll(services, 'closedDays')) {
    const days = closedDays.get(laboratory ?? '') ?? new Map<string, string>();
    closedDays.set(laboratory ?? '', days.set(date, name));
  }
  const zones = (await findAll(services, 'zones')).map(({ id, zips, speed }) => ({
    ...{ id, speed },
    zips: zips.split(/[\s,;]+/).filter(Boolean),
  }));
  const skills = new Map(
    (await findAll(services, 'skills')).map(({ id, name, forEveryVisit }) => [
      id,
      { name, forEveryVisit: forEveryVisit === true },
    ]),
  );
  const places = new Map(
    (await findAll(services, 'zipPlaces')).map(({ zip, latitude, longitude }): [string, Place] => [
      zip,
      [latitude, longitude],
    ]),
  );
  const entered = [employees, needs, closedDays, skills].some(({ size }) => size > 0) || zones.length > 0;
  return {
    timeZone: services.config.timeZone,
    ...{ entered, employees, needs, closedDays, zones, skills },
    laboratories: entered ? await loadLaboratories(services.db) : new Map(),
    travel: createTravelMinutes(zones, places),
  };
}

/** Converts appointments, with the hours that their tubes keep. */
export async function toPlannedVisits(
  services: PlanServices,
  rules: PlanRules,
  rows: readonly AppointmentRow[],
): Promise<PlannedVisit[]> {
  const hours = new Map(
    (await planOrders(services, rows)).map(({ row, tubes }) => [
      row.id,
      tubes.reduce<number | undefined>(
        (least, tube) => Math.min(least ?? Infinity, tube.stability?.hours ?? Infinity),
        undefined,
      ),
    ]),
  );
  return rows.map((row) => {
    const tubeHours = hours.get(row.id);
    return {
      ...{ id: row.id, at: row.scheduled_at, laboratory: row.laboratory_id, zip: readZip(row.address) },
      minutes: rules.needs.get(row.id)?.minutes ?? services.config.visitMinutes,
      ...(tubeHours !== undefined && Number.isFinite(tubeHours) && { tubeHours }),
    };
  });
}
