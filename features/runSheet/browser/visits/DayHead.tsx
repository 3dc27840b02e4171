import Print from '@mui/icons-material/PrintOutlined';
import { Box, IconButton, Typography } from '@mui/material';
import { formatDay, getToday, useIntl } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { type Progress, ProgressBar } from '../ProgressBar.tsx';
import { THUMB_SIZE } from './TakePhoto.tsx';

interface DayHeadProps {
  /** Undefined while loading. */
  progress: Progress | undefined;
}

export function DayHead({ progress }: DayHeadProps) {
  const t = useTranslate();
  const intl = useIntl();
  const any = progress && progress.visits > 0 ? progress : undefined;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h1">{t('runSheet.title')}</Typography>
          <Typography color="textSecondary">
            {formatDay(getToday(intl.timeZone), intl)}
            {any && ` · ${t('runSheet.visits', { smart_count: any.visits })}`}
          </Typography>
        </Box>
        {any && (
          <IconButton
            aria-label={t('runSheet.print')}
            onClick={() => print()}
            sx={{ width: THUMB_SIZE, height: THUMB_SIZE }}
          >
            <Print />
          </IconButton>
        )}
      </Box>
      {any && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
          <ProgressBar day={any} />
          <Typography variant="body2" role="status" sx={{ fontWeight: 650, fontVariantNumeric: 'tabular-nums' }}>
            {t('runSheet.progress', { made: any.done, all: any.visits })}
          </Typography>
        </Box>
      )}
    </Box>
  );
}
