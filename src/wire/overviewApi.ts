import { z } from 'zod';
import { call, failureTexts } from '../../frame/wire/call.ts';
import { asList, asNumber, asObject, asText } from '../../frame/wire/wireValues.ts';

/** Late visits and open payments are counted no further than this. */
export const MAX_OVERVIEW_COUNT = 1000;
/** The employees with the most visits of today that are named. */
export const MAX_LISTED_EMPLOYEES = 5;

const count = z.number();
const progress = z.object({ visits: count, done: count });

export const overviewCalls = {
  overview: call({
    method: 'GET',
    path: '/admin/get-overview',
    roles: ['admin'],
    feature: 'overview',
    summary: `What needs doing, and how far today is (amounts in dollars); none is counted beyond ${MAX_OVERVIEW_COUNT}.`,
    data: z.object({
      unassigned: count,
      late: count,
      openPayments: z.object({ count, amount: count }),
      /** Visits of today that are not rejected, and how many of those are completed or reported done. */
      today: progress,
      /** Pending visits of any day that are reported done. */
      toConfirm: count,
      /** The employees with the most visits today. */
      loads: z.array(progress.extend({ _id: z.string(), fullName: z.string() })),
      /** How many more employees have visits today. */
      more: count,
      earnings: z.object({ month: count, before: count }),
    }),
    failure: { refused: 'errors.loadMetrics', lost: 'errors.fetchDashboard' },
  }),
  employeeOverview: call({
    method: 'GET',
    path: '/employee/get-overview',
    roles: ['employee'],
    feature: 'overview',
    summary: `Of my visits before today: how many are still pending, and how many were completed without a tracking image; none is counted beyond ${MAX_OVERVIEW_COUNT}.`,
    data: z.object({ uncollected: count, untracked: count }),
    failure: { refused: 'errors.loadSummary', lost: 'errors.fetchMetrics' },
  }),
  laboratoryOverview: call({
    method: 'GET',
    path: '/laboratory/get-overview',
    roles: ['laboratory'],
    feature: 'overview',
    summary: `Of my laboratory's visits: how far today is, how many wait for an employee, how many before today are still pending (none is counted beyond ${MAX_OVERVIEW_COUNT}), and how many of this month's and the last month's are completed.`,
    data: z.object({
      /** Visits of today that are not rejected, and how many of those are completed or reported done. */
      today: progress,
      unassigned: count,
      uncollected: count,
      completed: z.object({ month: count, before: count }),
    }),
    failure: failureTexts('errors.loadDashboard'),
  }),
};

/** Visits, and how many of them are done. */
export interface Progress {
  visits: number;
  done: number;
}

/** What the admin's dashboard shows beyond the figures of spec 2; amounts in dollars. */
export interface Overview {
  unassigned: number;
  late: number;
  openPayments: { count: number; amount: number };
  today: Progress;
  toConfirm: number;
  workloads: (Progress & { id: string; name: string })[];
  moreEmployees: number;
  earnings: { month: number; before: number };
}

const numberOf = (value: unknown): number => asNumber(value) ?? 0;
const progressOf = (value: unknown): Progress => {
  const { visits, done } = asObject(value);
  return { visits: numberOf(visits), done: numberOf(done) };
};

export function readOverview(data: unknown): Overview {
  const { unassigned, late, openPayments, today, toConfirm, loads, more, earnings } = asObject(data);
  const open = asObject(openPayments);
  const { month, before } = asObject(earnings);
  return {
    unassigned: numberOf(unassigned),
    late: numberOf(late),
    openPayments: { count: numberOf(open.count), amount: numberOf(open.amount) },
    today: progressOf(today),
    toConfirm: numberOf(toConfirm),
    workloads: asList(loads).map((one) => ({
      ...progressOf(one),
      id: asText(asObject(one)._id),
      name: asText(asObject(one).fullName),
    })),
    moreEmployees: numberOf(more),
    earnings: { month: numberOf(month), before: numberOf(before) },
  };
}

/** What a laboratory's dashboard shows beyond the figures of spec 2; null where the host left one out. */
export interface LaboratoryOverview {
  today: Progress;
  unassigned: number | null;
  uncollected: number | null;
  completed: { month: number | null; before: number | null };
}

export function readLaboratoryOverview(data: unknown): LaboratoryOverview {
  const { today, unassigned, uncollected, completed } = asObject(data);
  const { month, before } = asObject(completed);
  return {
    today: progressOf(today),
    unassigned: asNumber(unassigned),
    uncollected: asNumber(uncollected),
    completed: { month: asNumber(month), before: asNumber(before) },
  };
}
