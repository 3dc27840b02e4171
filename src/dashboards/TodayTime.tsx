import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { useTranslate } from 'ra-core';
import type { CellProps } from '../config/resource.ts';
import { Value } from '../fields/parts/Value.tsx';

/** An appointment's date and time, with a mark on the one that comes next. */
export default function TodayTime({ record, field, source }: CellProps) {
  const t = useTranslate();
  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, whiteSpace: 'nowrap' }}>
      <Value record={record} field={field} source={source} compact />
      {record.next === true && <Chip size="small" color="primary" label={t('dashboard.next')} />}
    </Box>
  );
}
