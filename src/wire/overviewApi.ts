import { asList, asNumber, asObject, asText, call, failureTexts, getFor } from 'portal-frame';
import { z } from 'zod';
import { asCount, readFields } from './wireRecords.ts';

/** Late visits and open payments are counted up to this number. */
export const MAX_OVERVIEW_COUNT = 1000;
/** Number of employees listed with their visits of today. */
export const MAX_LISTED_EMPLOYEES = 3;

const count = z.number();
const progress = z.object({ visits: count, done: count });

export const overviewCalls = {
  overview: call({
    ...getFor('admin'),
    path: '/admin/get-overview',
    feature: 'overview',
    summary: `What needs doing, and how far today is (amounts in dollars); none is counted beyond ${MAX_OVERVIEW_COUNT}.`,
    data: z.object({
      unassigned: count,
      late: count,
      openPayments: z.object({ count, amount: count }),
      /** Visits of today without rejected ones; done are completed or reported done. */
      today: progress,
      /** Pending visits of any day reported done. */
      toConfirm: count,
      /** The employees with the most visits today. */
      loads: z.array(progress.extend({ _id: z.string(), fullName: z.string() })),
      /** Number of further employees with visits today. */
      more: count,
      earnings: z.object({ month: count, before: count }),
    }),
    failure: { refused: 'errors.loadMetrics', lost: 'errors.fetchDashboard' },
  }),
  employeeOverview: call({
    ...getFor('employee'),
    path: '/employee/get-overview',
    feature: 'overview',
    summary: `Of my visits before today: how many are still pending, and how many were completed without a tracking image; none is counted beyond ${MAX_OVERVIEW_COUNT}.`,
    data: z.object({ uncollected: count, untracked: count }),
    failure: { refused: 'errors.loadSummary', lost: 'errors.fetchMetrics' },
  }),
  laboratoryOverview: call({
    ...getFor('laboratory'),
    path: '/laboratory/get-overview',
    feature: 'overview',
    summary: `Of my laboratory's visits: how far today is, how many wait for an employee, how many before today are still pending (none is counted beyond ${MAX_OVERVIEW_COUNT}), and how many of this month's and the last month's are completed.`,
    data: z.object({
      /** Visits of today without rejected ones; done are completed or reported done. */
      today: progress,
      unassigned: count,
      uncollected: count,
      completed: z.object({ month: count, before: count }),
    }),
    failure: failureTexts('errors.loadDashboard'),
  }),
};

const readProgress = (value: unknown) => readFields(value, { visits: asCount, done: asCount });
export type Progress = ReturnType<typeof readProgress>;
const readWorkload = (value: unknown) => ({
  ...readProgress(value),
  id: asText(asObject(value)._id),
  name: asText(asObject(value).fullName),
});

/** Reads the admin's dashboard beyond spec 2; amounts in dollars. */
export function readOverview(data: unknown) {
  const { openPayments, loads, more, earnings } = asObject(data);
  return {
    ...readFields(data, { unassigned: asCount, late: asCount, today: readProgress, toConfirm: asCount }),
    openPayments: readFields(openPayments, { count: asCount, amount: asCount }),
    workloads: asList(loads).map(readWorkload),
    moreEmployees: asCount(more),
    earnings: readFields(earnings, { month: asCount, before: asCount }),
  };
}
export type Overview = ReturnType<typeof readOverview>;

/** Reads a laboratory's dashboard beyond spec 2; numbers that the host omits are null. */
export const readLaboratoryOverview = (data: unknown) =>
  readFields(data, {
    today: readProgress,
    unassigned: asNumber,
    uncollected: asNumber,
    completed: (completed) => readFields(completed, { month: asNumber, before: asNumber }),
  });
export type LaboratoryOverview = ReturnType<typeof readLaboratoryOverview>;
