import { Box, CircularProgress, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';

/** A spinner with 'Loading...', for screens where spec 2 asks for it instead of a skeleton. */
export function Loading() {
  const t = useTranslate();
  return (
    <Box role="status" sx={{ display: 'grid', justifyItems: 'center', gap: 2, py: 10 }}>
      <CircularProgress aria-hidden />
      <Typography color="textSecondary">{t('dashboard.loading')}</Typography>
    </Box>
  );
}
