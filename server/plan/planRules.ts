import type { StoredRecord } from 'portal-frame/server/database';
import type { z } from 'zod';
import type { whyNot } from '../../src/wire/planning/whyNotCodes.ts';
import type { TravelMinutes, Zone } from './travelTimes.ts';
import type { Place } from './zipCodes.ts';

/** A working time or an opening time on a weekday, as HH:MM. */
export type WeekTime = StoredRecord<'shifts'>['week'][number];
/** Days are YYYY-MM-DD; null is open. */
export type Shift = Pick<StoredRecord<'shifts'>, 'from' | 'to' | 'week'>;

export interface EmployeeRules {
  /** Empty: always. */
  shifts: readonly Shift[];
  /** Approved days, both included. */
  timeOff: readonly Pick<StoredRecord<'timeOff'>, 'from' | 'to'>[];
  credentials: readonly Pick<StoredRecord<'credentials'>, 'skill' | 'expiresOn'>[];
  startZip: string;
  visitsPerDay: number | null;
  /** Ids; empty: every zone. */
  zones: readonly string[];
}

/** Finds the name of a day on which nobody works. */
export interface ClosedDays {
  get(day: string): string | undefined;
}

/** An address at which many patients are drawn in one stop. */
export type Facility = Pick<StoredRecord<'facilities'>, 'id' | 'name' | 'address' | 'minutes'>;

/** All that an admin has entered for planning. */
export interface PlanRules {
  timeZone: string;
  /** False if nothing was entered or set: then only plain overlaps count. */
  entered: boolean;
  employees: ReadonlyMap<string, EmployeeRules>;
  /** Days by laboratory; '' stands for the business. */
  closedDays: ReadonlyMap<string, ClosedDays>;
  findZone: (zip: string) => Zone | undefined;
  skills: ReadonlyMap<string, Pick<StoredRecord<'skills'>, 'name' | 'forEveryVisit'>>;
  laboratories: ReadonlyMap<string, { zip: string; week: readonly WeekTime[] }>;
  facilities: ReadonlyMap<string, Facility>;
  travel: TravelMinutes;
  findPlace: (zip: string) => Place | undefined;
}

export interface VisitNeeds {
  earliest: number | null;
  latest: number | null;
  minutes: number | null;
  skills: readonly string[];
  facility: string | null;
  pinned: boolean;
}

/** Moments are milliseconds. */
export interface PlannedVisit {
  id: string;
  at: number;
  minutes: number;
  zip: string;
  laboratory: string | null;
  needs?: VisitNeeds | undefined;
  /** Hours from the draw in which the tubes must arrive; undefined: on the same day. */
  tubeHours?: number | undefined;
}

/** Why an employee cannot make a visit: the text `plan.reasons.{code}` and its parameters. */
export type WhyNot = z.output<typeof whyNot.schema>;

export const NO_NEEDS: VisitNeeds = {
  ...{ earliest: null, latest: null, minutes: null },
  ...{ skills: [], facility: null, pinned: false },
};

export const NO_RULES: EmployeeRules = {
  ...{ shifts: [], timeOff: [], credentials: [] },
  ...{ startZip: '', visitsPerDay: null, zones: [] },
};

type PlannedPlace = Pick<PlannedVisit, 'zip' | 'needs'>;

/** Minutes between two visits: none within one facility. */
export const getWay = ({ travel }: PlanRules, visit: PlannedPlace, other: PlannedPlace): number =>
  visit.needs?.facility && visit.needs.facility === other.needs?.facility && visit.zip === other.zip
    ? 0
    : travel(visit.zip, other.zip);
