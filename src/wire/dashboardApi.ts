import { asObject, declareCalls, failureTexts } from 'portal-frame';
import { wireCount, wireList, wireNumber, wireObject, wireText } from 'portal-frame/wire';
import { z } from 'zod';

const count = z.number();
const weeklyCount = { appointmentCount: wireCount };
const laboratoryDashboard = wireObject({
  metrics: wireObject({ totalAppointments: wireNumber, pendingAppointments: wireNumber, totalEarnings: wireNumber }),
  weeklyAppointments: wireObject({
    currentLaboratory: wireList(wireObject({ week: wireText, ...weeklyCount })),
    topLaboratories: wireList(
      wireObject({
        laboratoryId: wireText,
        labortary: wireText,
        weeklyAppointments: wireList(wireObject(weeklyCount)),
      }),
    ),
  }),
});

const { get } = declareCalls({});

export const dashboardCalls = {
  adminDashboard: get('/admin/get-dashboard', {
    summary: 'Counts for the dashboard.',
    data: z.object({ totalEmployees: count, totalAppointments: count, pendingAppointments: count }),
    failure: { refused: 'errors.loadMetrics', lost: 'errors.fetchDashboard' },
  }),
  employeeDashboard: get('/employee/get-dashboard', {
    summary: 'My counts and earnings (dollars).',
    data: z.object({ totalAppointments: count, pendingAppointments: count, totalFees: count }),
    failure: { refused: 'errors.loadSummary', lost: 'errors.fetchMetrics' },
  }),
  laboratoryDashboard: get('/laboratory/get-dashboard', {
    summary: "My laboratory's counts, earnings (dollars) and the last five weeks.",
    data: laboratoryDashboard.schema,
    failure: failureTexts('errors.loadDashboard'),
    rawToken: true,
  }),
};

const readCounts = (weeks: readonly { appointmentCount: number }[]) => weeks.map((week) => week.appointmentCount);

/**
 * Reads a laboratory's dashboard; null if incomplete, shown as 'Incomplete data from server.' (spec 2). Weeks are sorted
 * oldest first, and counts are per week.
 */
export function readLaboratoryDashboard(value: unknown) {
  if (!asObject(value).metrics || !asObject(value).weeklyAppointments) return null;
  const { metrics, weeklyAppointments } = laboratoryDashboard.read(value);
  const { currentLaboratory, topLaboratories } = weeklyAppointments;
  return {
    figures: metrics,
    weeks: currentLaboratory.map(({ week }) => week),
    ownCounts: readCounts(currentLaboratory),
    topLaboratories: topLaboratories.map(({ laboratoryId: id, labortary: name, weeklyAppointments: weeks }) => ({
      ...{ id, name, counts: readCounts(weeks) },
    })),
  };
}
export type LaboratoryDashboard = NonNullable<ReturnType<typeof readLaboratoryDashboard>>;
