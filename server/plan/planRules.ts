import type { WHY_NOT_CODES } from '../../src/wire/planning/whyNotCodes.ts';
import type { TravelMinutes, Zone } from './travelTimes.ts';
import type { Place } from './zipCodes.ts';

/** A working time or an opening time on a weekday, as HH:MM. */
export interface WeekTime {
  day: string;
  start: string | null;
  end: string | null;
}

export interface Shift {
  /** Days (YYYY-MM-DD); null is open. */
  from: string | null;
  to: string | null;
  week: readonly WeekTime[];
}

export interface EmployeeRules {
  /** Empty: always. */
  shifts: readonly Shift[];
  /** Approved days, both included. */
  timeOff: readonly { from: string; to: string }[];
  credentials: readonly { skill: string; expiresOn: string | null }[];
  startZip: string;
  visitsPerDay: number | null;
  /** Ids; empty: every zone. */
  zones: readonly string[];
}

/** Days on which nobody works, with their names. */
export interface ClosedDays {
  get(day: string): string | undefined;
  has(day: string): boolean;
}

/** An address at which many patients are drawn in one stop. */
export interface Facility {
  id: string;
  name: string;
  address: string;
  /** For each patient. */
  minutes: number;
}

/** All that an admin has entered for planning. */
export interface PlanRules {
  timeZone: string;
  /** False if nothing was entered or set: then only plain overlaps count. */
  entered: boolean;
  employees: ReadonlyMap<string, EmployeeRules>;
  /** Days by laboratory; '' stands for the business. */
  closedDays: ReadonlyMap<string, ClosedDays>;
  findZone: (zip: string) => Zone | undefined;
  skills: ReadonlyMap<string, { name: string; forEveryVisit: boolean }>;
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
export interface WhyNot {
  code: (typeof WHY_NOT_CODES)[number];
  parameters: Record<string, string | number>;
}

export const NO_NEEDS: VisitNeeds = {
  earliest: null,
  latest: null,
  minutes: null,
  skills: [],
  facility: null,
  pinned: false,
};

export const NO_RULES: EmployeeRules = {
  shifts: [],
  timeOff: [],
  credentials: [],
  startZip: '',
  visitsPerDay: null,
  zones: [],
};

/** Minutes between two visits: none within one facility. */
export const getWay = ({ travel }: PlanRules, visit: PlannedPlace, other: PlannedPlace): number =>
  visit.needs?.facility && visit.needs.facility === other.needs?.facility && visit.zip === other.zip
    ? 0
    : travel(visit.zip, other.zip);

type PlannedPlace = Pick<PlannedVisit, 'zip' | 'needs'>;
