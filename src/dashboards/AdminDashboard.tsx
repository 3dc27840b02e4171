import type { Role } from 'portal-frame';
import { dashboardCalls } from '../wire/dashboardApi.ts';
import { ActiveEmployees } from './ActiveEmployees.tsx';
import { Dashboard } from './Dashboard.tsx';
import { loadDashboardPart } from './dashboardParts.ts';
import type { Stat } from './StatCards.tsx';
import { useFigures } from './useDashboardFigures.ts';

const part = await loadDashboardPart('admin');

const stats: readonly Stat[] = [
  { name: 'totalEmployees', label: 'dashboard.employees', icon: 'people', list: { resource: 'employees' } },
  { name: 'totalAppointments', label: 'dashboard.appointments', icon: 'event', list: { resource: 'appointments' } },
  {
    name: 'pendingAppointments',
    label: 'dashboard.pending',
    icon: 'schedule',
    list: { resource: 'appointments', filter: { status: 'Pending' } },
  },
];

export default function AdminDashboard({ role }: { role: Role }) {
  const figures = useFigures(dashboardCalls.adminDashboard, 'employees');
  return (
    <Dashboard role={role} stats={stats} part={part} {...figures}>
      <ActiveEmployees role={role} />
    </Dashboard>
  );
}
