import { Box, Button } from '@mui/material';
import type { Role } from 'portal-frame';
import { findResource, getFilteredPath, hasFeature, Icon, useCall } from 'portal-frame/browser';
import { addDays } from 'portal-frame/wire';
import { useRefresh, useTranslate } from 'ra-core';
import { Link } from 'react-router';
import { getLaboratoryLink } from '../browserParts.ts';
import { ProgressBar } from '../pages/ProgressBar.tsx';
import { dashboardCalls, readLaboratoryDashboard } from '../wire/dashboardApi.ts';
import { type LaboratoryOverview, overviewCalls, readLaboratoryOverview } from '../wire/overviewApi.ts';
import { Dashboard } from './Dashboard.tsx';
import { type DayPartProps, Overview, type OverviewConfig } from './OpenWork.tsx';
import { appointmentStats, getListPath, getOverdueStat, type Stat } from './StatCards.tsx';
import { DayCard } from './today/DayProgress.tsx';
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
      action={<MainLink role={role} />}
    />
  );
}

/** First and last day of the month of `day` (YYYY-MM-DD). */
function getMonthRange(day: string): { from: string; to: string } {
  const from = `${day.slice(0, 8)}01`;
  const next = `${addDays(from, 31).slice(0, 8)}01`;
  return { from, to: addDays(next, -1) };
}

function TodayPart({ role, today, data }: DayPartProps<LaboratoryOverview>) {
  const to = getListPath({ resource: 'appointments', filter: { appointmentDate: today } }, role) ?? '';
  return (
    <DayCard to={to} day={data?.today}>
      <ProgressBar day={data?.today} />
    </DayCard>
  );
}

const laboratoryOverview: OverviewConfig<LaboratoryOverview> = {
  call: overviewCalls.laboratoryOverview,
  read: readLaboratoryOverview,
  stats: (today) => [
    {
      ...{ name: 'unassigned', label: 'dashboard.waiting', icon: 'person', isWarning: true },
      list: { resource: 'appointments', filter: { status: 'Pending', assigned: false } },
    },
    getOverdueStat(today),
    {
      ...{ name: 'completed', label: 'dashboard.completedMonth', icon: 'science', hasNote: true },
      list: { resource: 'appointments', filter: { status: 'Completed', ...getMonthRange(today) } },
    },
  ],
  columns: 3,
  figures: ({ unassigned, uncollected, completed }) => ({ unassigned, uncollected, completed: completed.month }),
  notes: ({ completed: { before } }, { t, locale }) => ({
    completed: before === null ? '' : t('dashboard.lastMonth', { amount: before.toLocaleString(locale) }),
  }),
  layout: 'above',
  DayPart: TodayPart,
};

const WIDTH = 88;
const HEIGHT = 28;
const EDGE = 4;

/** Shows the trend of a series. Renders nothing for fewer than two counts. */
function Sparkline({ counts }: { counts: readonly number[] }) {
  if (counts.length < 2) return null;
  const least = Math.min(...counts);
  const span = Math.max(...counts) - least;
  const points = counts.map((count, index) => ({
    x: EDGE + (index * (WIDTH - 2 * EDGE)) / (counts.length - 1),
    y: span === 0 ? HEIGHT / 2 : HEIGHT - EDGE - ((count - least) * (HEIGHT - 2 * EDGE)) / span,
  }));
  const last = points.at(-1);
  return (
    <Box
      component="svg"
      aria-hidden
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      sx={{ width: { xs: 64, sm: WIDTH }, height: HEIGHT, flex: 'none', color: 'primary.main' }}
    >
      <polyline
        points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {last && <circle cx={last.x} cy={last.y} r={3} fill="currentColor" />}
    </Box>
  );
}

/** The main button, if a feature has one. */
function MainLink({ role }: { role: Role }) {
  const t = useTranslate();
  const link = getLaboratoryLink();
  const { icon, feature, roles } = (link && findResource(link.resource)) ?? {};
  const list = roles?.[role]?.list;
  if (!link || !icon || !list || (feature && !hasFeature(feature))) return null;
  return (
    <Button
      variant="contained"
      startIcon={<Icon name={icon} />}
      component={Link}
      to={getFilteredPath(list, link.filter)}
    >
      {t(link.label)}
    </Button>
  );
}
