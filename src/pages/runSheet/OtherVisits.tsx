import { Box, Button, Card, Typography } from '@mui/material';
import { formatDayAndTime, useIntl } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import type { Queue } from '../../device/offlineQueue.ts';
import { QueuedReportLine } from './QueuedReports.tsx';
import { getSendState, SendState } from './SendState.tsx';
import { discardQueued } from './useQueue.ts';

/** Queued photos and reports of visits that are not among today's. */
export function OtherVisits({ queue: { photos, reports, sending } }: { queue: Queue }) {
  const t = useTranslate();
  const intl = useIntl();
  const ofVisit = ({ patientName, appointmentDateTime }: Queue['photos'][number]) => {
    const { day, time } = formatDayAndTime(appointmentDateTime, intl);
    return <Typography>{[patientName, day, time].join(' · ')}</Typography>;
  };
  return (
    <Card component="section" aria-label={t('runSheet.others')} sx={{ p: 2, display: 'grid', gap: 1.5 }}>
      <Typography variant="h3" component="h2">
        {t('runSheet.others')}
      </Typography>
      {photos.map((photo) => {
        const state = getSendState(photo, sending);
        return (
          <Box key={photo.id} sx={{ display: 'grid', gap: 1 }}>
            {ofVisit(photo)}
            <SendState state={state}>{t(`runSheet.${state}`, { cause: photo.refused })}</SendState>
            {state === 'refused' && (
              <Button variant="outlined" onClick={() => discardQueued(photo.id)} sx={{ justifySelf: 'start' }}>
                {t('runSheet.discard')}
              </Button>
            )}
          </Box>
        );
      })}
      {reports.map((report) => (
        <Box key={report.id} sx={{ display: 'grid', gap: 1 }}>
          {ofVisit(report)}
          <QueuedReportLine report={report} sending={sending} />
        </Box>
      ))}
    </Card>
  );
}
