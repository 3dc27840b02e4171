import { Box, Button, Skeleton, Typography } from '@mui/material';
import type { Role } from 'portal-frame';
import { useCall } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';
import { getListPath } from '../../../src/dashboards/StatCards.tsx';
import { useLineCount } from '../../../src/dashboards/useLineCount.ts';
import { ProgressBar } from '../../runSheet/browser/ProgressBar.tsx';
import { MAX_LISTED_EMPLOYEES, type Overview } from '../wire/overviewApi.ts';
import { adminOverview } from './adminOpenWork.ts';
import { DayCard } from './DayProgress.tsx';

/** Pixels; touch targets are taller. */
const LINE_HEIGHT = { xs: 44, md: 32 };

export function EmployeesToday({ role }: { role: Role }) {
  const { call, countedResources = [], read } = adminOverview;
  const { data, error } = useCall(['appointments', 'overview', role, ...countedResources], call, read);
  const t = useTranslate();
  const lines = useLineCount('loads', data?.loads.length, MAX_LISTED_EMPLOYEES, MAX_LISTED_EMPLOYEES);
  const listOf = (filter: Record<string, string>) => getListPath({ resource: 'appointments', filter }, role) ?? '';
  const today = (filter?: Record<string, string>) => listOf({ tab: 'today', ...filter });
  if (error && !data) return null;
  return (
    <DayCard to={today()} day={data?.today}>
      <Box
        component="ul"
        sx={{
          ...{ listStyle: 'none', m: 0, p: 0 },
          minHeight: { xs: LINE_HEIGHT.xs * lines, md: LINE_HEIGHT.md * lines },
        }}
      >
        {data?.loads.map((workload) => (
          <WorkloadLine key={workload.id} workload={workload} to={today({ employee: workload.id })} />
        )) ??
          Array.from({ length: lines }, (_, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they stand for lines to come, and are all the same
            <Box component="li" key={line} sx={{ height: LINE_HEIGHT, display: 'grid', alignItems: 'center' }}>
              <Skeleton />
            </Box>
          ))}
        {data?.loads.length === 0 && (
          <Typography component="li" variant="body2" color="textSecondary" sx={{ py: 1 }}>
            {t('dashboard.nobodyToday')}
          </Typography>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 32 }}>
        <Typography variant="body2" color="textSecondary" sx={{ mr: 'auto' }}>
          {data && data.more > 0 && t('dashboard.moreEmployees', { smart_count: data.more })}
        </Typography>
        {data && data.toConfirm > 0 && (
          <Button component={Link} to={listOf({ tab: 'done' })} variant="contained" size="small">
            {t('dashboard.toConfirm', { smart_count: data.toConfirm })}
          </Button>
        )}
      </Box>
    </DayCard>
  );
}

/** An employee's share of today's visits, linked to them. */
function WorkloadLine({
  workload: { fullName, done, visits },
  to,
}: {
  workload: Overview['loads'][number];
  to: string;
}) {
  const t = useTranslate();
  return (
    <Box component="li">
      <Box
        component={Link}
        to={to}
        sx={{
          ...{ display: 'grid', alignItems: 'center', gap: 1.5, minHeight: LINE_HEIGHT },
          gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) 4em',
          ...{ color: 'inherit', textDecoration: 'none', '&:hover': { textDecoration: 'underline' } },
        }}
      >
        <Typography variant="body2" noWrap>
          {fullName}
        </Typography>
        <ProgressBar day={{ done, visits }} aria-hidden />
        <Typography variant="body2" sx={{ textAlign: 'right', whiteSpace: 'nowrap' }}>
          {t('dashboard.doneShort', { done, all: visits })}
        </Typography>
      </Box>
    </Box>
  );
}
