import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { Role } from 'portal-frame';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';
import { request } from '../../frame/dataProvider/request.ts';
import { dayAndTime } from '../../frame/fields/date.ts';
import { useIntl } from '../../frame/parts/intl.ts';
import { RUN_SHEET } from '../addresses.ts';
import { inOrder } from '../pages/runSheet/inOrder.ts';
import { dayOfVisits } from '../pages/runSheet/visitState.ts';
import type { Appointment } from '../wire/appointmentRecord.ts';
import { todayApi } from '../wire/appointments.ts';
import { DayBar, DayCard } from './DayProgress.tsx';
import { addressOf } from './StatCards.tsx';
import { EVERYTHING } from './today.ts';

const NOTHING_QUEUED = { photos: [], reports: [], handOvers: [], sending: null };

/** How far an employee's day is, which leads to the run sheet, and the visit that comes next, which leads to its popup. */
export function MyDay({ role }: { role: Role }) {
  const t = useTranslate();
  const { call, read } = todayApi.employee;
  // Shared with the table of today, which says why there is none.
  const { data, error } = useQuery({
    queryKey: ['appointments', 'today', call.path],
    queryFn: async ({ signal }) => inOrder(read(await request(call, { signal }), EVERYTHING).records) as Appointment[],
  });
  const { open } = dayOfVisits(data ?? [], NOTHING_QUEUED);
  const day = data && { visits: data.length, done: data.length - open.length };
  const [next] = open;
  return (
    <DayCard to={RUN_SHEET} day={day} failed={error !== null}>
      <DayBar day={day} />
      <Box sx={{ minHeight: 52, display: 'grid', alignContent: 'center' }}>
        {next ? (
          <NextVisit visit={next} role={role} />
        ) : data?.length === 0 ? (
          // That there is none today is said by the table of today.
          <Typography variant="body2">
            <Box
              component={Link}
              to={addressOf({ resource: 'appointments' }, role) ?? ''}
              sx={{ color: 'inherit', py: 1 }}
            >
              {t('dashboard.otherDays')}
            </Box>
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
  const { time } = dayAndTime(visit.appointmentDateTime, useIntl());
  const list = addressOf({ resource: 'appointments' }, role) ?? '';
  return (
    <>
      <Typography noWrap sx={{ fontWeight: 500 }}>
        <Box component={Link} to={`${list}/${encodeURIComponent(visit.id)}`} sx={{ color: 'inherit', py: 0.5 }}>
          {t('list.of', { what: t('dashboard.next'), name: `${time} · ${visit.patientName}` })}
        </Box>
      </Typography>
      <Typography variant="body2" color="textSecondary" noWrap>
        {visit.address}
      </Typography>
    </>
  );
}
