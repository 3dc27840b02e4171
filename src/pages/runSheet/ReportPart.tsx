import Box from '@mui/material/Box';
import type { ActionProps } from 'portal-frame';
import { useTranslate } from 'ra-core';
import type { Appointment } from '../../wire/appointmentRecord.ts';
import { unlabelledOf } from '../orders/Labels.tsx';
import { useVisitOrder } from '../orders/useVisitOrder.ts';
import { QueuedReports } from './QueuedReports.tsx';
import { ReportButtons } from './ReportButtons.tsx';
import { useQueue } from './useQueue.ts';
import { useSent } from './useSent.ts';
import { asReported } from './visitState.ts';

/** In the popup of an employee's visit: what can be reported of it, and what waits to be sent. */
export default function ReportPart({ record }: ActionProps) {
  const t = useTranslate();
  const { reports, sending } = useQueue();
  useSent();
  // Lists hold no orders: the popup shows this visit's below.
  const order = useVisitOrder(record.id).data?.order ?? null;
  return (
    <Box component="section" aria-label={t('visitReports.report')} sx={{ display: 'grid', gap: 1 }}>
      <QueuedReports reports={reports.filter(({ appointment }) => appointment === record.id)} sending={sending} />
      <ReportButtons
        visit={asReported(record as Appointment, reports)}
        main
        photoless={false}
        unlabelled={unlabelledOf({ id: record.id, order }, reports)}
      />
    </Box>
  );
}
