import { z } from 'zod';
import { call, failureTexts } from '../../frame/wire/call.ts';
import { asList, asNumber, asObject, asText } from '../../frame/wire/wireValues.ts';

const count = z.number();
const week = z.object({ week: z.string(), appointmentCount: count });

export const dashboardCalls = {
  adminDashboard: call({
    method: 'GET',
    path: '/admin/get-dashboard',
    roles: ['admin'],
    summary: 'Counts for the dashboard.',
    data: z.object({ totalEmployees: count, totalAppointments: count, pendingAppointments: count }),
    failure: { refused: 'errors.loadMetrics', lost: 'errors.fetchDashboard' },
  }),
  employeeDashboard: call({
    method: 'GET',
    path: '/employee/get-dashboard',
    roles: ['employee'],
    summary: 'My counts and earnings (dollars).',
    data: z.object({ totalAppointments: count, pendingAppointments: count, totalFees: count }),
    failure: { refused: 'errors.loadSummary', lost: 'errors.fetchMetrics' },
  }),
  laboratoryDashboard: call({
    method: 'GET',
    path: '/laboratory/get-dashboard',
    roles: ['laboratory'],
    summary: "My laboratory's counts, earnings (dollars) and the last five weeks.",
    data: z.object({
      metrics: z.object({ totalAppointments: count, pendingAppointments: count, totalEarnings: count }),
      weeklyAppointments: z.object({
        currentLaboratory: z.array(week),
        topLaboratories: z.array(
          z.object({
            laboratoryId: z.string(),
            labortary: z.string(),
            weeklyAppointments: z.array(z.object({ appointmentCount: count })),
          }),
        ),
      }),
    }),
    failure: failureTexts('errors.loadDashboard'),
    rawToken: true,
  }),
};

export interface LaboratoryDashboard {
  /** By name; null where the host left one out. Earnings are in dollars. */
  figures: Record<'totalAppointments' | 'pendingAppointments' | 'totalEarnings', number | null>;
  /** The weeks of the chart, oldest first. */
  weeks: string[];
  /** This laboratory's counts, by week. */
  ownCounts: number[];
  /** The busiest laboratories' counts, by week. */
  topLaboratories: { id: string; name: string; counts: number[] }[];
}

/** The server's side of `readLaboratoryDashboard`; figures in dollars. */
export const writeLaboratoryDashboard = ({
  figures,
  weeks,
  ownCounts: own,
  topLaboratories: top,
}: LaboratoryDashboard) => ({
  metrics: figures as Record<keyof typeof figures, number>,
  weeklyAppointments: {
    currentLaboratory: weeks.map((label, index) => ({ week: label, appointmentCount: own[index] ?? 0 })),
    topLaboratories: top.map(({ id, name, counts }) => ({
      laboratoryId: id,
      labortary: name,
      weeklyAppointments: counts.map((appointmentCount) => ({ appointmentCount })),
    })),
  },
});

/** Null where metrics or weekly data are missing: 'Incomplete data from server.' (spec 2). */
export function readLaboratoryDashboard(value: unknown): LaboratoryDashboard | null {
  const { metrics, weeklyAppointments } = asObject(value);
  if (!metrics || !weeklyAppointments) return null;
  const values = asObject(metrics);
  const weekly = asObject(weeklyAppointments);
  const current = asList(weekly.currentLaboratory).map(asObject);
  const counts = (list: unknown) => asList(list).map((one) => asNumber(asObject(one).appointmentCount) ?? 0);
  return {
    figures: {
      totalAppointments: asNumber(values.totalAppointments),
      pendingAppointments: asNumber(values.pendingAppointments),
      totalEarnings: asNumber(values.totalEarnings),
    },
    weeks: current.map((one) => asText(one.week)),
    ownCounts: counts(current),
    topLaboratories: asList(weekly.topLaboratories)
      .map(asObject)
      .map((one) => ({
        id: asText(one.laboratoryId),
        name: asText(one.labortary),
        counts: counts(one.weeklyAppointments),
      })),
  };
}
