import Box from '@mui/material/Box';
import type { Role } from 'portal-frame';
import { hasFeature } from '../../frame/session/session.ts';
import { dashboardCalls } from '../wire/dashboardApi.ts';
import { ActiveEmployees } from './ActiveEmployees.tsx';
import { adminOverview } from './adminOverview.ts';
import { Dashboard } from './Dashboard.tsx';
import { OpenReports } from './OpenReports.tsx';
import { Overview } from './Overview.tsx';
import type { Stat } from './StatCards.tsx';
import { TodayProgress } from './today/TodayProgress.tsx';
import { useFigures } from './useFigures.ts';

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
  return (
    <Dashboard
      role={role}
      stats={stats}
      overview={hasFeature('overview') && <Overview role={role} config={adminOverview} />}
      {...useFigures(dashboardCalls.adminDashboard, 'employees')}
    >
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {hasFeature('overview') && <TodayProgress role={role} />}
        {hasFeature('overview') && hasFeature('visitReports') && <OpenReports role={role} />}
        <ActiveEmployees role={role} />
      </Box>
    </Dashboard>
  );
}
