import { z } from 'zod';
import { call, failing } from './call.ts';
import { asList, asNumber, asObject, asText } from './values.ts';

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
    failure: failing('errors.loadDashboard'),
    rawToken: true,
  }),
};

export interface LaboratoryDashboard {
  totalAppointments: number;
  pendingAppointments: number;
  totalEarnings: number;
  /** The weeks of the chart, oldest first. */
  weeks: string[];
  /** This laboratory's counts, by week. */
  own: number[];
  /** The busiest laboratories' counts, by week. */
  top: { id: string; name: string; counts: number[] }[];
}

/** Null where metrics or weekly data are missing: 'Incomplete data from server.' (spec 2). */
export function readLaboratoryDashboard(value: unknown): LaboratoryDashboard | null {
  const { metrics, weeklyAppointments } = asObject(value);
  if (!metrics || !weeklyAppointments) return null;
  const figures = asObject(metrics);
  const weekly = asObject(weeklyAppointments);
  const current = asList(weekly.currentLaboratory);
  const counts = (list: unknown) => asList(list).map((one) => asNumber(one.appointmentCount) ?? 0);
  return {
    totalAppointments: asNumber(figures.totalAppointments) ?? 0,
    pendingAppointments: asNumber(figures.pendingAppointments) ?? 0,
    totalEarnings: asNumber(figures.totalEarnings) ?? 0,
    weeks: current.map((one) => asText(one.week)),
    own: counts(current),
    top: asList(weekly.topLaboratories).map((one) => ({
      id: asText(one.laboratoryId),
      name: asText(one.labortary),
      counts: counts(one.weeklyAppointments),
    })),
  };
}
