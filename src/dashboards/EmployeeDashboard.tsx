import Route from '@mui/icons-material/RouteOutlined';
import { Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { asNumber, asObject, type Role } from 'portal-frame';
import { callQuery, findResource, hasFeature } from 'portal-frame/browser';
import { isResourceOffered } from 'portal-frame/browser/plugins';
import { addDays } from 'portal-frame/wire';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';
import { getPayResource } from '../browserParts.ts';
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
  const figures = useFigures(dashboardCalls.employeeDashboard);
  const pay = findResource(getPayResource() ?? '');
  const hasPay = hasFeature('overview') && pay !== undefined && isResourceOffered(pay, role);
  const { call, read } = employeeOverview;
  const { data, isLoading } = useQuery({
    ...callQuery(['appointments', 'overview', role], call, read),
    enabled: hasPay,
  });
  const runSheet = (
    <Button component={Link} to={RUN_SHEET_PATH} variant="contained" startIcon={<Route />}>
      {t('runSheet.open')}
    </Button>
  );
  return (
    <Dashboard
      role={role}
      stats={hasPay ? [...stats, { ...payStat, list: { resource: pay.name } }] : stats}
      columns={hasPay ? 2 : 3}
      notes={{ pay: t('dashboard.payNote') }}
      overview={hasFeature('overview') && <Overview role={role} config={employeeOverview} />}
      action={runSheet}
      {...figures}
      figures={figures.figures && !isLoading ? { ...figures.figures, pay: data?.pay ?? null } : undefined}
    />
  );
}

/** Beside the total of fees, which is no pay. */
const payStat: Stat = {
  ...{ name: 'pay', label: 'dashboard.pay', icon: 'payments', money: true, hasNote: true },
};

const employeeOverview: OverviewConfig<Figures> = {
  call: overviewCalls.employeeOverview,
  read: (data) => {
    const { uncollected, untracked, pay } = asObject(data);
    return { uncollected: asNumber(uncollected), untracked: asNumber(untracked), pay: asNumber(pay) };
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
