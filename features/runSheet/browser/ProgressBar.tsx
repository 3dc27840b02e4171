import { LinearProgress } from '@mui/material';
import { useTranslate } from 'ra-core';

/** Visits, and how many are done. */
export interface Progress {
  visits: number;
  done: number;
}

interface ProgressBarProps {
  /** Undefined while loading. */
  day: Progress | undefined;
  'aria-hidden'?: boolean;
}

/** Shows how many of some visits are done. */
export function ProgressBar({ day, ...props }: ProgressBarProps) {
  const t = useTranslate();
  return (
    <LinearProgress
      variant="determinate"
      color="success"
      value={day && day.visits > 0 ? (100 * day.done) / day.visits : 0}
      aria-label={t('runSheet.progressOf')}
      {...props}
      sx={{ flex: 1, height: 6, borderRadius: 3 }}
    />
  );
}
