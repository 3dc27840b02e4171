import { Box } from '@mui/material';
import type { InputProps } from 'portal-frame';
import { FieldInput, isOffered, lazyComponent } from 'portal-frame/browser';
import { planCalls } from '../../wire/planning/planApi.ts';

const VisitTimes = lazyComponent(() => import('./VisitTimes.tsx'));

/** Time of a new visit, or of one to move. Offers the times at which somebody can make it, if the host plans. */
export default function VisitTimeInput(props: InputProps) {
  if (!isOffered(planCalls.findSlots)) return <FieldInput {...props} />;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <FieldInput {...props} />
      <VisitTimes source={props.source} visit={props.recordId} />
    </Box>
  );
}
