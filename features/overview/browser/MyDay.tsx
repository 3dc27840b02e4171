import { Box, Link, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { Role } from 'portal-frame';
import { formatDayAndTime, useIntl } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { Link as RouterLink } from 'react-router';
import { getListPath } from '../../../src/dashboards/StatCards.tsx';
import { todayQuery } from '../../../src/dashboards/today/todayQuery.ts';
import { RUN_SHEET_PATH } from '../../../src/screenPaths.ts';
import type { Appointment } from '../../../src/wire/appointments/appointmentRecord.ts';
import { ProgressBar } from '../../runSheet/browser/ProgressBar.tsx';
import { groupVisits } from '../../runSheet/browser/visits/visitState.ts';
import { DayCard } from './DayProgress.tsx';

const EMPTY_QUEUE = { photos: [], reports: [], featureItems: [], sending: null };

/** Progress of the employee's day and the next visit. */
export function MyDay({ role }: { role: Role }) {
  const t = useTranslate();
  // Shares the cache entry of TodayTable, which reports errors.
  const { data, error } = useQuery(todayQuery);
  const { open, progress } = groupVisits(data ?? [], EMPTY_QUEUE);
  const day = data && progress;
  const [next] = open;
  return (
    <DayCard to={RUN_SHEET_PATH} day={day} failed={error !== null}>
      <ProgressBar day={day} />
      <Box sx={{ minHeight: 52, display: 'grid', alignContent: 'center' }}>
        {next ? (
          <NextVisit visit={next} role={role} />
        ) : data?.length === 0 ? (
          <Typography variant="body2">
            <Link component={RouterLink} to={getListPath({ resource: 'appointments' }, role) ?? ''}>
              {t('dashboard.otherDays')}
            </Link>
          </Typography>
        ) : data ? (
          <Typography variant="body2" color="textSecondary">
            {t('runSheet.allMade')}
          </Typography>
        ) : (
          <Typography variant="body2" color="textSecondary">
            {error ? t('list.notAvailable') : <Skeleton width="60%" />}
          </Typography>
        )}
      </Box>
    </DayCard>
  );
}

function NextVisit({ visit, role }: { visit: Appointment; role: Role }) {
  const t = useTranslate();
  const { time } = formatDayAndTime(visit.appointmentDateTime, useIntl());
  const list = getListPath({ resource: 'appointments' }, role) ?? '';
  return (
    <Box sx={{ position: 'relative', py: 0.25 }}>
      <Typography noWrap>
        <Link
          component={RouterLink}
          to={`${list}/${encodeURIComponent(visit.id)}`}
          sx={{ '&::after': { content: '""', position: 'absolute', inset: 0 } }}
        >
          {t('list.of', { what: t('dashboard.next'), name: `${time} · ${visit.patientName}` })}
        </Link>
      </Typography>
      <Typography variant="body2" color="textSecondary" noWrap>
        {visit.address}
      </Typography>
    </Box>
  );
}
