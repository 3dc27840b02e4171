import { Box, Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type ReactNode, useState } from 'react';
import { lazyComponent } from '../../../frame/parts/lazyComponent.tsx';
import type { Appointment } from '../../wire/appointments/appointmentRecord.ts';
import type { ReportKind, VisitState } from '../../wire/visitReportApi.ts';
import { FULL_WIDTH } from './PhotoPart.tsx';
import { THUMB_SIZE } from './TakePhoto.tsx';
import { useSendReport } from './useQueue.ts';

const ReportDialog = lazyComponent(() => import('./ReportDialog.tsx'));

/** Possible reports by state, the most likely first. */
const NEXT_REPORTS: Record<VisitState | 'none', readonly ReportKind[]> = {
  none: ['started', 'couldNotDraw', 'note'],
  started: ['done', 'couldNotDraw', 'note'],
  done: ['couldNotDraw', 'note'],
  couldNotDraw: ['started', 'note'],
};

interface ReportButtonsProps {
  /** With its state on this device. */
  visit: Appointment;
  /** Shows the first button as primary. */
  main: boolean;
  offersPhoto: boolean;
  photo?: ReactNode;
  /** Kinds of tubes without a label. */
  unlabelled: readonly string[];
}

/** Buttons for the reports of a visit. Reports with text open a dialog. */
export function ReportButtons({ visit, main, offersPhoto, photo, unlabelled }: ReportButtonsProps) {
  const t = useTranslate();
  const send = useSendReport(visit);
  const [asking, setAsking] = useState<Exclude<ReportKind, 'tube'>>();
  const next = NEXT_REPORTS[visit.visitState ?? 'none'];
  // A start with gaps, or an end with unlabelled tubes, needs a reason.
  const isReady = { started: (visit.gaps ?? []).length === 0, done: unlabelled.length === 0 };
  const onReport = (kind: ReportKind) => {
    if ((kind === 'started' || kind === 'done') && isReady[kind]) void send({ kind });
    else if (kind !== 'tube') setAsking(kind);
  };
  const button = (kind: ReportKind) => {
    const what = t(`visitReports.does.${kind}`);
    const first = main && kind === next[0] && kind !== 'couldNotDraw';
    // Below the primary button the others form pairs.
    const left = main && photo && kind === 'note' && next.length > 2;
    return (
      <Button
        key={kind}
        variant={first ? 'contained' : 'outlined'}
        aria-label={t('list.of', { what, name: visit.patientName })}
        onClick={() => onReport(kind)}
        sx={{ minHeight: THUMB_SIZE, ...((first || left) && FULL_WIDTH) }}
      >
        {what}
      </Button>
    );
  };
  const [first, ...rest] = next;
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}>
      {first && button(first)}
      {photo}
      {rest.map(button)}
      {asking && (
        <ReportDialog
          visit={visit}
          kind={asking}
          offersPhoto={offersPhoto}
          unlabelled={unlabelled}
          onClose={() => setAsking(undefined)}
        />
      )}
    </Box>
  );
}
