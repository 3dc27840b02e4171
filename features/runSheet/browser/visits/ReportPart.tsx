import { Box } from '@mui/material';
import type { ActionProps } from 'portal-frame';
import { useTranslate } from 'ra-core';
import type { Appointment } from '../../../../src/wire/appointments/appointmentRecord.ts';
import { loadVisitOrders, VisitOrders } from '../runSheetPlaces.ts';
import { QueuedReports } from './QueuedReports.tsx';
import { ReportButtons } from './ReportButtons.tsx';
import { useQueue } from './useQueue.ts';
import { useSentUpdates } from './useSentUpdates.ts';
import { withReportedState } from './visitState.ts';

const visitOrders = await loadVisitOrders();

/** Reports of an employee's visit, in the show view. */
export default function ReportPart({ record }: ActionProps) {
  const t = useTranslate();
  const visit = record as Appointment;
  const { reports, sending } = useQueue();
  useSentUpdates();
  // Lists contain no orders, so fetch it.
  const order = visitOrders.useOrder(record.id);
  return (
    <Box component="section" aria-label={t('visitReports.report')} sx={{ display: 'grid', gap: 1 }}>
      <QueuedReports reports={reports.filter(({ appointment }) => appointment === record.id)} sending={sending} />
      <VisitOrders value={visitOrders}>
        <ReportButtons
          visit={withReportedState(visit, reports)}
          main
          offersPhoto={false}
          obstacles={visitOrders.findObstacles({ ...visit, order }, reports)}
        />
      </VisitOrders>
    </Box>
  );
}
