import { Box, Card, Typography } from '@mui/material';
import { ListError, ListSkeleton } from 'portal-frame/browser';
import { registerServiceWorker } from 'portal-frame/device';
import { useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { countUnsent } from '../device/offlineQueue.ts';
import type { Appointment } from '../wire/appointments/appointmentRecord.ts';
import { Miles } from './money/Miles.tsx';
import { HandOver } from './orders/custody/HandOver.tsx';
import { Kit } from './orders/TubesToTake.tsx';
import { DayHead } from './runSheet/DayHead.tsx';
import { DoneVisits } from './runSheet/DoneVisits.tsx';
import { OtherVisits } from './runSheet/OtherVisits.tsx';
import { PrintedDay } from './runSheet/PrintedDay.tsx';
import { Notices } from './runSheet/RunSheetNotices.tsx';
import { useQueue } from './runSheet/useQueue.ts';
import { isOffline, useVisits } from './runSheet/useVisits.ts';
import { VisitCard } from './runSheet/VisitCard.tsx';
import { groupVisits } from './runSheet/visitState.ts';

/** An employee's day on a phone, online and offline. */
export default function RunSheet() {
  const t = useTranslate();
  const { visits, asOf, error, isPending, refetch } = useVisits();
  const queue = useQueue();
  useEffect(() => void registerServiceWorker(), []);

  const day = visits && groupVisits(visits, queue);
  const isOther = ({ appointment }: { appointment: string }) => !visits?.some(({ id }) => id === appointment);
  const others = { ...queue, photos: queue.photos.filter(isOther), reports: queue.reports.filter(isOther) };
  const cards = (some: readonly Appointment[], next?: Appointment) => (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
      {some.map((visit) => (
        <VisitCard
          key={visit.id}
          visit={visit}
          queue={queue}
          next={visit === next}
          offline={error !== null && isOffline(error)}
        />
      ))}
    </Box>
  );
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', maxWidth: 640, mx: 'auto' }}>
      <DayHead progress={day && { made: day.progress.done, all: day.progress.visits }} />
      {visits && <Notices asOf={asOf} error={error} unsent={countUnsent(queue)} />}
      {visits && others.photos.length + others.reports.length > 0 && <OtherVisits queue={others} />}
      {visits && <HandOver visits={visits} queue={queue} />}
      {isPending ? (
        <ListSkeleton layout="rows" rows={3} />
      ) : day && visits?.length ? (
        <>
          {day.open.length === 0 && (
            <Typography color="textSecondary" sx={{ textAlign: 'center', py: 2 }}>
              {t('runSheet.allMade')}
            </Typography>
          )}
          <Kit orders={day.open.map(({ order }) => order)} />
          {cards([...day.open, ...day.unfinished, ...day.rejected], day.open[0])}
          {day.done.length > 0 && <DoneVisits count={day.done.length}>{() => cards(day.done)}</DoneVisits>}
          <PrintedDay visits={visits} />
        </>
      ) : (
        <Card>
          {visits ? (
            <Typography color="textSecondary" sx={{ p: 4, textAlign: 'center' }}>
              {t('dashboard.noneToday')}
            </Typography>
          ) : (
            <ListError message={error?.message ?? t('errors.fetchToday')} onRetry={refetch} />
          )}
        </Card>
      )}
      {visits && <Miles visits={visits} queue={queue} />}
    </Box>
  );
}
