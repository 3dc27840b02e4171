import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { keepPortal } from '../device/worker.ts';
import { ListError, ListSkeleton } from '../views/ListStates.tsx';
import { Notices } from './runSheet/Notices.tsx';
import { OtherPhotos } from './runSheet/OtherPhotos.tsx';
import { usePhotos } from './runSheet/usePhotos.ts';
import { isOffline, useVisits } from './runSheet/useVisits.ts';
import { isDone, VisitCard } from './runSheet/VisitCard.tsx';

/** An employee's day on a phone: the visits in order, and one thumb for each one's photo, with and without a network. */
export default function RunSheet() {
  const t = useTranslate();
  const { visits, asOf, error, isPending, refetch } = useVisits();
  const photos = usePhotos();
  useEffect(() => void keepPortal(), []);

  const photoOf = (id: string) => photos.list.find(({ appointment }) => appointment === id);
  const next = visits?.find((visit) => !isDone(visit) && !photoOf(visit.id));
  const others = photos.list.filter(({ appointment }) => !visits?.some(({ id }) => id === appointment));
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', maxWidth: 640, mx: 'auto' }}>
      <Box>
        <Typography variant="h1">{t('runSheet.title')}</Typography>
        {visits && (
          <Typography color="textSecondary">{t('runSheet.visits', { smart_count: visits.length })}</Typography>
        )}
      </Box>
      {visits && <Notices asOf={asOf} error={error} photos={photos} />}
      {visits && others.length > 0 && <OtherPhotos photos={others} sending={photos.sending} />}
      {isPending ? (
        <ListSkeleton layout="rows" rows={3} />
      ) : visits?.length ? (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
          {visits.map((visit) => (
            <VisitCard
              key={visit.id}
              visit={visit}
              photo={photoOf(visit.id)}
              sending={photoOf(visit.id)?.id === photos.sending}
              next={visit === next}
              offline={error !== null && isOffline(error)}
            />
          ))}
        </Box>
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
    </Box>
  );
}
