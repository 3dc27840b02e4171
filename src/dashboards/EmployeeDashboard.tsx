import Route from '@mui/icons-material/RouteOutlined';
import { Button } from '@mui/material';
import type { Role } from 'portal-frame';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';
import { getEmployeeLink } from '../browserParts.ts';
import { dashboardCalls } from '../wire/dashboardApi.ts';
import { Dashboard } from './Dashboard.tsx';
import { type FurtherFigures, loadDashboardPart } from './dashboardParts.ts';
import { appointmentStats, type Stat } from './StatCards.tsx';
import { useFigures } from './useDashboardFigures.ts';

const part = await loadDashboardPart('employee');
const NO_FIGURES: FurtherFigures = { stats: [], figures: {} };
const useFurtherFigures = part?.useFurtherFigures ?? (() => NO_FIGURES);

const stats: readonly Stat[] = [
  ...appointmentStats,
  { name: 'totalFees', label: 'dashboard.totalEarnings', icon: 'payments', money: true },
];

/** Figures with earnings, today's appointments (spec 2), and the main button of a feature. */
export default function EmployeeDashboard({ role }: { role: Role }) {
  const t = useTranslate();
  const { figures, ...rest } = useFigures(dashboardCalls.employeeDashboard);
  const further = useFurtherFigures(role);
  const link = getEmployeeLink();
  return (
    <Dashboard
      role={role}
      stats={[...stats, ...further.stats]}
      columns={further.stats.length > 0 ? 2 : 3}
      {...(further.notes && { notes: further.notes })}
      part={part}
      action={
        link && (
          <Button component={Link} to={link.path} variant="contained" startIcon={<Route />}>
            {t(link.label)}
          </Button>
        )
      }
      {...rest}
      figures={figures && further.figures && { ...figures, ...further.figures }}
    />
  );
}
