import { Card, Typography } from '@mui/material';
import { formatDayAndTime, useIntl } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import type { Queue } from '../device/offlineQueue.ts';
import { QueuedReportLine } from './QueuedReports.tsx';
import { QueuedItem } from './SendState.tsx';

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
      {photos.map((photo) => (
        <QueuedItem
          key={photo.id}
          item={photo}
          sending={sending}
          getText={(state) => t(`runSheet.${state}`, { cause: photo.refused })}
        >
          {ofVisit(photo)}
        </QueuedItem>
      ))}
      {reports.map((report) => (
        <QueuedReportLine key={report.id} report={report} sending={sending}>
          {ofVisit(report)}
        </QueuedReportLine>
      ))}
    </Card>
  );
}
