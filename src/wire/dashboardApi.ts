import { asList, asNumber, asObject, asText, call, failureTexts, getFor } from 'portal-frame';
import { z } from 'zod';
import { asCount, readFields } from './wireRecords.ts';

const count = z.number();
const week = z.object({ week: z.string(), appointmentCount: count });

export const dashboardCalls = {
  adminDashboard: call({
    ...getFor('admin'),
    path: '/admin/get-dashboard',
    summary: 'Counts for the dashboard.',
    data: z.object({ totalEmployees: count, totalAppointments: count, pendingAppointments: count }),
    failure: { refused: 'errors.loadMetrics', lost: 'errors.fetchDashboard' },
  }),
  employeeDashboard: call({
    ...getFor('employee'),
    path: '/employee/get-dashboard',
    summary: 'My counts and earnings (dollars).',
    data: z.object({ totalAppointments: count, pendingAppointments: count, totalFees: count }),
    failure: { refused: 'errors.loadSummary', lost: 'errors.fetchMetrics' },
  }),
  laboratoryDashboard: call({
    ...getFor('laboratory'),
    path: '/laboratory/get-dashboard',
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
  /** Null if the host omits it. Earnings in dollars. */
  figures: Record<'totalAppointments' | 'pendingAppointments' | 'totalEarnings', number | null>;
  /** Oldest first. */
  weeks: string[];
  ownCounts: number[];
  /** The busiest laboratories; counts are per week. */
  topLaboratories: { id: string; name: string; counts: number[] }[];
}

/** Writes what `readLaboratoryDashboard` reads. Missing weekly counts become 0; earnings are in dollars. */
export const writeLaboratoryDashboard = ({ figures, weeks, ownCounts, topLaboratories }: LaboratoryDashboard) => ({
  metrics: figures as Record<keyof typeof figures, number>,
  weeklyAppointments: {
    currentLaboratory: weeks.map((label, index) => ({ week: label, appointmentCount: ownCounts[index] ?? 0 })),
    topLaboratories: topLaboratories.map(({ id, name, counts }) => ({
      laboratoryId: id,
      labortary: name,
      weeklyAppointments: counts.map((appointmentCount) => ({ appointmentCount })),
    })),
  },
});

const readCounts = (weeks: unknown) => asList(weeks).map((week) => asCount(asObject(week).appointmentCount));

/** Reads a laboratory's dashboard; null if incomplete, shown as 'Incomplete data from server.' (spec 2). */
export function readLaboratoryDashboard(value: unknown): LaboratoryDashboard | null {
  const { metrics, weeklyAppointments } = asObject(value);
  if (!metrics || !weeklyAppointments) return null;
  const { currentLaboratory, topLaboratories } = asObject(weeklyAppointments);
  return {
    figures: readFields(metrics, {
      totalAppointments: asNumber,
      pendingAppointments: asNumber,
      totalEarnings: asNumber,
    }),
    weeks: asList(currentLaboratory).map((week) => asText(asObject(week).week)),
    ownCounts: readCounts(currentLaboratory),
    topLaboratories: asList(topLaboratories)
      .map(asObject)
      .map(({ laboratoryId, labortary, weeklyAppointments: weeks }) => ({
        id: asText(laboratoryId),
        name: asText(labortary),
        counts: readCounts(weeks),
      })),
  };
}
