import { Box } from '@mui/material';
import type { InputProps } from 'portal-frame';
import { FieldInput, lazyComponent } from 'portal-frame/browser';
import { getVisitTimes } from '../../browserParts.ts';

const loadTimes = getVisitTimes();
const VisitTimes = loadTimes && lazyComponent(loadTimes);

/** Time of a new visit, or of one to move, with what a feature offers for it. */
export default function VisitTimeInput(props: InputProps) {
  if (!VisitTimes) return <FieldInput {...props} />;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <FieldInput {...props} />
      <VisitTimes source={props.source} visit={props.recordId} />
    </Box>
  );
}
