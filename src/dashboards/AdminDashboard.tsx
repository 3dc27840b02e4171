import { Box } from '@mui/material';
import type { Role } from 'portal-frame';
import { hasFeature } from 'portal-frame/browser';
import { dashboardCalls } from '../wire/dashboardApi.ts';
import { ActiveEmployees } from './ActiveEmployees.tsx';
import { adminOverview } from './adminOpenWork.ts';
import { Dashboard } from './Dashboard.tsx';
import { FirstSteps, MAX_FIRST_VISITS } from './FirstSteps.tsx';
import { OpenReports } from './OpenReports.tsx';
import { Overview } from './OpenWork.tsx';
import type { Stat } from './StatCards.tsx';
import { EmployeesToday } from './today/EmployeesToday.tsx';
import { useFigures } from './useDashboardFigures.ts';

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

/** Side by side if there is room. */
const DAY_GRID = {
  display: 'grid',
  gap: { xs: 1, sm: 2 },
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 24rem), 1fr))',
};

export default function AdminDashboard({ role }: { role: Role }) {
  const overview = hasFeature('overview') && (
    <Overview role={role} config={adminOverview}>
      <Box sx={DAY_GRID}>
        <EmployeesToday role={role} />
        {hasFeature('visitReports') && <OpenReports role={role} />}
      </Box>
    </Overview>
  );
  const figures = useFigures(dashboardCalls.adminDashboard, 'employees');
  const visits = figures.figures?.totalAppointments ?? MAX_FIRST_VISITS;
  return (
    <Dashboard
      role={role}
      stats={stats}
      start={hasFeature('overview') && visits < MAX_FIRST_VISITS && <FirstSteps role={role} />}
      overview={overview}
      {...figures}
    >
      <ActiveEmployees role={role} />
    </Dashboard>
  );
}
