import { Box, Card, Typography } from '@mui/material';
import { getFullName, Loading, useIntl, useProfileQuery, visuallyHidden } from 'portal-frame/browser';
import { PROFILE_FAILURE } from 'portal-frame/calls';
import { useTranslate } from 'ra-core';
import { lazy, Suspense, useEffect } from 'react';
import { Section } from '../pages/Section.tsx';
import type { LaboratoryDashboard } from '../wire/dashboardApi.ts';
import { type TrendLine, toTrendLines } from './trendData.ts';

const loadChart = () => import('./TrendChart.tsx');
const TrendChart = lazy(loadChart);

/** Pixels (spec 9). Below `md` the legend has one line per laboratory, initially four. */
const CHART_HEIGHT = 300;
const LEGEND = { line: 30, lines: 4 };

/** Five weeks of this laboratory and the busiest ones (spec 2). */
export function WeeklyTrends({ data }: { data: LaboratoryDashboard | undefined }) {
  const t = useTranslate();
  const { data: profile } = useProfileQuery('laboratory', PROFILE_FAILURE);
  useEffect(() => {
    // Load early. TrendChart shows a failure.
    loadChart().catch(() => undefined);
  }, []);
  const weeks = data?.weeks.map((week, index) => week || t('dashboard.week', { number: index + 1 })) ?? [];
  const lines = data ? toTrendLines(data, profile?.fullName || getFullName() || t('dashboard.you')) : [];
  return (
    <Section title={t('dashboard.chart')}>
      <Card
        sx={{
          p: 2,
          boxSizing: 'content-box',
          minHeight: { xs: CHART_HEIGHT + LEGEND.line * (lines.length || LEGEND.lines), md: CHART_HEIGHT },
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          alignItems: 'center',
        }}
      >
        {!data ? (
          <Loading />
        ) : weeks.length === 0 ? (
          <Typography color="textSecondary" sx={{ textAlign: 'center' }}>
            {t('dashboard.noWeekly')}
          </Typography>
        ) : (
          <>
            <Suspense fallback={<Loading />}>
              <TrendChart weeks={weeks} lines={lines} height={CHART_HEIGHT} />
            </Suspense>
            <TrendFigures weeks={weeks} lines={lines} />
          </>
        )}
      </Card>
    </Section>
  );
}

/** The chart as a table for screen readers. */
function TrendFigures({ weeks, lines }: { weeks: string[]; lines: TrendLine[] }) {
  const t = useTranslate();
  const { locale } = useIntl();
  const rows = weeks.map((week, at) => ({
    id: `week-${at}`,
    week,
    cells: lines.map(({ id, counts }) => ({ id, count: counts[at] })),
  }));
  return (
    <Box sx={visuallyHidden}>
      <table>
        <caption>{t('dashboard.chart')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('dashboard.weekHead')}</th>
            {lines.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, week, cells }) => (
            <tr key={id}>
              <th scope="row">{week}</th>
              {cells.map((cell) => (
                <td key={cell.id}>{cell.count?.toLocaleString(locale) ?? t('list.notAvailable')}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}
