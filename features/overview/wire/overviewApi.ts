import { asNumber, declareCalls, failureTexts } from 'portal-frame';
import { wireCount, wireList, wireNumber, wireObject, wireRecord, wireText, wireValue } from 'portal-frame/wire';
import { z } from 'zod';

declare module 'portal-frame/wire' {
  interface AppFeatures {
    overview: true;
  }
}

/** Late visits and open payments are counted up to this number. */
export const MAX_OVERVIEW_COUNT = 1000;
export const MAX_LISTED_EMPLOYEES = 3;

const progressFields = { visits: wireCount, done: wireCount };
const progress = wireObject(progressFields);
export type Progress = ReturnType<typeof progress.read>;

/** Amounts in dollars. */
const overview = wireObject({
  unassigned: wireCount,
  /** Coming visits that their employee cannot make any more. */
  conflicts: wireCount,
  late: wireCount,
  /** Of visits that are over, and how many are of visits to come. */
  openPayments: wireObject({ count: wireCount, amount: wireCount, coming: wireCount }),
  /** Visits of today without rejected ones; done are completed or reported done. */
  today: progress,
  /** Pending visits of any day reported done. */
  toConfirm: wireCount,
  /** The employees with the most visits today. */
  loads: wireList(wireRecord({ ...progressFields, fullName: wireText })),
  /** Number of further employees with visits today. */
  more: wireCount,
  earnings: wireObject({ month: wireCount, before: wireCount }),
});
export const readOverview = overview.read;
export type Overview = ReturnType<typeof readOverview>;

const laboratoryOverview = wireObject({
  /** Visits of today without rejected ones; done are completed or reported done. */
  today: progress,
  unassigned: wireNumber,
  uncollected: wireNumber,
  completed: wireObject({ month: wireNumber, before: wireNumber }),
});
export const readLaboratoryOverview = laboratoryOverview.read;
export type LaboratoryOverview = ReturnType<typeof readLaboratoryOverview>;

/** Null without a ledger. */
const pay = wireValue(z.number().nullable(), asNumber);

const { get } = declareCalls({ feature: 'overview' });

export const overviewCalls = {
  overview: get('/admin/get-overview', {
    summary: `What needs doing, and how far today is (amounts in dollars); none is counted beyond ${MAX_OVERVIEW_COUNT}.`,
    data: overview.schema,
    failure: { refused: 'errors.loadMetrics', lost: 'errors.fetchDashboard' },
  }),
  employeeOverview: get('/employee/get-overview', {
    summary: `Of my visits before today: how many are still pending, and how many were completed without a tracking image; none is counted beyond ${MAX_OVERVIEW_COUNT}. Also my pay by the ledger, in dollars.`,
    data: wireObject({ uncollected: wireCount, untracked: wireCount, pay }).schema,
    failure: { refused: 'errors.loadSummary', lost: 'errors.fetchMetrics' },
  }),
  laboratoryOverview: get('/laboratory/get-overview', {
    summary: `Of my laboratory's visits: how far today is, how many wait for an employee, how many before today are still pending (none is counted beyond ${MAX_OVERVIEW_COUNT}), and how many of this month's and the last month's are completed.`,
    data: laboratoryOverview.schema,
    failure: failureTexts('errors.loadDashboard'),
  }),
};
