import { Box } from '@mui/material';
import type { CellProps } from 'portal-frame';
import { getResource, Value } from 'portal-frame/browser';

export default function TodayStatus({ record, field, source }: CellProps) {
  const { visitState } = getResource('appointments').fields;
  const reported = record.status === 'Pending' && Boolean(record.visitState);
  return (
    <Box sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      <Value record={record} field={field} source={source} compact />
      {reported && visitState && <Value record={record} field={visitState} source="visitState" compact />}
    </Box>
  );
}
