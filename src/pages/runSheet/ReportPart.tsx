import { Box } from '@mui/material';
import type { ActionProps } from 'portal-frame';
import { useTranslate } from 'ra-core';
import type { Appointment } from '../../wire/appointments/appointmentRecord.ts';
import { getUnlabelledKinds } from '../orders/scan/Labels.tsx';
import { useVisitOrder } from '../orders/useVisitOrder.ts';
import { QueuedReports } from './QueuedReports.tsx';
import { ReportButtons } from './ReportButtons.tsx';
import { useQueue } from './useQueue.ts';
import { useSentUpdates } from './useSentUpdates.ts';
import { withReportedState } from './visitState.ts';

/** Reports of an employee's visit, in the show view. */
export default function ReportPart({ record }: ActionProps) {
  const t = useTranslate();
  const { reports, sending } = useQueue();
  useSentUpdates();
  // Lists contain no orders, so fetch it.
  const order = useVisitOrder(record.id).data?.order ?? null;
  return (
    <Box component="section" aria-label={t('visitReports.report')} sx={{ display: 'grid', gap: 1 }}>
      <QueuedReports reports={reports.filter(({ appointment }) => appointment === record.id)} sending={sending} />
      <ReportButtons
        visit={withReportedState(record as Appointment, reports)}
        main
        offersPhoto={false}
        unlabelled={getUnlabelledKinds({ id: record.id, order }, reports)}
      />
    </Box>
  );
}
