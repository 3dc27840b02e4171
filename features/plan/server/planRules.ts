import type { StoredRecord } from 'portal-frame/server/database';
import type { WhyNot } from '../../../src/wire/appointments/whyNotCodes.ts';
import type { TravelMinutes, Zone } from './travelTimes.ts';
import type { Place } from './zipCodes.ts';

/** A working time or an opening time on a weekday, as HH:MM. */
export type WeekTime = StoredRecord<'shifts'>['week'][number];
/** Days are YYYY-MM-DD; null is open. */
export type Shift = Pick<StoredRecord<'shifts'>, 'from' | 'to' | 'week'> & {
  /** The working hours of the employee's profile, which every entered shift overrides. */
  usual?: true;
};

export interface EmployeeRules {
  /** Empty: unknown, so that only a dispatcher books the employee. */
  shifts: readonly Shift[];
  /** Approved days, both included. */
  timeOff: readonly Pick<StoredRecord<'timeOff'>, 'from' | 'to'>[];
  credentials: readonly Pick<StoredRecord<'credentials'>, 'skill' | 'expiresOn'>[];
  /** False for the office: only a dispatcher books such an employee. */
  draws: boolean;
  isActive: boolean;
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

/** All that is known for planning: from the profiles, refined by the planning tables. */
export interface PlanRules {
  timeZone: string;
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

/** How long a patient fasts before a visit. Moments are milliseconds. */
export interface Preparation {
  hours: number;
  /** Earliest time for which the patient can still begin to fast. */
  from: number;
  /** The time that the patient knows; null for a new visit. */
  known: number | null;
}

/** Reasons that a dispatcher set aside for a visit with an employee at a time, as texts. */
export interface Confirmed {
  employee: string | null;
  at: number;
  reasons: readonly string[];
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
  /** Set if the patient must fast. */
  preparation?: Preparation | undefined;
  /** Reasons that a dispatcher has confirmed; only set if a day is planned. */
  confirmed?: readonly Confirmed[] | undefined;
}

export type { WhyNot };

export const NO_NEEDS: VisitNeeds = {
  ...{ earliest: null, latest: null, minutes: null },
  ...{ skills: [], facility: null, pinned: false },
};

export const NO_RULES: EmployeeRules = {
  ...{ shifts: [], timeOff: [], credentials: [] },
  ...{ draws: true, isActive: true, startZip: '', visitsPerDay: null, zones: [] },
};

/** True if the employee has approved time off on the day. */
export const isOff = ({ employees }: PlanRules, employee: string | null, day: string): boolean =>
  employees.get(employee ?? '')?.timeOff.some(({ from, to }) => from <= day && day <= to) ?? false;

type PlannedPlace = Pick<PlannedVisit, 'zip' | 'needs'>;

/** Minutes between two visits: none within one facility, or if an address has no ZIP code. */
export const getWay = ({ travel }: PlanRules, visit: PlannedPlace, other: PlannedPlace): number =>
  !visit.zip ||
  !other.zip ||
  (visit.needs?.facility && visit.needs.facility === other.needs?.facility && visit.zip === other.zip)
    ? 0
    : travel(visit.zip, other.zip);
