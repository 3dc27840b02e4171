import Route from '@mui/icons-material/RouteOutlined';
import { Button } from '@mui/material';
import { asNumber, asObject, type Role } from 'portal-frame';
import { hasFeature } from 'portal-frame/browser';
import { addDays } from 'portal-frame/wire';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';
import { RUN_SHEET_PATH } from '../screenPaths.ts';
import { dashboardCalls } from '../wire/dashboardApi.ts';
import { MAX_OVERVIEW_COUNT, overviewCalls } from '../wire/overviewApi.ts';
import { Dashboard } from './Dashboard.tsx';
import { Overview, type OverviewConfig } from './OpenWork.tsx';
import { appointmentStats, type Figures, getOverdueStat, type Stat } from './StatCards.tsx';
import { MyDay } from './today/MyDay.tsx';
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

const employeeOverview: OverviewConfig<Figures> = {
  call: overviewCalls.employeeOverview,
  read: (data) => {
    const { uncollected, untracked } = asObject(data);
    return { uncollected: asNumber(uncollected), untracked: asNumber(untracked) };
  },
  stats: (today) => [
    getOverdueStat(today),
    {
      ...{
        name: 'untracked',
        label: 'dashboard.untracked',
        icon: 'description',
        isWarning: true,
        countLimit: MAX_OVERVIEW_COUNT,
      },
      list: { resource: 'appointments', filter: { status: 'Completed', tracking: false, to: addDays(today, -1) } },
    },
  ],
  columns: 2,
  figures: (data) => data,
  layout: 'beside',
  DayPart: MyDay,
  hasOwnData: true,
};
