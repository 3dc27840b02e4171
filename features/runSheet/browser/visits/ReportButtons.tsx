import { Box, Button, type Theme } from '@mui/material';
import { BOTTOM_BAR_HEIGHT, lazyComponent } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { type ReactNode, useState } from 'react';
import type { Appointment } from '../../../../src/wire/appointments/appointmentRecord.ts';
import type { ReportKind, VisitState } from '../../../../src/wire/choices.ts';
import type { ReportObstacles } from '../runSheetPlaces.ts';
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
  /** Shows the first button as primary, always in reach. */
  main: boolean;
  offersPhoto: boolean;
  photo?: ReactNode;
  obstacles: ReportObstacles;
}

/** Stays above the bottom bar while the visit is longer than the screen. */
const inReachStyles = {
  position: 'sticky',
  bottom: { xs: `calc(${BOTTOM_BAR_HEIGHT + 8}px + env(safe-area-inset-bottom))`, md: 16 },
  zIndex: 1,
  bgcolor: 'background.paper',
  boxShadow: (theme: Theme) => `0 0 0 8px ${(theme.vars ?? theme).palette.background.paper}`,
} as const;

/** Buttons for the reports of a visit. Reports with text open a dialog. */
export function ReportButtons({ visit, main, offersPhoto, photo, obstacles }: ReportButtonsProps) {
  const t = useTranslate();
  const send = useSendReport(visit);
  const [asking, setAsking] = useState<Exclude<ReportKind, 'tube'>>();
  const next = NEXT_REPORTS[visit.visitState ?? 'none'];
  const [first, ...others] = next;
  const primary = main && first !== undefined && first !== 'couldNotDraw';
  const onReport = (kind: ReportKind) => {
    // With obstacles, it needs a reason.
    if ((kind === 'started' || kind === 'done') && obstacles[kind].length === 0) void send({ kind });
    else if (kind !== 'tube') setAsking(kind);
  };
  const button = (kind: ReportKind) => {
    const what = t(`visitReports.does.${kind}`);
    // Below the primary button the others form pairs.
    const left = main && photo && kind === 'note' && next.length > 2;
    return (
      <Button
        key={kind}
        variant={primary && kind === first ? 'contained' : 'outlined'}
        aria-label={t('list.of', { what, name: visit.patientName })}
        onClick={() => onReport(kind)}
        sx={{ minHeight: THUMB_SIZE, width: 1, ...(left && FULL_WIDTH) }}
      >
        {what}
      </Button>
    );
  };
  return (
    <>
      {primary && <Box sx={inReachStyles}>{button(first)}</Box>}
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}>
        {!primary && first && button(first)}
        {photo}
        {others.map(button)}
        {asking && (
          <ReportDialog
            visit={visit}
            kind={asking}
            offersPhoto={offersPhoto}
            obstacles={obstacles}
            onClose={() => setAsking(undefined)}
          />
        )}
      </Box>
    </>
  );
}
