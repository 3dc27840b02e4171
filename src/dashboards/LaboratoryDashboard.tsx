import { Box, Button } from '@mui/material';
import type { Role } from 'portal-frame';
import { findResource, getFilteredPath, hasFeature, Icon, useCall } from 'portal-frame/browser';
import { useRefresh, useTranslate } from 'ra-core';
import { Link } from 'react-router';
import { getLaboratoryLink } from '../browserParts.ts';
import { dashboardCalls, readLaboratoryDashboard } from '../wire/dashboardApi.ts';
import { Dashboard } from './Dashboard.tsx';
import { loadDashboardPart } from './dashboardParts.ts';
import { appointmentStats, type Stat } from './StatCards.tsx';
import { WeeklyTrends } from './WeeklyTrends.tsx';

const part = await loadDashboardPart('laboratory');

const stats: readonly Stat[] = [
  ...appointmentStats,
  { name: 'totalEarnings', label: 'dashboard.totalEarnings', icon: 'payments', money: true },
];

/** Figures with earnings, weekly chart and today's appointments (spec 2). */
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
      part={part}
      action={<MainLink role={role} />}
    />
  );
}

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
