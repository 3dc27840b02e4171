import Route from '@mui/icons-material/RouteOutlined';
import { Button } from '@mui/material';
import type { Role } from 'portal-frame';
import { hasFeature } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';
import { RUN_SHEET_PATH } from '../screenPaths.ts';
import { dashboardCalls } from '../wire/dashboardApi.ts';
import { Dashboard } from './Dashboard.tsx';
import { employeeOverview } from './employeeOpenWork.ts';
import { Overview } from './OpenWork.tsx';
import { appointmentStats, type Stat } from './StatCards.tsx';
import { useFigures } from './useDashboardFigures.ts';

const stats: readonly Stat[] = [
  ...appointmentStats,
  { name: 'totalFees', label: 'dashboard.totalEarnings', icon: 'payments', money: true },
];

/** Figures with earnings, today's appointments (spec 2), open work, and a link to the run sheet. */
export default function EmployeeDashboard({ role }: { role: Role }) {
  const t = useTranslate();
  const runSheet = (
    <Button component={Link} to={RUN_SHEET_PATH} variant="contained" startIcon={<Route />}>
      {t('runSheet.open')}
    </Button>
  );
  return (
    <Dashboard
      role={role}
      stats={stats}
      overview={hasFeature('overview') && <Overview role={role} config={employeeOverview} />}
      action={runSheet}
      {...useFigures(dashboardCalls.employeeDashboard)}
    />
  );
}
