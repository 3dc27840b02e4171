import type { Where } from 'portal-frame';
import type { Account, Services, TransactionContext } from 'portal-frame/server';
import type { Db } from 'portal-frame/server/database';
import type { WireAppointment } from '../src/wire/appointments/appointmentRecord.ts';
import type { Tab } from '../src/wire/choices.ts';
import type { DeclineReason, VisitAnswer } from '../src/wire/orderApi.ts';
import type { AppointmentRow } from './store/schema.ts';

/** A patient's answer to the question whether a visit suits them. */
interface PatientAnswer {
  answer: VisitAnswer;
  reason: DeclineReason | null;
  /** In ms. */
  at: number;
}

/** Says why a visit is in a dispatcher's tab. */
export type VisitWhy = Pick<WireAppointment, 'against' | 'lastEmployee'>;

type Visit = Pick<AppointmentRow, 'id' | 'scheduled_at'>;

declare module 'portal-frame/server' {
  /** Parts about visits that the portal asks of its features. */
  interface AppPluginParts {
    /** Finds the patient's answer for the current time of a visit. */
    findPatientAnswer?(db: Db, visit: Visit): Promise<PatientAnswer | undefined>;
    /**
     * Finds the visits whose patients declined the current time, with the times of their answers (ms). Undefined if
     * patients are not asked.
     */
    findDeclined?(
      services: Pick<Services, 'db' | 'config'>,
      visits: readonly Visit[],
    ): Promise<ReadonlyMap<string, number> | undefined>;
    /** Runs in the transaction in which an employee reports in time that a visit is over. `at` is the time of the report (ms). */
    afterVisitReport?(db: Db, { config }: Pick<Services, 'config'>, visit: AppointmentRow, at: number): Promise<void>;
    /** Runs in the transaction of a report in time that changes no record, so that `afterChanges` does not run for it. */
    afterReport?(tx: TransactionContext, visit: string): Promise<void>;
    /** Sums an employee's pay, in dollars; undefined if it is not known. */
    sumPay?(services: Services, employee: string): Promise<number | undefined>;
    /** Tabs of the list of appointments, of one feature. */
    appointmentTabs?: {
      findFilter(services: Services, tab: Tab): Promise<Where>;
      /** Loads why these visits are in a tab. Returns a function that gives that of one. */
      loadWhy(
        services: Services,
        account: Pick<Account, 'role'>,
        tab: Tab,
        rows: readonly AppointmentRow[],
      ): Promise<(row: AppointmentRow) => VisitWhy>;
    };
    /** Finds its rows of these appointments, by name, for the export of a patient’s data. */
    exportVisits?(db: Db, ids: readonly string[]): Promise<Readonly<Record<string, readonly object[]>>>;
  }
}

/** Finds the patient’s answer for the current time of a visit in all features. */
export async function findPatientAnswer(
  { db, config }: Pick<Services, 'db' | 'config'>,
  visit: Visit,
): Promise<PatientAnswer | undefined> {
  for (const part of config.app.plugins ?? []) {
    const answer = await part.findPatientAnswer?.(db, visit);
    if (answer) return answer;
  }
  return undefined;
}

/** Finds the declined visits of all features. Undefined if none asks patients. */
export async function findDeclined(
  services: Pick<Services, 'db' | 'config'>,
  visits: readonly Visit[],
): Promise<ReadonlyMap<string, number> | undefined> {
  let declined: Map<string, number> | undefined;
  for (const part of services.config.app.plugins ?? []) {
    const found = await part.findDeclined?.(services, visits);
    if (found) declined = new Map([...(declined ?? []), ...found]);
  }
  return declined;
}

export async function runAfterVisitReport(
  db: Db,
  services: Pick<Services, 'config'>,
  visit: AppointmentRow,
  at: number,
): Promise<void> {
  for (const part of services.config.app.plugins ?? []) await part.afterVisitReport?.(db, services, visit, at);
}

export async function runAfterReport(tx: TransactionContext, visit: string): Promise<void> {
  for (const part of tx.services.config.app.plugins ?? []) await part.afterReport?.(tx, visit);
}

/** Sums an employee's pay in the first feature that knows it; null without one. */
export async function sumPay(services: Services, employee: string): Promise<number | null> {
  const part = services.config.app.plugins?.find((one) => one.sumPay);
  return (await part?.sumPay?.(services, employee)) ?? null;
}

/** Finds the rows that features store of these appointments, by name. */
export async function exportVisits(
  { db, config }: Pick<Services, 'db' | 'config'>,
  ids: readonly string[],
): Promise<Readonly<Record<string, readonly object[]>>> {
  const found = await Promise.all((config.app.plugins ?? []).map((part) => part.exportVisits?.(db, ids)));
  return Object.assign({}, ...found);
}

const findTabs = ({ config }: Services) =>
  config.app.plugins?.find(({ appointmentTabs }) => appointmentTabs)?.appointmentTabs;

/** Returns the condition of a tab; every visit without a feature that has tabs. */
export const findTabFilter = async (services: Services, tab: Tab): Promise<Where> =>
  (await findTabs(services)?.findFilter(services, tab)) ?? {};

/** Loads why visits are in a tab. Returns a function that gives that of one. */
export const loadVisitWhy = async (
  services: Services,
  account: Pick<Account, 'role'>,
  tab: Tab | undefined,
  rows: readonly AppointmentRow[],
): Promise<(row: AppointmentRow) => VisitWhy> =>
  (tab && (await findTabs(services)?.loadWhy(services, account, tab, rows))) ?? (() => ({}));
