import type { Role } from '../wire/call.ts';
import { dashboardCalls } from '../wire/dashboards.ts';
import { Dashboard } from './Dashboard.tsx';
import { appointmentStats, type Stat } from './StatCards.tsx';
import { useFigures } from './useFigures.ts';

const stats: readonly Stat[] = [
  ...appointmentStats,
  { name: 'totalFees', label: 'dashboard.totalEarnings', icon: 'payments', money: true },
];

/** The employee's dashboard: figures with earnings, today's appointments (spec 2). */
export default function EmployeeDashboard({ role }: { role: Role }) {
  return <Dashboard role={role} stats={stats} {...useFigures(dashboardCalls.employeeDashboard)} />;
}
