import type { Role } from 'portal-frame';
import { hasFeature, useCall } from 'portal-frame/browser';
import { useRefresh, useTranslate } from 'ra-core';
import { Arrivals } from '../pages/orders/custody/Arrivals.tsx';
import { dashboardCalls, readLaboratoryDashboard } from '../wire/dashboardApi.ts';
import { Dashboard } from './Dashboard.tsx';
import { laboratoryOverview } from './laboratoryOpenWork.tsx';
import { Overview } from './OpenWork.tsx';
import { Sparkline } from './Sparkline.tsx';
import { appointmentStats, type Stat } from './StatCards.tsx';
import { WeeklyTrends } from './WeeklyTrends.tsx';

const stats: readonly Stat[] = [
  ...appointmentStats,
  { name: 'totalEarnings', label: 'dashboard.totalEarnings', icon: 'payments', money: true },
];

/** Figures with earnings, weekly chart, today's appointments (spec 2), and open work. */
export default function LaboratoryDashboard({ role }: { role: Role }) {
  const t = useTranslate();
  const refresh = useRefresh();
  const call = dashboardCalls.laboratoryDashboard;
  const { data, error } = useCall(['appointments', 'figures', call.path], call, (reply) => {
    const read = readLaboratoryDashboard(reply);
    if (!read) throw new Error(t('dashboard.incomplete'));
    return read;
  });
  return (
    <Dashboard
      role={role}
      stats={stats}
      figures={data?.figures}
      error={error}
      onRetry={refresh}
      trends={data && { totalAppointments: <Sparkline counts={data.ownCounts} /> }}
      chart={<WeeklyTrends data={data} />}
      overview={hasFeature('overview') && <Overview role={role} config={laboratoryOverview} />}
      action={<Arrivals />}
    />
  );
}
