import { Box, Chip } from '@mui/material';
import type { CellProps } from 'portal-frame';
import { useTableFits, Value } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';

/** Stands out from the row's soft background. */
const nextChipStyles = { bgcolor: 'primary.main', color: 'primary.contrastText' };

export default function TodayTime({ record, field, source }: CellProps) {
  const t = useTranslate();
  const fits = useTableFits();
  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, whiteSpace: 'nowrap' }}>
      <Value record={record} field={field} source={source} compact inline={!fits} />
      {record.next === true && <Chip size="small" label={t('dashboard.next')} sx={nextChipStyles} />}
    </Box>
  );
}
