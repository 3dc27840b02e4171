import type { Config, Services, TransactionContext } from 'portal-frame/server';
import type { Db } from 'portal-frame/server/database';
import type { WhyNot } from '../../../src/wire/appointments/whyNotCodes.ts';
import type { AppointmentRow } from '../../store/schema.ts';

/** Asks for confirmation of an update. */
export interface Question {
  message: string;
  args?: Record<string, string | number>;
  /** Field name on the wire. */
  field?: string;
  /** A reason is kept with the confirmation. */
  keepsReason?: boolean;
}

export type RuleServices = Pick<Services, 'collections' | 'config'> & { db: Db };

/** A booking, with the reasons against it that a dispatcher confirmed. */
export interface Override {
  row: AppointmentRow;
  reasons: readonly WhyNot[];
}

interface NestedEntry {
  operation: 'create';
  resource: string;
  recordId: string;
}

/** Needs of a patient. Moments are milliseconds. */
export interface VisitNeed {
  earliest: number | null;
  minutes: number | null;
}

/** Times of visits (ms): moved ones by their ids, or new ones at a place. */
export interface AskedVisits {
  moments: readonly number[];
  ids: readonly string[];
  zip?: string | undefined;
  /** Name. */
  laboratory?: string | undefined;
}

/** Length of a route through ZIP codes. */
export interface RouteLength {
  miles: number;
  /** True if the employee's start and all ZIP codes are known. */
  isKnown: boolean;
  /** True if all ZIP codes, and the start if it is set, are known. */
  hasPlaces: boolean;
}

/** Measures the route from an employee's start through ZIP codes, and `back` to its first place. */
export type MeasureRoute = (employee: string, zips: readonly string[], back?: boolean) => RouteLength;

/** Rules about who can make a visit at which time. */
export interface BookingRules {
  /** Lists the reasons against bookings by their index in `rows`. `tests` are ids of tests of new visits. */
  findReasonsAmong(
    db: Db,
    rows: readonly AppointmentRow[],
    services: Pick<Services, 'collections' | 'config'>,
    known?: { tests?: ReadonlyMap<string, readonly string[]> | undefined },
  ): Promise<ReadonlyMap<number, WhyNot[]>>;
  /** Keeps the reasons that a dispatcher overrode, and why. Returns the audit entries. */
  keepOverrides(tx: TransactionContext, overrides: readonly Override[], note?: string): Promise<NestedEntry[]>;
  /** Asks about a visit that a laboratory books if nobody is left for it. `tests` are ids. */
  findTaken(
    services: RuleServices & Pick<Services, 'store'>,
    row: AppointmentRow,
    tests?: readonly string[],
  ): Promise<Question[]>;
  /** Finds the coming visits that their employee cannot make any more, in the order of their times. */
  findOpenConflicts(services: Services, now?: number): Promise<ReadonlyMap<string, readonly WhyNot[]>>;
  /** Returns whether an employee is absent on a day. */
  loadAbsences(services: Services): Promise<(employee: string, day: string) => boolean>;
  /** Returns the number of these visits that an employee cannot make, and the reasons. */
  loadAgainst(
    services: Services,
    asked: AskedVisits,
  ): Promise<(employee: string) => { against: number; reasons: (WhyNot & { visits: number })[] }>;
  /**
   * Lists the times to which a patient or laboratory may move a visit: somebody can make it, and PATIENT_CHANGE_HOURS hold
   * for it too. A patient's times begin within PATIENT_TIMES. A visit keeps its employee.
   */
  findMoveTimes(
    services: RuleServices,
    row: AppointmentRow,
    by: 'patient' | 'laboratory',
    now?: number,
  ): Promise<number[]>;
  /** Finds what patients need, by visit. */
  findNeeds(services: RuleServices, visits: readonly string[]): Promise<ReadonlyMap<string, VisitNeed>>;
  /** Finds the names of the facilities of visits. */
  findFacilities(services: RuleServices, visits: readonly string[]): Promise<ReadonlyMap<string, string>>;
  loadRoutes(services: RuleServices): Promise<MeasureRoute>;
}

declare module 'portal-frame/server' {
  interface AppPluginParts {
    /** Rules of bookings, of one feature. Without it, nothing speaks against a booking. */
    bookingRules?: BookingRules;
  }
}

const getRules = ({ app }: Config): BookingRules | undefined =>
  app.plugins?.find(({ bookingRules }) => bookingRules)?.bookingRules;

export const findReasonsAmong: BookingRules['findReasonsAmong'] = async (db, rows, services, known) =>
  (await getRules(services.config)?.findReasonsAmong(db, rows, services, known)) ?? new Map();

export const keepOverrides: BookingRules['keepOverrides'] = async (tx, overrides, note) =>
  (await getRules(tx.services.config)?.keepOverrides(tx, overrides, note)) ?? [];

export const findTaken: BookingRules['findTaken'] = async (services, row, tests) =>
  (await getRules(services.config)?.findTaken(services, row, tests)) ?? [];

export const findOpenConflicts: BookingRules['findOpenConflicts'] = async (services, now) =>
  (await getRules(services.config)?.findOpenConflicts(services, now)) ?? new Map();

export const loadAbsences: BookingRules['loadAbsences'] = async (services) =>
  (await getRules(services.config)?.loadAbsences(services)) ?? (() => false);

export const loadAgainst: BookingRules['loadAgainst'] = async (services, asked) =>
  (await getRules(services.config)?.loadAgainst(services, asked)) ?? (() => ({ against: 0, reasons: [] }));

export const findMoveTimes: BookingRules['findMoveTimes'] = async (services, row, by, now) =>
  (await getRules(services.config)?.findMoveTimes(services, row, by, now)) ?? [];

export const findNeeds: BookingRules['findNeeds'] = async (services, visits) =>
  (await getRules(services.config)?.findNeeds(services, visits)) ?? new Map();

export const findFacilities: BookingRules['findFacilities'] = async (services, visits) =>
  (await getRules(services.config)?.findFacilities(services, visits)) ?? new Map();

export const loadRoutes: BookingRules['loadRoutes'] = async (services) =>
  (await getRules(services.config)?.loadRoutes(services)) ?? (() => ({ miles: 0, isKnown: false, hasPlaces: false }));
